"""Quotations as marked 15 reads them: lines with a mark and lines without are read in turns."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from inkpost.hexo.marked_state import is_deep, nested_blocks

_MARK = re.compile(r" {0,3}>")
_MARKS = re.compile(r"^ {0,3}>[ \t]?", re.MULTILINE)
_UNDERLINE = re.compile(r"\n {0,3}((?:=+|-+) *)(?=\n|$)")
# What ends a paragraph of a quotation among lines without a mark.
_ENDS = re.compile(
    r" {0,3}(?:(?:-[\t ]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})\Z"
    r"| {0,3}#{1,6}(?:\s|\Z)| {0,3}(?:`{3,}[^`]*|~{3,}.*)\Z| {0,3}(?:[*+-]|1[.)]) |\s*\Z"
    r"|</?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd"
    r"|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset"
    r"|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol"
    r"|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr"
    r"|track|ul)(?: +|\Z|/?>)|<(?:script|pre|style|textarea|!--)",
    re.IGNORECASE,
)

Rule = Callable[[StateBlock, int, int, bool], bool]


def quote_rule() -> Rule:
    """A block rule for quotations. Source: marked 15.0.12, blockquote."""

    def parse(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        first = state.getLines(start, start + 1, state.blkIndent, False)
        if state.is_code_block(start) or not _MARK.match(first):
            return False
        if silent:
            return True
        if is_deep(state):
            return False
        lines = [state.getLines(at, at + 1, state.blkIndent, False) for at in range(start, end)]
        tokens, size = _read_quote(state, lines[: _reach(lines)], start)
        opening = state.push("blockquote_open", "blockquote", 1)
        opening.map, opening.markup = [start, start + size], ">"
        for token in tokens:
            token.level += state.level
            state.tokens.append(token)
        state.push("blockquote_close", "blockquote", -1).markup = ">"
        state.line = start + size
        return True

    return parse


def _reach(lines: Sequence[str]) -> int:
    """How many lines the quotation may take: those with a mark, and those that follow one's text
    without an end of its paragraph."""
    size, open_text = 0, False
    for line in lines:
        if _MARK.match(line):
            # An empty line behind the mark takes nothing without a mark along.
            open_text = bool(_MARKS.sub("", line, count=1).strip())
        elif not open_text or _ENDS.match(line):
            break
        size += 1
    return size


def _read_quote(state: StateBlock, lines: Sequence[str], origin: int) -> tuple[list[Token], int]:
    """The blocks in a quotation, and how many of the lines it takes. origin: of the first line."""
    tokens: list[Token] = []
    inner: list[str] = []
    pos = 0
    while pos < len(lines):
        chunk = _chunk(lines, pos)
        text = _UNDERLINE.sub("\n    \\1", "\n".join(chunk))
        text = _MARKS.sub("", text)
        _join(tokens, nested_blocks(state, text, origin + pos, top=True))
        inner += text.split("\n")
        pos += len(chunk)
        if pos >= len(lines):
            break
        last = next((token for token in reversed(tokens) if not token.level), None)
        if last is None or last.type in ("fence", "code_block"):
            break
        if last.type == "blockquote_close":
            pos = _continue_quote(state, tokens, inner, lines[pos:], origin)
            break
        if last.type in ("bullet_list_close", "ordered_list_close"):
            taken = _continue_list(state, tokens, inner, lines[pos:], origin)
            inner += [""] * (taken - len(inner))
            pos = taken
    return tokens, pos


def _chunk(lines: Sequence[str], pos: int) -> list[str]:
    """The next lines without a mark, and those with one behind them."""
    chunk: list[str] = []
    marked = False
    for line in lines[pos:]:
        if _MARK.match(line):
            marked = True
        elif marked:
            break
        chunk.append(line)
    return chunk


def _continue_quote(
    state: StateBlock, tokens: list[Token], inner: list[str], rest: Sequence[str], origin: int
) -> int:
    """Read the last block, a quotation, again with the lines that follow; where it ends now."""
    opening = _pop_last(tokens)
    assert opening.map is not None
    first = opening.map[0] - origin
    lines = [*inner[first:], *rest]
    body, size = _read_quote(state, lines[: _reach(lines)], origin + first)
    opening.map = [origin + first, origin + first + size]
    for token in body:
        token.level += 1
    closing = Token("blockquote_close", "blockquote", -1)
    closing.markup, closing.block = ">", True
    tokens += [opening, *body, closing]
    return first + size


def _continue_list(
    state: StateBlock, tokens: list[Token], inner: list[str], rest: Sequence[str], origin: int
) -> int:
    """Read the last block, a list, again with the lines that follow; where it ends now."""
    opening = _pop_last(tokens)
    assert opening.map is not None
    first = opening.map[0] - origin
    blocks = nested_blocks(state, "\n".join([*inner[first:], *rest]), origin + first, top=True)
    end = next(index for index, token in enumerate(blocks) if token.nesting < 0 and not token.level)
    tokens += blocks[: end + 1]
    assert blocks[0].map is not None
    return max(blocks[0].map[1] - origin, len(inner))


def _pop_last(tokens: list[Token]) -> Token:
    """Take the last block away; its opening token."""
    at = max(i for i, token in enumerate(tokens) if not token.level and token.nesting > 0)
    opening = tokens[at]
    del tokens[at:]
    return opening


def _join(tokens: list[Token], more: list[Token]) -> None:
    """Add blocks; the text of a first paragraph, or of indented code, carries the last one on."""
    if tokens and tokens[-1].type == "paragraph_close" and more:
        if more[0].type == "code_block":
            tokens[-2].content += "\n" + more[0].content.rstrip("\n")
            more = more[1:]
        if more and more[0].type == "paragraph_open":
            tokens[-2].content += "\n" + more[1].content
            more = more[3:]
    tokens += more
