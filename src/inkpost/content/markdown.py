"""Markdown to HTML in two phases: tokens first, HTML when the formulas are set."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from inkpost.content.md_autolinks import link_urls, may_hold_link
from inkpost.content.md_cjk import cjk_plugin
from inkpost.content.md_deflist import deflist_plugin
from inkpost.content.md_extras import extras_plugin
from inkpost.content.md_headings import HeadingIds
from inkpost.content.md_it import ItWriter
from inkpost.content.md_marked import MarkedWriter
from inkpost.content.md_quotes import smart_text
from inkpost.content.md_render import Writer
from inkpost.content.md_types import (
    AnchorRules,
    Block,
    FormulaRenderer,
    LinkResolver,
    MarkdownRules,
    Parsed,
    RenderedMarkdown,
)
from inkpost.hexo.blockrules import install_blocks
from inkpost.hexo.codefence import Fence, take_comments, take_fences
from inkpost.hexo.markdown_it import markdown_it_parser
from inkpost.hexo.marked import marked_parser
from inkpost.hexo.marked_inline import MarkedInline, MarkedOptions
from inkpost.model import Formula

__all__ = [
    "AnchorRules",
    "Block",
    "FormulaRenderer",
    "LinkResolver",
    "Markdown",
    "MarkdownRules",
    "Parsed",
    "RenderedMarkdown",
    "build_markdown",
    "make_parser",
]


# Where the number of a page's footnotes is kept among its ids; no id has a null character.
_FOOTNOTES = "\0footnotes"


@cache
def build_markdown(rules: MarkdownRules) -> Markdown:
    """The Markdown of a site with these rules; one instance serves any number of documents."""
    return Markdown(rules)


class Markdown:
    """Parses and renders documents under one set of rules."""

    def __init__(self, rules: MarkdownRules) -> None:
        self.rules = rules
        self._unknown: tuple[str, ...] = ()
        self._stock_inline = MarkedInline(_marked_options(rules))
        if rules.engine == "marked":
            plugin = _math_plugin() if rules.math else None
            self._md = marked_parser(_marked_options(rules), plugin)
        elif rules.engine == "markdown-it":
            self._md, self._unknown = _markdown_it(rules)
        else:
            self._md = make_parser(rules)

    def parse(self, text: str) -> Parsed:
        """The text as tokens, with its formulas in order. Pure: needs nothing but the text."""
        env: dict[str, Any] = {}
        if self.rules.engine != "inkpost":
            text, env["fences"], env["comments"] = _take_stock_blocks(text, self.rules)
        tokens = self._md.parse(text, env)
        if self.rules.engine == "inkpost":
            self._polish(tokens)
        warnings = [(line + 1, message) for line, message in env.pop("warnings", ())]
        warnings += [(1, f'the plug-in "{name}" is not known') for name in self._unknown]
        formulas = tuple(_formulas(tokens))
        return Parsed(tokens=tokens, formulas=formulas, warnings=tuple(warnings), env=env)

    def _polish(self, tokens: list[Token]) -> None:
        """Give running text its bare links, quotes and dashes."""
        rules = self.rules
        for token in tokens:
            if token.type != "inline" or not token.children:
                continue
            if rules.linkify and rules.gfm and may_hold_link(token.content):
                token.children = link_urls(token.children)
            if rules.smartypants:
                smart_text(token.children, rules.quotes, careful=rules.careful_quotes)

    def render(
        self,
        parsed: Parsed,
        *,
        links: LinkResolver,
        formulas: FormulaRenderer,
        used_ids: dict[str, int] | None = None,
    ) -> RenderedMarkdown:
        """The HTML of a parsed text.

        used_ids: shared by the parts of one page, so that heading ids stay unique on it; it is
        added to.
        """
        used = {} if used_ids is None else used_ids
        writer = self._writer(parsed, links, formulas, used)
        writer.footnote_base = used.get(_FOOTNOTES, 0)
        blocks = writer.write(parsed.tokens)
        if writer.footnotes:
            used[_FOOTNOTES] = writer.footnote_base + writer.footnotes
        return RenderedMarkdown(
            html="".join(block.html for block in blocks),
            links=tuple(writer.links),
            images=tuple(writer.images),
            has_diagram=writer.has_diagram,
            has_html=writer.has_html,
            blocks=tuple(blocks),
            warnings=tuple(writer.warnings),
        )

    def _writer(
        self, parsed: Parsed, links: LinkResolver, formulas: FormulaRenderer, used: dict[str, int]
    ) -> Writer:
        """What writes the HTML that the rules' engine makes."""
        heading_id = HeadingIds(
            self._stock_inline,
            used,
            references=parsed.env.get("references", {}),
            case=self.rules.modify_anchors,
            unique=self.rules.unique_ids,
            alias=self.rules.anchor_alias,
        )
        if self.rules.engine == "inkpost":
            return Writer(self.rules, links, formulas, heading_id)
        kind = MarkedWriter if self.rules.engine == "marked" else ItWriter
        stock = kind(self.rules, links, formulas, heading_id)
        stock.counts = used
        stock.fences, stock.comments = parsed.env["fences"], parsed.env["comments"]
        return stock


