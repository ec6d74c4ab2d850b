"""Finds the covers that front matter names, with the place of every URL."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import yaml

from inkpost.localize.htmlscan import HtmlScanner
from inkpost.site.pictures import COVER_KEYS

PICTURE_KEYS = frozenset({*COVER_KEYS, "og_img", "photos", "photo"})
"""The keys of front matter that name pictures."""
_LINE = re.compile(
    r"""^[ \t]*(?:-[ \t]+)?(?:[\w-]+[ \t]*:[ \t]+)?(["']?)((?:https?:|//)[^\s"'#,\]}]+)\1[ \t]*$""",
    re.MULTILINE | re.IGNORECASE,
)


def find_covers(raw: str, *, is_json: bool = False) -> list[tuple[int, int, str]]:
    """Start, end and value of every cover that the front matter names; raw: without its fences."""
    text = "{" + raw.replace("\t", " ") + "}" if is_json else raw.replace("\t", " ")
    shift = 1 if is_json else 0
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return list(_find_by_line(raw))
    found = [] if node is None else list(_from_mapping(node, text))
    return [(start - shift, end - shift, value) for start, end, value in found]


def _from_mapping(node: yaml.Node, text: str) -> Iterator[tuple[int, int, str]]:
    if not isinstance(node, yaml.MappingNode):
        return
    for key, value in node.value:
        if isinstance(key, yaml.ScalarNode) and key.value in PICTURE_KEYS:
            yield from _from_value(value, text)


def _from_value(node: yaml.Node, text: str) -> Iterator[tuple[int, int, str]]:
    if isinstance(node, yaml.ScalarNode):
        span = _scalar_span(node, text)
        if span:
            yield from _from_scalar(*span, str(node.value), text)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from _from_value(item, text)


def _scalar_span(node: yaml.ScalarNode, text: str) -> tuple[int, int] | None:
    """Where the characters of a one-line scalar stand, without its quotes."""
    start, end = node.start_mark.index, node.end_mark.index
    if node.style in ('"', "'"):
        start = text.index(node.style, start) + 1
        end -= 1
    elif node.style in ("|", ">"):
        return None
    else:
        end = start + len(text[start:end].rstrip())
        if text[start:end] != node.value:
            return None
    return None if "\n" in text[start:end] else (start, end)


def _from_scalar(start: int, end: int, value: str, text: str) -> Iterator[tuple[int, int, str]]:
    written = text[start:end]
    if "<img" in value.lower():
        for event in HtmlScanner().scan(written):
            if event.kind == "image":
                yield start + event.start, start + event.end, unescape(event.url)
    elif value.strip():
        lead = len(written) - len(written.lstrip())
        yield start + lead, start + lead + len(written.strip()), value.strip()


def _find_by_line(raw: str) -> Iterator[tuple[int, int, str]]:
    """The covers of front matter that only Hexo's tolerance reads: one URL a line."""
    key = ""
    at = 0
    for line in raw.splitlines(keepends=True):
        name = re.match(r"([\w-]+)[ \t]*:", line)
        key = name[1] if name else key
        match = _LINE.match(line.rstrip("\n"))
        if match and key in PICTURE_KEYS:
            yield at + match.start(2), at + match.end(2), match[2]
        at += len(line)
