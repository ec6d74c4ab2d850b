"""How far links, code and the like reach in running text, as marked 15 reads them.

Each function is given a text and the position where something may begin.
"""

from __future__ import annotations

import re
from itertools import islice
from string import punctuation
from typing import NamedTuple

ASCII_MARKS = frozenset(punctuation)
_TICKS = re.compile("`+")
_TILDES = re.compile("~+")
_BLANK = re.compile(r"[ \t]*(?:\n[ \t]*)?")
_CLOSE = re.compile(r"\s*\)")
_UNBROKEN = re.compile(r"[^ \t\n\x00-\x1f]*")
_QUOTED = {
    '"': re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL),
    "'": re.compile(r"'((?:[^'\\]|\\.)*)'", re.DOTALL),
    "(": re.compile(r"\(((?:[^)\\]|\\.)*)\)", re.DOTALL),
}
_ANGLED = re.compile(r"<((?:[^\n<>\\]|\\.)+)>")
_INNER_BRACKETS = re.compile(r"\[(?:[^\[\]\\]|\\.)*\]", re.DOTALL)
_NAME = re.compile(r"\[(?!\s*\])((?:[^\[\]\\]|\\.)+)\]", re.DOTALL)
_WORD_MARK = re.compile(r"\\([^\w\s]|_)")
BARE = re.compile(
    r"(?P<start>(?:ftp|https?)://|www\.)[a-z0-9-][^\s<]*"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]*[a-z0-9])+(?![-_])",
    re.IGNORECASE | re.ASCII,
)
_ATTRIBUTE = (
    r"\s+[a-zA-Z:_][a-zA-Z0-9_.:-]*"
    r"(?:\s*=\s*\"[^\"]*\"|\s*=\s*'[^']*'|\s*=\s*[^\s\"'=<>`]+)?"
)
HTML_TAG = re.compile(
    r"<!--(?:-?>|[\s\S]*?-->)|</[a-zA-Z][a-zA-Z0-9_:-]*\s*>"
    rf"|<[a-zA-Z][a-zA-Z0-9_-]*(?:{_ATTRIBUTE})*?\s*/?>"
    r"|<\?[\s\S]*?\?>|<![a-zA-Z]+\s[\s\S]*?>|<!\[CDATA\[[\s\S]*?\]\]>"
)
"""HTML in running text; names may have `_`, unlike in CommonMark."""
HTML_LINE = re.compile(
    rf" {{0,3}}(?:<(?!script|pre|style|textarea)[a-z][a-z0-9_-]*(?:{_ATTRIBUTE})*? */?>"
    r"|</(?!script|pre|style|textarea)[a-z][a-z0-9_-]*\s*>)[ \t]*\Z",
    re.IGNORECASE,
)
"""A line of one tag, which begins a block of HTML."""
# More tildes than stand in any deletion; keeps text full of them from costing its square.
_REACH = 200
# Deeper than any URL; keeps text full of brackets from costing its square.
_DEEPEST = 64


class Link(NamedTuple):
    """A link or picture that is written out. end: the position behind it."""

    label: str
    href: str
    title: str
    end: int


def without_escapes(text: str) -> str:
    """Text whose backslashes before punctuation are gone."""
    return _WORD_MARK.sub(r"\1", text) if "\\" in text else text


def read_code(src: str, pos: int) -> tuple[str, int] | None:
    """What stands between backticks, and the position behind them."""
    opening = _TICKS.match(src, pos)
    if opening is None:
        return None
    for run in _TICKS.finditer(src, opening.end()):
        if len(run[0]) == len(opening[0]):
            return src[opening.end() : run.start()], run.end()
    return None


def read_deletion(src: str, pos: int) -> tuple[str, int] | None:
    """What stands between one tilde or two on each side, and the position behind them."""
    opening = _TILDES.match(src, pos)
    if opening is None or len(opening[0]) > 2:
        return None
    start, width = opening.end(), len(opening[0])
    if not src[start : start + 1].strip():
        return None
    for run in islice(_TILDES.finditer(src, start), _REACH):
        if len(run[0]) != width or src[run.start() - 1].isspace():
            continue
        if not _is_escaped(src, run.start()):
            return src[start : run.start()], run.end()
    return None


def _is_escaped(src: str, pos: int) -> bool:
    count = 0
    while count < pos and src[pos - count - 1] == "\\":
        count += 1
    return count % 2 == 1


def read_label(src: str, pos: int) -> int:
    """The position of the bracket that closes the one at pos, or -1.

    Brackets may stand in brackets once; code is passed over as a whole.
    """
    at = pos + 1
    while at < len(src):
        char = src[at]
        if char == "]":
            return at
        if char == "\\":
            at += 2
        elif char == "`":
            at = src.find("`", at + 1) + 1
            if not at:
                return -1
        elif char == "[":
            inner = _INNER_BRACKETS.match(src, at)
            if inner is None:
                return -1
            at = inner.end()
        else:
            at += 1
    return -1


def read_name(src: str, pos: int) -> tuple[str, int] | None:
    """The name in the brackets at pos, and the position behind them."""
    match = _NAME.match(src, pos)
    return (match[1], match.end()) if match else None


def read_link(src: str, pos: int) -> Link | None:
    """The link whose label opens at pos."""
    close = read_label(src, pos)
    if close < 0 or not src.startswith("(", close + 1):
        return None
    label = src[pos + 1 : close]
    start = close + 2
    while start < len(src) and src[start].isspace():
        start += 1
    angled = _ANGLED.match(src, start)
    if angled:
        tail = _read_tail(src, angled.end())
        if tail is None:
            return None
        return Link(label, without_escapes(angled[1]), without_escapes(tail[0]), tail[1])
    if src.startswith("<", start):
        return None
    return _read_plain(src, label, start)


def _read_plain(src: str, label: str, start: int) -> Link | None:
    """A link whose URL is written without angle brackets: it is as long as it can be."""
    run = _UNBROKEN.match(src, start)
    assert run is not None
    for end in range(run.end(), start - 1, -1):
        if end < run.end() and src[end] not in ")\"'(":
            continue
        tail = _read_tail(src, end)
        if tail is None:
            continue
        href = src[start:end]
        unopened = _unopened(href)
        if unopened == -2:
            return None
        if unopened >= 0:
            cut = start + unopened
            return Link(label, without_escapes(src[start:cut]), "", cut + 1)
        return Link(label, without_escapes(href), without_escapes(tail[0]), tail[1])
    return None


def _read_tail(src: str, pos: int) -> tuple[str, int] | None:
    """The title behind a URL, "" for none, and the position behind the closing bracket."""
    blank = _BLANK.match(src, pos)
    at = blank.end() if blank else pos
    quoted = _QUOTED.get(src[at : at + 1])
    title = quoted.match(src, at) if quoted else None
    if title:
        close = _CLOSE.match(src, title.end())
        if close:
            return title[1], close.end()
    close = _CLOSE.match(src, pos)
    return ("", close.end()) if close else None


def _unopened(text: str) -> int:
    """Where a `)` stands that nothing opened; -1 for none, -2 where a `(` stays open."""
    if ")" not in text:
        return -1
    depth = pos = 0
    while pos < len(text):
        char = text[pos]
        if char == "\\":
            pos += 1
        elif char == "(":
            depth += 1
            if depth > _DEEPEST:
                return -2
        elif char == ")":
            depth -= 1
            if depth < 0:
                return pos
        pos += 1
    return -2 if depth > 0 else -1