def _take_stock_blocks(
    text: str, rules: MarkdownRules
) -> tuple[str, tuple[Fence, ...], tuple[str, ...]]:
    fences: tuple[Fence, ...] = ()
    if rules.highlight.engine != "none":
        text, fences = take_fences(text)
    text, comments = take_comments(text)
    return text, fences, comments


def _marked_options(rules: MarkdownRules) -> MarkedOptions:
    return MarkedOptions(
        gfm=rules.gfm,
        breaks=rules.breaks,
        pedantic=rules.pedantic,
        autolink=rules.linkify,
        smartypants=rules.smartypants,
        quotes=rules.quotes,
    )


def _markdown_it(rules: MarkdownRules) -> tuple[MarkdownIt, tuple[str, ...]]:
    options = {
        "html": rules.html,
        "xhtmlOut": rules.xhtml_out,
        "breaks": rules.breaks,
        "linkify": rules.linkify,
        "typographer": rules.typographer,
        "quotes": rules.quotes,
    }
    md, unknown = markdown_it_parser(
        rules.preset,
        options,
        enable=rules.enable_rules,
        disable=rules.disable_rules,
        plugins=rules.plugins,
    )
    if rules.math:
        _math_plugin()(md)
    return md, unknown


def _math_plugin() -> Callable[[MarkdownIt], None]:
    from inkpost.content.mathrule import math_plugin  # lazy

    return math_plugin


def make_parser(rules: MarkdownRules) -> MarkdownIt:
    """A parser of its own under these rules, for those who need tokens with their places."""
    md = MarkdownIt("commonmark", {"html": rules.html, "breaks": rules.breaks})
    if rules.gfm:
        md.enable(["table", "strikethrough"])
    md.normalizeLink = str  # type: ignore[method-assign,assignment]  # the resolver encodes
    install_blocks(md, r" \t\u3000" if rules.cjk else r" \t")
    cjk_plugin(md, cjk=rules.cjk)
    if rules.extras:
        md.use(footnote_plugin, inline=False)
        if rules.description_lists:
            md.use(deflist_plugin)
        extras_plugin(md)
    if rules.math:
        _math_plugin()(md)
    md.core.ruler.at("inline", _read_inline)
    return md


def _read_inline(state: StateCore) -> None:
    """Parse running text; what holds no mark at all is one piece of text."""
    inline = state.md.inline
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        if inline.terminator_re.search(token.content):
            inline.parse(token.content, state.md, state.env, token.children)
        elif token.content:
            token.children.append(Token("text", "", 0, content=token.content))


def _formulas(tokens: list[Token]) -> list[tuple[Formula, int]]:
    """The formulas in order, each with its line, which its token's `meta["line"]` keeps."""
    found: list[tuple[Formula, int]] = []

    def walk(part: list[Token], line: int, content: str) -> None:
        for token in part:
            if token.type == "inline":
                start = token.map[0] + 1 if token.map else line
                walk(token.children or [], start, token.content)
            elif token.type in ("math_inline", "math_display", "math_block"):
                place = token.map[0] + 1 if token.map else line
                place += content.count("\n", 0, token.meta.get("offset", 0))
                token.meta = {**token.meta, "line": place}
                found.append(
                    (Formula(tex=token.content, display=token.type != "math_inline"), place)
                )
            elif token.children or "title" in token.meta:
                walk(token.children or [], line, content)
                walk(token.meta.get("title", []), line, content)

    walk(tokens, 1, "")
    return found
