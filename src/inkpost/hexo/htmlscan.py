"""Reading and editing HTML in place: what is not edited keeps every byte."""

from __future__ import annotations

import html as stdlib_html
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "source",
        "track",
        "wbr",
        "param",
    ]
)
# Elements whose content holds no tags.
_RAW_TEXT = frozenset(
    ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]
)
# A quote delimits only behind "="; elsewhere it is an ordinary character.
_TOKEN = re.compile(
    r"<(?:"
    r"(?P<comment>!--(?:-?>|.*?(?:--!?>|\Z)))"
    r"|(?P<start>[a-zA-Z][^\s/>]*+)(?:[^>=]++|=\s*+(?:\"[^\"]*+\"|'[^']*+')?+)*+>"
    r"|/(?P<end>[a-zA-Z][^\s/>]*+)[^>]*+>"
    r"|[!?/][^>]*+>"
    r")",
    re.DOTALL,
)
_NAME = re.compile(r"<[a-zA-Z][^\s/>]*")
_ATTRIBUTE = re.compile(
    r"[\s/]*(?P<name>=?[^\s/>=]+)(?P<rest>\s*=\s*(?:\"(?P<dq>[^\"]*)\"|'(?P<sq>[^']*)'"
    r"|(?P<bare>[^\s>]*)))?"
)
_ENTITY = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]*;)")


class Token(NamedTuple):
    """One tag or comment. name: lower case, "" for comments; start, end: offsets."""

    kind: Literal["start", "end", "comment"]
    name: str
    start: int
    end: int


class Attribute(NamedTuple):
    """One attribute of a start tag. value: decoded; start, end: offsets in the tag's source,
    the white space before it not counted."""

    name: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class StartTag:
    """One start tag for an edit. name: lower case; source: as written."""

    name: str
    source: str

    def get(self, name: str) -> str | None:
        """The decoded value of an attribute, "" without a value, None where it is absent."""
        return get_attribute(self.source, name)

    def with_attribute(self, name: str, value: str) -> StartTag:
        """The tag with an attribute set."""
        return StartTag(self.name, set_attribute(self.source, name, value))

    def without_attribute(self, name: str) -> StartTag:
        """The tag without an attribute."""
        return StartTag(self.name, remove_attribute(self.source, name))


def iter_tags(html: str) -> Iterator[Token]:
    """All tags and comments in order; what stands in scripts, styles and the like is skipped."""
    position = 0
    # Behind the last ">" no tag can end; looking for one there would take quadratic time.
    limit = html.rfind(">") + 1
    while match := _TOKEN.search(html, position, limit):
        position = match.end()
        if match["start"]:
            name = match["start"].lower()
            yield Token("start", name, match.start(), match.end())
            if name in _RAW_TEXT:
                position = _raw_text_end(html, name, position)
        elif match["end"]:
            yield Token("end", match["end"].lower(), match.start(), match.end())
        elif match["comment"]:
            yield Token("comment", "", match.start(), match.end())


def map_start_tags(
    html: str, names: Collection[str], edit: Callable[[StartTag], str | None]
) -> str:
    """HTML with the start tags of some elements rewritten; None from edit keeps the tag."""
    out: list[str] = []
    position = 0
    for token in iter_tags(html):
        if token.kind != "start" or token.name not in names:
            continue
        source = html[token.start : token.end]
        new = edit(StartTag(token.name, source))
        if new is not None and new != source:
            out += (html[position : token.start], new)
            position = token.end
    return "".join((*out, html[position:])) if out else html


def attributes(source: str) -> Iterator[Attribute]:
    """The attributes of a start tag's source, in order; a repeated one comes again."""
    opening = _NAME.match(source)
    position = opening.end() if opening else 0
    while match := _ATTRIBUTE.match(source, position):
        position = match.end()
        value = match["dq"] or match["sq"] or match["bare"] or ""
        yield Attribute(match["name"].lower(), unescape(value), match.start("name"), position)


def get_attribute(source: str, name: str) -> str | None:
    """The decoded value of a start tag's attribute, "" without a value, None where it is absent."""
    found = _find(source, name)
    return found.value if found else None


def set_attribute(source: str, name: str, value: str) -> str:
    """A start tag's source with an attribute set; all other bytes stay."""
    written = f'{name}="{escape_attribute(value)}"'
    found = _find(source, name)
    if found:
        kept = source[found.start : found.start + len(name)]
        written = f'{kept}="{escape_attribute(value)}"'
        return source[: found.start] + written + source[found.end :]
    if not source.endswith(">"):
        return f"{source} {written}"
    cut = len(source[:-1].removesuffix("/").rstrip())
    return f"{source[:cut]} {written}{source[cut:]}"


def remove_attribute(source: str, name: str) -> str:
    """A start tag's source without an attribute and the white space before it."""
    while found := _find(source, name):
        source = source[: found.start].rstrip() + source[found.end :]
    return source


def escape_attribute(value: str) -> str:
    """Text for a double-quoted attribute."""
    return value.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")


def unescape(text: str) -> str:
    """Text with every entity that ends in a semicolon, and every numeric one, decoded."""
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda match: stdlib_html.unescape(match[0]), text)


def _find(source: str, name: str) -> Attribute | None:
    for item in _attributes(source):
        if item.name == name:
            return item
    return None


@lru_cache(maxsize=16)  # a tag may hold a whole picture
def _attributes(source: str) -> tuple[Attribute, ...]:
    # A tag that is edited is asked for one attribute after the other.
    return tuple(attributes(source))


def _raw_text_end(html: str, name: str, position: int) -> int:
    end = re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE).search(html, position)
    return end.start() if end else len(html)
