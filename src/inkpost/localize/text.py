"""A post's text that can be parsed with plain line ends and edited with its own."""

from __future__ import annotations

import re
from bisect import bisect_right

_LINE_END = re.compile(r"\r\n?|\n")
_BOM = "\ufeff"


class PostText:
    """A post's text and where each of its characters stands.

    original: the text as it is. normal: the same without a byte order mark and with "\\n" for
    every line end, fit for parsing; the two have the same lines. lines: those of `normal`.
    """

    def __init__(self, original: str) -> None:
        self.original = original
        begin = len(_BOM) if original.startswith(_BOM) else 0
        starts, ends = [begin], []
        for match in _LINE_END.finditer(original, begin):
            ends.append(match.start())
            starts.append(match.end())
        ends.append(len(original))
        self.lines = [original[a:b] for a, b in zip(starts, ends, strict=True)]
        self.normal = "\n".join(self.lines)
        self._starts = starts
        self._normal_starts = [0]
        for line in self.lines[:-1]:
            self._normal_starts.append(self._normal_starts[-1] + len(line) + 1)

    def place_of(self, position: int) -> tuple[int, int]:
        """Line and column, 0-based, of an offset in `normal`."""
        line = bisect_right(self._normal_starts, position) - 1
        return line, position - self._normal_starts[line]

    def to_offset(self, line: int, column: int) -> int:
        """The offset in `original` of a line and column, 0-based."""
        return self._starts[line] + column


def decode(data: bytes) -> str:
    """A post's bytes as text; bytes that are no UTF-8 survive the way back."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes of a text that `decode` gave."""
    return text.encode("utf-8", "surrogateescape")
