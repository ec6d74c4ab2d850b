"""Hides from the Markdown parser what tags keep for themselves: raw text, code, diagrams."""

from __future__ import annotations

import re

# Tags whose body is no Markdown.
_VERBATIM = (
    "raw|verbatim|codeblock|code|pre|math|mathjax|katex|mermaid|plantuml|graphviz|echarts|chart"
)
_OPENER = re.compile(r"\{%-?\s*(" + _VERBATIM + r")\b(?:[^%]|%(?!\})){0,2000}%\}")
_LONE_TAG = re.compile(r"[ ]*\{%-?\s*(\w+)\b(?:[^%]|%(?!\})){0,2000}%\}[ \t]*")
_FENCE = re.compile(r"(?:[ \t]*(?:>|[-*+]|\d+[.)])){0,6}[ \t]*(`{3,}|~{3,})(.*)")
_TICKS = re.compile(r"`+")


def mask_verbatim(text: str) -> str:
    """The text with the bodies of verbatim tags blanked out, of the same length and lines."""
    if "{%" not in text:
        return text
    parts: list[str] = []
    unclosed: set[str] = set()
    done = at = 0
    while match := _next_opener(text, at):
        closer = None
        if match[1] not in unclosed:
            closer = re.compile(rf"\{{%-?\s*end{match[1]}\s*-?%\}}").search(text, match.end())
        if closer is None:
            unclosed.add(match[1])
            at = match.end()
            continue
        parts.append(text[done : match.start()])
        parts.append(re.sub(r"[^\n]", "x", text[match.start() : closer.end()]))
        done = at = closer.end()
    parts.append(text[done:])
    return "".join(parts)


def outdent_bodies(lines: list[str]) -> dict[int, int]:
    """Move the bodies of block tags to the left as far as their tags stand, in place.

    Every line keeps its length: what is taken from its start is put at its end. Returns how far
    lines were moved, by their index. Source: hexo 8.1.2, strip-indent of tag bodies.
    """
    moved: dict[int, int] = {}
    for first, last in _tag_bodies(lines):
        margin = _indent(lines[first - 1])
        body = [number for number in range(first, last) if lines[number].strip()]
        by = min((_indent(lines[number]) for number in body), default=0) - margin
        for number in body if by > 0 else ():
            lines[number] = lines[number][by:] + " " * by
            moved[number] = moved.get(number, 0) + by
    return moved


def _tag_bodies(lines: list[str]) -> list[tuple[int, int]]:
    """First and last line, exclusive, between tags that stand alone on theirs, outer ones first."""
    found: list[tuple[int, int]] = []
    opened: list[tuple[str, int]] = []
    for number, line in enumerate(lines):
        match = _LONE_TAG.fullmatch(line) if "{%" in line else None
        if match is None:
            continue
        if not match[1].startswith("end"):
            opened.append((match[1], number))
            continue
        names = [name for name, _ in opened]
        if match[1][3:] in names:
            start = len(names) - 1 - names[::-1].index(match[1][3:])
            found.append((opened[start][1] + 1, number))
            del opened[start:]
    return sorted(found)


def _indent(line: str) -> int:
    """The number of spaces that a line begins with."""
    return len(line) - len(line.lstrip(" "))


def _next_opener(text: str, at: int) -> re.Match[str] | None:
    """The next opening tag that stands in no code."""
    while True:
        found = _OPENER.search(text, at)
        if found is None:
            return None
        code = _code_around(text, at, found.start())
        if not code:
            return found
        at = code


def _code_around(text: str, begin: int, position: int) -> int:
    """The end of the code that holds a position, or 0; scanning starts outside of code."""
    at = begin
    while at <= position:
        line_end = text.find("\n", at)
        line_end = len(text) if line_end < 0 else line_end
        fence = _FENCE.match(text, at, line_end) if at == 0 or text[at - 1] == "\n" else None
        if fence and not (fence[1][0] == "`" and "`" in fence[2]):
            end = _fence_end(text, fence[1], line_end + 1)
            if end > position:
                return end
            at = end
            continue
        if at <= position <= line_end:
            return _span_around(text, at, line_end, position)
        at = line_end + 1
    return 0


def _fence_end(text: str, marks: str, at: int) -> int:
    closing = rf"^(?:[ \t]*>){{0,6}}[ \t]*{re.escape(marks)}{marks[0]}*[ \t]*$"
    found = re.compile(closing, re.MULTILINE).search(text, at)
    return found.end() if found else len(text)


def _span_around(text: str, at: int, line_end: int, position: int) -> int:
    """The end of the code span of one line that holds a position, or 0."""
    while ticks := _TICKS.search(text, at, position):
        closing = re.compile(rf"(?<!`){ticks[0]}(?!`)").search(text, ticks.end(), line_end)
        if closing and closing.end() > position:
            return closing.end()
        at = closing.end() if closing else ticks.end()
    return 0
