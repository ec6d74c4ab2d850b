"""Description lists: a term, and `: ` on the very next line.

Hexo's marked has these as well. Pandoc's other ways to write one, `~` for `:` and an empty line
before it, are left out: "~ 完 ~" below the last line of a text is how many end theirs.
"""

from __future__ import annotations

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

_RULE = "deflist"


def deflist_plugin(md: MarkdownIt) -> None:
    """Add description lists to a parser."""
    md.block.ruler.before(
        "paragraph", _RULE, _read_list, {"alt": ["paragraph", "reference", "blockquote"]}
    )


def _read_list(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    if state.is_code_block(start):
        return False
    if silent:  # only in a description is a line that begins one an end of what is before it
        return state.ddIndent >= 0 and _marker_end(state, start) >= 0
    if not _is_term(state, start, end):
        return False
    opened = state.push("dl_open", "dl", 1)
    inner = len(state.tokens)
    line, is_tight = start, True
    while _is_term(state, line, end):
        _push_term(state, line)
        line, has_gaps = _read_descriptions(state, line + 1, end)
        is_tight = is_tight and not has_gaps
    state.push("dl_close", "dl", -1)
    opened.map = [start, line]
    state.line = line
    if is_tight:
        _hide_paragraphs(state.tokens[inner:], state.level + 2)
    return True


def _is_term(state: StateBlock, line: int, end: int) -> bool:
    """Whether a description is on the next line."""
    return (
        line + 1 < end
        and not state.isEmpty(line)
        and min(state.sCount[line : line + 2]) >= state.blkIndent
        and _marker_end(state, line + 1) >= 0
    )


def _marker_end(state: StateBlock, line: int) -> int:
    """The position behind the colon that begins a description; -1 where none does."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    if start >= end or state.src[start] != ":":
        return -1
    text = state.skipSpaces(start + 1)
    return start + 1 if start + 1 < text < end else -1


def _push_term(state: StateBlock, line: int) -> None:
    state.push("dt_open", "dt", 1).map = [line, line]
    token = state.push("inline", "", 0)
    token.map = [line, line]
    token.content = state.getLines(line, line + 1, state.blkIndent, False).strip()
    token.children = []
    state.push("dt_close", "dt", -1)


def _read_descriptions(state: StateBlock, line: int, end: int) -> tuple[int, bool]:
    """Read what a term is described with from a line on; the line behind it, and whether empty
    lines are in it."""
    has_gaps = ends_empty = False
    while line < end and state.sCount[line] >= state.blkIndent and _marker_end(state, line) >= 0:
        first = line
        opened = state.push("dd_open", "dd", 1)
        is_tight = _read_description(state, line, end)
        line = state.line
        state.push("dd_close", "dd", -1)
        opened.map = [first, line]
        has_gaps = has_gaps or ends_empty or not is_tight
        # An empty line at the end counts only if another description follows.
        ends_empty = line - first > 1 and state.isEmpty(line - 1)
    return line, has_gaps


def _read_description(state: StateBlock, line: int, end: int) -> bool:
    """Read one description, whose first line begins behind the colon; whether it has no gaps."""
    start = _marker_end(state, line)
    indent = state.sCount[line] + start - (state.bMarks[line] + state.tShift[line])
    while state.src[start] in "\t ":
        indent += 4 - indent % 4 if state.src[start] == "\t" else 1
        start += 1
    kept = (state.tight, state.ddIndent, state.blkIndent, state.parentType)
    at, width = state.tShift[line], state.sCount[line]
    state.blkIndent = state.ddIndent = width + 2
    state.tShift[line], state.sCount[line] = start - state.bMarks[line], indent
    state.tight, state.parentType = True, _RULE
    state.md.block.tokenize(state, line, end)
    is_tight = state.tight
    state.tShift[line], state.sCount[line] = at, width
    state.tight, state.ddIndent, state.blkIndent, state.parentType = kept
    return is_tight


def _hide_paragraphs(tokens: list[Token], level: int) -> None:
    for token in tokens:
        if token.level == level and token.type in ("paragraph_open", "paragraph_close"):
            token.hidden = True
