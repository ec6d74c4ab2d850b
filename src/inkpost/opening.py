"""Opens a site: its configuration, its theme's folders, and one snapshot of its files."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import ParamSpec, TypeVar

from inkpost.builtin.plugins.known import plugin_notes
from inkpost.config import Config, ConfigFile, Draft, draft_config, raise_all, read_config_file
from inkpost.configcheck import is_zone
from inkpost.errors import BlogError, ConfigError, Diagnostic, ManyErrors, Span
from inkpost.hexo.glob import compile_globs
from inkpost.io.bundled import bundled_path
from inkpost.io.gitdates import GitDates
from inkpost.io.scan import Snapshot
from inkpost.model import BUNDLED, Json, ThemeLayer, Tree
from inkpost.plugins import entry_point_names
from inkpost.theme.chain import DEFAULT_THEME, Chain, LayerPlace, resolve_chain
from inkpost.theme.settings import read_theme_file

_P = ParamSpec("_P")
_Made = TypeVar("_Made")
STATE_FOLDER = ".inkpost"
_GITIGNORE = "cache.sqlite*\noutputs\nlocks/\n"
_VENDORED = ("katex", "mermaid")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOptions:
    """How a site is to be opened. config_files: names given with `--config`, later over earlier;
    drafts: show drafts; overrides: values above the files'; safe: without plug-ins of others."""

    config_files: tuple[str, ...] = ()
    drafts: bool = False
    safe: bool = False
    overrides: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A site as it lies on the disk at one moment.

    sources: path below the source folder -> key; alternatives: `_config.<theme>.yml`, and before it
    the `_config.yml` of a theme that gave way to one of ours; replaced: it did; scripts: name ->
    file of possible plug-ins; vendored: path below the site -> key of a shipped file; safe:
    plug-ins of others are left out. errors: what is wrong with the configuration.
    """

    root: Path
    config: Config
    snapshot: Snapshot
    tree: Tree
    sources: Mapping[str, str]
    alternatives: tuple[ConfigFile, ...]
    replaced: bool
    scripts: tuple[tuple[str, Path], ...]
    vendored: Mapping[str, str]
    safe: bool = False
    errors: tuple[BlogError, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def config_files(root: Path, options: OpenOptions) -> list[ConfigFile]:
    """The configuration files in force, later ones over earlier.

    Raises: ConfigError where there is none or one cannot be read, ManyErrors where several cannot.
    """
    errors: list[BlogError] = []
    files = [_try(errors, _read_config, root, name) for name in _config_names(root, options)]
    raise_all(errors)
    return [file for file in files if file]


def load_config(root: Path, options: OpenOptions) -> Config:
    """The site's configuration.

    Raises: ConfigError where there is none or it cannot be worked with, ManyErrors on several
    faults.
    """
    draft = _draft_config(root, options)
    raise_all(draft.errors)
    return draft.config


def _try(
    errors: list[BlogError], make: Callable[_P, _Made], *args: _P.args, **more: _P.kwargs
) -> _Made | None:
    """What is made; None where it fails, with its error among the errors."""
    try:
        return make(*args, **more)
    except ManyErrors as error:
        errors += error.errors
    except BlogError as error:
        errors.append(error)
    return None


def _draft_config(root: Path, options: OpenOptions) -> Draft:
    return draft_config(
        config_files(root, options),
        process_timezone=process_timezone(),
        plugins=_package_plugins(root),
        drafts=options.drafts,
        overrides=options.overrides,
    )


def output_folder(root: Path, config: Config) -> Path:
    """The output folder, absolute.

    Raises: ConfigError where it holds what the site is made from, or lies in it.
    """
    folder, here = (root / config.public_dir).resolve(), root.resolve()
    for name in (config.source_dir, "themes", "scaffolds", "scripts", ".git", STATE_FOLDER):
        kept = (here / name).resolve()
        if kept.is_relative_to(folder) or folder.is_relative_to(kept):
            raise ConfigError(
                f'"public_dir" is "{config.public_dir}", where "{name}" lies, '
                "and what is written there could replace it",
                span=config.span("public_dir") or Span(path="_config.yml"),
                hint='name a folder of its own, such as "public"',
            )
    return root / config.public_dir


def open_site(root: Path, options: OpenOptions, before: Opened | None = None) -> Opened:
    """The site at `root`, scanned.

    before: the site as it was opened last; files that have not changed since are not read again.

    A value of the configuration that cannot be worked with is among `Opened.errors`, and has its
    default here: nothing is to be published then, but the sources can be read for their errors,
    so that an author sees all that is wrong at once. Of a configuration or a theme's settings that
    are no YAML nothing is known, and their errors stand alone.

    Raises: BlogError, ManyErrors where it cannot be opened.
    """
    draft = _draft_config(root, options)
    config = draft.config
    errors: list[BlogError] = list(draft.errors)
    _try(errors, output_folder, root, config)
    snapshot = Snapshot(
        root,
        follow_symlinks=config.flag("follow_symlinks"),
        before=before.snapshot if before else None,
    )
    is_ignored = compile_globs(config.get("ignore") or None)
    source_root = root / config.source_dir
    if not source_root.is_dir():
        missing = ConfigError(
            f'there is no folder "{config.source_dir}" to read from',
            span=config.span("source_dir") or Span(path="_config.yml"),
            hint="correct source_dir, or make the folder",
        )
        raise_all([*errors, missing])
    sources = snapshot.add_folder(source_root, f"{config.source_dir}/", is_ignored)
    chain = _try(errors, _find_chain, root, config) or _find_chain(root, _without_theme(config))
    layers = tuple(_scan_layer(snapshot, root, place, is_ignored) for place in chain.places)
    vendored = {
        path: key for name in _VENDORED for path, key in _scan_vendored(snapshot, name).items()
    }
    scripts = () if options.safe else tuple(_scripts(root, chain))
    read = _try(errors, lambda: tuple(_alternatives(root, config, chain)))
    alternatives = read or ()
    _add_settings(snapshot, root, options, alternatives, scripts)
    if snapshot.errors or read is None:
        raise_all([*errors, *snapshot.errors])
    return Opened(
        root=root,
        config=config,
        snapshot=snapshot,
        tree=snapshot.tree(layers, GitDates(root, config.source_dir)),
        sources=sources,
        alternatives=alternatives,
        replaced=chain.replaced,
        scripts=scripts,
        safe=options.safe,
        vendored=vendored,
        errors=tuple(errors),
        diagnostics=(*config.diagnostics, *chain.diagnostics, *_plugin_notes(config)),
    )


def _plugin_notes(config: Config) -> Iterable[Diagnostic]:
    listed = config.get("plugins")
    places = {
        str(name): config.span(f"plugins.{place}") or Span(path="_config.yml")
        for place, name in enumerate(listed if isinstance(listed, list) else ())
    }
    return plugin_notes(
        config.plugins,
        config.span("plugins") or Span(path="package.json"),
        places=places,
        installed=entry_point_names() if places else (),
    )


def _without_theme(config: Config) -> Config:
    values = {name: value for name, value in config.values.items() if name != "theme"}
    spans = {name: span for name, span in config.spans.items() if name != "theme"}
    return replace(config, values=values | {"theme": "landscape"}, spans=spans)


def _add_settings(
    snapshot: Snapshot,
    root: Path,
    options: OpenOptions,
    alternatives: Iterable[ConfigFile],
    scripts: Iterable[tuple[str, Path]],
) -> None:
    """Take what is not a source into the snapshot too, so that its changes are seen."""
    names = [*_config_names(root, options), "package.json"]
    names += [file.path for file in alternatives]
    for name in names:
        snapshot.add_file(root / name, name)
    for name, file in scripts:
        snapshot.add_file(file, name)


def state_folder(root: Path) -> Path:
    """The folder for the cache and the list of published files, made on first use.

    Raises: BlogError where it cannot be made.
    """
    moved = os.environ.get("INKPOST_CACHE_DIR")
    folder = Path(moved) if moved else root / STATE_FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
        ignore = folder / ".gitignore"
        if not moved and not ignore.exists():
            ignore.write_text(_GITIGNORE, "utf-8")
    except OSError as error:
        raise BlogError(
            f'cannot make the folder "{folder.name}": {(error.strerror or "").lower()}',
            hint="correct the rights of the site's folder, or set INKPOST_CACHE_DIR",
        ) from error
    return folder


def process_timezone() -> str:
    """The name of the process's time zone, or of one of the same offset where it has none."""
    named = os.environ.get("TZ", "").lstrip(":")
    file = (
        "" if named and not named.startswith("/") else os.path.realpath(named or "/etc/localtime")
    )
    linked = file.partition("zoneinfo/")[2]
    try:
        noted = "" if named else Path("/etc/timezone").read_text("utf-8").strip()
    except OSError:
        noted = ""
    for name in (named, linked, noted):
        if is_zone(name):
            return name
    # A POSIX rule such as "CST-8" has an offset and no name.
    hours = round(time.timezone / 3600)
    return f"Etc/GMT{hours:+d}" if hours else "UTC"


