"""The head of one tag call `{% name arguments %}` and the body of a block."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inkpost.hexo.jstext import trim

# Nunjucks sees white space and delimiters only here: an ideographic space belongs to a word.
_SPACE = " \n\t\r\xa0"
_DELIMITERS = "()[]{}%*-+~/#,:|.<>=!"
_STRING = re.compile(r"""(["'])((?:\\.|(?!\1)[^\\\n])*)\1""", re.DOTALL)
_WORD = re.compile(rf"[^{re.escape(_SPACE + _DELIMITERS)}]+")
_NEWLINE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)

_OPEN = re.compile(r"\{%(?P<strip>-?)[ \t\r\n\xa0]*(?P<name>[^\W\d]\w*(?:-\w+)*)(?![\w-])")
_CLOSE = re.compile(r"-?%\}")
_STOP = re.compile(r"\{%|\n[ \t]*\n")
_INDENT = re.compile(r"^[ \t]*(?=\S)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TagHead:
    """One `{% … %}`. start, end: offsets in the text; arguments: as written, stripped.

    strip_before, strip_after: it carries the mark `-` on that side.
    """

    name: str
    arguments: str
    start: int
    end: int
    strip_before: bool
    strip_after: bool


def split_args(raw: str) -> tuple[str, ...]:
    """The arguments of a tag call, split at white space outside quotes, quotes dropped.

    A quote opens a string only after white space or a delimiter; one that is never closed is an
    ordinary character. Source: Hexo 8.1.2 extend/tag, with nunjucks 3.2's tokens.
    """
    args: list[str] = []
    # Empty between two arguments, and after an empty string, which makes none.
    current = ""
    position = 0
    while position < len(raw):
        char = raw[position]
        if char in _SPACE:
            if current:
                args.append(trim(current))
            current, position = "", position + 1
            continue
        string = _STRING.match(raw, position)
        if string:
            current += _ESCAPE.sub(lambda m: _NEWLINE_ESCAPES.get(m[1], m[1]), string[2])
            position = string.end()
            continue
        word = _WORD.match(raw, position) if char not in "\"'" else None
        end = word.end() if word else position + 1
        current += raw[position:end]
        position = end
    if current:
        args.append(trim(current))
    return tuple(args)


def read_tag(text: str, start: int) -> TagHead | None:
    """The tag call that begins at an offset, or None where `{%` begins none.

    A call may go over lines, but not over a blank one.
    """
    opening = _OPEN.match(text, start)
    if opening is None:
        return None
    close = _find_close(text, opening.end())
    if close is None:
        return None
    return TagHead(
        name=opening["name"],
        arguments=text[opening.end() : close.start()].strip(_SPACE),
        start=start,
        end=close.end(),
        strip_before=bool(opening["strip"]),
        strip_after=close[0].startswith("-"),
    )


def block_body(text: str, opening: TagHead, closing: TagHead) -> tuple[str, int]:
    """What stands between two tags, without common indentation and outer line breaks.

    Second: the offset in the text where the body's first line begins.
    Source: Hexo 8.1.2 extend/tag, trimBody.
    """
    body = text[opening.end : closing.start]
    offset = opening.end
    if opening.strip_after:
        offset += len(body) - len(body.lstrip())
        body = body.lstrip()
    if closing.strip_before:
        body = body.rstrip()
    body = strip_indent(body)
    if body.startswith("\n"):
        body, offset = body[1:], offset + 1
    return body.removesuffix("\n"), offset


def strip_indent(text: str) -> str:
    """Text without the indentation that all its lines share. Source: strip-indent 3.0."""
    indents = [len(match[0]) for match in _INDENT.finditer(text)]
    width = min(indents, default=0)
    return re.sub(rf"^[ \t]{{{width}}}", "", text, flags=re.MULTILINE) if width else text


def _find_close(text: str, start: int) -> re.Match[str] | None:
    """The end of a tag call: first with strings respected, then without."""
    stop = _STOP.search(text, start)
    limit = stop.start() if stop else len(text)
    position = start
    while position < limit:
        close = _CLOSE.match(text, position)
        if close:
            return close
        string = _STRING.match(text, position) if text[position - 1] in _BOUNDARY else None
        position = string.end() if string else position + 1
    return _CLOSE.search(text, start, limit)


_BOUNDARY = _SPACE + _DELIMITERS
