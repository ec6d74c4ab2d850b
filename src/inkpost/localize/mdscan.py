"""Parses Markdown as the site does and keeps the place of every picture, link and piece of HTML."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin

from inkpost.content.md_cjk import cjk_plugin
from inkpost.content.md_extras import extras_plugin
from inkpost.localize.htmlscan import image_argument

InlineRule = Callable[[StateInline, bool], bool]

_FOUND = "found"
_TAG = re.compile(r"\{%-?\s*(\w+)(?:[^%]|%(?!\}))*%\}")
_LOOSE_END = re.compile(
    r"""(?P<url>\S.*?)
    (?P<title>\s+(?:"[^"\n]*"|'[^'\n]*'))?
    (?P<size>\s+=(?:\d+%?(?:x\d*%?)?|x\d+%?))?
    (?P<after>\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*""",
    re.VERBOSE,
)
_REMOTE_START = re.compile(r"(?:https?|file|ftp)(?::|%3A)|//|data:image/", re.IGNORECASE)


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
    md = MarkdownIt("commonmark", {"html": True})
    md.enable(["table", "strikethrough"])
    cjk_plugin(md, cjk=True)
    md.use(footnote_plugin, inline=False, move_to_end=False)
    md.use(deflist_plugin)
    extras_plugin(md)
    from inkpost.content.mathrule import math_plugin

    math_plugin(md)
    md.validateLink = lambda url: True  # type: ignore[method-assign]  # what is refused is reported
    _wrap(md, "image", _record_image)
    _wrap(md, "link", _record_link)
    _wrap(md, "html_inline", _record_html)
    _wrap(md, "wiki", _record_wiki)
    md.inline.ruler.after("image", "loose_image", _loose_image)
    md.inline.ruler.before("escape", "hexo_tag", _hexo_tag)
    md.core.ruler.after("inline", "keep_marks", _keep_marks)
    return md


def _wrap(
    md: MarkdownIt, name: str, record: Callable[[StateInline, int, int], Mark | None]
) -> None:
    """Make a rule of the parser note what it takes."""
    rule = next(item.fn for item in md.inline.ruler.__rules__ if item.name == name)

    def recording(state: StateInline, silent: bool) -> bool:
        begin = state.pos
        place = len(_marks(state)) if not silent else 0
        if not rule(state, silent):
            return False
        if not silent:
            mark = record(state, begin, state.pos)
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


def _record_image(state: StateInline, begin: int, stop: int) -> Mark | None:
    return _destination(state, begin, stop, "image", begin + 1)


def _record_link(state: StateInline, begin: int, stop: int) -> Mark | None:
    return _destination(state, begin, stop, "link", begin)


def _destination(
    state: StateInline, begin: int, stop: int, kind: Literal["image", "link"], bracket: int
) -> Mark | None:
    """The URL, or the reference, of a picture or link that the parser has taken."""
    src, position = state.src, state.pos
    label_end = state.md.helpers.parseLinkLabel(state, bracket, kind == "link")
    state.pos = position
    if label_end < 0:
        return None
    if src[label_end + 1 : label_end + 2] == "(" and src[stop - 1] == ")":
        at = label_end + 2
        while src[at] in " \t\n":
            at += 1
        found = state.md.helpers.parseLinkDestination(src, at, stop)
        if not found.ok:
            return None
        start, end = (at + 1, found.pos - 1) if src[at] == "<" else (at, found.pos)
        return Mark(kind, begin, start, end, found.str, stop=stop)
    label = src[label_end + 2 : stop - 1] if stop > label_end + 1 else ""
    label = label or src[bracket + 1 : label_end]
    return Mark(kind, begin, 0, 0, label=normalizeReference(label), stop=stop)


def _record_html(state: StateInline, begin: int, stop: int) -> Mark:
    return Mark("html", begin, begin, stop)


def _record_wiki(state: StateInline, begin: int, stop: int) -> Mark | None:
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


def _loose_image(state: StateInline, silent: bool) -> bool:
    """A picture whose URL holds spaces or is followed by a size: Typora and others write them."""
    src, begin = state.src, state.pos
    if not src.startswith("![", begin):
        return False
    label_end = state.md.helpers.parseLinkLabel(state, begin + 1, False)
    if label_end < 0 or src[label_end + 1 : label_end + 2] != "(":
        return False
    found = loose_destination(src, label_end + 2, state.posMax)
    if found is None:
        return False
    start, end, stop = found
    if not silent:
        token = state.push("image", "img", 0)
        token.attrs = {"src": src[start:end], "alt": ""}
        token.content = src[begin + 2 : label_end]
        token.children = []
        url = unescapeAll(src[start:end])
        _marks(state).append(Mark("image", begin, start, end, url, stop=stop))
    state.pos = stop
    return True


def loose_destination(src: str, at: int, limit: int) -> tuple[int, int, int] | None:
    """Start and end of a URL that CommonMark does not take, and the end of its picture."""
    while at < limit and src[at] in " \t":
        at += 1
    if not _REMOTE_START.match(src, at + (src[at : at + 1] == "<"), limit):
        return None
    line_end = src.find("\n", at, limit)
    stop = _closing_bracket(src, at, limit if line_end < 0 else line_end)
    if stop is None:
        return None
    match = _LOOSE_END.fullmatch(src, at, stop)
    if match is None:
        return None
    start, end = match.span("url")
    if src[start] == "<" and src[end - 1] == ">":
        start, end = start + 1, end - 1
    return start, end, stop + 1


def _closing_bracket(src: str, at: int, limit: int) -> int | None:
    depth = 0
    while at < limit:
        char = src[at]
        if char == "\\":
            at += 1
        elif char == "(":
            depth += 1
        elif char == ")":
            if not depth:
                return at
            depth -= 1
        at += 1
    return None
