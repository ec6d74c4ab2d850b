"""How values of other themes' settings become values of ours; None where there is none."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from inkpost.model import Json

Convert: TypeAlias = Callable[[Json], Json]

ABSENT: Final = object()
_MENU_KEYS: Final = {
    "home": "home", "首页": "home", "index": "home",
    "archive": "archive", "archives": "archive", "归档": "archive",
    "category": "categories", "categories": "categories", "分类": "categories",
    "tag": "tags", "tags": "tags", "标签": "tags",
    "about": "about", "关于": "about",
    "link": "links", "links": "links", "friends": "links", "友链": "links",
}  # fmt: skip
SERVICES: Final = ("giscus", "utterances", "waline", "twikoo", "disqus")
_LICENSE: Final = re.compile(r"by(?:-nc)?(?:-sa|-nd)?", re.IGNORECASE)
_COLOUR: Final = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def as_is(value: Json) -> Json:
    """The value."""
    return value


def switch(value: Json) -> Json:
    """A value that is true or false."""
    return value if isinstance(value, bool) else None


def text(value: Json) -> Json:
    """A text that is not empty."""
    return value if isinstance(value, str) and value else None


def colour(value: Json) -> Json:
    """A colour such as `#0b6b5d`."""
    return value if isinstance(value, str) and _COLOUR.fullmatch(value) else None


def number(value: Json) -> Json:
    """A whole number."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def license_code(value: Json) -> Json:
    """The code of a Creative Commons licence."""
    found = _LICENSE.search(value) if isinstance(value, str) else None
    return found[0].upper() if found else None


def files(value: Json) -> Json:
    """A file or a list of files."""
    return value if isinstance(value, str | list) and value else None


def hero_height(value: Json) -> Json:
    """A height in percent of the window, 40 at most."""
    return min(int(value), 40) if isinstance(value, int | float) else None


def scheme(value: Json) -> Json:
    """A colour scheme by its name."""
    return value if value in ("auto", "light", "dark") else None


def depth(value: Json) -> Json:
    """Heading levels of `h1,h2,h3` or of a greatest depth."""
    if isinstance(value, str):
        levels = [int(level) for level in re.findall(r"h([1-6])", value)]
        return [max(2, min(levels)), max(levels)] if levels else None
    return [2, min(6, value)] if isinstance(value, int) and value >= 2 else None


def fluid_menu(value: Json) -> Json:
    """Fluid's menu."""
    return [fluid_entry(item) for item in value] if isinstance(value, list) else None


def fluid_entry(item: Json) -> Json:
    """An entry of Fluid's menu."""
    if not isinstance(item, Mapping):
        return {"name": str(item), "url": "/"}
    entry: dict[str, Json] = {}
    if item.get("name"):
        entry["name"] = item["name"]
    key = str(item.get("key", ""))
    entry["key"] = _MENU_KEYS.get(key.lower(), key)
    if key.lower() not in _MENU_KEYS and "name" not in entry:
        entry["name"] = key
    if isinstance(item.get("submenu"), list):
        entry["submenu"] = [fluid_entry(below) for below in item["submenu"]]
    else:
        entry["url"] = str(item.get("link", "/"))
    return entry


def named_menu(value: Json) -> Json:
    """A menu as Butterfly and NexT write it: `Name: /path/ || icon`."""
    if not isinstance(value, Mapping):
        return None
    return [named_entry(str(name), target) for name, target in value.items()]


def named_entry(name: str, target: Json) -> Json:
    """An entry of a menu that is a map."""
    label = name.split("||", maxsplit=1)[0].strip()
    known = _MENU_KEYS.get(label.lower())
    entry: dict[str, Json] = {"key": known} if known else {"name": label}
    if isinstance(target, Mapping):
        entry["submenu"] = [named_entry(str(each), below) for each, below in target.items()]
    else:
        entry["url"] = str(target).split("||")[0].strip() or "/"
    return entry


def fluid_links(value: Json) -> Json:
    """Fluid's links."""
    if not isinstance(value, list):
        return None
    keys = {"title": "title", "intro": "intro", "link": "url", "avatar": "image", "image": "image"}
    return [
        {keys[key]: each for key, each in item.items() if key in keys}
        for item in value
        if isinstance(item, Mapping)
    ]


