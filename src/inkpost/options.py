"""The configuration keys that are ours, with their types and defaults, as one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inkpost.hexo.defaults import UNSET, KeySpec

Dialect = Literal["inkpost", "hexo"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A deliberate difference from stock Hexo that a site can take or leave.

    name: the dotted key; ours: its value under `dialect: inkpost`; stock: under `dialect: hexo`;
    words: what it may be; any other text is an error. open: any text goes (a zone, say).
    """

    name: str
    ours: str
    stock: str
    words: tuple[str, ...] = ()
    open: bool = False


CHOICES = (
    Choice("permalink_timezone", "site", "process", ("site", "process"), open=True),
    Choice("date_offset", "exact", "hexo", ("exact", "hexo")),
    Choice("date_from", "git", "hexo", ("name", "git", "hexo")),
    Choice("math.engine", "auto", "none", ("auto", "katex", "mathml", "client", "none")),
    Choice("markdown.cjk", "on", "off", ("on", "off")),
    Choice("markdown.extras", "on", "off", ("on", "off")),
    Choice("markdown.quotes", "careful", "hexo", ("careful", "hexo")),
    Choice("markdown.root_links", "on", "off", ("on", "off")),
    Choice("highlight.markup", "inkpost", "hexo", ("inkpost", "hexo")),
    Choice("asset_links", "on", "off", ("on", "off")),
    Choice("excerpt_mark", "any", "hexo", ("any", "hexo")),
    Choice("path_chars", "keep", "hexo", ("keep", "hexo")),
    Choice("scalars", "spelled", "typed", ("spelled", "typed")),
    Choice("front_matter", "careful", "hexo", ("careful", "hexo")),
    Choice("heading_ids", "unique", "hexo", ("unique", "hexo")),
)

OWN_KEYS = (
    KeySpec("dialect", "text", "inkpost"),
    KeySpec("math.macros", "map", {}),
    KeySpec("math.number", "text", "labelled"),
    KeySpec("math.throw", "text", "warn"),
    KeySpec("math.copy_tex", "flag", True),
    KeySpec("feed.math", "text", "mathml"),
    KeySpec("robots", "any", UNSET),
    KeySpec("image.variants", "any", False),
    KeySpec("image.sizes", "flag", True),
    KeySpec("cover.font", "text", UNSET),
    KeySpec("follow_symlinks", "flag", False),
    KeySpec("plugins", "list", UNSET),
    KeySpec("check.links", "flag", True),
    KeySpec("server.host", "text", UNSET),
)

OTHER_KNOWN = (
    "feed", "sitemap", "search", "robots", "sticky", "symbols_count_time", "wordcount", "abbrlink",
    "alias", "excerpt", "lazyload", "related_posts", "nofollow", "mermaid", "hide_posts",
    "permalink_pinyin", "auto_category", "filename_case", "highlight", "marked", "markdown",
    "prismjs", "external_link", "pretty_urls", "server", "math", "image", "cover", "check",
    "index_generator", "archive_generator", "category_generator", "tag_generator", "index2",
)  # fmt: skip
"""Maps and plug-in keys that stand at the top level and are not near misses of anything."""

MARKDOWN = frozenset({"md", "markdown", "mkd", "mkdn", "mdwn", "mdtxt", "mdtext"})
"""Endings of Markdown files. Source: hexo-renderer-marked 7.0.1."""
