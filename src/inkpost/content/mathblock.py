"""Formulas that are blocks of their own, as a rule for markdown-it."""

from __future__ import annotations

import re
from collections.abc import Callable

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.table import escapedSplit
from markdown_it.token import Token

from inkpost.content.mathdelim import find_closer, is_bracket_formula, is_prose, mask_pipes

_ENVIRONMENT = re.compile(
    r"\\begin\{((?:equation|align|gather|alignat|multline|flalign|eqnarray|aligned|gathered"
    r"|alignedat|split|cases|array|matrix|pmatrix|bmatrix|Bmatrix|vmatrix|Vmatrix|CD)\*?)\}"
)
_TAG = re.compile(r"\{%-?\s*(katex|mathjax|math)\b[^%]*%\}")
_PUNCTUATION = r"[ \t]*[，。；：、,.;:!！]?[ \t]*"
_ONLY_PUNCTUATION = re.compile(_PUNCTUATION)
_CLOSING_LINE = re.compile(r"(?<!\\)\$\$" + _PUNCTUATION + "$")
_FENCE_OR_HEADING = re.compile(r"#{2,6} |```|~~~")
_LONE_DOLLAR = re.compile(r"(?<![\\$])\$(?!\$)")

# In lines; keeps a text of openers that nothing closes from costing the square of its length.
_LONGEST_BLOCK = 1_000

TABLE_MASK = "\ue07c"
"""Stands for `|` inside a formula while a table is split into cells; as long as what it stands
for, so that every mark of the state stays right."""


