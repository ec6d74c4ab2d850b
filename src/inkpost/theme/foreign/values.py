"""How values of other themes' settings become values of ours; None where there is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import escape
from typing import Any, Final, TypeAlias

from inkpost.hexo.jsvalue import whole_number
from inkpost.model import Json

Convert: TypeAlias = Callable[[Json], Json]

ABSENT: Final = object()
_MENU_KEYS: Final = {
    "home": "home", "首页": "home", "index": "home",
    "archive": "archive", "archives": "archive", "归档": "archive", "时间轴": "archive",
    "category": "categories", "categories": "categories", "分类": "categories",
    "tag": "tags", "tags": "tags", "标签": "tags",
    "about": "about", "关于": "about",
    "link": "links", "links": "links", "friends": "links", "友链": "links",
}  # fmt: skip
_PAGES: Final = {"home": "/", "archive": "/archives/"}
# Where maps for an entry say where it leads.
_TARGETS: Final = ("path", "url", "link")
_LICENSE: Final = re.compile(r"\bby(?:-nc)?(?:-sa|-nd)?\b", re.IGNORECASE)
_ZERO: Final = re.compile(r"\b(?:cc0|cc-?zero|zero)\b", re.IGNORECASE)
_COLOUR: Final = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
_LENGTH: Final = re.compile(r"\d+(?:\.\d+)?(?:px|rem|em|%)?")
_PICTURE: Final = re.compile(r"(?:url\()?[\"']?([^\s()\"']*[./][^\s()\"']*)[\"']?\)?")
_TAG: Final = re.compile(r"<[^>]*>")


def as_is(value: Json) -> Json:
    """The value."""
    return value


def switch(value: Json) -> Json:
    """A value that is true or false."""
    return value if isinstance(value, bool) else None


def text(value: Json) -> Json:
    """A text that is not empty."""
    return value if isinstance(value, str) and value.strip() else None


def colour(value: Json) -> Json:
    """A colour such as `#0b6b5d`."""
    return value if isinstance(value, str) and _COLOUR.fullmatch(value) else None


def number(value: Json) -> Json:
    """A whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def picture(value: Json) -> Json:
    """The path or URL of a picture; the first of several; none for a colour."""
    if isinstance(value, list):
        value = value[0] if value else None
    found = _PICTURE.fullmatch(value.strip()) if isinstance(value, str) else None
    return found[1] if found else None


def size(value: Json) -> Json:
    """A length of CSS; a number is in pixels."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{value}px"
    return value if isinstance(value, str) and _LENGTH.fullmatch(value) else None


def license_code(value: Json) -> Json:
    """The code of a Creative Commons licence."""
    found = _LICENSE.search(value) if isinstance(value, str) else None
    if found:
        return found[0].upper()
    return "CC0" if isinstance(value, str) and _ZERO.search(value) else None


def licence(value: Json) -> Json:
    """A licence from its `enable` and `license`: a code, or a sentence of the site's own."""
    if not isinstance(value, Mapping):
        return None
    if value.get("enable") is False:
        return False
    return license_code(value.get("license")) or text(value.get("license"))


def texts(value: Json) -> Json:
    """A text or several."""
    values = value if isinstance(value, list) else [value]
    return [each for each in values if text(each)] or None


def scheme(value: Json) -> Json:
    """A colour scheme by its name."""
    return value if value in ("auto", "light", "dark") else None


def dark_mode(value: Json) -> Json:
    """A scheme from `enable` and `default`: without a dark one, the light one."""
    if not isinstance(value, Mapping):
        return None
    return "light" if value.get("enable") is False else scheme(value.get("default"))


def depth(value: Json) -> Json:
    """Heading levels of `h1,h2,h3` or of a greatest depth."""
    if isinstance(value, str):
        levels = [int(level) for level in re.findall(r"h([1-6])", value)]
        return [max(2, min(levels)), max(2, *levels)] if levels else None
    return [2, min(6, value)] if number(value) and value >= 2 else None


def length_in(low: int, high: int) -> Convert:
    """A whole number, brought into the bounds."""

    def convert(value: Json) -> Json:
        return min(high, max(low, value)) if number(value) is not None else None

    return convert


def hero_height(value: Json) -> Json:
    """A height in percent of the window, 40 at most; `30vh` is one too."""
    if isinstance(value, str):
        value = int(value.strip()[:-2]) if re.fullmatch(r"\s*\d{1,3}vh\s*", value) else None
    return max(0, min(whole_number(value, 0), 40)) if isinstance(value, int | float) else None


