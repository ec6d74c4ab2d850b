"""Parses Markdown as the site does and keeps the place of every picture, link and piece of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference
from markdown_it.helpers import parseLinkDestination
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token

from inkpost.localize.htmlscan import image_argument

_FOUND = "found"
_TAG = re.compile(r"\{%-?\s*(\w+)(?:[^%]|%(?!\})){0,2000}%\}")


@dataclass(frozen=True, slots=True)
class Mark:
    """Something found in the content of an inline token, by offsets within it.

    open: the start of a link, with its own end in `stop`. label: the reference that gives the
    URL, or "" where the URL stands at start to end.
    """

    kind: Literal["image", "wiki", "tag", "html", "link"]
    begin: int
    start: int
    end: int
    url: str = ""
    label: str = ""
    stop: int = 0


def parse_marks(text: str) -> tuple[list[Token], dict[str, object]]:
    """The blocks of a text; `meta["found"]` of an inline token lists its marks in order."""
    env: dict[str, object] = {}
    return _parser().parse(text, env), env


@cache
def _parser() -> MarkdownIt:
    from inkpost.content.markdown import MarkdownRules, make_parser  # lazy: reads tables

    md = make_parser(MarkdownRules())
    # Inline notes and the notes' place at the end say nothing of pictures, but move them.
    md.disable(["footnote_inline", "footnote_tail"], ignoreInvalid=True)
    md.normalizeLink = str  # type: ignore[method-assign,assignment]  # URLs as they were written
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # what is refused is reported
    _wrap(md, "image", _record_image)
    _wrap(md, "link", _record_link)
    _wrap(md, "html_inline", _record_html)
    _wrap(md, "wiki", _record_wiki)
    md.inline.ruler.before("escape", "hexo_tag", _hexo_tag)
    md.core.ruler.after("inline", "keep_marks", _keep_marks)
    return md


def _wrap(
    md: MarkdownIt, name: str, record: Callable[[StateInline, int, list[Token]], Mark | None]
) -> None:
    """Make a rule of the parser note what it takes."""
    rule = next(item.fn for item in md.inline.ruler.__rules__ if item.name == name)

    def recording(state: StateInline, silent: bool) -> bool:
        begin = state.pos
        if silent:
            return rule(state, True)
        place, count = len(_marks(state)), len(state.tokens)
        if not rule(state, False):
            return False
        mark = record(state, begin, state.tokens[count:])
        if mark:
            _marks(state).insert(place, mark)
        return True

    md.inline.ruler.at(name, recording)


def _marks(state: StateInline) -> list[Mark]:
    found: dict[int, list[Mark]] = state.env.setdefault(_FOUND, {})
    return found.setdefault(id(state.tokens), [])


def _keep_marks(state: StateCore) -> None:
    """Give every inline token its marks; those of alternative texts have no token and go."""
    found = state.env.pop(_FOUND, {})
    for token in state.tokens:
        if token.type == "inline":
            token.meta = {**token.meta, _FOUND: found.get(id(token.children), [])}


def _record_image(state: StateInline, begin: int, pushed: list[Token]) -> Mark | None:
    token = next(token for token in pushed if token.type == "image")
    return _destination(state, begin, "image", str(token.attrs["src"]))


def _record_link(state: StateInline, begin: int, pushed: list[Token]) -> Mark | None:
    token = next(token for token in pushed if token.type == "link_open")
    return _destination(state, begin, "link", str(token.attrs["href"]))


def _destination(
    state: StateInline, begin: int, kind: Literal["image", "link"], url: str
) -> Mark | None:
    """The place of the URL, or the reference, of a picture or link that the parser has taken."""
    src, stop = state.src, state.pos
    bracket = begin + (kind == "image")
    state.pos = begin
    label_end = state.md.helpers.parseLinkLabel(state, bracket, kind == "link")
    state.pos = stop
    if label_end < 0:
        return None
    if src[label_end + 1 : label_end + 2] == "(" and src[stop - 1] == ")":
        span = _find_url(src, label_end + 2, stop, url)
        return Mark(kind, begin, *span, url, stop=stop) if span else None
    label = src[label_end + 2 : stop - 1] if stop > label_end + 1 else ""
    label = label or src[bracket + 1 : label_end]
    return Mark(kind, begin, 0, 0, label=normalizeReference(label), stop=stop)


def _find_url(src: str, at: int, stop: int, url: str) -> tuple[int, int] | None:
    """Where the URL stands in the brackets behind a label; it may hold raw spaces."""
    while src[at] in " \t\n":
        at += 1
    found = parseLinkDestination(src, at, stop)
    if found.ok and found.str == url:
        return (at + 1, found.pos - 1) if src[at] == "<" else (at, found.pos)
    start = src.find(url, at, stop)
    return None if start < 0 or not url else (start, start + len(url))


def _record_html(state: StateInline, begin: int, _: list[Token]) -> Mark:
    return Mark("html", begin, begin, state.pos)


def _record_wiki(state: StateInline, begin: int, _: list[Token]) -> Mark | None:
    stop = state.pos
    if state.src[begin] != "!":
        return None
    inner = state.src[begin + 3 : stop - 2].split("|")[0]
    start = begin + 3 + len(inner) - len(inner.lstrip())
    return Mark("wiki", begin, start, start + len(inner.strip()), inner.strip(), stop=stop)


def _hexo_tag(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "{":
        return False
    match = _TAG.match(state.src, state.pos, state.posMax)
    if not match:
        return False
    if not silent:
        if match[1] in ("img", "image"):
            for start, end in image_argument(match[0], state.pos):
                _marks(state).append(Mark("tag", state.pos, start, end, state.src[start:end]))
        state.pending += match[0]
    state.pos = match.end()
    return True
