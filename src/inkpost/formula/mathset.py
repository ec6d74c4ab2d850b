"""What typesetting promises, and the forms of a formula that need no engine."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Protocol

from inkpost.formula.mathml import extract_mathml, to_shown_mathml
from inkpost.formula.mathtext import mathml_to_text
from inkpost.model import Formula, FormulaGroup, Typeset

_ANNOTATION = '<annotation encoding="application/x-tex">'
_ALTTEXT = re.compile(r'(^<math alttext=)"[^"]*"')


class Typesetter(Protocol):
    """Sets formulas."""

    def typeset(self, groups: Sequence[FormulaGroup]) -> list[tuple[Typeset, ...]]:
        """Each group's formulas, set, in their order. An error is a value, never an exception."""
        ...


class NullTypesetter:
    """Leaves formulas in their TeX: for a script in the reader's browser, or as they are.

    client: write delimiters around them, `\\(…\\)` and `\\[…\\]`, for such a script to find.
    """

    def __init__(self, *, client: bool) -> None:
        self._client = client

    def typeset(self, groups: Sequence[FormulaGroup]) -> list[tuple[Typeset, ...]]:
        """Each group's formulas as their own source."""
        return [tuple(self._show(formula) for formula in group.formulas) for group in groups]

    def _show(self, formula: Formula) -> Typeset:
        tex = escape(formula.tex, quote=False)
        source = f'<code class="math-source">{tex}</code>'
        html = source
        if self._client:
            left, right = ("\\[", "\\]") if formula.display else ("\\(", "\\)")
            html = f'<span class="math-client">{left}{tex}{right}</span>'
        return Typeset(html=html, mathml=source, plain=_one_line(formula.tex))


def from_katex(html: str, tex: str) -> Typeset:
    """The formula that KaTeX set as HTML with MathML. tex: the author's own, for copying."""
    html = _annotate(html, tex)
    mathml = extract_mathml(html)
    try:
        plain = mathml_to_text(mathml)
    except (ValueError, RecursionError):
        plain = _one_line(tex)
    return Typeset(html=html, mathml=to_shown_mathml(mathml), plain=plain)


def to_mathml_only(formula: Typeset) -> Typeset:
    """The formula with MathML for its HTML, the annotation kept so that the TeX can be copied."""
    mathml = extract_mathml(formula.html)
    if not mathml:
        return formula
    start, end = mathml.find("<annotation"), mathml.find("</semantics>")
    opening = formula.mathml.find(">") + 1
    closing = formula.mathml.rfind("</math>")
    inner = formula.mathml[opening:closing]
    html = (
        f"{formula.mathml[:opening]}<semantics>{inner}{mathml[start:end]}</semantics>"
        f"{formula.mathml[closing:]}"
    )
    if formula.html.startswith('<span class="katex-display">'):
        html = f'<span class="math-display">{html}</span>'
    return replace(formula, html=html)


def with_source(formula: Typeset, tex: str) -> Typeset:
    """The formula with another TeX to copy: the author's, where what was set is not."""
    if formula.error is not None:
        return from_error(tex, formula.error, formula.position)
    mathml = _ALTTEXT.sub(lambda match: f'{match[1]}"{escape(tex)}"', formula.mathml, count=1)
    return replace(formula, html=_annotate(formula.html, tex), mathml=mathml)


def _annotate(html: str, tex: str) -> str:
    start = html.find(_ANNOTATION)
    end = html.find("</annotation>", start)
    if start < 0 or end < 0:
        return html
    return html[: start + len(_ANNOTATION)] + escape(tex) + html[end:]


def from_error(tex: str, message: str, position: int | None) -> Typeset:
    """A formula that could not be set: its source, marked, with the reason as its title."""
    source = escape(tex, quote=False)
    return Typeset(
        html=f'<code class="math-error" title="{escape(message)}">{source}</code>',
        mathml=f'<code class="math-error">{source}</code>',
        plain=_one_line(tex),
        error=message,
        position=position,
    )


def _one_line(tex: str) -> str:
    return " ".join(tex.split())
