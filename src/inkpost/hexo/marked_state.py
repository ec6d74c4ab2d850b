"""What the blocks of marked 15 know of one another while a document is read."""

from __future__ import annotations

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

# Deeper than lists in lists and quotations in quotations are ever meant.
_DEEPEST = 40
_TOP = "marked_top"
_DEPTH = "marked_depth"


def is_top(state: StateBlock) -> bool:
    """Whether running text makes paragraphs, which only some blocks end; in an item of a list it
    is lines, which any block ends, up to the first list within."""
    return bool(state.env.get(_TOP, True))


def is_deep(state: StateBlock) -> bool:
    """Whether nothing may be nested here any more."""
    return int(state.env.get(_DEPTH, 0)) > _DEEPEST


def nested_blocks(state: StateBlock, text: str, first_line: int, *, top: bool) -> list[Token]:
    """The blocks of a text within another block. first_line: its line in the document.

    Source: marked 15.0.12: the lexer keeps `state.top`, sets it for the items of a list, and
    forgets what it was before; for quotations it is put back.
    """
    tokens: list[Token] = []
    env = state.env
    before = env.get(_TOP, True)
    env[_TOP], env[_DEPTH] = top, env.get(_DEPTH, 0) + 1
    state.md.block.parse(text, state.md, env, tokens)
    env[_TOP], env[_DEPTH] = (before if top else True), env[_DEPTH] - 1
    for token in tokens:
        if token.map:
            token.map = [token.map[0] + first_line, token.map[1] + first_line]
    return tokens