def menu_key(label: str) -> str | None:
    """The name that our themes have for a menu's entry, in their texts."""
    return _MENU_KEYS.get(label.strip().lower())


def named_menu(value: Json) -> Json:
    """A menu as Butterfly, NexT and most others write it: `Name: /path/ || icon`; `Name: true`
    leads to the page of that name, and `Name: false` is no entry."""
    if isinstance(value, list) and all(isinstance(each, Mapping) for each in value):
        return value or None
    if not isinstance(value, Mapping) or not value:
        return None
    wanted = ((name, target) for name, target in value.items() if target is not False)
    return [named_entry(str(name), target) for name, target in wanted] or None


def named_entry(name: str, target: Json) -> Json:
    """An entry of a menu that is a map."""
    own = target.get("name") if isinstance(target, Mapping) else None
    label = own if isinstance(own, str) else name.split("||", maxsplit=1)[0].strip()
    known = menu_key(label)
    shown = label.capitalize() if label.isascii() and label.islower() else label
    entry: dict[str, Json] = {"key": known} if known else {"name": shown}
    if isinstance(target, Mapping):
        url = next((target[key] for key in _TARGETS if isinstance(target.get(key), str)), None)
        below = target.get("children", {}) if url else target
        if url:
            entry["url"] = url
        if isinstance(below, Mapping) and below:
            entry["submenu"] = [
                named_entry(str(key), each) for key, each in below.items() if key != "default"
            ]
    elif target is True:
        entry["url"] = _PAGES.get(known or "", f"/{known or label.lower()}/")
    else:
        entry["url"] = str(target or "/").split("||")[0].strip() or "/"
    return entry


def has_icons(menu: Json) -> bool:
    """Whether a menu's entries name icons."""
    if isinstance(menu, list):
        return any(isinstance(each, Mapping) and bool(each.get("icon")) for each in menu)
    return isinstance(menu, Mapping) and any(
        "||" in str(part) for entry in menu.items() for part in entry
    )


def named_links(value: Json) -> Json:
    """Links as a map from names to URLs, `|| icon` behind them."""
    if not isinstance(value, Mapping):
        return None
    links = [
        {"title": str(name), "url": str(url).split("||")[0].strip()} for name, url in value.items()
    ]
    return links or None


def google(value: Json) -> Json:
    """An identity of Google Analytics."""
    return {"type": "google", "google": {"id": value}} if text(value) else None


def baidu(value: Json) -> Json:
    """An identity of Baidu Tongji."""
    return {"type": "baidu", "baidu": {"id": value}} if text(value) else None


def busuanzi(value: Json) -> Json:
    """Counts of visits by busuanzi, where they are switched on."""
    on = isinstance(value, Mapping) and value.get("enable") is True
    if not on or value.get("source", "busuanzi") != "busuanzi":
        return None
    return {"type": "busuanzi"}


def beian(icp: str, police: str, code: str) -> Convert:
    """Registrations in China under the names that a theme gives them."""

    def convert(value: Json) -> Json:
        if not isinstance(value, Mapping) or not value.get("enable"):
            return None
        named = {"icp": icp, "police": police, "police_code": code}
        found = {ours: value.get(theirs) for ours, theirs in named.items()}
        return {name: each for name, each in found.items() if each} or None

    return convert


def meta_tag(name: str) -> Convert:
    """A `<meta>` of that name, as search engines ask for to know a site's owner."""

    def convert(value: Json) -> Json:
        if not text(value):
            return None
        return f'<meta name="{escape(name)}" content="{escape(str(value))}">'

    return convert


def related(value: Json) -> Json:
    """How many related posts are shown."""
    if not isinstance(value, Mapping):
        return None
    return length_in(0, 12)(value.get("limit", 3)) if value.get("enable") else 0


def read(values: Mapping[str, Json], name: str) -> Any:
    """A value by its dotted name, or ABSENT."""
    found: Json = values
    for part in name.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return ABSENT
        found = found[part]
    return found


def unless(default: str, made: Convert) -> Convert:
    """As `made`, but nothing where the value is the theme's own default, tags left aside."""

    def convert(value: Json) -> Json:
        shown = " ".join(_TAG.sub(" ", value).split()) if isinstance(value, str) else None
        return None if shown is not None and shown.lower() == default.lower() else made(value)

    return convert


def only(wanted: Json, becomes: Json) -> Convert:
    """`becomes` where the value is the wanted one, else nothing."""

    def convert(value: Json) -> Json:
        return becomes if type(value) is type(wanted) and value == wanted else None

    return convert


def toc_number(value: Json) -> Json:
    """Numbers in contents lists: where they were on, `auto`."""
    return "auto" if value is True else switch(value)
