"""Escaping and stripping of HTML exactly as hexo-util does it."""

from __future__ import annotations

import re

_ESCAPES = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
    "`": "&#96;",
    "/": "&#x2F;",
    "=": "&#x3D;",
}
_UNESCAPES = {entity: char for char, entity in _ESCAPES.items()}
# An ampersand that already begins an entity is left alone.
_TO_ESCAPE = re.compile(r"""[<>"'`/=]|&(?!(?:#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)""", re.ASCII)
_ENTITY = re.compile("|".join(_UNESCAPES))

_TEXT, _TAG, _COMMENT = 0, 1, 2


def escape_html(text: str) -> str:
    """Text with eight characters as entities; entities that are there already are kept.

    Source: hexo-util 4.0 escapeHTML.
    """
    return _TO_ESCAPE.sub(lambda match: _ESCAPES[match[0]], text)


def unescape_html(text: str) -> str:
    """Text with the eight entities of `escape_html` as characters; all others stay.

    Source: hexo-util 4.0 unescapeHTML.
    """
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: _UNESCAPES[match[0]], text)


def strip_html(html: str) -> str:
    """HTML without its tags and comments; entities stay, an unclosed tag swallows the rest.

    Source: hexo-util 4.0 stripHTML.
    """
    if "<" not in html:
        return html
    return _Stripper(html).run()


class _Stripper:
    """The states of hexo-util's scanner, one character at a time."""

    def __init__(self, html: str) -> None:
        self.html = html
        self.state = _TEXT
        self.depth = 0
        self.quote = ""
        # Position of the `<` that opened the tag, or -1.
        self.opened = -1
        self.text_start = 0
        self.out: list[str] = []

    def run(self) -> str:
        html = self.html
        for index, char in enumerate(html):
            if self.state == _TEXT:
                if char == "<":
                    self.out.append(html[self.text_start : index])
                    self.state, self.opened = _TAG, index
            elif self.state == _TAG:
                self._in_tag(index, char)
            elif char == ">":
                if html[index - 2 : index] == "--":
                    self.state, self.text_start = _TEXT, index + 1
                self.opened = -1
        if self.state == _TEXT:
            self.out.append(html[self.text_start :])
        return "".join(self.out)

    def _in_tag(self, index: int, char: str) -> None:
        if char in "<>" and not self.quote:
            self._bracket(index, char)
        elif char in "\"'":
            self.quote = "" if char == self.quote else self.quote or char
        elif char == "-" and index - self.opened == 3:
            if self.html[self.opened + 1 : index] == "!-":
                self.state = _COMMENT
        elif char in " \n" and index - self.opened == 1:
            # Hexo 8.1: a line break after "<" turns into a space.
            self.out.append("< ")
            self.state, self.opened, self.text_start = _TEXT, -1, index + 1

    def _bracket(self, index: int, char: str) -> None:
        if char == "<":
            self.depth += 1
        elif self.depth:
            self.depth -= 1
        else:
            self.state, self.opened, self.text_start = _TEXT, -1, index + 1
