"""A theme's files by the names that people use: which lies where, and what a site changed."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inkpost.errors import BlogError
from inkpost.model import ThemeLayer
from inkpost.theme.lookup import (
    ENDINGS,
    canonical_name,
    is_site_layer,
    language_files,
    source_files,
    template_names,
)

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

    name: a template (`_partial/license`, or `license` where no other ends so), a file of `source/`
    (`css/skin.css`), a language (`zh-CN`), or a path below the theme's folder.
    Raises: BlogError with the nearest names where no layer has it, or several files end so.
    """
    places = _places(name, layers)
    if places:
        return places
    ending = [each for each in _known_names(layers) if each.endswith(f"/{name.strip('/')}")]
    if len(ending) == 1:
        return _places(ending[0], layers)
    raise BlogError(
        f'"{name}" may be any of several files' if ending else f'the theme has no file "{name}"',
        hint=_nearest(name, ending, layers),
    )


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


def _places(name: str, layers: Sequence[ThemeLayer]) -> tuple[Place, ...]:
    found = []
    for layer in layers:
        path = _path_in(name, layer)
        if path is not None:
            own = is_site_layer(layer)
            found.append(Place(layer=layer.name, path=path, key=layer.files[path], own=own))
    return tuple(found)


def _known_names(layers: Sequence[ThemeLayer]) -> tuple[str, ...]:
    """The names of templates, files of `source/` and languages, each once."""
    names = [*template_names(layers), *source_files(layers)]
    names += [language for language, _ in language_files(layers)]
    return tuple(dict.fromkeys(names))


def _nearest(name: str, ending: Sequence[str], layers: Sequence[ThemeLayer]) -> str:
    known = _known_names(layers)
    wanted = canonical_name(name)
    near = list(ending) or difflib.get_close_matches(wanted, known, n=3)
    if not near:
        # A name by its last part: `licence` for `_partial/license`.
        last = {each.rpartition("/")[2]: each for each in known}
        near = [last[each] for each in difflib.get_close_matches(wanted, last, n=3)]
    if not near:
        return "name a template, such as post, or a file, such as css/skin.css"
    quoted = [f'"{each}"' for each in near]
    return f"did you mean {' or '.join(quoted)}?"


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
