"""Which stars and underscores are emphasis, as marked 15 pairs them."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Literal

from inkpost.hexo.jstext import JS_SPACE

_SPACE = re.compile(f"[{JS_SPACE}]")
_RUN = {"*": re.compile(r"\*+"), "_": re.compile(r"_+")}
# A lone mark inside a pair of the other kind's double marks closes nothing.
_ORPHAN = {
    "*": re.compile(r"[^_*]*?__[^_*]*?\*[^_*]*?(?=__)"),
    "_": re.compile(r"[^_*]*?\*\*[^_*]*?_[^_*]*?(?=\*\*)"),
}

SPACE, PUNCTUATION, OTHER = 0, 1, 2


@cache
def _kind(char: str) -> int:
    if _SPACE.match(char):
        return SPACE
    return PUNCTUATION if unicodedata.category(char)[0] in "PS" else OTHER


def _side(char: str, tilde_is_letter: bool) -> int:
    if not char:
        return SPACE
    return OTHER if char == "~" and tilde_is_letter else _kind(char)


def find_emphasis(
    src: str, masked: str, pos: int, before: str, *, gfm: bool
) -> tuple[Literal["em", "strong"], int] | None:
    """The emphasis that begins at a position, and where it ends; None where none does.

    masked: the text with links, code and escapes blotted out. before: the character before, or
    "" where no plain text stands before. Source: marked 15.0.12, emStrong.
    """
    mark = src[pos]
    opener = _RUN[mark].match(src, pos)
    assert opener is not None
    start, length = opener.end(), opener.end() - pos
    after = src[start : start + 1]
    letters = gfm and mark == "*"
    if not after or _kind(after) == SPACE or not _may_open(mark, before, after, letters):
        return None
    total, middle = length, 0
    scan = start
    orphan = _ORPHAN[mark].match(masked, start)
    if orphan:
        scan = orphan.end()
    for run in _RUN[mark].finditer(masked, scan):
        if run.start() == start:
            continue
        width = run.end() - run.start()
        role = _role(mark, masked, run.start(), run.end(), letters)
        if role == "none":
            continue
        if role == "left":
            total += width
            continue
        if role == "either" and length % 3 and not (length + width) % 3:
            middle += width
            continue
        total -= width
        if total > 0:
            continue
        width = min(width, width + total + middle)
        kind: Literal["em", "strong"] = "em" if min(length, width) % 2 else "strong"
        return kind, run.start() + width
    return None


def _may_open(mark: str, before: str, after: str, letters: bool) -> bool:
    punctuation = _side(after, letters) == PUNCTUATION
    if mark == "_" and not punctuation and before and before.isalnum():
        return False
    if not punctuation or not before:
        return True
    return before not in "*_" and _kind(before) != OTHER


def _role(mark: str, text: str, start: int, end: int, letters: bool) -> str:
    before = _side(text[start - 1], letters)
    after = _side(text[end : end + 1], letters)
    if before == SPACE:
        return "none" if after == SPACE else "left"
    if after == SPACE:
        return "right"
    if before == PUNCTUATION:
        return "either" if after == PUNCTUATION else "left"
    if after == PUNCTUATION:
        return "right"
    return "either" if mark == "*" else "none"
