"""The blocks of marked 15 on top of markdown-it: a parser whose tokens print as marked's HTML."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from inkpost.hexo.blockrules import install_blocks, underlined_heading
from inkpost.hexo.marked_inline import Extra, LexerState, MarkedInline, MarkedOptions

_TASK = re.compile(r"\[([ xX])\] +(?=\S)")


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
    install_blocks(md)
    md.block.ruler.at("lheading", underlined_heading)
    extra: Extra | None = None
    if plugin:
        own = set(md.inline.ruler.get_active_rules())
        plugin(md)
        added = [name for name in md.inline.ruler.get_active_rules() if name not in own]
        extra = _extra(md, added)
    inline = MarkedInline(options, extra)

    def read_inline(state: StateCore) -> None:
        lexer = LexerState(references=state.env.get("references", {}))
        for index, token in enumerate(state.tokens):
            if token.type == "inline":
                if options.gfm:
                    _take_task(state.tokens, index)
                token.children = inline.read(token.content.strip(" \t\n"), lexer)

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


def _take_task(tokens: list[Token], index: int) -> None:
    if index < 2 or tokens[index - 2].type != "list_item_open":
        return
    inline = tokens[index]
    match = _TASK.match(inline.content)
    if match and tokens[index - 1].type == "paragraph_open":
        inline.content = inline.content[match.end() :]
        inline.meta = {"task": match[1] != " "}
