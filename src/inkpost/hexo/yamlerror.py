"""What is wrong with a YAML text, in the words of someone who writes a blog."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import yaml

_QUOTE_VALUE: Final = "put the value in quotes"
_KEY: Final = re.compile(r"(?P<lead>\s*(?:- +)*)(?P<key>[^\s:#'\"\[\]{}][^:#]*?)\s*:(?P<rest>.*)")
_GLUED: Final = re.compile(r"\s*(?P<key>[A-Za-z_][\w-]*):(?P<value>\S.*)")
_WIDE: Final = re.compile(r"\s*(?P<key>[A-Za-z_][\w-]*)：")
_RESERVED: Final = {"@": "@", "`": "`", "%": "%", "\t": "a tab"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A fault. line, column: 0-based, in the text that was read."""

    line: int
    column: int
    message: str
    hint: str | None = None


def explain(error: yaml.YAMLError, text: str) -> Problem:
    """The fault behind an error of the parser, with its likeliest cause and cure."""
    lines = text.split("\n")
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return _explain_character(error, text)
    line, column = _inside(lines, mark.line, mark.column)
    if "nesting depth" in str(getattr(error, "problem", "")):
        message = "values are nested too deep"
        return Problem(line=line, column=column, message=message, hint="keep fewer levels")
    context = getattr(error, "context_mark", None)
    start = _inside(lines, context.line, context.column) if context is not None else None
    return (
        _explain_open(error, lines, start)
        or _explain_line(lines, line, column)
        or _explain_line_before(lines, line)
        or _explain_rest(error, lines, line, column)
    )


def _inside(lines: list[str], line: int, column: int) -> tuple[int, int]:
    """The parser reports the end of the text one line too far: its last written line instead."""
    while line > 0 and (line >= len(lines) or (line == len(lines) - 1 and not lines[line].strip())):
        line -= 1
        column = len(lines[line])
    return line, column


def _explain_character(error: yaml.YAMLError, text: str) -> Problem:
    position = getattr(error, "position", 0)
    before = text[:position]
    character = text[position : position + 1]
    found = f"U+{ord(character):04X}" if character else "a character"
    return Problem(
        line=before.count("\n"),
        column=position - (before.rfind("\n") + 1),
        message=f"the text holds {found}, which YAML does not allow",
        hint="remove the invisible character",
    )


def _explain_open(
    error: yaml.YAMLError, lines: list[str], start: tuple[int, int] | None
) -> Problem | None:
    """Brackets and quotes that are never closed: told where they open."""
    if start is None:
        return None
    context = str(getattr(error, "context", "") or "")
    line, column = start
    character = lines[line][column : column + 1] if line < len(lines) else ""
    for kind, name, close in (("sequence", "[", "]"), ("mapping", "{", "}")):
        if f"flow {kind}" in context and character == name:
            return Problem(
                line=line,
                column=column,
                message=f'the bracket "{name}" is not closed',
                hint=f'close it with "{close}", or put the value in quotes if it is text',
            )
    if "quoted scalar" in context and character in ("'", '"'):
        if "escape" in str(getattr(error, "problem", "")):
            return Problem(
                line=line,
                column=column,
                message="a backslash inside double quotes starts no known escape",
                hint="use single quotes, or double the backslash",
            )
        return Problem(
            line=line,
            column=column,
            message=f"the quote {character} is not closed",
            hint=f"close it with {character}, and double a {character} that is part of the text"
            if character == "'"
            else f'close it with {character}, and write \\" for one that is part of the text',
        )
    return None


def _explain_line(lines: list[str], line: int, column: int) -> Problem | None:
    """Mistakes that the line itself shows."""
    text = lines[line] if line < len(lines) else ""
    wide = _WIDE.match(text)
    if wide:
        return _wide_colon(line, wide)
    match = _KEY.match(text)
    if match is None:
        return _explain_item(text, line) or _explain_no_key(text, line)
    rest = match["rest"]
    value = rest.strip()
    at = len(match[0]) - len(rest.lstrip()) if value else len(match[0])
    if value and not rest[0].isspace() and column <= match.end("key") + 1:
        return _glued(text, line)
    return _explain_value(value, line, at, column)


