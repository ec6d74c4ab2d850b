"""Emphasis, strikethrough and marks beside Chinese, Japanese and Korean text."""

from __future__ import annotations

import unicodedata
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.rules_inline.state_inline import Delimiter, StateInline

_RANGES = (
    (0x1100, 0x11FF),
    (0x2E80, 0x2FDF),
    (0x2FF0, 0xA4CF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0xFE10, 0xFE1F),
    (0xFE30, 0xFE6F),
    (0xFF00, 0xFFEE),
    (0x1B000, 0x1B16F),
    (0x1F200, 0x1F2FF),
    (0x20000, 0x3FFFD),
)


@cache
def is_cjk(char: str) -> bool:
    """Whether a character is CJK: a letter, a mark, or punctuation of full width."""
    code = ord(char)
    return code >= 0x1100 and any(low <= code <= high for low, high in _RANGES)


@cache
def is_punctuation(char: str) -> bool:
    """Whether CommonMark counts a character as punctuation: Unicode P or S."""
    return unicodedata.category(char)[0] in "PS"


@cache
def is_space(char: str) -> bool:
    """Whether CommonMark counts a character as Unicode white space."""
    return char in "\t\n\f\r" or unicodedata.category(char) == "Zs"


def scan_run(state: StateInline, split_word: bool, cjk: bool) -> tuple[bool, bool, int]:
    """Whether the run of marks at the position may open and close, and its length.

    With cjk, full-width punctuation counts as a letter, and a CJK character on the other side
    lets punctuation stand inside the marks.
    """
    src, start, end = state.src, state.pos, state.posMax
    mark = src[start]
    pos = start
    while pos < end and src[pos] == mark:
        pos += 1
    before = _before(src, start)
    after = src[pos] if pos < end else " "
    punct_before, punct_after = is_punctuation(before), is_punctuation(after)
    if is_space(before) or is_space(after):
        left, right = not is_space(after), not is_space(before)
    else:
        cjk_before, cjk_after = cjk and is_cjk(before), cjk and is_cjk(after)
        hard_before, hard_after = punct_before and not cjk_before, punct_after and not cjk_after
        left = not hard_after or hard_before or cjk_before
        right = not hard_before or hard_after or cjk_after
    if split_word:
        return left, right, pos - start
    return left and (not right or punct_before), right and (not left or punct_after), pos - start


def _before(src: str, start: int) -> str:
    if not start:
        return " "
    char = src[start - 1]
    # A variation selector belongs to the character before it.
    if start > 1 and "\ufe00" <= char <= "\ufe0f":
        return src[start - 2]
    return char


def _is_range(src: str, at: int) -> bool:
    """Whether the tilde stands as in "10~20%", "3元~5元" or "H~2~O": it deletes nothing there."""
    if not 0 < at < len(src) - 1:
        return False
    before, after = src[at - 1], src[at + 1]
    if not (before.isalnum() or before in "%°℃") or not after.isalnum():
        return False
    return (before.isascii() and before != "%") or after.isascii()


def _push(state: StateInline, text: str, opens: bool, closes: bool, length: int) -> None:
    state.push("text", "", 0).content = text
    state.delimiters.append(
        Delimiter(
            marker=ord(text[0]),
            length=length,
            token=len(state.tokens) - 1,
            end=-1,
            open=opens,
            close=closes,
        )
    )


def cjk_plugin(md: MarkdownIt, *, cjk: bool = True) -> None:
    """Put emphasis and strikethrough rules that know CJK text in the place of the usual ones."""

    def emphasis(state: StateInline, silent: bool) -> bool:
        mark = state.src[state.pos]
        if silent or (mark != "*" and mark != "_"):
            return False
        opens, closes, length = scan_run(state, mark == "*", cjk)
        for _ in range(length):
            _push(state, mark, opens, closes, length)
        state.pos += length
        return True

    def strike(state: StateInline, silent: bool) -> bool:
        if silent or state.src[state.pos] != "~":
            return False
        opens, closes, length = scan_run(state, True, cjk)
        if length > 2 or (length == 1 and cjk and _is_range(state.src, state.pos)):
            state.push("text", "", 0).content = "~" * length
        else:
            # A length of its own keeps a single tilde from closing a double one.
            _push(state, "~" * length, opens, closes, 0)
        state.pos += length
        return True

    md.inline.ruler.at("emphasis", emphasis)
    md.inline.ruler.at("strikethrough", strike)
    md.options["strikethrough_single_tilde"] = True
