"""What Hexo's generator plug-ins put into the site's configuration when they are loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inkpost.hexo.permalink import extension
from inkpost.model import Json

FEED_TYPES = ("atom", "rss2")
_FEED: Mapping[str, Json] = {
    "type": "atom", "limit": 20, "hub": "", "content": True, "content_limit": 140,
    "content_limit_delim": "", "order_by": "-date", "autodiscovery": True, "template": "",
}  # fmt: skip
_SITEMAP: Mapping[str, Json] = {
    "path": ["sitemap.xml", "sitemap.txt"], "rel": False, "tags": True, "categories": True,
}  # fmt: skip
_SEARCH: Mapping[str, Json] = {"path": "search.xml", "field": "post"}
_SEARCHDB: Mapping[str, Json] = {
    "path": "search.json", "field": "post", "content": True, "format": "striptags",
}  # fmt: skip


def fill_plugin_defaults(
    values: dict[str, Json], has_plugin: Callable[[str], bool], *, switches: bool
) -> None:
    """Complete the keys of the plug-ins that a blog has, in place.

    switches: feeds are there without a plug-in, and `feed: false` and the like turn a thing off,
    where Hexo takes them for nothing.
    Source: hexo-generator-feed 3.0.0, -sitemap 3.0.1, -search 2.4.3, -searchdb 1.5.0.
    """
    for plugin, name, complete in (
        ("hexo-generator-feed", "feed", _complete_feed),
        ("hexo-generator-search", "search", _complete_search),
        ("hexo-generator-searchdb", "search", _complete_searchdb),
        ("hexo-generator-sitemap", "sitemap", _complete_sitemap),
    ):
        given = values.get(name)
        is_on = has_plugin(plugin) or (switches and name == "feed")
        if is_on and not (switches and given is False):
            values[name] = complete(given if isinstance(given, dict) else {})


def _complete_feed(given: Mapping[str, Json]) -> dict[str, Json]:
    feed = {**_FEED, **given}
    kinds = _feed_kinds(feed["type"])
    paths = _feed_paths(feed.get("path"), kinds)
    is_one = isinstance(kinds, str)
    feed["type"] = kinds
    feed["path"] = _with_ending(paths[0], ".xml") if is_one else paths
    if not isinstance(feed["autodiscovery"], bool):
        feed["autodiscovery"] = True
    if not isinstance(feed["template"], str | list) or feed["template"] == []:
        feed["template"] = None
    return feed


def _feed_kinds(value: Json) -> str | list[str]:
    """Two kinds are always Atom and RSS in this order, whatever they were."""
    if isinstance(value, list):
        if len(value) >= 2:
            return list(FEED_TYPES)
        return [value[0]] if value and value[0] in FEED_TYPES else "atom"
    return value if value in FEED_TYPES else "atom"


def _feed_paths(value: Json, kinds: str | list[str]) -> list[str]:
    if isinstance(kinds, str):
        return [value if isinstance(value, str) and value else f"{kinds}.xml"]
    own = [f"{kind}.xml" for kind in kinds]
    if not isinstance(value, list) or not value:
        return own
    paths = [str(path) for path in value[: len(kinds)]]
    return [_with_ending(path, ".xml") for path in paths + own[len(paths) :]]


def _complete_sitemap(given: Mapping[str, Json]) -> dict[str, Json]:
    sitemap = {**_SITEMAP, **given}
    if isinstance(sitemap["path"], str):
        sitemap["path"] = _with_ending(sitemap["path"], ".xml")
    return sitemap


def _complete_search(given: Mapping[str, Json]) -> dict[str, Json]:
    search = {**_SEARCH, **given}
    search["path"] = _with_ending(str(search["path"] or "search.xml"), ".xml")
    return search


def _complete_searchdb(given: Mapping[str, Json]) -> dict[str, Json]:
    search = {**_SEARCHDB, **given}
    search["path"] = _with_ending(str(search["path"]), ".json")
    return search


def _with_ending(path: str, ending: str) -> str:
    return path if extension(path) else path + ending
