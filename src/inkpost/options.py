"""The configuration keys that are ours, with their types and defaults, as one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inkpost.hexo.defaults import UNSET, KeySpec
from inkpost.model import Json

Dialect = Literal["inkpost", "hexo"]
HEXO_WORD = "hexo"


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

OWN_WORDS = {
    "math.number": ("labelled", "all", "none"),
    "math.throw": ("warn", "error"),
    "feed.math": ("mathml", "tex", "text"),
}
"""The words that a key of ours may hold, where they are counted."""

VARIANT_KINDS = ("avif", "webp")
"""The kinds of smaller forms of pictures, the one that browsers should try first ahead."""

VARIANT_WIDTHS = (16, 8192)
"""The least and the greatest width of a smaller form, in pixels."""

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


def choice_word(choice: Choice, value: Json) -> str | None:
    """The word that a value says for a choice, or None where it says none."""
    if isinstance(value, bool) and {"on", "off"} <= set(choice.words):
        return "on" if value else "off"
    if value == HEXO_WORD and value not in choice.words:
        return choice.stock
    if isinstance(value, str) and value and (choice.open or value in choice.words):
        return value
    return None


def is_variant_width(value: Json) -> bool:
    """Whether a smaller form of a picture can be that wide."""
    low, high = VARIANT_WIDTHS
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
