"""`blog theme`: which file answers, take one over, what was changed, settings from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from inkpost.commands.console import show_findings, to_findings
from inkpost.commands.examples import examples_of
from inkpost.config import raise_all
from inkpost.configfiles import OpenOptions
from inkpost.errors import BlogError
from inkpost.model import ThemeLayer
from inkpost.opening import Opened, open_site
from inkpost.theme.files import Place, find_places, site_changes

Say = Callable[[str], None]


def show_which(opened: Opened, name: str, say: Say) -> int:
    """Print the files that answer to a name, the one in force first; returns the exit code."""
    for number, place in enumerate(find_places(name, opened.tree.layers)):
        mark = "->" if number == 0 else "  "
        say(f"{mark} {_shown(place)}")
    return 0


def eject_file(opened: Opened, name: str, say: Say) -> int:
    """Copy a file of the bundled theme into the site's own; returns the exit code.

    Raises: BlogError where the site has that file already or the theme is not ours.
    """
    theme = _theme_of(opened)
    places = find_places(name, opened.tree.layers)
    own = next((place for place in places if place.own), None)
    if own is not None:
        raise BlogError(f'"{own.key}" is there already', hint="edit it, or remove it first")
    place = places[0]
    target = opened.root / "themes" / theme / place.path
    if target.exists():
        raise BlogError(f'"{_below(target, opened.root)}" is there already')
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(opened.tree.read(place.key))
    say(f"{_below(target, opened.root)}: from {place.layer}, in force from the next build")
    return 0


def show_changes(opened: Opened, names: tuple[str, ...], say: Say) -> int:
    """Print what the site's own files change of the theme; returns the exit code."""
    layers = opened.tree.layers
    for name in names:
        if not any(place.own for place in find_places(name, layers)):
            raise BlogError(f'the site has no file of its own for "{name}"')
    for line in site_changes(layers, opened.tree.read, names):
        say(line)
    return 0


def _theme_of(opened: Opened) -> str:
    layers: tuple[ThemeLayer, ...] = opened.tree.layers
    if opened.replaced:
        raise BlogError(
            f'the theme is "{opened.config.theme}", whose folder ours do not read',
            hint=f'write "theme: {layers[0].name}" in _config.yml first',
        )
    return layers[0].name


def _shown(place: Place) -> str:
    return place.key if place.own else f"{place.layer}/{place.path} (of inkpost)"


def _below(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix()


def _opened(context: click.Context) -> Opened:
    session = context.find_root().obj
    opened = open_site(session.root, OpenOptions(config_files=session.config_files))
    raise_all(opened.errors)
    return opened


def _run(context: click.Context, work: Callable[[], int]) -> None:
    try:
        code = work()
    except BlogError as error:
        show_findings(to_findings(error), context.find_root().obj.root)
        code = 1
    context.exit(code)


def _print(text: str) -> None:
    click.echo(text, nl=not text.endswith("\n"))


def _tell(text: str) -> None:
    click.echo(text, err=True)


@click.group("theme", epilog=examples_of("theme"))
def theme() -> None:
    """Look into the theme and take parts of it over."""


@theme.command("which", epilog=examples_of("theme which"))
@click.argument("name")
@click.pass_context
def which(context: click.Context, name: str) -> None:
    """Which file answers to NAME, such as _partial/license or css/skin.css."""
    _run(context, lambda: show_which(_opened(context), name, click.echo))


@theme.command("eject", epilog=examples_of("theme eject"))
@click.argument("name")
@click.pass_context
def eject(context: click.Context, name: str) -> None:
    """Copy one file of the theme into themes/, where it can be changed."""
    _run(context, lambda: eject_file(_opened(context), name, click.echo))


@theme.command("diff", epilog=examples_of("theme diff"))
@click.argument("names", nargs=-1)
@click.pass_context
def diff(context: click.Context, names: tuple[str, ...]) -> None:
    """What the files in themes/ change of the theme."""
    _run(context, lambda: show_changes(_opened(context), names, click.echo))


@theme.command("migrate", epilog=examples_of("theme migrate"))
@click.argument("file", required=False)
@click.option("-w", "--write", is_flag=True, help="Write _config.tessera.yml or _config.folio.yml.")
@click.option(
    "-o", "--to", type=click.Path(dir_okay=False, path_type=Path), help="Write this file."
)
@click.option("--force", is_flag=True, help="Replace the file that is there.")
@click.pass_context
def migrate(
    context: click.Context, file: str | None, write: bool, to: Path | None, force: bool
) -> None:
    """Rewrite settings of Fluid, Butterfly or NexT as settings of ours.

    FILE is such as _config.fluid.yml, or the theme's name; without it, what the blog uses. The
    settings are printed; what has no counterpart is told beside them.
    """
    from inkpost.commands.thememigrate import MigrateArgs, run_migrate  # lazy

    session = context.find_root().obj
    args = MigrateArgs(
        source=file,
        target=session.root / to if to else None,
        write=write,
        force=force,
        config_files=session.config_files,
    )
    _run(context, lambda: run_migrate(session.root, args, say=_print, report=_tell))
