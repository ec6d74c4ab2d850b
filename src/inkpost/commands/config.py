"""`blog config`: shows a setting, or changes it in the file that has it."""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

import click

from inkpost.commands.examples import examples_of
from inkpost.commands.session import Session
from inkpost.configfiles import OpenOptions, config_files, load_config
from inkpost.errors import ConfigError
from inkpost.hexo.defaults import UNSET, get_dotted, walk
from inkpost.hexo.jstext import to_text
from inkpost.hexo.yamldump import dump_yaml
from inkpost.hexo.yamledit import set_value
from inkpost.io.publish import write_atomically
from inkpost.model import Json


@click.command(
    "config", epilog=examples_of("config"), context_settings={"ignore_unknown_options": True}
)
@click.argument("words", nargs=-1, metavar="[NAME] [VALUE]")
@click.pass_context
def config_command(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Show all settings or one, or change one."""
    session: Session = ctx.obj
    ctx.exit(run_config(session.root, OpenOptions(config_files=session.config_files), words))


def show_config(root: Path, options: OpenOptions, name: str | None = None) -> str:
    """A setting as text, or all of them, defaults filled in.

    Raises: ConfigError where there is no such setting.
    """
    values = dict(load_config(root, options).values)
    if name is None:
        return dump_yaml(values).rstrip("\n")
    found: Json = get_dotted(values, name, UNSET)
    if found is UNSET:
        near = difflib.get_close_matches(name, [key for key, _ in walk(values)], n=1)
        raise ConfigError(
            f'there is no setting "{name}"', hint=f'did you mean "{near[0]}"?' if near else None
        )
    return dump_yaml(found).rstrip("\n") if isinstance(found, dict | list) else to_text(found)


def change_config(root: Path, options: OpenOptions, name: str, word: str) -> str:
    """Set a setting in its file; all else in the file stays. Returns the file's name.

    The file is the last that has the key, else the last of all.
    Raises: ConfigError where the site would not be valid with it; the file is then as it was.
    """
    files = config_files(root, options)
    keys = tuple(name.split("."))
    chosen = next((file for file in reversed(files) if _has(file.values, keys)), files[-1])
    path = root / chosen.path
    before = path.read_bytes()
    text = before.decode("utf-8")
    write_atomically(path, set_value(text, keys, word, path=chosen.path).encode("utf-8"))
    try:
        load_config(root, options)
    except ConfigError:
        write_atomically(path, before)
        raise
    return chosen.path


def run_config(root: Path, options: OpenOptions, words: tuple[str, ...]) -> int:
    """Show or change a setting; returns the exit code."""
    if len(words) < 2:
        sys.stdout.write(show_config(root, options, *words) + "\n")
        return 0
    name, word = words[0], " ".join(words[1:])
    sys.stdout.write(f"{change_config(root, options, name, word)}: {name} is now {word}\n")
    return 0


def _has(values: Json, keys: tuple[str, ...]) -> bool:
    return get_dotted(values, ".".join(keys), UNSET) is not UNSET
