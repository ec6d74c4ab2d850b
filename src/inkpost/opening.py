"""Opens a site: its configuration, its theme's folders, and one snapshot of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from inkpost.builtin.plugins.known import plugin_notes
from inkpost.config import Config, ConfigFile, raise_all
from inkpost.configfiles import (
    OpenOptions,
    attempt,
    config_names,
    load_draft,
    output_folder,
    read_config,
)
from inkpost.errors import BlogError, ConfigError, Diagnostic, Span
from inkpost.hexo.glob import compile_globs
from inkpost.io.bundled import bundled_path
from inkpost.io.gitdates import GitDates
from inkpost.io.scan import Snapshot
from inkpost.model import BUNDLED, Json, ThemeLayer, Tree
from inkpost.plugins import entry_point_names
from inkpost.theme.chain import DEFAULT_THEME, Chain, LayerPlace, resolve_chain
from inkpost.theme.settings import read_theme_file

_VENDORED = ("katex", "mermaid")

# In bytes; with what is written around it, it has to fit into a file's name.
_LONGEST_NAME: Final = 200


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


def open_site(root: Path, options: OpenOptions, before: Opened | None = None) -> Opened:
    """The site at `root`, scanned.

    before: the site as it was opened last; files that have not changed since are not read again.

    A value of the configuration that cannot be worked with is among `Opened.errors`, and has its
    default here: nothing is to be published then, but the sources can be read for their errors,
    so that an author sees all that is wrong at once. Of a configuration or a theme's settings that
    are no YAML nothing is known, and their errors stand alone.

    Raises: BlogError, ManyErrors where it cannot be opened.
    """
    draft = load_draft(root, options)
    config = draft.config
    errors: list[BlogError] = list(draft.errors)
    attempt(errors, output_folder, root, config)
    snapshot = Snapshot(
        root,
        follow_symlinks=config.flag("follow_symlinks"),
        before=before.snapshot if before else None,
    )
    is_ignored = compile_globs(config.get("ignore") or None)
    source_root = _source_root(root, config, errors)
    sources = snapshot.add_folder(source_root, f"{config.source_dir}/", is_ignored)
    chain = attempt(errors, _find_chain, root, config) or _find_chain(root, _without_theme(config))
    layers = tuple(_scan_layer(snapshot, root, place, is_ignored) for place in chain.places)
    scripts = () if options.safe else tuple(_scripts(root, chain))
    vendored = _scan_vendored(snapshot)
    alternatives = attempt(errors, _alternatives, root, config, chain)
    _add_settings(snapshot, root, options, alternatives or (), scripts)
    if snapshot.errors or alternatives is None:
        raise_all([*errors, *snapshot.errors])
    return Opened(
        root=root,
        config=config,
        snapshot=snapshot,
        tree=snapshot.tree(layers, GitDates(root, config.source_dir)),
        sources=sources,
        alternatives=alternatives or (),
        replaced=chain.replaced,
        scripts=scripts,
        safe=options.safe,
        vendored=vendored,
        errors=tuple(errors),
        diagnostics=(*config.diagnostics, *chain.diagnostics, *_plugin_notes(config)),
    )


def _source_root(root: Path, config: Config, errors: Sequence[BlogError]) -> Path:
    """The source folder. Raises: what was wrong before, and ConfigError where there is none."""
    folder = root / config.source_dir
    if not folder.is_dir():
        missing = ConfigError(
            f'there is no folder "{config.source_dir}" to read from',
            span=config.span("source_dir") or Span(path="_config.yml"),
            hint="correct source_dir, or make the folder",
        )
        raise_all([*errors, missing])
    return folder


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
    names = [*config_names(root, options), "package.json"]
    names += [file.path for file in alternatives]
    for name in names:
        snapshot.add_file(root / name, name)
    for name, file in scripts:
        snapshot.add_file(file, name)


def _find_chain(root: Path, config: Config) -> Chain:
    given, name = _theme_name(config)
    if _is_too_long(name):
        raise ConfigError(
            f'"theme": the name of a folder was expected, found {len(name)} characters',
            span=config.span("theme"),
            hint='a theme is named by its folder, as in "theme: tessera"',
        )
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


def _is_too_long(name: str) -> bool:
    return len(name.encode("utf-8", "replace")) > _LONGEST_NAME


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


def _scan_vendored(snapshot: Snapshot) -> dict[str, str]:
    """Path below the site -> key of each shipped file that pages may ask for."""
    vendored: dict[str, str] = {}
    for name in _VENDORED:
        folder = bundled_path("assets", name)
        found = snapshot.add_folder(folder, f"{BUNDLED}{name}/") if folder.is_dir() else {}
        vendored |= {
            f"{name}/{path.removeprefix('contrib/')}": key
            for path, key in found.items()
            if not path.endswith(("katex.min.js", "mhchem.min.js"))
        }
    return vendored


def _alternatives(root: Path, config: Config, chain: Chain) -> tuple[ConfigFile, ...]:
    """The files with settings of the theme beside those in its own folder.

    Raises: ConfigError where one cannot be read.
    """
    _, theme = _theme_name(config)
    if _is_too_long(theme):
        return ()
    own = f"themes/{theme}/_config.yml"
    found = [own] if chain.replaced and (root / own).is_file() else []
    beside = (f"_config.{theme}.{ending}" for ending in ("yml", "yaml", "json"))
    found += [name for name in beside if (root / name).is_file()][:1]
    return tuple(read_config(root, name) for name in found)


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
