"""`blog theme migrate`: the settings of Fluid, Butterfly or NexT, as settings of ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from inkpost.config import Config
from inkpost.configfiles import OpenOptions, load_config
from inkpost.errors import BlogError, ConfigError, Span
from inkpost.hexo.defaults import deep_merge
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json
from inkpost.theme.chain import NEAREST, OURS
from inkpost.theme.foreign.translate import TABLES, Translation, translate_settings

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class MigrateArgs:
    """What is to be rewritten. source: a file, the name of a theme, or None for what the blog
    uses; target: the file to write, None to print; write: write `_config.<ours>.yml`; force:
    replace a file that is there."""

    source: str | None = None
    target: Path | None = None
    write: bool = False
    force: bool = False
    config_files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """Settings of another theme. files: where they stand, for messages."""

    theme: str
    values: Mapping[str, Json]
    files: tuple[str, ...]


def run_migrate(root: Path, args: MigrateArgs, *, say: Say, report: Say) -> int:
    """Rewrite another theme's settings; returns the exit code.

    say: takes the settings where they are printed; report: takes what is told about them.
    Raises: BlogError where there is nothing to read, or a file that would be written is there.
    """
    config = _config(root, args.config_files)
    found = _find(root, args.source, config)
    ours = NEAREST.get(found.theme, OURS[0])
    folder = root / (config.source_dir if config else "source")
    translation = translate_settings(
        found.theme, found.values, lambda path: (folder / path).is_file()
    )
    target = root / f"_config.{ours}.yml" if args.write and args.target is None else args.target
    if target is None:
        say(_to_yaml(found, {"theme": ours, "theme_config": dict(translation.settings)}))
    else:
        _write(target, _to_yaml(found, translation.settings), force=args.force)
        report(f"{_shown(target, root)}: {_count(translation.settings)} settings")
    _report(found, translation, report)
    if target is not None:
        report(f'Now write "theme: {ours}" in _config.yml{_leftover(found)}.')
    return 0


def _find(root: Path, source: str | None, config: Config | None) -> Found:
    if source is not None and (root / source).is_file():
        return _of_file(root / source, root, config)
    if source is not None and _name(source) not in NEAREST:
        raise BlogError(
            f'"{source}" is neither a file nor a theme that is known',
            hint=f"name a file, or one of {', '.join(TABLES)}",
        )
    if source is not None:
        names: Sequence[str] = (_name(source),)
    else:
        own = _name(config.theme) if config else ""
        names = [name for name in (own, *TABLES) if name in NEAREST]
    for name in names:
        found = _of_theme(root, name, config)
        if found is not None:
            return found
    raise BlogError(
        f"no settings to read: there is no _config.{names[0]}.yml",
        hint="name the file: blog theme migrate FILE",
    )


def _of_file(file: Path, root: Path, config: Config | None) -> Found:
    if file.name in ("_config.yml", "_config.yaml") and file.parent == root:
        found = _of_theme(root, _name(config.theme), config) if config else None
        if found is None:
            raise BlogError(f'"{file.name}" has no settings of a theme that is known')
        return found
    name = _theme_of(file)
    return Found(name, _read(file, root), (_shown(file, root),))


def _theme_of(file: Path) -> str:
    """The theme whose settings a file holds, by the file's name or its folder's."""
    stem = file.stem.removeprefix("_config").strip("._").removesuffix("_config")
    for name in (stem, file.parent.name):
        if _name(name) in NEAREST:
            return _name(name)
    raise BlogError(
        f'cannot tell whose settings "{file.name}" holds',
        span=Span(path=file.name),
        hint='give it a name such as "_config.fluid.yml"',
    )


def _of_theme(root: Path, name: str, config: Config | None) -> Found | None:
    """What a blog says about a theme, as Hexo reads it, and the older themes' data files."""
    source = config.source_dir if config else "source"
    places = (
        f"themes/{name}/_config.yml",
        f"_config.{name}.yml",
        f"_config.{name}.yaml",
        f"{source}/_data/{name}.yml",
        f"{source}/_data/{name}_config.yml",
    )
    files = [place for place in places if (root / place).is_file()]
    values: Json = {}
    for place in files:
        values = deep_merge(values, _read(root / place, root))
    own = config.get("theme_config") if config and _name(config.theme) == name else None
    if isinstance(own, dict) and own:
        values = deep_merge(values, own)
        files.append("theme_config of _config.yml")
    return Found(name, values, tuple(files)) if files else None


def _config(root: Path, names: tuple[str, ...]) -> Config | None:
    try:
        return load_config(root, OpenOptions(config_files=names))
    except ConfigError:
        # The settings of a theme can be rewritten all the same.
        return None


def _read(file: Path, root: Path) -> Mapping[str, Json]:
    path = _shown(file, root)
    try:
        text = file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("cannot be read as UTF-8 text", span=Span(path=path)) from error
    value = load_yaml(text, path=path, error=ConfigError).value
    return value if isinstance(value, Mapping) else {}


def _write(target: Path, text: str, *, force: bool) -> None:
    try:
        with target.open("w" if force else "x", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
    except FileExistsError:
        raise BlogError(
            f'"{target.name}" is there already', hint="use --force to replace it"
        ) from None
    except OSError as error:
        raise BlogError(f'cannot write "{target.name}": {error.strerror}') from error


def _report(found: Found, translation: Translation, report: Say) -> None:
    report(f"from {', '.join(found.files)}")
    for name in translation.dropped:
        report(f"  no counterpart: {name}")


def _leftover(found: Found) -> str:
    if not any(name.startswith("theme_config") for name in found.files):
        return ""
    return ' and take "theme_config" out of it'


def _to_yaml(found: Found, values: Mapping[str, Json]) -> str:
    body: str = yaml.safe_dump(dict(values), allow_unicode=True, sort_keys=False, width=100)
    return f"# From {', '.join(found.files)}.\n{body}"


def _count(settings: Mapping[str, Json]) -> int:
    return sum(
        _count(value) if isinstance(value, Mapping) and value else 1 for value in settings.values()
    )


def _name(theme: str) -> str:
    return theme.strip().lower().removeprefix("hexo-theme-")


def _shown(file: Path, root: Path) -> str:
    return file.relative_to(root).as_posix() if file.is_relative_to(root) else file.name
