"""Running text as marked 15 reads it: a left-to-right lexer whose quirks reach published pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markdown_it.common.utils import normalizeReference
from markdown_it.rules_inline.autolink import AUTOLINK_RE, EMAIL_RE
from markdown_it.token import Token

from inkpost.hexo.marked_emphasis import Runs
from inkpost.hexo.marked_mask import Extra, mask
from inkpost.hexo.marked_patterns import (
    ASCII_MARKS,
    BARE,
    HTML_TAG,
    read_code,
    read_deletion,
    read_label,
    read_link,
    read_name,
)
from inkpost.hexo.marked_text import render_text, trim_url

_RAW_START = re.compile(r"<(?:pre|code|kbd|script)[\s>]", re.IGNORECASE)
_RAW_END = re.compile(r"</(?:pre|code|kbd|script)[\s>]", re.IGNORECASE)
_LINK_START = re.compile(r"<a ", re.IGNORECASE)
_LINK_END = re.compile(r"</a>", re.IGNORECASE)
_MARKS = re.compile(r"[`~]+")
_TICKS = re.compile(r"`+")
_SPACED_BREAK = re.compile(r"(?: {2,}|\\)\n(?!\s*\Z)")
_ANY_BREAK = re.compile(r"(?: *|\\)\n(?!\s*\Z)")
# Deeper than emphasis in emphasis is ever meant.
_DEEPEST = 64
# What may stand before the "@" of a mail address.
_MAIL = "[" + re.escape("".join(sorted(ASCII_MARKS - set('"(),:;<>@[\\]')))) + "a-zA-Z0-9]"


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedOptions:
    """The keys of `marked:` that decide how running text is read."""

    gfm: bool = True
    breaks: bool = True
    pedantic: bool = False
    autolink: bool = True
    smartypants: bool = True
    quotes: str = "“”‘’"


@dataclass(slots=True)
class LexerState:
    """What marked carries from one paragraph of a document to the next."""

    in_link: bool = False
    in_raw: bool = False
    depth: int = 0
    references: Mapping[str, Any] = field(default_factory=dict)


class MarkedInline:
    """Reads running text into tokens under one set of options."""

    def __init__(self, options: MarkedOptions, extra: Extra | None = None) -> None:
        self.options = options
        self.extra = extra
        gfm = options.gfm and not options.pedantic
        self.gfm = gfm
        self.line_end = " *\n" if gfm and options.breaks else " {2,}\n"
        self.break_ = _ANY_BREAK if gfm and options.breaks else _SPACED_BREAK
        stops = r"[\\<!\[`*~_]|https?://|ftp://|www\.|" if gfm else r"[\\<!\[`*_]|"
        if extra:
            stops = r"\$|" + stops
        self.stop = re.compile(stops + self.line_end)
        self.stop_mail = re.compile(
            rf"{stops}{self.line_end}|(?<!{_MAIL})(?={_MAIL}+@)" if gfm else stops + self.line_end
        )
        self.at_stop = re.compile(f"{self.line_end}|{_MAIL}+@" if gfm else self.line_end)

    def read(self, src: str, state: LexerState) -> list[Token]:
        """The tokens of one run of text.

        Besides markdown-it's own types, `marked_text` holds finished HTML of plain text.
        """
        if state.depth > _DEEPEST:
            return [Token("marked_text", "", 0, content=escape_text(src))]
        state.depth += 1
        tokens = _Run(self, src, state).run()
        state.depth -= 1
        return tokens


class _Run:
    """One pass over one string; emphasis and links start a pass of their own."""

    def __init__(self, rules: MarkedInline, src: str, state: LexerState) -> None:
        self.rules = rules
        self.src = src
        self.state = state
        self.out: list[Token] = []
        self.masked: str | None = None
        self.runs: dict[str, Runs] = {}
        self.last_paren: int | None = None
        # The last character of the text before, or "" where something else stands before.
        self.before = ""

    def run(self) -> list[Token]:
        src, end, pos = self.src, len(self.src), 0
        while pos < end:
            before, self.before = self.before, ""
            char = src[pos]
            handler = _HANDLERS.get(char)
            step = 0
            if self.rules.extra and char in "$\\":
                step = self.own(pos)
            if not step and handler:
                step = handler(self, pos, before)
            if not step and char in " \\\n":
                step = self.line_break(pos)
            if not step and char == "~" and self.rules.gfm:
                step = self.deletion(pos)
            if not step and self.rules.gfm and not self.state.in_link:
                step = self.url(pos)
            pos += step or self.text(pos, before)
        return self.out

    def push(self, kind: str, content: str = "", tag: str = "", nesting: Any = 0) -> Token:
        """Add a token."""
        token = Token(kind, tag, nesting, content=content)
        self.out.append(token)
        return token

    def own(self, pos: int) -> int:
        extra = self.rules.extra
        found = extra(self.src, pos) if extra else None
        if not found:
            return 0
        self.out.append(found[0])
        return found[1] - pos

    def escape(self, pos: int, _before: str) -> int:
        char = self.src[pos + 1 : pos + 2]
        if char not in ASCII_MARKS:
            return 0
        self.push("marked_text", escape_text(char))
        return 2

    def angle(self, pos: int, _before: str) -> int:
        match = HTML_TAG.match(self.src, pos)
        if match:
            tag, state = match[0], self.state
            if not state.in_link and _LINK_START.match(tag):
                state.in_link = True
            elif state.in_link and _LINK_END.match(tag):
                state.in_link = False
            if not state.in_raw and _RAW_START.match(tag):
                state.in_raw = True
            elif state.in_raw and _RAW_END.match(tag):
                state.in_raw = False
            self.push("html_inline", tag)
            return len(tag)
        close = self.src.find(">", pos)
        inner = self.src[pos + 1 : close] if close > 0 else ""
        if AUTOLINK_RE.match(inner):
            self.bare_link(inner, "")
        elif EMAIL_RE.match(inner):
            self.bare_link(inner, "mailto:")
        else:
            return 0
        return len(inner) + 2

    def bare_link(self, text: str, prefix: str) -> None:
        self.push("link_open", tag="a", nesting=1).attrs = {"href": prefix + text}
        self.push("marked_text", escape_text(text))
        self.push("link_close", tag="a", nesting=-1)

    def bracket(self, pos: int, _before: str) -> int:
        return self.link(pos) or self.reference(pos)

    def link(self, pos: int) -> int:
        if self.last_paren is None:
            self.last_paren = self.src.rfind(")")
        picture = self.src[pos] == "!"
        found = read_link(self.src, pos + picture) if self.last_paren > pos else None
        if not found:
            return 0
        self.emit_link(picture, found.label, found.href.strip(), found.title)
        return found.end - pos

    def reference(self, pos: int) -> int:
        src, picture = self.src, self.src[pos] == "!"
        start = pos + picture
        close = read_label(src, start)
        name = read_name(src, close + 1) if close > 0 else None
        label = src[start + 1 : close]
        if name is None:
            name = read_name(src, start)
            if name is None:
                return 0
            label = name[0]
            if src.startswith("[]", name[1]):
                name = name[0], name[1] + 2
        found = self.state.references.get(normalizeReference(name[0]))
        if not found:
            self.push("marked_text", src[pos])
            return 1
        self.emit_link(picture, label, found["href"], found.get("title") or "")
        return name[1] - pos

    def emit_link(self, picture: bool, label: str, href: str, title: str) -> None:
        label = re.sub(r"\\([\[\]])", r"\1", label)
        attrs: dict[str, str | int | float] = {"src" if picture else "href": href}
        if title:
            attrs["title"] = title
        self.state.in_link = True
        inner = self.rules.read(label, self.state)
        self.state.in_link = False
        if picture:
            token = self.push("image", label, "img")
            token.attrs, token.children = attrs, []
            return
        self.push("link_open", tag="a", nesting=1).attrs = attrs
        self.out.extend(inner)
        self.push("link_close", tag="a", nesting=-1)

    def emphasis(self, pos: int, before: str) -> int:
        mark = self.src[pos]
        runs = self.runs.get(mark)
        if runs is None:
            if self.masked is None:
                self.masked = mask(self.src, self.state.references, self.rules.extra)
            runs = self.runs[mark] = Runs(self.masked, mark, gfm=self.rules.gfm)
        found = runs.find(self.src, pos, before)
        if not found:
            return 0
        kind, end = found
        width = 1 if kind == "em" else 2
        self.wrap(kind, self.src[pos + width : end - width], self.src[pos] * width)
        return end - pos

    def wrap(self, kind: str, inner: str, markup: str) -> None:
        tag = "del" if kind == "s" else kind
        self.push(kind + "_open", tag=tag, nesting=1).markup = markup
        self.out.extend(self.rules.read(inner, self.state))
        self.push(kind + "_close", tag=tag, nesting=-1).markup = markup

    def code(self, pos: int, _before: str) -> int:
        found = read_code(self.src, pos)
        if not found:
            return 0
        text = found[0].replace("\n", " ")
        if text.strip(" ") and text[0] == " " and text[-1] == " ":
            text = text[1:-1]
        self.push("code_inline", text, "code").markup = "`"
        return found[1] - pos

    def line_break(self, pos: int) -> int:
        match = self.rules.break_.match(self.src, pos)
        if not match:
            return 0
        self.push("hardbreak", tag="br")
        return len(match[0])

    def deletion(self, pos: int) -> int:
        found = read_deletion(self.src, pos)
        if not found:
            return 0
        self.wrap("s", found[0], self.src[pos : pos + (found[1] - pos - len(found[0])) // 2])
        return found[1] - pos

    def url(self, pos: int) -> int:
        if not self.rules.options.autolink:
            return 0
        match = BARE.match(self.src, pos)
        if not match:
            return 0
        if match["start"] is None:
            self.bare_link(match[0], "mailto:")
            return len(match[0])
        text = trim_url(match[0])
        self.bare_link(text, "http://" if match["start"] == "www." else "")
        return len(text)

    def text(self, pos: int, before: str) -> int:
        src, rules, options = self.src, self.rules, self.rules.options
        ticks = (_MARKS if rules.gfm else _TICKS).match(src, pos)
        start = ticks.end() if ticks else pos + 1
        if rules.at_stop.match(src, start):
            end = start
        else:
            stop = (rules.stop_mail if "@" in src else rules.stop).search(src, start)
            end = stop.start() if stop else len(src)
        text = src[pos:end]
        raw = self.state.in_raw or (rules.gfm and BARE.match(src, pos) is not None)
        smart = options.quotes if options.smartypants and not raw else ""
        self.push("marked_text", escape_text(text) if raw else render_text(text, smart))
        self.before = before if text[-1] == "_" else text[-1]
        return len(text)


_Handler = Callable[[_Run, int, str], int]
_HANDLERS: dict[str, _Handler] = {
    "\\": _Run.escape,
    "<": _Run.angle,
    "[": _Run.bracket,
    "*": _Run.emphasis,
    "_": _Run.emphasis,
    "`": _Run.code,
}


def _picture(run: _Run, pos: int, before: str) -> int:
    return run.bracket(pos, before) if run.src.startswith("[", pos + 1) else 0


_HANDLERS["!"] = _picture

_TO_ESCAPE = re.compile(r"""[<>"']|&(?!(?:#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)""")
_ESCAPES = {"<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "&": "&amp;"}


def escape_text(text: str) -> str:
    """Text with five characters as entities; entities that are there already are kept."""
    return _TO_ESCAPE.sub(lambda match: _ESCAPES[match[0]], text)
