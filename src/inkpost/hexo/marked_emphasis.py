"""Which stars and underscores are emphasis, as marked 15 pairs them."""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
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

# More runs than any emphasis spans; keeps text full of stars from costing its square.
_REACH = 2_000

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


class Runs:
    """The runs of one mark in a masked text, each with what it may do.

    mark: `*` or `_`. gfm: a tilde counts as a letter beside stars.
    """

    def __init__(self, masked: str, mark: str, *, gfm: bool) -> None:
        self.masked, self.mark, self.letters = masked, mark, gfm and mark == "*"
        self.starts: list[int] = []
        self.runs: list[tuple[int, int, str]] = []
        # Where the last run stands that may close; behind it nothing opens.
        self.last_closer = -1
        for run in _RUN[mark].finditer(masked):
            if run.start():
                role = _role(mark, masked, run.start(), run.end(), self.letters)
                self.starts.append(run.start())
                self.runs.append((run.start(), run.end() - run.start(), role))
                if role in ("right", "either"):
                    self.last_closer = run.start()

    def find(self, src: str, pos: int, before: str) -> tuple[Literal["em", "strong"], int] | None:
        """The emphasis that begins at a position, and where it ends; None where none does.

        before: the character before, or "" where no plain text stands before.
        Source: marked 15.0.12, emStrong.
        """
        opener = _RUN[self.mark].match(src, pos)
        assert opener is not None
        start, length = opener.end(), opener.end() - pos
        after = src[start : start + 1]
        if self.last_closer < start or not after or _kind(after) == SPACE:
            return None
        if not _may_open(self.mark, before, after, self.letters):
            return None
        orphan = _ORPHAN[self.mark].match(self.masked, start)
        first = bisect_left(self.starts, orphan.end() if orphan else start)
        found = self._pair(length, first)
        if found is None:
            return None
        width, end = found
        return "em" if min(length, width) % 2 else "strong", end

    def _pair(self, length: int, first: int) -> tuple[int, int] | None:
        """How many marks close so many opening ones, and where the last of them ends."""
        total, middle = length, 0
        for start, width, role in self.runs[first : first + _REACH]:
            if role == "left":
                total += width
            elif role == "either" and length % 3 and not (length + width) % 3:
                middle += width
            elif role != "none":
                total -= width
                if total <= 0:
                    width = min(width, width + total + middle)
                    return width, start + width
        return None


def _may_open(mark: str, before: str, after: str, letters: bool) -> bool:
    punctuation = _side(after, letters) == PUNCTUATION
    # marked 15 sees half of a character beyond U+FFFF before the mark, which is no letter.
    if mark == "_" and not punctuation and before.isalnum() and before <= "\uffff":
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
