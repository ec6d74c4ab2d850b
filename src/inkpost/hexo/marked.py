"""The blocks of marked 15 on top of markdown-it: a parser whose tokens print as marked's HTML."""

from __future__ import annotations

from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from inkpost.hexo.blockrules import install_blocks, underlined_rule
from inkpost.hexo.marked_inline import LexerState, MarkedInline, MarkedOptions
from inkpost.hexo.marked_list import list_rule
from inkpost.hexo.marked_mask import Extra


def marked_parser(
    options: MarkedOptions, plugin: Callable[[MarkdownIt], None] | None = None
) -> MarkdownIt:
    """A parser with marked's blocks and running text.

    plugin: adds rules of ours, such as formulas, to both.
    """
    md = MarkdownIt("commonmark", {"html": True, "breaks": options.breaks})
    if options.gfm:
        md.enable("table")
    md.normalizeLink = str  # type: ignore[method-assign,assignment]  # URLs stay as written
    md.validateLink = bool  # type: ignore[method-assign,assignment]  # all are links to marked
    install_blocks(md, raw=True)
    md.block.ruler.at("lheading", underlined_rule(tables=options.gfm))
    lists = list_rule(tasks=options.gfm)
    md.block.ruler.at("list", lists, {"alt": ["paragraph", "reference", "blockquote"]})
    _order_blocks(md)
    extra: Extra | None = None
    if plugin:
        own = set(md.inline.ruler.get_active_rules())
        plugin(md)
        added = [name for name in md.inline.ruler.get_active_rules() if name not in own]
        extra = _extra(md, added)
    inline = MarkedInline(options, extra)

    def read_inline(state: StateCore) -> None:
        lexer = LexerState(references=state.env.get("references", {}))
        for token in state.tokens:
            if token.type == "inline":
                token.children = inline.read(token.content, lexer)

    md.core.ruler.at("normalize", _normalize)
    md.core.ruler.at("inline", read_inline)
    md.core.ruler.disable("text_join", ignoreInvalid=True)
    return md


def _normalize(state: StateCore) -> None:
    """Line ends as `\\n`; a null character stays, unlike in markdown-it."""
    state.src = state.src.replace("\r\n", "\n").replace("\r", "\n")


def _extra(md: MarkdownIt, names: list[str]) -> Extra | None:
    """The inline rules of a plug-in as one function for marked's lexer."""
    rules = [rule.fn for rule in md.inline.ruler.__rules__ if rule.name in names]
    if not rules:
        return None

    def read(src: str, pos: int) -> tuple[Token, int] | None:
        state = StateInline(src, md, {}, [])
        for rule in rules:
            state.pos = pos
            if rule(state, False) and state.tokens:
                return state.tokens[-1], state.pos
        return None

    return read


def _order_blocks(md: MarkdownIt) -> None:
    """Put tables behind the blocks that marked tries first, and check their second line."""
    rules = md.block.ruler.__rules__
    table = next((rule for rule in rules if rule.name == "table"), None)
    if table is None:
        return
    rules.remove(table)
    place = next(index for index, rule in enumerate(rules) if rule.name == "lheading")
    rules.insert(place, table)
    parse = table.fn

    def checked(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if start + 1 >= end:
            return False
        line = state.src[state.bMarks[start + 1] : state.eMarks[start + 1]]
        return (":" in line or "|" in line) and parse(state, start, end, silent)

    md.block.ruler.at("table", checked, {"alt": table.alt})