def next_links(value: Json) -> Json:
    """NexT's links."""
    if not isinstance(value, Mapping):
        return None
    return [{"title": str(name), "url": str(url)} for name, url in value.items()]


def next_scheme(value: Json) -> Json:
    """NexT follows the system unless `darkmode` is off."""
    return None if value else "light"


def fluid_comments(given: Mapping[str, Json]) -> Json:
    """The comment service that Fluid's settings choose."""
    comments = read(given, "post.comments")
    enabled = isinstance(comments, Mapping) and comments.get("enable")
    return comments.get("type") if enabled else None


def butterfly_comments(given: Mapping[str, Json]) -> Json:
    """The first comment service that Butterfly's settings choose."""
    use = read(given, "comments.use")
    first = use[0] if isinstance(use, list) and use else use
    return first.split(",")[0].strip() if isinstance(first, str) else None


def next_comments(given: Mapping[str, Json]) -> Json:
    """The comment service that NexT's settings choose."""
    active = read(given, "comments.active")
    if isinstance(active, str):
        return active
    on = (name for name in SERVICES if read(given, f"{name}.enable") is True)
    return next(on, None)


def fluid_analytics(value: Json) -> Json:
    """Fluid's analytics."""
    if not isinstance(value, Mapping) or not value.get("enable"):
        return None
    google = value.get("google")
    umami = value.get("umami")
    dnt = value.get("follow_dnt") is not False
    if value.get("baidu"):
        return {"type": "baidu", "dnt": dnt, "baidu": {"id": value["baidu"]}}
    if isinstance(umami, Mapping) and umami.get("website_id"):
        chosen = {"src": umami.get("src"), "website_id": umami["website_id"]}
        return {"type": "umami", "dnt": dnt, "umami": chosen}
    identity = google.get("measurement_id") if isinstance(google, Mapping) else google
    return {"type": "google", "dnt": dnt, "google": {"id": identity}} if identity else None


def beian(icp: str, police: str, code: str) -> Convert:
    """Registrations in China under the names that a theme gives them."""

    def convert(value: Json) -> Json:
        if not isinstance(value, Mapping) or not value.get("enable"):
            return None
        return {
            "icp": value.get(icp) or None,
            "police": value.get(police) or None,
            "police_code": value.get(code) or None,
        }

    return convert


def google(value: Json) -> Json:
    """An identity of Google Analytics."""
    return {"type": "google", "google": {"id": value}} if isinstance(value, str) and value else None


def baidu(value: Json) -> Json:
    """An identity of Baidu Tongji."""
    return {"type": "baidu", "baidu": {"id": value}} if isinstance(value, str) and value else None


def butterfly_outdated(value: Json) -> Json:
    """Days after which Butterfly calls a post outdated."""
    on = isinstance(value, Mapping) and value.get("enable")
    return number(value.get("limit_day", 365)) if on else None


def related(value: Json) -> Json:
    """How many related posts are shown."""
    if not isinstance(value, Mapping):
        return None
    return value.get("limit", 3) if value.get("enable") else 0


def read(values: Mapping[str, Json], name: str) -> Any:
    """A value by its dotted name, or ABSENT."""
    found: Json = values
    for part in name.split("."):
        if not isinstance(found, Mapping) or part not in found:
            return ABSENT
        found = found[part]
    return found


def unless(default: str, made: Convert) -> Convert:
    """As `made`, but nothing where the value holds the theme's own default."""

    def convert(value: Json) -> Json:
        return None if default.lower() in str(value).lower() else made(value)

    return convert


def only(wanted: Json, becomes: Json) -> Convert:
    """`becomes` where the value is the wanted one, else nothing."""

    def convert(value: Json) -> Json:
        return becomes if value is wanted or (value == wanted and type(value) is str) else None

    return convert


def toc_number(value: Json) -> Json:
    """Numbers in contents lists: where they were on, `auto`."""
    return "auto" if value is True else switch(value)


def first_text(value: Json) -> Json:
    """A text, or the first of several."""
    return text(value[0] if isinstance(value, list) and value else value)
