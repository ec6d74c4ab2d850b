"""Reading and editing HTML: one place to import from."""

from __future__ import annotations

from inkpost.hexo.htmlfilters import (
    external_links,
    find_excerpt_mark,
    meta_generator,
    nofollow_links,
    well_formed_split,
)
from inkpost.hexo.htmlscan import (
    VOID,
    Attribute,
    StartTag,
    Token,
    attributes,
    escape_attribute,
    get_attribute,
    iter_tags,
    map_start_tags,
    remove_attribute,
    set_attribute,
    unescape,
)
from inkpost.hexo.markup import escape_html, strip_html, unescape_html

__all__ = [
    "VOID",
    "Attribute",
    "StartTag",
    "Token",
    "attributes",
    "escape_attribute",
    "escape_html",
    "external_links",
    "find_excerpt_mark",
    "get_attribute",
    "iter_tags",
    "map_start_tags",
    "meta_generator",
    "nofollow_links",
    "remove_attribute",
    "set_attribute",
    "strip_html",
    "unescape",
    "unescape_html",
    "well_formed_split",
]
