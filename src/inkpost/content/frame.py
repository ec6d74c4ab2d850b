"""HTML of an author's own that would reach beyond the document, into the page around it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.htmlscan import Token, iter_tags

_BLOCKS = frozenset((
    "address", "article", "aside", "blockquote", "center", "details", "dialog", "dir", "div", "dl",
    "fieldset", "figcaption", "figure", "footer", "form", "header", "main", "nav", "ol", "pre",
    "section", "summary", "table", "ul",
))  # fmt: skip
# Browsers open these again in every block that follows.
_MARKS = frozenset((
    "a", "b", "big", "button", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "s", "small",
    "span", "strike", "strong", "sub", "sup", "tt", "u",
))  # fmt: skip
# What stands in these is no text of the page, up to their end.
_SWALLOWING = frozenset((
    "iframe", "noscript", "object", "script", "select", "style", "template", "textarea", "title",
    "video", "audio", "xmp",
))  # fmt: skip
_FOREIGN = frozenset(("svg", "math"))
_CODE = re.compile(
    r"^[ \t>]*(?P<fence>`{3,}|~{3,})[^\n]*\n.*?(?:^[ \t>]*(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL,
)
_CLOSED = ("-->", "--!>")
_COMMENT = "!--"


def keep_in_frame(
    html: str, body: str, *, file: str, first_line: int
) -> tuple[str, tuple[Diagnostic, ...]]:
    """The HTML with everything closed that it opens, and without ends of blocks that it does not
    open; a warning on each.

    body: the source, whose first line is the file's `first_line`.
    """
    scan = _scan(html)
    if not scan.open and not scan.strays:
        return html, ()
    source = _scan(_without_code(body))
    found = [
        _told(
            f'"<{name}>" is not closed; it ends with the document here',
            "close the comment" if name == _COMMENT else f'write "</{name}>" where it ends',
            _line(body, source.open, name),
            file,
            first_line,
        )
        for name, _ in scan.open
    ]
    found += [
        _told(
            f'"</{token.name}>" closes nothing; it is left out here',
            f'remove it, or write "<{token.name}>" where it begins',
            _line(body, [(each.name, each.start) for each in source.strays], token.name),
            file,
            first_line,
        )
        for token in scan.strays
    ]
    out, position = [], 0
    for token in scan.strays:
        out.append(html[position : token.start])
        position = token.end
    ends = ("-->" if name == _COMMENT else f"</{name}>" for name, _ in reversed(scan.open))
    return "".join((*out, html[position:], *ends)), tuple(dict.fromkeys(found))


@dataclass(slots=True)
class _Scan:
    """open: name and offset of what is never closed; strays: ends of what is not open."""

    open: list[tuple[str, int]] = field(default_factory=list)
    strays: list[Token] = field(default_factory=list)


def _scan(html: str) -> _Scan:
    scan = _Scan()
    blocks: list[tuple[str, int]] = []
    marks: list[tuple[str, int]] = []
    foreign = 0
    for token in iter_tags(html):
        name = token.name
        if token.kind == "comment":
            if not html.startswith(("<!-->", "<!--->"), token.start) and not html.endswith(
                _CLOSED, token.start, token.end
            ):
                marks.append((_COMMENT, token.start))
        elif name in _FOREIGN:
            whole = html.endswith("/>", token.start, token.end)
            foreign = max(
                0, foreign + (token.kind == "start" and not whole) - (token.kind == "end")
            )
        elif foreign:
            continue
        elif name in _BLOCKS or name in _SWALLOWING:
            if token.kind == "start":
                blocks.append((name, token.start))
            elif name in {each for each, _ in blocks}:
                while blocks.pop()[0] != name:
                    pass
            elif name in _BLOCKS:
                scan.strays.append(token)
        elif name in _MARKS:
            if token.kind == "start":
                marks.append((name, token.start))
            else:
                _take_last(marks, name)
    rest = html.rfind("<!--")
    if rest > html.rfind(">"):
        marks.append((_COMMENT, rest))
    scan.open = sorted((*blocks, *marks), key=lambda each: each[1])
    return scan


def _take_last(marks: list[tuple[str, int]], name: str) -> None:
    for place in range(len(marks) - 1, -1, -1):
        if marks[place][0] == name:
            del marks[place]
            return


def _without_code(body: str) -> str:
    """The source with code blanked, each character and line where it was."""
    return _CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), body)


def _line(body: str, places: list[tuple[str, int]], name: str) -> tuple[int, int]:
    """0-based line and column of what is meant in the source, or of the first of its kind."""
    at = next((offset for each, offset in places if each == name), -1)
    if at < 0:
        at = max(body.lower().find(f"<{name}"), 0)
    line = body.count("\n", 0, at)
    return line, at - (body.rfind("\n", 0, at) + 1)


def _told(
    message: str, hint: str, place: tuple[int, int], file: str, first_line: int
) -> Diagnostic:
    line, column = place
    span = Span(path=file, line=first_line + line, column=column + 1)
    return warning("unclosed-html", message, span=span, hint=hint)
