"""Rendered content as plain text: every formula once, no gutter, no labels."""

from __future__ import annotations

import html as htmllib
import re
from collections.abc import Callable, Iterator
from operator import itemgetter

from inkpost.formula.mathtext import mathml_to_text
from inkpost.hexo.htmlscan import VOID

TOKEN = re.compile(
    r"<!--.*?-->"
    r"|<math\b.*?</math>"
    r"|<(?P<raw>script|style|template|svg|noscript)\b.*?</(?P=raw)\s*>"
    r"|<(?P<close>/?)(?P<name>[A-Za-z][\w:-]*)(?P<attributes>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL | re.IGNORECASE,
)
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "br", "caption", "dd", "details", "div", "dl",
    "dt", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
    "hr", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tbody", "td",
    "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
_LEFT_OUT = re.compile(
    r"aria-hidden=[\"']?true"
    r"|\bclass=[\"']?(?:[^\"'>]*\s)?"
    r"(?:gutter|header-anchor|headerlink|code-lang|code-language|footnote-backref|footnote-ref"
    r"|line-numbers-rows|tok-prompt)(?=[\s\"'>])",
    re.IGNORECASE,
)
# Coloured code is most of the tags of a page, and these hide nothing.
_COLOURED = re.compile(r'<span class="tok-(?!gp)[\w-]*">([^<]*)</span>')
# A single space is left as it is: there are thousands in a post.
_BLANKS = re.compile(r"[ \t\r\f\u00a0]{2,}|[\t\r\f\u00a0]")
_LINES = re.compile(r" ?\n\s*")
_MORE_SPACE = re.compile(r"\s+")


def to_plain_text(html: str, *, alt: bool = False) -> str:
    """The text of HTML, one block a line, entities decoded.

    A formula stands there once and readable; numbers of lines, permalink signs, labels of
    buttons and of languages, scripts and hidden parts are left out. alt: pictures count as
    their alternative text.
    """
    parts: list[str] = []
    for piece, is_code in visible_pieces(html, alt=alt):
        parts.append(piece if is_code else _BLANKS.sub(" ", piece.replace("\n", " ")))
    text = "".join("\n" if part == BREAK else part for part in parts)
    return _LINES.sub("\n", text).strip()


def to_line(html: str) -> str:
    """The text of HTML on one line."""
    return _MORE_SPACE.sub(" ", to_plain_text(html)).strip()


BREAK = "\0break"
"""The piece that `visible_pieces` gives at the edge of a block."""


def visible_pieces(html: str, *, alt: bool = False) -> Iterator[tuple[str, bool]]:
    """The pieces of text that a reader sees, each with whether it stands in a `<pre>`."""
    html = _COLOURED.sub(itemgetter(1), html)
    hidden = Skip()
    pre = 0
    last = 0
    for match in TOKEN.finditer(html):
        start, end = match.span()
        if start > last and not hidden.depth:
            yield htmllib.unescape(html[last:start]), pre > 0
        last = end
        written, close, attributes = match.group("name", "close", "attributes")
        name = (written or "").lower()
        if not name:
            if match[0][:5].lower() == "<math" and not hidden.depth:
                yield mathml_to_text(match[0]), True
            continue
        closing = bool(close)
        if hidden.passes(name, closing, attributes):
            continue
        if name == "pre":
            pre += -1 if closing else 1
        if name == "img" and alt:
            yield _alt(attributes), False
        if name in BLOCKS:
            yield BREAK, False
    if last < len(html) and not hidden.depth:
        yield htmllib.unescape(html[last:]), pre > 0


class Skip:
    """Follows tags through a part that readers do not see. depth: elements open inside it."""

    def __init__(self, left_out: Callable[[str, str], bool] | None = None) -> None:
        self.depth = 0
        self._left_out = left_out or _is_left_out

    def passes(self, name: str, closing: bool, attributes: str) -> bool:
        """Whether a tag belongs to a part that is left out; call it for every tag in turn."""
        if self.depth:
            if name not in VOID and not attributes.endswith("/"):
                self.depth += -1 if closing else 1
            return True
        if not closing and self._left_out(name, attributes):
            self.depth = 0 if name in VOID else 1
            return True
        return False


def _is_left_out(name: str, attributes: str) -> bool:
    return name in ("button", "annotation", "select") or bool(
        attributes and _LEFT_OUT.search(attributes)
    )


def _alt(attributes: str) -> str:
    found = re.search(r"\balt=(?:\"([^\"]*)\"|'([^']*)'|([^\s>]+))", attributes, re.IGNORECASE)
    return htmllib.unescape(next((part for part in found.groups() if part), "")) if found else ""
