"""Routes as Hexo's router forms them, and the order in which it tries layouts."""

from __future__ import annotations

import re

NAME_BYTES = 255
"""What file systems allow for one name."""

UNFIT = re.compile("[\0\n\r\ud800-\udfff]")
"""A character that no path of ours may hold: files are listed by line, in UTF-8."""

_FIRST_SLASHES = re.compile(r"^[\\/]+")


def format_route(path: str, *, keep_query: bool = True) -> str:
    """The path of a route: no leading slash, `/` only, `index.html` where it names a folder.

    keep_query: a `?` is part of a name; Hexo cuts the path there.
    Source: Hexo 8.1.2 router.
    """
    formatted = _FIRST_SLASHES.sub("", path).replace("\\", "/")
    if not keep_query:
        formatted = formatted.partition("?")[0]
    if not formatted or formatted.endswith("/"):
        formatted += "index.html"
    return formatted


def post_layouts(layout: str) -> tuple[str, ...]:
    """Layout names for a post, first choice first; () where only the content is written."""
    if not layout or layout == "false":
        return ()
    names = ("post", "page", "index")
    return names if layout == "post" else (layout, *names)


def page_layouts(layout: str) -> tuple[str, ...]:
    """Layout names for a page, first choice first; () where only the content is written."""
    if not layout or layout in ("false", "off"):
        return ()
    names = ("page", "post", "index")
    return names if layout == "page" else (layout, *names)
