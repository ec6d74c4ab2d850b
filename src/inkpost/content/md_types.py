"""What goes into Markdown and what comes out: rules, resolvers, parsed and rendered text."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from markdown_it.token import Token

from inkpost.content.code_types import HighlightRules
from inkpost.model import Formula

Engine = Literal["inkpost", "marked", "markdown-it"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AnchorRules:
    """The `markdown.anchors` map of hexo-renderer-markdown-it, with its defaults."""

    level: int = 2
    collision_suffix: str = ""
    permalink: bool = False
    permalink_class: str = "header-anchor"
    permalink_side: str = "left"
    permalink_symbol: str = "¶"
    case: int = 0
    separator: str = "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownRules:
    """Everything that a site's configuration decides about Markdown, as plain values.

    engine: whose HTML is made. quotes: opening and closing double, opening and closing single.
    cjk: emphasis and bare links beside CJK text. extras: footnotes, task lists, `==mark==`,
    alerts, sizes, wiki links. careful_quotes: quotes that see their neighbours. modify_anchors:
    0 as written, 1 lower case, 2 upper case. site_url: decides which links are external.
    preset, xhtml_out, typographer, enable_rules, disable_rules, plugins, anchors: of markdown-it;
    image_alt_source: its `images` map is there, so alternative texts keep their Markdown.
    """

    engine: Engine = "inkpost"
    breaks: bool = True
    gfm: bool = True
    smartypants: bool = True
    quotes: str = "“”‘’"
    linkify: bool = True
    html: bool = True
    cjk: bool = True
    extras: bool = True
    careful_quotes: bool = True
    math: bool = True
    unique_ids: bool = True
    heading_ids: bool = True
    modify_anchors: int = 0
    heading_anchors: bool = True
    root_links: bool = True
    prepend_root: bool = True
    post_asset: bool = False
    lazyload: bool = False
    figcaption: bool = False
    external_link_enable: bool = False
    external_link_nofollow: bool = False
    external_link_exclude: tuple[str, ...] = ()
    site_url: str = "http://example.com"
    description_lists: bool = True
    anchor_alias: bool = False
    mangle: bool = True
    sanitize_url: bool = False
    pedantic: bool = False
    preset: str = "default"
    xhtml_out: bool = False
    typographer: bool = True
    enable_rules: tuple[str, ...] = ()
    disable_rules: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    anchors: AnchorRules = AnchorRules()
    image_alt_source: bool = False
    highlight: HighlightRules = field(default_factory=HighlightRules)


class LinkResolver(Protocol):
    """Turns URLs as an author wrote them into URLs to print. Given per document."""

    def link(self, url: str) -> str:
        """The `href` to print for a link; the input may be unencoded."""
        ...

    def image(self, url: str) -> str:
        """The `src` to print for a picture; the input may be unencoded."""
        ...

    def wiki(self, name: str) -> tuple[str, str] | None:
        """The URL and title of the document that `[[name]]` means, or None."""
        ...


class FormulaRenderer(Protocol):
    """Gives the HTML of formulas while a document is rendered."""

    def html(self, tex: str, display: bool, line: int) -> str:
        """The formula as HTML, or a placeholder for it. line: 1-based, in the text."""
        ...

    def plain(self, tex: str, display: bool) -> str:
        """The formula as one readable line."""
        ...


@dataclass(slots=True, kw_only=True)
class Parsed:
    """Markdown as tokens. formulas: in order, each with its 1-based line; warnings likewise."""

    tokens: list[Token]
    formulas: tuple[tuple[Formula, int], ...] = ()
    warnings: tuple[tuple[int, str], ...] = ()
    env: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """One top-level block of a document, for excerpts.

    kind: "paragraph", "heading", "list", "table", "code", "diagram", "html", "quote", "math",
    "image" (a paragraph of pictures only), "alert", "rule", "footnotes" or "definitions".
    """

    kind: str
    html: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderedMarkdown:
    """A document's HTML and what was met on the way.

    links, images: printed URL and line. has_html: the author wrote HTML, comments not counted.
    """

    html: str
    links: tuple[tuple[str, int], ...] = ()
    images: tuple[tuple[str, int], ...] = ()
    has_diagram: bool = False
    has_html: bool = False
    blocks: tuple[Block, ...] = ()
    warnings: tuple[tuple[int, str], ...] = ()
