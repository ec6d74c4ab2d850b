"""Running text as marked 15 reads it: a left-to-right lexer whose quirks reach published pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markdown_it.common.html_re import HTML_TAG_RE
from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from inkpost.hexo.marked_emphasis import find_emphasis
from inkpost.hexo.marked_text import render_text, trim_url

Extra = Callable[[str, int], "tuple[Token, int] | None"]
"""Tries to read a construct of ours at a position; gives its token and where it ends."""


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
    references: Mapping[str, Any] = field(default_factory=dict)


_PUNCTUATION = r"""!"#$%&'()*+,\-./:;<=>?@\[\]\\^_`{|}~"""
_ESCAPE = re.compile(rf"\\([{_PUNCTUATION}])")
_CODE = re.compile(r"(`+)([^`]|[^`].*?[^`])\1(?!`)", re.DOTALL)
_LABEL = r"((?:\[(?:\\.|[^\[\]\\])*\]|\\.|`[^`]*`|[^\[\]\\`])*?)"
_TITLE = r"""("(?:\\"?|[^"\\])*"|'(?:\\'?|[^'\\])*'|\((?:\\\)?|[^)\\])*\))"""
_TARGET = r"(<(?:\\.|[^\n<>\\])+>|[^ \t\n\x00-\x1f]*)"
_LINK = re.compile(rf"!?\[{_LABEL}\]\(\s*{_TARGET}(?:[ \t]*(?:\n[ \t]*)?{_TITLE})?\s*\)", re.DOTALL)
_NAME = r"((?!\s*\])(?:\\.|[^\[\]\\])+)"
_REFERENCE = re.compile(rf"!?\[{_LABEL}\]\[{_NAME}\]", re.DOTALL)
_SHORT_REFERENCE = re.compile(rf"!?\[{_NAME}\](?:\[\])?", re.DOTALL)
_DEL = re.compile(r"(~~?)(?=[^\s~])((?:\\.|[^\\])*?(?:\\.|[^\s~\\]))\1(?!~)", re.DOTALL)
_HARD_BREAK = re.compile(r"(?: {2,}|\\)\n(?!\s*\Z)")
_ANY_BREAK = re.compile(r"(?: *|\\)\n(?!\s*\Z)")
_MAIL = r"[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]"
_MAIL_END = (
    r"[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?"
    r"(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+(?![-_])"
)
_AUTOLINK = re.compile(
    rf"<(?:([a-zA-Z][a-zA-Z0-9+.-]{{1,31}}:[^\s\x00-\x1f<>]*)|({_MAIL}+@{_MAIL_END}))>"
)
_URL = re.compile(
    r"((?:ftp|https?)://|www\.)(?:[a-z0-9-]+\.?)+[^\s<]*"
    r"|[a-z0-9._+-]+@[a-z0-9_-]+(?:\.[a-z0-9_-]*[a-z0-9])+(?![-_])",
    re.IGNORECASE | re.ASCII,
)
_RAW_START = re.compile(r"<(?:pre|code|kbd|script)[\s>]", re.IGNORECASE)
_RAW_END = re.compile(r"</(?:pre|code|kbd|script)[\s>]", re.IGNORECASE)
_LINK_START = re.compile(r"<a ", re.IGNORECASE)
_LINK_END = re.compile(r"</a>", re.IGNORECASE)
_SPACES = re.compile(r"\s+")
_TICKS = re.compile(r"[`~]+")
_FIRST_TICKS = re.compile(r"`+")
_UNESCAPE = re.compile(r"\\([^\w\s]|_)")


class MarkedInline:
    """Reads running text into tokens under one set of options."""

    def __init__(self, options: MarkedOptions, extra: Extra | None = None) -> None:
        self.options = options
        self.extra = extra
        gfm = options.gfm and not options.pedantic
        self.gfm = gfm
        self.line_end = " *\n" if gfm and options.breaks else " {2,}\n"
        self.break_ = _ANY_BREAK if gfm and options.breaks else _HARD_BREAK
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
        return _Run(self, src, state).run()