def parse_block(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """Take `$$`, `\\[…\\]`, an amsmath environment or a math tag that begins a line."""
    position = state.bMarks[start] + state.tShift[start]
    if state.src[position : position + 1] not in ("$", "\\", "{"):
        return False
    if state.is_code_block(start):
        return False
    first = state.src[position : state.eMarks[start]]
    end = min(end, start + _LONGEST_BLOCK)
    for parse in (_parse_dollars, _parse_environment, _parse_brackets, _parse_tag):
        found = parse(state, first, start, end)
        if found is None:
            continue
        tex, after, markup = found
        if not tex.strip():
            return False
        if not silent:
            _push(state, tex.strip(), start, after, markup)
        return True
    return False


_Found = tuple[str, int, str]


def _push(state: StateBlock, tex: str, start: int, after: int, markup: str) -> None:
    state.line = after
    token = state.push("math_block", "", 0)
    token.block = True
    token.content = tex
    token.markup = markup
    token.map = [start, after]
    token.meta = {"display": True}


def _line(state: StateBlock, line: int) -> str:
    """The line without the marks and the indentation of its container."""
    return state.getLines(line, line + 1, state.blkIndent, False)


def _leaves_container(state: StateBlock, line: int) -> bool:
    return state.sCount[line] < state.blkIndent and not state.isEmpty(line)


def _parse_dollars(state: StateBlock, first: str, start: int, end: int) -> _Found | None:
    if not first.startswith("$$") or first.startswith("$$$"):
        return None
    rest = first[2:]
    closer = find_closer(rest, 0, len(rest), 2)
    if closer >= 0:
        if _ONLY_PUNCTUATION.fullmatch(rest[closer + 2 :]):
            return rest[:closer], start + 1, "$$"
        return None
    stands_alone = not rest.strip()
    lines = [rest]
    after_blank = False
    for line in range(start + 1, end):
        if _leaves_container(state, line):
            return None
        text = _line(state, line)
        bare = text.strip()
        if not bare:
            if not stands_alone:
                return None
            after_blank = True
        if _FENCE_OR_HEADING.match(bare):
            return None
        closing = _CLOSING_LINE.search(text)
        if closing:
            lines.append(text[: closing.start()])
            return "\n".join(lines), line + 1, "$$"
        if "$$" in text or (after_blank and (_LONE_DOLLAR.search(text) or is_prose(text))):
            return None
        lines.append(text)
    return None


def _parse_environment(state: StateBlock, first: str, start: int, end: int) -> _Found | None:
    match = _ENVIRONMENT.match(first)
    if match is None:
        return None
    opener, closer = match[0], f"\\end{{{match[1]}}}"
    if state.src.find(closer, state.bMarks[start]) < 0:
        return None
    lines = [first]
    depth = first.count(opener) - first.count(closer)
    line = start
    while depth > 0:
        line += 1
        if line >= end or _leaves_container(state, line) or state.isEmpty(line):
            return None
        text = _line(state, line)
        depth += text.count(opener) - text.count(closer)
        lines.append(text)
    if not lines[-1].rstrip().endswith(closer):
        return None
    return "\n".join(lines), line + 1, "\\begin"


def _parse_brackets(state: StateBlock, first: str, start: int, end: int) -> _Found | None:
    opener = next((mark for mark in ("\\\\[", "\\[") if first.startswith(mark)), "")
    if not opener:
        return None
    closer = opener[:-1] + "]"
    if state.src.find(closer, state.bMarks[start]) < 0:
        return None
    lines: list[str] = []
    for line in range(start, end):
        if line > start and (_leaves_container(state, line) or state.isEmpty(line)):
            return None
        text = first[len(opener) :] if line == start else _line(state, line)
        if text.rstrip().endswith(closer):
            lines.append(text.rstrip()[: -len(closer)])
            tex = "\n".join(lines)
            doubled = len(opener) == 3
            if not is_bracket_formula(tex, doubled=doubled, display=True):
                return None
            return tex, line + 1, opener
        lines.append(text)
    return None


def _parse_tag(state: StateBlock, first: str, start: int, end: int) -> _Found | None:
    match = _TAG.match(first)
    if match is None:
        return None
    closer = re.compile(rf"\{{%-?\s*end{match[1]}\s*-?%\}}")
    lines: list[str] = []
    for line in range(start, end):
        if line > start and _leaves_container(state, line):
            return None
        text = first[match.end() :] if line == start else _line(state, line)
        closing = closer.search(text)
        if closing:
            if text[closing.end() :].strip():
                return None
            lines.append(text[: closing.start()])
            return "\n".join(lines), line + 1, match[1]
        lines.append(text)
    return None


BlockRule = Callable[[StateBlock, int, int, bool], bool]


def keep_pipes(table: BlockRule) -> BlockRule:
    """The table rule, made blind to a `|` inside a formula; code that it splits is told."""

    def parse_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if start + 1 >= end or not _may_be_table(state, start):
            return table(state, start, end, silent)
        source = state.src
        count = len(state.tokens)
        state.src = _mask_lines(state, start, end)
        try:
            is_table = table(state, start, end, silent)
            _tell_split_code(state, state.tokens[count:])
            return is_table
        finally:
            state.src = source
            for token in state.tokens[count:]:
                token.content = token.content.replace(TABLE_MASK, "|")

    return parse_table


def _tell_split_code(state: StateBlock, tokens: list[Token]) -> None:
    """Warn of code in a table that a `|` cuts in two, as tables do; what is too many is lost."""
    for token in tokens:
        if token.type != "tr_open" or not token.map:
            continue
        cells = escapedSplit(_line(state, token.map[0]).strip())
        if sum(cell.count("`") % 2 for cell in cells) > 1:
            message = 'a "|" in code ends the cell of a table; write "\\|"'
            state.env.setdefault("warnings", []).append((token.map[0], message))


def _may_be_table(state: StateBlock, start: int) -> bool:
    """Whether the second line has only the characters of a delimiter row."""
    rule = state.src[state.bMarks[start + 1] + state.tShift[start + 1] : state.eMarks[start + 1]]
    return "-" in rule and not rule.strip("-:| \t")


def _mask_lines(state: StateBlock, start: int, end: int) -> str:
    """The source with the pipes in formulas masked from a line up to the next blank one."""
    parts = [state.src[: state.bMarks[start]]]
    line = start
    while line < end and not state.isEmpty(line):
        text = state.src[state.bMarks[line] : state.eMarks[line]]
        parts.append(mask_pipes(text, TABLE_MASK) if "$" in text and "|" in text else text)
        following = state.bMarks[line + 1] if line + 1 < end else len(state.src)
        parts.append(state.src[state.eMarks[line] : following])
        line += 1
    if line < end:
        parts.append(state.src[state.bMarks[line] :])
    return "".join(parts)
