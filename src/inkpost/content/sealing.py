"""Marks that stand for finished HTML, so that nothing on the way can touch it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

OPEN, CLOSE = "\ue000", "\ue001"
SEAL = re.compile(f"{OPEN}([0-9]+){CLOSE}")
_WITH_TAIL = re.compile(f"{OPEN}([0-9]+){CLOSE}([，。；：、！？）」』》】,.;:!?)]{{1,2}})")
_SHORT = 24


@dataclass(frozen=True, slots=True)
class Sealed:
    """One formula in each of its forms. html: for bodies; shown: MathML; plain: one line;
    tex: as it was written, with its delimiters."""

    html: str
    shown: str
    plain: str
    tex: str = ""


class Seals:
    """The formulas of one document, each behind a mark. The document's own marks are dropped."""

    def __init__(self) -> None:
        self.items: list[Sealed] = []

    def add(self, sealed: Sealed) -> str:
        """The mark for `sealed`."""
        self.items.append(sealed)
        return f"{OPEN}{len(self.items) - 1}{CLOSE}"

    def bodies(self, text: str) -> str:
        """The text with every formula as it stands in a body.

        A short one is kept on a line with the punctuation after it, which browsers would else
        put at the beginning of the next: a formula is a box to them.
        """
        if OPEN in text:
            text = _WITH_TAIL.sub(self._with_tail, text)
        return self._fill(text, lambda sealed: sealed.html)

    def _with_tail(self, match: re.Match[str]) -> str:
        number = int(match[1])
        tex = self.items[number].tex if number < len(self.items) else ""
        if not tex or tex.startswith("$$") or len(tex) > _SHORT + 2:
            return match[0]
        return f'<span class="math-tail">{match[0]}</span>'

    def shown(self, text: str) -> str:
        """The text with every formula as MathML, for lists, contents and feeds."""
        return self._fill(text, lambda sealed: sealed.shown)

    def plain(self, text: str) -> str:
        """The text with every formula as one readable line, escaped for HTML."""
        return self._fill(text, lambda sealed: html.escape(sealed.plain, quote=False))

    def feed(self, text: str, form: str) -> str:
        """The text as a feed holds it. form: "mathml", "tex" or "text"."""
        if form == "tex":
            return self._fill(text, lambda sealed: html.escape(sealed.tex, quote=False))
        return self.plain(text) if form == "text" else self.shown(text)

    def _fill(self, text: str, form: Callable[[Sealed], str]) -> str:
        if OPEN not in text:
            return text

        def fill(match: re.Match[str]) -> str:
            number = int(match[1])
            return form(self.items[number]) if number < len(self.items) else ""

        return SEAL.sub(fill, text)


def drop_marks(text: str) -> str:
    """Text without the characters that marks are made of."""
    return text.replace(OPEN, "").replace(CLOSE, "") if OPEN in text or CLOSE in text else text
