"""Marks that stand for finished HTML, so that nothing on the way can touch it."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from dataclasses import dataclass

OPEN, CLOSE = "\ue000", "\ue001"
SEAL = re.compile(f"{OPEN}([0-9]+){CLOSE}")
_LEADS = "（「『《【("
_TAIL = re.compile("[，。；：、！？）」』》】,.;:!?)]{0,2}")
_SHORT = 24
# What KaTeX may break a formula between.
_BOX = '<span class="katex-base">'


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

        It is kept on a line with the bracket before it and the punctuation after it, which
        browsers would else leave behind or put at the beginning of the next: a formula is a box
        to them. A short one (`math-tail`) does not break at all. Of a long one the first and the
        last box show the marks themselves (`data-lead`, `data-tail`); a style that does so hides
        those in the text, which stay for readers' tools and for copying.
        """
        if OPEN not in text:
            return text
        # Texts and the numbers of formulas in turn.
        parts = SEAL.split(text)
        for place in range(1, len(parts), 2):
            before, after = parts[place - 1], parts[place + 1]
            number = int(parts[place])
            sealed = self.items[number] if number < len(self.items) else None
            if sealed is None:
                parts[place] = ""
                continue
            parts[place] = sealed.html
            lead = before[len(before.rstrip(_LEADS)) :]
            tail = _TAIL.match(after)[0]  # type: ignore[index]  # it matches nothing, too
            if (lead or tail) and sealed.tex.startswith(("$", "\\(")) and sealed.tex[:2] != "$$":
                parts[place - 1] = before.removesuffix(lead)
                parts[place] = _held(sealed, lead, tail)
                parts[place + 1] = after[len(tail) :]
        return "".join(parts)

    def shown(self, text: str) -> str:
        """The text with every formula as MathML, for lists, contents and feeds."""
        return self._fill(text, lambda sealed: sealed.shown)

    def in_line(self, text: str) -> str:
        """As `shown`, for text that is one line: a displayed formula is set as one in a line."""
        return self._fill(text, lambda sealed: sealed.shown.replace(' display="block"', "", 1))

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


def _held(sealed: Sealed, lead: str, tail: str) -> str:
    """A formula in a line with the marks that touch it."""
    formula = sealed.html
    if len(sealed.tex) <= _SHORT + 2:
        return f'<span class="math-tail">{lead}{formula}{tail}</span>'
    if _BOX not in formula:
        return f"{lead}{formula}{tail}"
    if tail:
        before, _, after = formula.rpartition(_BOX)
        formula = f'{before}{_BOX[:-1]} data-tail="{html.escape(tail)}">{after}'
        tail = f'<span class="math-mark">{tail}</span>'
    if lead:
        begin = formula.index(_BOX[:-1]) + len(_BOX) - 1
        formula = f'{formula[:begin]} data-lead="{lead}"{formula[begin:]}'
        lead = f'<span class="math-mark">{lead}</span>'
    return f"{lead}{formula}{tail}"


def drop_marks(text: str) -> str:
    """Text without the characters that marks are made of."""
    return text.replace(OPEN, "").replace(CLOSE, "") if OPEN in text or CLOSE in text else text
