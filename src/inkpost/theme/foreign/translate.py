"""The settings of themes that people come from, as settings of ours."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from inkpost.errors import Diagnostic
from inkpost.hexo.defaults import get_dotted, set_dotted
from inkpost.model import Json
from inkpost.theme.foreign.butterfly import BUTTERFLY
from inkpost.theme.foreign.comments import BLOCKS, SERVICES, service_settings
from inkpost.theme.foreign.fluid import FLUID
from inkpost.theme.foreign.next import NEXT
from inkpost.theme.foreign.others import OTHERS
from inkpost.theme.foreign.table import Table
from inkpost.theme.foreign.values import ABSENT, has_icons, read

TABLES: Final[Mapping[str, Table]] = {"fluid": FLUID, "butterfly": BUTTERFLY, "next": NEXT}
"""Name of a theme, without `hexo-theme-` -> its table."""

_SHOWN: Final = 12
_HERO_HEIGHT: Final = 40
_PICTURES: Final = ("favicon", "home.hero", "cover.default", "about.avatar")
_FILES: Final = ("custom_css", "custom_js")
_MENUS: Final = ("menu", "navbar.menu")


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """Settings of ours, and the dotted keys of the other theme that have no counterpart.

    known: the top-level keys of the other theme of which we know the meaning.
    """

    settings: Mapping[str, Json]
    dropped: tuple[str, ...]
    known: frozenset[str] = frozenset()

    def without(self, keys: Container[str]) -> Translation:
        """The same without word of the keys below these top-level ones."""
        kept = tuple(name for name in self.dropped if name.split(".")[0] not in keys)
        return replace(self, dropped=kept)

    def to_diagnostic(self, theme: str) -> Diagnostic | None:
        """One line about what was left out; None when nothing was."""
        if not self.dropped:
            return None
        names = ", ".join(self.dropped[:_SHOWN]) + (", …" if len(self.dropped) > _SHOWN else "")
        count = len(self.dropped)
        what = "1 setting" if count == 1 else f"{count} settings"
        return Diagnostic(
            severity="info",
            code="theme-settings-dropped",
            message=f'{what} of "{theme}" without counterpart: {names}',
            hint='"blog theme migrate" shows what becomes of the others',
        )


def translate_settings(
    theme: str,
    given: Mapping[str, Json],
    is_there: Callable[[str], bool] = lambda _path: True,
) -> Translation:
    """What a site set for another theme, as settings of ours.

    theme: its name, with or without `hexo-theme-`; Fluid, Butterfly and NexT are known in full, of
    others what most have in common. is_there: whether the site has a file at a path below its
    source folder; pictures, styles and scripts that it has not are left out.
    """
    table = TABLES.get(theme.removeprefix("hexo-theme-").lower(), OTHERS)
    settings: dict[str, Json] = {}
    used: set[str] = set()
    origins: dict[str, str] = {}
    for source, target, convert in table.rows:
        value = read(given, source)
        if value is ABSENT:
            continue
        used.add(source)
        made = convert(value)
        if made is not None and target:
            _put(settings, target, made)
            origins[target] = source
    extra = [*_add_comments(settings, given, table), *_menu_icons(given)]
    extra += _leave_absent(settings, origins, table.stock, is_there)
    for name, value in table.implied.items():
        settings.setdefault(name, value)
    dropped = [
        name
        for name in _asked(given)
        if not any(_covers(key, name) for key in (*used, *table.quiet, *BLOCKS))
    ]
    roots = frozenset(
        name.partition(".")[0] for name in (*(row[0] for row in table.rows), *table.quiet)
    )
    return Translation(
        settings=settings,
        dropped=tuple(dict.fromkeys((*_shorten(dropped, roots), *extra))),
        known=roots,
    )


def _put(settings: dict[str, Json], target: str, value: Json) -> None:
    if not target.endswith("+"):
        set_dotted(settings, target, value)
        return
    name = target.removesuffix("+")
    before = get_dotted(settings, name) or []
    set_dotted(settings, name, [*before, *(value if isinstance(value, list) else [value])])


def _add_comments(
    settings: dict[str, Json], given: Mapping[str, Json], table: Table
) -> Iterator[str]:
    """Set the comments up; gives the key that chose a service which we have not."""
    kind = table.comments(given)
    kind = kind.strip().lower() if isinstance(kind, str) else ""
    own = service_settings(kind, given) if kind in SERVICES else None
    if own is not None:
        settings["comments"] = {"type": kind, kind: own}
    elif kind:
        yield f"{table.comment_key}: {kind}"


def _menu_icons(given: Mapping[str, Json]) -> Iterator[str]:
    for name in _MENUS:
        value = read(given, name)
        if value is not ABSENT and has_icons(value):
            yield f"{name} (icons)"


def _leave_absent(
    settings: dict[str, Json],
    origins: Mapping[str, str],
    stock: frozenset[str],
    is_there: Callable[[str], bool],
) -> Iterator[str]:
    """Take files out that the site has not; gives their keys, but for the theme's own pictures."""
    for name in (*_PICTURES, *_FILES):
        value = get_dotted(settings, name)
        named = value if isinstance(value, list) else [value]
        there = [each for each in named if isinstance(each, str) and _is_known(each, is_there)]
        if value is None or there == named:
            continue
        set_dotted(settings, name, there if isinstance(value, list) else None)
        if not there:
            _take_out(settings, name)
        if not stock.issuperset(str(each) for each in named):
            yield f"{origins.get(name, name)} (no such file)"
    for link in settings.get("links") or ():
        if "image" in link and not _is_known(str(link["image"]), is_there):
            del link["image"]
    home = settings.get("home") or {}
    if "hero" in home:
        home.setdefault("hero_height", _HERO_HEIGHT)
    else:
        _take_out(settings, "home.hero_height")


def _take_out(settings: dict[str, Json], name: str) -> None:
    *parents, last = name.split(".")
    below = get_dotted(settings, parents[0]) if parents else settings
    if isinstance(below, dict):
        below.pop(last, None)
    if parents and below == {}:
        settings.pop(parents[0], None)


def _is_known(value: str, is_there: Callable[[str], bool]) -> bool:
    path = value.partition("?")[0]
    return "//" in value or value.startswith("data:") or is_there(path.lstrip("/"))


def _asked(values: Mapping[str, Json], prefix: str = "") -> Iterator[str]:
    """The dotted keys that ask for something: neither empty nor switched off."""
    for key, value in values.items():
        if isinstance(value, Mapping):
            if value.get("enable") is not False:
                yield from _asked(value, f"{prefix}{key}.")
        elif value not in (None, "", False) and value != []:
            yield f"{prefix}{key}"


def _covers(key: str, name: str) -> bool:
    return name == key or name.startswith(key + ".")


def _shorten(names: list[str], mapped: frozenset[str]) -> Iterator[str]:
    """Keys as a reader wants them: a group of which nothing is ours by its name alone."""
    for name in names:
        top, _, rest = name.partition(".")
        yield f"{top}.{rest.partition('.')[0]}" if rest and top in mapped else top
