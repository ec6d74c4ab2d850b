"""`blog theme`: which file answers, take one over, what was changed, settings from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click
import yaml

from inkpost.errors import BlogError, ConfigError
from inkpost.model import Json, ThemeLayer
from inkpost.opening import Opened, OpenOptions, open_site
from inkpost.theme.chain import NEAREST, OURS
from inkpost.theme.files import Place, find_places, site_changes
from inkpost.theme.foreign.translate import Translation, translate_settings

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
    for line in site_changes(opened.tree.layers, opened.tree.read, names):
        say(line)
    return 0


def migrate_settings(root: Path, theme: str | None, *, force: bool, say: Say) -> int:
    """Write the settings of another theme as `_config.<ours>.yml`; returns the exit code.

    theme: which one; None takes the first whose `_config.<theme>.yml` is there.
    Raises: BlogError where there is nothing to read, or the file to write is there.
    """
    name, given = _foreign_settings(root, theme)
    ours = NEAREST.get(name, OURS[0])
    translation = translate_settings(name, given)
    target = root / f"_config.{ours}.yml"
    if target.exists() and not force:
        raise BlogError(f'"{target.name}" is there already', hint="use --force to replace it")
    target.write_text(_to_yaml(name, translation), encoding="utf-8")
    say(f"{target.name}: {_count(translation.settings)} settings from _config.{name}.yml")
    for dropped in translation.dropped:
        say(f"  no counterpart: {dropped}")
    say(f'Now write "theme: {ours}" in _config.yml.')
    return 0


def _foreign_settings(root: Path, theme: str | None) -> tuple[str, Mapping[str, Json]]:
    wanted = [theme.removeprefix("hexo-theme-")] if theme else ["fluid", "butterfly", "next"]
    for name in wanted:
        for file in (root / f"_config.{name}.yml", root / "themes" / name / "_config.yml"):
            if file.is_file():
                return name, _read_yaml(file, root)
    raise BlogError(
        f"no settings to read: looked for _config.{', _config.'.join(wanted)} (.yml)",
        hint="name the theme: blog theme migrate fluid",
    )


def _read_yaml(file: Path, root: Path) -> Mapping[str, Json]:
    from inkpost.hexo.yamldoc import load_yaml  # lazy

    path = _below(file, root)
    value = load_yaml(file.read_text("utf-8-sig"), path=path, error=ConfigError).value
    return value if isinstance(value, Mapping) else {}


def _to_yaml(name: str, translation: Translation) -> str:
    body = yaml.safe_dump(dict(translation.settings), allow_unicode=True, sort_keys=False)
    head = f"# From _config.{name}.yml.\n"
    if translation.dropped:
        head += f"# Without counterpart: {', '.join(translation.dropped)}\n"
    return head + body


def _count(settings: Mapping[str, Json]) -> int:
    return sum(
        _count(value) if isinstance(value, Mapping) and value else 1 for value in settings.values()
    )


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
    return open_site(session.root, OpenOptions(config_files=session.config_files))


def _run(context: click.Context, work: Callable[[], int]) -> None:
    try:
        code = work()
    except BlogError as error:
        where = f"{error.span.path}:{error.span.line}: " if error.span else ""
        click.echo(f"{where}error: {error.message}", err=True)
        if error.hint:
            click.echo(f"   hint: {error.hint}", err=True)
        code = 1
    context.exit(code)


@click.group("theme")
def theme() -> None:
    """Look into the theme and take parts of it over."""


@theme.command("which")
@click.argument("name")
@click.pass_context
def which(context: click.Context, name: str) -> None:
    """Which file answers to NAME, such as _partial/license or css/skin.css."""
    _run(context, lambda: show_which(_opened(context), name, click.echo))


@theme.command("eject")
@click.argument("name")
@click.pass_context
def eject(context: click.Context, name: str) -> None:
    """Copy one file of the theme into themes/, where it can be changed."""
    _run(context, lambda: eject_file(_opened(context), name, click.echo))


@theme.command("diff")
@click.argument("names", nargs=-1)
@click.pass_context
def diff(context: click.Context, names: tuple[str, ...]) -> None:
    """What the files in themes/ change of the theme."""
    _run(context, lambda: show_changes(_opened(context), names, click.echo))


@theme.command("migrate")
@click.argument("name", required=False)
@click.option("--force", is_flag=True, help="Replace the file that is there.")
@click.pass_context
def migrate(context: click.Context, name: str | None, force: bool) -> None:
    """Write the settings of Fluid, Butterfly or NexT as settings of ours."""
    session: Any = context.find_root().obj
    _run(context, lambda: migrate_settings(session.root, name, force=force, say=click.echo))