class _Run:
    """One pass over one string; emphasis and links start a pass of their own."""

    def __init__(self, rules: MarkedInline, src: str, state: LexerState) -> None:
        self.rules = rules
        self.src = src
        self.state = state
        self.out: list[Token] = []
        self.masked: str | None = None
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
        match = _ESCAPE.match(self.src, pos)
        if not match:
            return 0
        self.push("marked_text", escape_text(match[1]))
        return 2

    def angle(self, pos: int, _before: str) -> int:
        match = HTML_TAG_RE.match(self.src[pos:])
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
        match = _AUTOLINK.match(self.src, pos)
        if not match:
            return 0
        self.bare_link(match[1] or match[2], "" if match[1] else "mailto:")
        return len(match[0])

    def bare_link(self, text: str, prefix: str) -> None:
        self.push("link_open", tag="a", nesting=1).attrs = {"href": prefix + text}
        self.push("marked_text", escape_text(text))
        self.push("link_close", tag="a", nesting=-1)

    def bracket(self, pos: int, _before: str) -> int:
        return self.link(pos) or self.reference(pos)

    def link(self, pos: int) -> int:
        match = _LINK.match(self.src, pos)
        if not match:
            return 0
        target, title, length = match[2], match[3] or "", len(match[0])
        bare = target.strip()
        if bare.startswith("<"):
            inner = bare[1:-1]
            if not bare.endswith(">") or (len(inner) - len(inner.rstrip("\\"))) % 2:
                return 0
            target = inner
        else:
            close = _closing_paren(target)
            if close == -2:
                return 0
            if close >= 0:
                length = match.start(2) - pos + close + 1
                target, title = target[:close], ""
        self.emit_link(
            self.src[pos] == "!",
            match[1],
            _UNESCAPE.sub(r"\1", target.strip()),
            _UNESCAPE.sub(r"\1", title[1:-1]),
        )
        return length

    def reference(self, pos: int) -> int:
        match = _REFERENCE.match(self.src, pos) or _SHORT_REFERENCE.match(self.src, pos)
        if not match:
            return 0
        name = match[2] if match.re is _REFERENCE else match[1]
        found = self.state.references.get(normalizeReference(name))
        if not found:
            self.push("marked_text", self.src[pos])
            return 1
        self.emit_link(self.src[pos] == "!", match[1], found["href"], found.get("title") or "")
        return len(match[0])

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
        if self.masked is None:
            self.masked = mask(self.src, self.state.references, self.rules.extra)
        found = find_emphasis(self.src, self.masked, pos, before, gfm=self.rules.gfm)
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
        match = _CODE.match(self.src, pos)
        if not match:
            return 0
        text = match[2].replace("\n", " ")
        if text.strip() and text[0] == " " and text[-1] == " ":
            text = text[1:-1]
        self.push("code_inline", text, "code").markup = match[1]
        return len(match[0])

    def line_break(self, pos: int) -> int:
        match = self.rules.break_.match(self.src, pos)
        if not match:
            return 0
        self.push("hardbreak", tag="br")
        return len(match[0])

    def deletion(self, pos: int) -> int:
        match = _DEL.match(self.src, pos)
        if not match:
            return 0
        self.wrap("s", match[2], match[1])
        return len(match[0])

    def url(self, pos: int) -> int:
        if not self.rules.options.autolink:
            return 0
        match = _URL.match(self.src, pos)
        if not match:
            return 0
        if match[1] is None:
            self.bare_link(match[0], "mailto:")
            return len(match[0])
        text = trim_url(match[0])
        self.bare_link(text, "http://" if match[1] == "www." else "")
        return len(text)

    def text(self, pos: int, before: str) -> int:
        src, rules, options = self.src, self.rules, self.rules.options
        ticks = (_TICKS if rules.gfm else _FIRST_TICKS).match(src, pos)
        start = ticks.end() if ticks else pos + 1
        if rules.at_stop.match(src, start):
            end = start
        else:
            stop = (rules.stop_mail if "@" in src else rules.stop).search(src, start)
            end = stop.start() if stop else len(src)
        text = src[pos:end]
        raw = self.state.in_raw or (rules.gfm and _URL.match(src, pos) is not None)
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


def _closing_paren(text: str) -> int:
    """Where a `)` stands that nothing opened; -1 for none, -2 where a `(` stays open."""
    if ")" not in text:
        return -1
    depth = pos = 0
    while pos < len(text):
        char = text[pos]
        if char == "\\":
            pos += 1
        elif char == "(":
            depth += 1
        elif char == ")":
            depth -= 1
            if depth < 0:
                return pos
        pos += 1
    return -2 if depth > 0 else -1


_SKIP = re.compile(
    r"\[[^\[\]]*?\]\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\)|`[^`]*?`|<[^<>]*?>", re.DOTALL
)
_ANY_REFERENCE = re.compile(rf"{_REFERENCE.pattern}|{_SHORT_REFERENCE.pattern}(?!\()", re.DOTALL)


def mask(src: str, references: Mapping[str, Any], extra: Extra | None) -> str:
    """The text with all that may hold marks of its own blotted out, at the same length."""
    masked = src
    if references:
        masked = _ANY_REFERENCE.sub(
            lambda m: _blot(m[0]) if _last_name(m[0]) in references else m[0], masked
        )
    masked = _UNESCAPE.sub("++", masked)
    masked = _SKIP.sub(lambda m: _blot(m[0]), masked)
    if extra and ("$" in src or "\\" in src):
        pos = 0
        while pos < len(src):
            found = extra(src, pos) if src[pos] in "$\\" else None
            if found:
                masked = masked[:pos] + "a" * (found[1] - pos) + masked[found[1] :]
            pos = found[1] if found else pos + 1
    return masked


def _blot(text: str) -> str:
    return "[" + "a" * (len(text) - 2) + "]"


def _last_name(text: str) -> str:
    return normalizeReference(text[text.rindex("[") + 1 : -1])
