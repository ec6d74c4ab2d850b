"""The links in a page's head by which readers find its feeds.

Source: hexo-generator-feed 3.0.0, autodiscovery.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from inkpost.contexts import PageFilterContext
from inkpost.hexo.feedtext import escape_xml
from inkpost.hexo.urls import url_for
from inkpost.model import Json

_FEED_LINK = re.compile(r"type=['|\"]?application/(?:atom|rss)\+xml['|\"]?", re.IGNORECASE)
_HEAD = re.compile(r"(<head>(?!</head>).+?)(</head>)", re.DOTALL)


def feed_kinds(settings: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Kind and path of each feed of a completed `feed` setting."""
    kinds, paths = settings["type"], settings["path"]
    return [(kinds, paths)] if isinstance(kinds, str) else list(zip(kinds, paths, strict=True))


def add_feed_links(html: str, ctx: PageFilterContext) -> str | None:
    """A page whose head names no feed yet gets a link to each feed that is on the site."""
    settings = ctx.value("feed")
    if not isinstance(settings, dict) or settings.get("autodiscovery") is not True:
        return None
    made = ctx.routes
    kinds = [each for each in feed_kinds(settings) if each[1].lstrip("/") in made]
    if not kinds or _FEED_LINK.search(html):
        return None
    title = escape_xml(ctx.value("title"))
    # Hexo 8.1: the original does not know on which page the link is to stand.
    base = "" if ctx.value("dialect") == "hexo" else ctx.path
    links = "".join(
        f'<link rel="alternate" href="{url_for(ctx.urls, path, base=base)}"'
        f' title="{title}" type="application/{kind.removesuffix("2")}+xml">\n'
        for kind, path in kinds
    )
    return _HEAD.sub(lambda head: head[1] + links + head[2], html, count=1)
