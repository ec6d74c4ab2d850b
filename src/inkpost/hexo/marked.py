"""The blocks of marked 15 on top of markdown-it: a parser whose tokens print as marked's HTML."""

from __future__ import annotations

import re
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
from inkpost.hexo.marked_patterns import HTML_LINE
from inkpost.hexo.marked_quote import quote_rule
from inkpost.hexo.marked_state import is_top


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
    md.block.ruler.at("lheading", underlined_rule(tables=options.gfm), {"alt": ["paragraph"]})
    _indent_code(md)
    lists = list_rule(tasks=options.gfm)
    md.block.ruler.at("list", lists, {"alt": ["paragraph", "reference", "blockquote"]})
    md.block.ruler.at(
        "blockquote", quote_rule(), {"alt": ["paragraph", "reference", "blockquote", "list"]}
    )
    _place_fences(md)
    _place_html(md)
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


_INDENT = re.compile(r"^(?: {1,4}| {0,3}\t)", re.MULTILINE)


def _indent_code(md: MarkdownIt) -> None:
    """Take the indentation of code away as marked does, by characters rather than columns."""
    rule = next(each for each in md.block.ruler.__rules__ if each.name == "code")
    parse = rule.fn

    def code(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        done = parse(state, start, end, silent)
        if done and not silent:
            token = state.tokens[-1]
            raw = state.src[state.bMarks[start] : state.eMarks[state.line - 1]]
            token.content = _INDENT.sub("", raw).rstrip("\n") + "\n"
        return done

    md.block.ruler.at("code", code, {"alt": rule.alt})


def _place_fences(md: MarkdownIt) -> None:
    """Let a fence end a paragraph only where its line ends too."""
    rule = next(each for each in md.block.ruler.__rules__ if each.name == "fence")
    parse = rule.fn

    def ended(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if silent and is_top(state) and state.eMarks[start] >= len(state.src):
            return False
        return parse(state, start, end, silent)

    md.block.ruler.at("fence", ended, {"alt": rule.alt})


def _place_html(md: MarkdownIt) -> None:
    """Let HTML end a paragraph only where it begins the line."""
    rule = next(each for each in md.block.ruler.__rules__ if each.name == "html_block")
    parse = rule.fn

    def at_margin(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        line = state.getLines(start, start + 1, state.blkIndent, False)
        if silent:
            # The lines of an item are tried one by one, where a lone tag will do.
            inner = not is_top(state)
            return (inner or not line.startswith(" ")) and (
                parse(state, start, end, True) or (inner and bool(HTML_LINE.match(line)))
            )
        if parse(state, start, end, False):
            return True
        return bool(HTML_LINE.match(line)) and _push_html(state, start, end)

    md.block.ruler.at("html_block", at_margin, {"alt": rule.alt})


def _push_html(state: StateBlock, start: int, end: int) -> bool:
    """A block of HTML up to the next empty line."""
    stop = next((at for at in range(start, end) if state.isEmpty(at)), end)
    token = state.push("html_block", "", 0)
    token.map, state.line = [start, stop], stop
    token.content = state.getLines(start, stop, state.blkIndent, True)
    return True


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
