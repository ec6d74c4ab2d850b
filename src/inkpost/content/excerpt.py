"""Excerpts: the author's cut, and the clipped card of the default themes."""

from __future__ import annotations

import html as htmllib
import re
from collections.abc import Iterable, Sequence

from inkpost.content.md_types import Block
from inkpost.content.plaintext import TOKEN, Skip
from inkpost.content.sealing import SEAL
from inkpost.hexo.htmlfilters import ANY_MORE, STOCK_MORE
from inkpost.hexo.htmlscan import VOID

FORMULA_UNITS = 6
CJK_UNITS, LATIN_UNITS = 2, 1
_KEPT = frozenset({"strong", "em", "b", "i", "code", "del", "s", "mark", "sub", "sup", "kbd", "br"})
_WIDE = re.compile(
    r"[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]"
)
_CLUSTER = re.compile(
    r"(?:[\U0001f1e6-\U0001f1ff]{2}|.)"
    r"(?:[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20f0\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
    r"|\u200d.)*",
    re.DOTALL,
)
_SENTENCE_END = frozenset("。！？!?；…")
_SKIPPED = frozenset({"math", "diagram"})
_NO_PROSE = frozenset({"button", "figcaption", "pre", "table"})


def find_more(html: str, *, any_spacing: bool) -> re.Match[str] | None:
    """The excerpt mark in finished HTML; a mark in code is escaped there and does not count."""
    return (ANY_MORE if any_spacing else STOCK_MORE).search(html)


def card_source(blocks: Sequence[Block]) -> str:
    """The HTML from which a card is clipped: the leading paragraphs, up to a display formula."""
    paragraphs: list[str] = []
    for block in blocks:
        if block.kind == "paragraph":
            inner = block.html.strip().removeprefix("<p>").removesuffix("</p>")
            paragraphs.append(inner)
        elif block.kind in _SKIPPED and paragraphs:
            break
        if sum(map(len, paragraphs)) > 1200:
            break
    return " ".join(paragraphs)


def card_from_headings(texts: Iterable[str]) -> str:
    """A card for a text without paragraphs: its first headings."""
    chosen = [text for text in texts if text][:6]
    return htmllib.escape(" · ".join(chosen), quote=False)


def clip_html(html: str, length: int) -> str:
    """HTML clipped to `length` CJK characters (twice as many Latin ones), well formed.

    Links, pictures and blocks are unwrapped, code blocks and tables left out; a formula counts
    six and is never cut, nor is inline code; the cut prefers the end of a sentence.
    """
    clipper = _Clipper(length * CJK_UNITS)
    return clipper.clip(html)


class _Clipper:
    """Walks HTML until its units are used up; a CJK character is two units, another one."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.used = 0
        self.out: list[str] = []
        self.open: list[str] = []
        self.refused = ""
        self.sentence: tuple[int, tuple[str, ...]] | None = None

    def clip(self, html: str) -> str:
        """The clipped HTML."""
        hidden = Skip(_is_no_prose)
        last = 0
        for match in TOKEN.finditer(html):
            if not hidden.depth and not self._text(html[last : match.start()]):
                return self._cut()
            last = match.end()
            name = (match["name"] or "").lower()
            if not name or hidden.passes(name, bool(match["close"]), match["attributes"]):
                continue
            self._tag(name, bool(match["close"]))
        if not self._text(html[last:]):
            return self._cut()
        return "".join(self.out).strip() + self._closing(self.open)

    def _tag(self, name: str, closing: bool) -> None:
        if name not in _KEPT:
            if self.out and not self.out[-1].endswith((" ", "\n")) and name in ("p", "li", "div"):
                self.out.append(" ")
            return
        if name in VOID:
            self.out.append(" ")
        elif closing and name in self.open:
            while self.open:
                top = self.open.pop()
                self.out.append(f"</{top}>")
                if top == name:
                    break
        elif not closing:
            self.open.append(name)
            self.out.append(f"<{name}>")

    def _text(self, text: str) -> bool:
        """Take in text; False when the limit is reached."""
        if not text:
            return True
        if "code" in self.open:
            units = _units(htmllib.unescape(text))
            if self.used + units > self.limit and self.out:
                return False
            self.used += units
            self.out.append(text)
            return True
        last = 0
        for seal in SEAL.finditer(text):
            if not self._words(text[last : seal.start()]):
                return False
            if self.used + FORMULA_UNITS * CJK_UNITS > self.limit:
                return False
            self.used += FORMULA_UNITS * CJK_UNITS
            self.out.append(seal[0])
            last = seal.end()
        return self._words(text[last:])

    def _words(self, text: str) -> bool:
        for cluster in _CLUSTER.findall(htmllib.unescape(re.sub(r"\s+", " ", text))):
            units = _units(cluster)
            if self.used + units > self.limit:
                self.refused = cluster
                return False
            self.used += units
            self.out.append(htmllib.escape(cluster, quote=False))
            if cluster in _SENTENCE_END:
                self.sentence = (len(self.out), tuple(self.open))
        return True

    def _cut(self) -> str:
        """What is kept: up to the last sentence when that is most of it, else with an ellipsis."""
        if self.sentence and self.sentence[0] * 5 > len(self.out) * 3:
            kept, still_open = self.sentence
            return "".join(self.out[:kept]).strip() + self._closing(still_open)
        in_word = _is_letter(self.refused) and bool(self.out) and _is_letter(self.out[-1])
        while self.out and self.out[-1] in (" ", "，", "、", "（", "(", "“", "<code>"):
            dropped = self.out.pop()
            if dropped == "<code>":
                self.open.remove("code")
        if in_word:
            self._drop_broken_word()
        return "".join(self.out).strip() + "…" + self._closing(self.open)

    def _drop_broken_word(self) -> None:
        place = len(self.out)
        while place and _is_letter(self.out[place - 1]):
            place -= 1
        if place > 0 and len(self.out) - place < 24:
            del self.out[place:]
            while self.out and self.out[-1] == " ":
                self.out.pop()

    @staticmethod
    def _closing(names: Iterable[str]) -> str:
        return "".join(f"</{name}>" for name in reversed(list(names)))


def _is_letter(text: str) -> bool:
    return text.isalnum() and text.isascii()


def _is_no_prose(name: str, attributes: str) -> bool:
    return name in _NO_PROSE or (name == "sup" and "foot" in attributes)


def _units(text: str) -> int:
    return sum(CJK_UNITS if _WIDE.match(char) else LATIN_UNITS for char in text)
