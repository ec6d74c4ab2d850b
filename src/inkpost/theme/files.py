"""A theme's files by the names that people use: which lies where, and what a site changed."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inkpost.errors import BlogError
from inkpost.model import ThemeLayer
from inkpost.theme.lookup import ENDINGS, canonical_name, is_site_layer, template_names

_FOLDERS = ("", "layout/", "source/", "languages/")
_ENDINGS = ("", *ENDINGS, ".yml", ".yaml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One file that answers to a name. path: below the theme's folder; own: of the site."""

    layer: str
    path: str
    key: str
    own: bool


def find_places(name: str, layers: Sequence[ThemeLayer]) -> tuple[Place, ...]:
    """All files of the chain that answer to a name, the one in force first.

    name: a template (`_partial/license`), a file of `source/` (`css/skin.css`), a language
    (`zh-CN`), or a path below the theme's folder. Raises: BlogError where no layer has it.
    """
    places = []
    for layer in layers:
        path = _path_in(name, layer)
        if path is not None:
            own = is_site_layer(layer)
            places.append(Place(layer=layer.name, path=path, key=layer.files[path], own=own))
    if not places:
        near = difflib.get_close_matches(canonical_name(name), template_names(layers), n=1)
        raise BlogError(
            f'the theme has no file "{name}"',
            hint=f'did you mean "{near[0]}"?' if near else "name a template, such as post",
        )
    return tuple(places)


def site_changes(
    layers: Sequence[ThemeLayer], read: Callable[[str], bytes], names: Sequence[str] = ()
) -> Iterator[str]:
    """The lines of a unified diff from the theme's own files to those that the site has instead.

    names: only files that answer to these; () for all.
    """
    for layer in layers:
        if not is_site_layer(layer):
            continue
        for path in sorted(layer.files):
            behind = _bundled_behind(path, layers)
            if behind is None or (names and not any(_answers(path, name) for name in names)):
                continue
            yield from difflib.unified_diff(
                _lines(read(behind.key)),
                _lines(read(layer.files[path])),
                f"{behind.layer}/{behind.path}",
                f"themes/{layer.name}/{path}",
                lineterm="",
            )


def _path_in(name: str, layer: ThemeLayer) -> str | None:
    name = name.strip("/")
    for folder in _FOLDERS:
        for ending in _ENDINGS:
            if f"{folder}{name}{ending}" in layer.files:
                return f"{folder}{name}{ending}"
    return None


def _bundled_behind(path: str, layers: Sequence[ThemeLayer]) -> Place | None:
    stem = next((path.removesuffix(end) for end in ENDINGS if path.endswith(end)), None)
    wanted = [path] if stem is None else [stem + end for end in ENDINGS]
    for layer in layers:
        if is_site_layer(layer):
            continue
        for each in wanted:
            if each in layer.files:
                return Place(layer=layer.name, path=each, key=layer.files[each], own=False)
    return None


def _answers(path: str, name: str) -> bool:
    layer = ThemeLayer(name="", files={path: path})
    return _path_in(name, layer) is not None


def _lines(data: bytes) -> list[str]:
    return data.decode("utf-8", "replace").splitlines()