def _explain_item(text: str, line: int) -> Problem | None:
    match = re.match(r"\s*(?:- +)+", text)
    if match is None:
        return None
    return _explain_value(text[match.end() :].strip(), line, match.end(), len(text))


def _explain_value(value: str, line: int, at: int, column: int) -> Problem | None:
    if not value:
        return None
    first = value[0]
    if first in _RESERVED:
        return Problem(
            line=line,
            column=at,
            message=f'a value cannot start with "{_RESERVED[first]}" unless it is quoted',
            hint=_QUOTE_VALUE,
        )
    if first in "&*!|>":
        return Problem(
            line=line,
            column=at,
            message=f'a value that starts with "{first}" has a meaning of its own in YAML',
            hint=_QUOTE_VALUE,
        )
    if first in "\"'":
        return Problem(
            line=line,
            column=max(column, at),
            message="text follows the closing quote",
            hint="quote the whole value, and double a ' or write \\\" inside it",
        )
    if first in "[{":
        return Problem(
            line=line,
            column=max(column, at),
            message="text follows the closing bracket",
            hint="quote the whole value if it is text",
        )
    colon = re.search(r":(?=\s|$)", value)
    if colon:
        return Problem(
            line=line,
            column=at + colon.start(),
            message='a value holds ": " and is not quoted',
            hint=_QUOTE_VALUE,
        )
    return None


def _explain_no_key(text: str, line: int) -> Problem | None:
    stripped = text.strip()
    glued = _GLUED.match(text)
    if glued:
        return _glued(text, line)
    if not stripped or stripped[0] in "\"'[{}]|>#?":
        return None
    first = stripped[0]
    if first in _RESERVED or first in "&*!":
        return Problem(
            line=line,
            column=len(text) - len(text.lstrip()),
            message=f'a line cannot start with "{first}"',
            hint='write "key: value", with text in quotes',
        )
    if stripped.startswith("-"):
        return None
    return Problem(
        line=line,
        column=len(text) - len(text.lstrip()),
        message='the line is no "key: value"',
        hint="indent it to continue the value above, or give it a key",
    )


def _explain_line_before(lines: list[str], line: int) -> Problem | None:
    """A parser often stops a line late: at the first key after a line that is none."""
    for number in range(line - 1, -1, -1):
        text = lines[number]
        wide = _WIDE.match(text)
        if wide:
            return _wide_colon(number, wide)
        match = _KEY.match(text)
        if match and (not match["rest"] or match["rest"][0].isspace()):
            return None
        if _GLUED.match(text):
            return _glued(text, number)
        if text.strip() and not text.lstrip().startswith(("-", "#")):
            return _explain_no_key(text, number)
    return None


def _wide_colon(line: int, match: re.Match[str]) -> Problem:
    return Problem(
        line=line,
        column=match.end() - 1,
        message='a full-width colon "：" stands after a key',
        hint=f'write "{match["key"]}: " with a colon of half width and a space',
    )


def _glued(text: str, line: int) -> Problem:
    return Problem(
        line=line,
        column=text.index(":"),
        message="the colon after a key is not followed by a space",
        hint='write "key: value" with a space after the colon',
    )


def _explain_rest(error: yaml.YAMLError, lines: list[str], line: int, column: int) -> Problem:
    problem = str(getattr(error, "problem", "") or "")
    if "tab" in problem or "\\t" in problem:
        return Problem(
            line=line, column=column, message="a tab stands in the indentation", hint="use spaces"
        )
    if "alias" in problem:
        return Problem(
            line=line, column=column, message="an alias names no anchor", hint=_QUOTE_VALUE
        )
    if "expected a single document" in str(error) or "another document" in problem:
        return Problem(
            line=line,
            column=column,
            message='a second document starts here, after "---" or "..."',
            hint="remove the line",
        )
    text = lines[line] if line < len(lines) else ""
    if line and re.match(r"\s*(?:-|[^\s:#]+:)(?:\s|$)", text):
        return Problem(
            line=line,
            column=len(text) - len(text.lstrip()),
            message="the indentation of the line does not match the lines above it",
            hint="align it with the keys or items that it belongs to, with spaces",
        )
    return Problem(
        line=line,
        column=column,
        message="the line does not fit the lines above it",
        hint="check its indentation, and put values with special characters in quotes",
    )