def _config_names(root: Path, options: OpenOptions) -> list[str]:
    if options.config_files:
        return list(options.config_files)
    if (root / "_config.yml").is_file():
        return ["_config.yml"]
    # Hexo 8.1: any other file of that name will do.
    for name in sorted(path.name for path in root.glob("_config.*")):
        if name.count(".") == 1 and name.endswith((".yaml", ".json")):
            return [name]
    raise ConfigError(
        "no _config.yml here, so this is no blog",
        span=Span(path="_config.yml"),
        hint='go to the blog\'s folder, or make one with "blog init DIR"',
    )


def _read_config(root: Path, name: str) -> ConfigFile:
    try:
        text = (root / name).read_text("utf-8-sig")
    except OSError as error:
        raise ConfigError(
            f"cannot read the configuration: {error.strerror}", span=Span(path=name)
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(
            "the configuration is not UTF-8", span=Span(path=name), hint="save it as UTF-8"
        ) from None
    return read_config_file(name, text)


def _package_plugins(root: Path) -> list[str]:
    try:
        package = json.loads((root / "package.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    found = package.get("dependencies") if isinstance(package, dict) else None
    return [name for name in found if name.startswith("hexo-")] if isinstance(found, dict) else []


def _find_chain(root: Path, config: Config) -> Chain:
    given, name = _theme_name(config)
    site = root / "themes" / name
    names = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]

    def extends(place: LayerPlace) -> Json:
        file = _place(root, place) / "theme.yml"
        key = f"themes/{place.name}/theme.yml"
        layer = ThemeLayer(name=place.name, files={"theme.yml": key} if file.is_file() else {})
        return read_theme_file(layer, lambda _: file.read_bytes()).get("extends")

    return resolve_chain(
        name,
        given=given,
        site_files=names,
        installed=(root / "node_modules" / f"hexo-theme-{name}").is_dir(),
        extends=extends,
        span=config.span("theme"),
    )


def _theme_name(config: Config) -> tuple[bool, str]:
    """Whether the site names a theme, and the name of the one in force."""
    given = bool(config.theme) and ("theme" in config.spans or config.theme != "landscape")
    return given, config.theme if given else DEFAULT_THEME


def _place(root: Path, place: LayerPlace) -> Path:
    base = root / "themes" if place.where == "site" else bundled_path("themes")
    return base / place.name


def _scan_layer(
    snapshot: Snapshot, root: Path, place: LayerPlace, is_ignored: Callable[[str], bool]
) -> ThemeLayer:
    bundled = place.where == "bundled"
    prefix = f"{BUNDLED if bundled else ''}themes/{place.name}/"
    return ThemeLayer(
        name=place.name,
        files=snapshot.add_folder(
            _place(root, place), prefix, is_ignored if not bundled else lambda _: False
        ),
    )


def _scan_vendored(snapshot: Snapshot, name: str) -> dict[str, str]:
    folder = bundled_path("assets", name)
    found = snapshot.add_folder(folder, f"{BUNDLED}{name}/") if folder.is_dir() else {}
    return {
        f"{name}/{path.removeprefix('contrib/')}": key
        for path, key in found.items()
        if not path.endswith(("katex.min.js", "mhchem.min.js"))
    }


def _alternatives(root: Path, config: Config, chain: Chain) -> Iterable[ConfigFile]:
    """The files with settings of the theme beside those in its own folder."""
    _, theme = _theme_name(config)
    own = f"themes/{theme}/_config.yml"
    if chain.replaced and (root / own).is_file():
        yield _read_config(root, own)
    for ending in ("yml", "yaml", "json"):
        name = f"_config.{theme}.{ending}"
        if (root / name).is_file():
            yield _read_config(root, name)
            return


def find_scripts(root: Path, config: Config) -> tuple[tuple[str, Path], ...]:
    """Name and file of each possible plug-in of the theme and of the site.

    Raises: ConfigError where the theme is not there.
    """
    return tuple(_scripts(root, _find_chain(root, config)))


def _scripts(root: Path, chain: Chain) -> list[tuple[str, Path]]:
    folders = [("scripts", root / "scripts")]
    for place in chain.places:
        if place.where == "site":
            folders.insert(0, (f"themes/{place.name}/scripts", _place(root, place) / "scripts"))
    return [
        (f"{name}/{file.relative_to(folder).as_posix()}", file)
        for name, folder in folders
        if folder.is_dir()
        for file in sorted(folder.rglob("*.py"))
    ]
