"""Which file of a theme's chain answers to a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkpost.model import BUNDLED, ThemeLayer
from inkpost.reads import Key, Kind, Recorder

ENDINGS: Final = (".jinja", ".j2", ".html")
THEME_PREFIX: Final = "theme:"
"""Before a template's name: look past the site's own folder."""

_LAYOUT: Final = "layout/"
_LANGUAGES: Final = "languages/"
_SOURCE: Final = "source/"
_YAML_ENDINGS: Final = (".yml", ".yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A template that was found. name: canonical, without ending; key: in the tree."""

    name: str
    key: str


def canonical_name(name: str) -> str:
    """A template's name without its ending and without leading or doubled slashes."""
    prefix, found, path = name.replace("\\", "/").rpartition(":")
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part not in ("", "."):
            parts.append(part)
    path = "/".join(parts)
    for ending in ENDINGS:
        if path.endswith(ending) and path != ending:
            path = path.removesuffix(ending)
            break
    return prefix + found + path


def is_site_layer(layer: ThemeLayer) -> bool:
    """Whether the layer is a folder of the site rather than one that ships with the package."""
    return any(not key.startswith(BUNDLED) for key in layer.files.values())


def find_template(name: str, layers: Sequence[ThemeLayer]) -> Found | None:
    """The template of that name, nearest layer first; within a layer `.jinja`, `.j2`, `.html`.

    name: below `layout/`, with or without ending. `theme:` before it skips the site's own layers;
    the name of a layer before it, such as `kit:`, skips the layers that are nearer than that one.
    """
    canonical = canonical_name(name)
    prefix, _, path = canonical.rpartition(":")
    for layer in _reachable(prefix, layers):
        for ending in ENDINGS:
            key = layer.files.get(f"{_LAYOUT}{path}{ending}")
            if key is not None:
                return Found(name=canonical, key=key)
    return None


def find_layout(
    names: Iterable[str], layers: Sequence[ThemeLayer], recorder: Recorder | None = None
) -> Found | None:
    """The first of the names that the chain has; each name is tried on the whole chain.

    recorder: told of every name that was tried, found or not, as `Key(Kind.TEMPLATE, name)`.
    """
    for name in names:
        found = find_template(name, layers)
        if recorder is not None:
            recorder.read(template_key(name))
        if found is not None:
            return found
    return None


def template_key(name: str) -> Key:
    """What is recorded when a template of that name is looked for."""
    return Key(Kind.TEMPLATE, canonical_name(name))


def find_source(path: str, layers: Sequence[ThemeLayer]) -> str | None:
    """The key of a file below `source/`, nearest layer first."""
    for layer in layers:
        key = layer.files.get(_SOURCE + path)
        if key is not None:
            return key
    return None


def source_files(layers: Sequence[ThemeLayer]) -> Mapping[str, str]:
    """All files below `source/` of the chain: path below it -> key; a nearer layer's wins."""
    found: dict[str, str] = {}
    for layer in reversed(layers):
        for path, key in layer.files.items():
            if path.startswith(_SOURCE):
                found[path.removeprefix(_SOURCE)] = key
    return dict(sorted(found.items()))


def is_part(path: str) -> bool:
    """Whether a file below `source/` is only a part of others: `_` or `.` begins a name on its
    way."""
    return any(name[:1] in "_." for name in path.split("/"))


def language_files(layers: Sequence[ThemeLayer]) -> Iterator[tuple[str, str]]:
    """The language files of the chain, farthest layer first: (language, key)."""
    for layer in reversed(layers):
        for path, key in sorted(layer.files.items()):
            if path.startswith(_LANGUAGES) and path.endswith(_YAML_ENDINGS):
                yield path.removeprefix(_LANGUAGES).rpartition(".")[0], key


def template_names(layers: Sequence[ThemeLayer]) -> tuple[str, ...]:
    """The canonical names of all templates of the chain, sorted."""
    names = {
        canonical_name(path.removeprefix(_LAYOUT))
        for layer in layers
        for path in layer.files
        if path.startswith(_LAYOUT) and path.endswith(ENDINGS)
    }
    return tuple(sorted(names))


def _reachable(prefix: str, layers: Sequence[ThemeLayer]) -> Iterator[ThemeLayer]:
    if not prefix:
        yield from layers
        return
    if prefix + ":" == THEME_PREFIX:
        yield from (layer for layer in layers if not is_site_layer(layer))
        return
    reached = False
    for layer in layers:
        reached = reached or (layer.name == prefix and not is_site_layer(layer))
        if reached:
            yield layer
