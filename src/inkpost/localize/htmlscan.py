"""Finds the images of HTML, with the place of every URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Literal

_MARKUP = re.compile(
    r"<!--(?:>|->|[\s\S]*?(?:-->|\Z))|<!\[CDATA\[[\s\S]*?\]\]>|<[!?][^>]*>|<(/?)([A-Za-z][^\s/>]*)"
)
_NAME = re.compile(r"[\s/]*(?:(>)|([^\s/>][^\s/>=]*))")
_VALUE = re.compile(r"""\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>][^\s>]*)|(?=>))""")
_HEXO_TAG = re.compile(r"\{%-?\s*(?:img|image)\s(?:[^%]|%(?!\})){0,2000}%\}")
_COMMENT_OR_CODE = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<(pre|code|script|style|textarea)\b[\s\S]*?(?:</\1|\Z)",
    re.IGNORECASE,
)
_CANDIDATE = re.compile(r"[\s,]*([^\s,]\S*)")
_URL_ATTRIBUTES = ("src", "data-src", "data-original", "data-lazy-src")
_SET_ATTRIBUTES = ("srcset", "data-srcset")
# What a browser takes as text up to the closing tag; the last two are an author's code.
_OPAQUE = frozenset(
    {"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"}
)
_CODE = frozenset({"pre", "code"})


@dataclass(frozen=True, slots=True)
class HtmlEvent:
    """One thing met in HTML.

    kind: "image" or "srcset" for a URL of an image, "open" and "close" for a link, whose target
    is the URL, and for code, whose name is in `name`. start, end: the URL within the scanned text.
    """

    kind: Literal["image", "srcset", "open", "close"]
    name: str
    start: int = 0
    end: int = 0
    url: str = ""


@dataclass(slots=True)
class HtmlScanner:
    """Scans pieces of HTML in the order of the document and remembers what is still open."""

    opaque: str = field(default="")

    def scan(self, html: str) -> Iterator[HtmlEvent]:
        """The images, links and code of a piece."""
        at = 0
        while True:
            if self.opaque:
                close = re.compile(rf"</{self.opaque}(?=[\s/>]|\Z)", re.IGNORECASE).search(html, at)
                if not close:
                    return
                at, self.opaque = close.start(), ""
            match = _MARKUP.search(html, at)
            if not match:
                return
            at = match.end()
            if match[2]:
                attributes, end = _read_attributes(html, at)
                at = max(at, end)
                if end:
                    yield from self._read_tag(match, attributes)

    def _read_tag(
        self, match: re.Match[str], attributes: dict[str, tuple[int, int]]
    ) -> Iterator[HtmlEvent]:
        name = match[2].lower()
        if match[1]:
            if name == "a" or name in _CODE:
                yield HtmlEvent("close", name)
            return
        if name in _OPAQUE:
            self.opaque = name
        elif name in _CODE:
            yield HtmlEvent("open", name)
        elif name == "a":
            start, end = attributes.get("href", (0, 0))
            yield HtmlEvent("open", name, start, end, unescape(match.string[start:end]))
        elif name in ("img", "source"):
            yield from _read_image(name, attributes, match.string)


def _read_attributes(html: str, at: int) -> tuple[dict[str, tuple[int, int]], int]:
    """The attributes of a tag with the places of their values, and where the tag ends.

    The end is 0 where the tag is not closed.
    """
    found: dict[str, tuple[int, int]] = {}
    while match := _NAME.match(html, at):
        at = match.end()
        if match[1]:
            return found, at
        value = _VALUE.match(html, at)
        if not value:
            continue
        at = value.end()
        if value.lastindex:
            found.setdefault(match[2].lower(), value.span(value.lastindex))
    return found, 0


def _read_image(
    name: str, attributes: dict[str, tuple[int, int]], html: str
) -> Iterator[HtmlEvent]:
    for key, (start, end) in attributes.items():
        value = html[start:end]
        if key in _URL_ATTRIBUTES and name == "img":
            text = value.strip(" \t\n\f\r")
            if text:
                start += value.index(text)
                yield HtmlEvent("image", name, start, start + len(text), unescape(text))
        elif key in _SET_ATTRIBUTES:
            for a, b in split_srcset(value):
                yield HtmlEvent("srcset", name, start + a, start + b, unescape(value[a:b]))


def split_srcset(value: str) -> list[tuple[int, int]]:
    """Where the URLs stand in the value of a `srcset`."""
    found = []
    at = 0
    while match := _CANDIDATE.match(value, at):
        start, end = match.span(1)
        at = end
        if value[end - 1] == ",":
            end -= len(match[1]) - len(match[1].rstrip(","))
        else:
            depth = 0
            while at < len(value) and (value[at] != "," or depth):
                depth += {"(": 1, ")": -1}.get(value[at], 0)
                at += 1
        found.append((start, end))
    return found


def blank_code(html: str) -> str:
    """HTML of the same length without what stands in comments and code."""
    return _COMMENT_OR_CODE.sub(lambda match: " " * len(match[0]), html)


def find_hexo_images(text: str) -> Iterator[tuple[int, int]]:
    """Where the URLs of `{% img %}` tags stand in a text."""
    for match in _HEXO_TAG.finditer(text):
        yield from image_argument(match[0], match.start())


def image_argument(tag: str, offset: int = 0) -> Iterator[tuple[int, int]]:
    """Where the URL of one `{% img %}` tag stands: the first argument that is no class name."""
    body = re.compile(r"\{%-?\s*\w+\s").match(tag)
    if body is None:
        return
    for item in re.compile(r"""["']?([^\s"']+)["']?""").finditer(tag, body.end(), len(tag) - 2):
        if re.match(r"[A-Za-z][\w+.-]*:|https?%3A|[./]|\S*\.\w{2,5}(?:$|[?#])", item[1]):
            yield offset + item.start(1), offset + item.end(1)
            return
