"""Block rules that treat wide white space as authors of CJK text mean it."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock

from inkpost.hexo.jstext import JS_SPACE, trim

Rule = Callable[[StateBlock, int, int, bool], bool]

_WIDE_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_WIDE = re.compile(f"[{_WIDE_SPACES}]")


def install_blocks(md: MarkdownIt, spaces: str = JS_SPACE, *, raw: bool = False) -> None:
    """Let paragraphs keep wide spaces at their ends, and headings begin with other spaces.

    spaces: what may follow the marks of a heading, as inside of a class. raw: paragraphs keep
    all spaces, as in marked.
    """
    md.block.ruler.at(
        "heading", heading_rule(spaces), {"alt": ["paragraph", "reference", "blockquote"]}
    )
    for rule in md.block.ruler.__rules__:
        if rule.name == "paragraph":
            md.block.ruler.at("paragraph", keep_spaces(rule.fn, raw=raw), {"alt": rule.alt})


def keep_spaces(rule: Rule, *, raw: bool) -> Rule:
    """A paragraph rule whose text keeps the ideographic spaces that indent it, or all spaces."""
    kept = "\n" if raw else " \t\n"

    def paragraph(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        at = state.bMarks[start] + state.tShift[start]
        spaced = raw or _WIDE.match(state.src, at) is not None
        done = rule(state, start, end, silent)
        if done and not silent and spaced and state.tokens[-2].type == "inline":
            text = state.getLines(start, state.line, state.blkIndent, False)
            state.tokens[-2].content = text.strip(kept)
        return done

    return paragraph


def heading_rule(spaces: str = JS_SPACE) -> Rule:
    """A rule for ATX headings. spaces: what may follow the marks, as inside of a class."""
    pattern = re.compile(rf"(#{{1,6}})(?=[{spaces}]|$)(.*)")

    def heading(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
        if state.is_code_block(start):
            return False
        line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
        match = pattern.match(line)
        if not match:
            return False
        if not silent:
            _push_heading(state, start, match[1], _heading_text(match[2]))
        return True

    return heading


_UNDERLINE = re.compile(r" {0,3}(=+|-+) *\Z")
# What marked takes for the second line of a table before it looks for a bar in it.
_DELIMITER = re.compile(r" {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?\Z")
_NO_HEADING = r"(?:[*+-]|\d{1,9}[.)]) | {4}| {0,3}\t| {0,3}(?:`{3}|~{3}|>|#)| {0,3}<[^\n>]+>\Z"
_TABLE_LINE = r"| {0,3}\|?(?:[:\- ]*\|)+[:\- ]*\Z"


def underlined_rule(*, tables: bool) -> Rule:
    """A rule for headings of one line or more above a line of `=` or `-`.

    tables: whether the second line of a table ends such a heading. Source: marked 15.0.12.
    """
    stop = re.compile(_NO_HEADING + (_TABLE_LINE if tables else ""))
    blank = re.compile(r"\s*\Z")

    def heading(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        first = state.getLines(start, start + 1, state.blkIndent, False)
        if silent:
            # A line of wide spaces above a delimiter begins one too, in the midst of a paragraph.
            if not (tables and blank.match(first) and start + 1 < end):
                return False
            return bool(_DELIMITER.match(_line(state, start + 1)))
        if stop.match(first):
            return False
        for at in range(start + 1, end):
            if state.sCount[at] < state.blkIndent:
                return False
            line = _line(state, at)
            match = _UNDERLINE.match(line)
            if match:
                marks = "#" if match[1][0] == "=" else "##"
                text = state.getLines(start, at, state.blkIndent, False).rstrip("\n")
                _push_heading(state, start, marks, text)
                state.tokens[-3].map = [start, at + 1]
                state.line = at + 1
                return True
            if stop.match(line) or blank.match(line):
                return False
        return False

    return heading


def _line(state: StateBlock, number: int) -> str:
    return str(state.getLines(number, number + 1, state.blkIndent, False))


def _heading_text(text: str) -> str:
    text = trim(text)
    if text.endswith("#"):
        cut = text.rstrip("#")
        if not cut or cut[-1] in " \t":
            return trim(cut)
    return text


def _push_heading(state: StateBlock, start: int, marks: str, text: str) -> None:
    tag = f"h{len(marks)}"
    state.line = start + 1
    opening = state.push("heading_open", tag, 1)
    opening.markup, opening.map = marks, [start, start + 1]
    inline = state.push("inline", "", 0)
    inline.content, inline.map, inline.children = text, [start, start + 1], []
    state.push("heading_close", tag, -1).markup = marks
