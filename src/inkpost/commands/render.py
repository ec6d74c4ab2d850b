"""`blog render`: what a file becomes, alone and outside of the site."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from inkpost.commands.examples import examples_of
from inkpost.commands.session import Session
from inkpost.configfiles import OpenOptions, load_config
from inkpost.content.loose import LooseRenderer
from inkpost.errors import BlogError, Span
from inkpost.extend import Extensions
from inkpost.hexo.jstext import to_text
from inkpost.io.publish import write_atomically
from inkpost.io.statefolder import state_folder
from inkpost.io.typeset import open_typesetter
from inkpost.model import Json
from inkpost.opening import find_scripts
from inkpost.options import MARKDOWN
from inkpost.plugins import load_extensions


@click.command(epilog=examples_of("render"))
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("-o", "--output", type=click.Path(path_type=Path), help="File, or folder for many.")
@click.option("--engine", help="The renderer, as a file ending; the file's own by default.")
@click.option("--pretty", is_flag=True, help="Write data over several lines.")
@click.pass_context
def render(
    ctx: click.Context, files: tuple[Path, ...], output: Path | None, engine: str | None,
    pretty: bool,
) -> None:  # fmt: skip
    """Render single files, Markdown or data, and print or write the result."""
    session: Session = ctx.obj
    made = render_files(
        session.root, files, OpenOptions(config_files=session.config_files, safe=session.safe),
        engine=engine, pretty=pretty,
    )  # fmt: skip
    if output is None:
        sys.stdout.write("".join(text if text.endswith("\n") else f"{text}\n" for _, text in made))
        return
    is_folder = len(made) > 1 or (session.root / output).is_dir()
    for name, text in made:
        target = session.root / output / name if is_folder else session.root / output
        write_atomically(target, text.encode("utf-8"))
        if not session.silent:
            click.echo(f"rendered {target}")


def render_files(
    root: Path,
    files: Sequence[Path],
    options: OpenOptions,
    *,
    engine: str | None = None,
    pretty: bool = False,
) -> list[tuple[str, str]]:
    """For each file the name and the text of what it becomes.

    engine: a file ending in place of the files' own. pretty: data over several lines.
    Raises: BlogError where a file cannot be read or no renderer takes it.
    """
    config = load_config(root, options)
    scripts = () if options.safe else find_scripts(root, config)
    extensions = load_extensions(config, scripts, safe=options.safe)
    cache = state_folder(root) / "cache.sqlite"
    with open_typesetter(config.choice("math.engine"), cache) as typesetter:
        loose = LooseRenderer(config, extensions, typesetter)
        made = []
        for file in files:
            ending = (engine or file.suffix).removeprefix(".").lower()
            value = loose.render(_read(root, file), ending, {"path": str(file)})
            name = f"{file.stem}.{_output_ending(ending, extensions)}"
            made.append((name, _to_text(value, pretty=pretty)))
    return made


def _output_ending(ending: str, extensions: Extensions) -> str:
    renderer = extensions.renderers.get(ending)
    return renderer.output if renderer else "html" if ending in MARKDOWN else ending


def _read(root: Path, file: Path) -> str:
    try:
        return (root / file).read_text("utf-8")
    except OSError as error:
        raise BlogError(
            f"cannot read the file: {(error.strerror or '').lower()}", span=Span(path=str(file))
        ) from error
    except UnicodeDecodeError as error:
        raise BlogError(
            "the file is not UTF-8", span=Span(path=str(file)), hint="save it as UTF-8"
        ) from error


def _to_text(value: Json, *, pretty: bool) -> str:
    if not isinstance(value, dict | list):
        return "" if value is None else to_text(value)
    if pretty:
        return json.dumps(value, ensure_ascii=False, indent=2, default=to_text)
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=to_text)
