"""The formulas of one document: their numbers, their references, and how each is set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Literal

from inkpost.content.mathnumber import (
    REFERENCE,
    Numbering,
    link_references,
    number_display,
    show_reference,
    to_anchor,
    to_fragment,
)
from inkpost.errors import Diagnostic, Severity, Span
from inkpost.formula.mathset import NullTypesetter, Typesetter, with_source
from inkpost.formula.mathtex import is_definition
from inkpost.model import Formula, FormulaGroup, Typeset

__all__ = ["MathRules", "MathScope", "NullTypesetter", "Typesetter"]

_DISPLAY = '<span class="katex-display">'


@dataclass(frozen=True, slots=True, kw_only=True)
class MathRules:
    """How the formulas of a document are to be set.

    macros: the site's and the document's own, name with backslash -> expansion.
    number: which display formulas get a number. throw: what a formula that cannot be set is.
    """

    macros: Mapping[str, str] = field(default_factory=dict)
    number: Numbering = "labelled"
    throw: Literal["warn", "error"] = "warn"


@dataclass(slots=True)
class _Entry:
    """One formula of the document. tex: as it goes to the typesetter; line: 1-based, or 0."""

    source: Formula
    line: int
    tex: str
    keys: tuple[str, ...] = ()
    typeset: Typeset | None = None

    @property
    def identity(self) -> tuple[str, bool]:
        return self.source.tex, self.source.display


class MathScope:
    r"""The formulas of one document, in order, from their discovery to their HTML.

    First `group` goes to a typesetter and its results come back through `accept`; then `html`,
    `mathml` and `plain` answer for each formula by its content. A formula that was not among
    those found, as in the body of a tag that makes its text, is set on demand.

    formulas: each with its 1-based line in the body. file, first_line: of the body, for messages.
    text: the body, to find the column of an error; without it the column is 1.
    """

    def __init__(
        self,
        formulas: Iterable[tuple[Formula, int]],
        rules: MathRules | None = None,
        *,
        typesetter: Typesetter | None = None,
        file: str = "",
        first_line: int = 1,
        text: str = "",
    ) -> None:
        self._rules = rules or MathRules()
        self._typesetter = typesetter or NullTypesetter(client=False)
        self._file = file
        self._first_line = first_line
        self._lines = text.split("\n")
        self._numbers: dict[str, str | None] = {}
        self._last_number = 0
        self._diagnostics: list[Diagnostic] = []
        self._entries: list[_Entry] = []
        self._by_content: dict[tuple[str, bool], list[_Entry]] = {}
        self._unknown: set[tuple[str, int]] = set()
        for formula, line in formulas:
            self._add(formula, line)
        for entry in self._entries:
            self._link(entry)

    @property
    def group(self) -> FormulaGroup:
        """What is to be set, in order; formulas that are nothing but a reference are not."""
        return self._to_group(self._pending())

    @property
    def has_math(self) -> bool:
        """Whether a page with these formulas needs KaTeX's stylesheet."""
        return any(
            entry.typeset is not None and 'class="katex' in entry.typeset.html
            for entry in self._entries
        )

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Formulas that could not be set, and references to nothing."""
        return tuple(self._diagnostics)

    def use(self, typesetter: Typesetter) -> None:
        """Set formulas that were not among those found with `typesetter`."""
        self._typesetter = typesetter

    def accept(self, results: Sequence[Typeset]) -> None:
        """Take the results for `group`, in its order."""
        for entry, result in zip(self._pending(), results, strict=True):
            self._finish(entry, result)

    def typeset(self) -> None:
        """Set what is not set yet with the scope's own typesetter."""
        if self._pending():
            self.accept(self._typesetter.typeset([self.group])[0])

    def html(self, tex: str, display: bool, line: int = 0) -> str:
        """The formula for a body. line: tells formulas of the same content apart, or 0."""
        entry = self._find(tex, display, line)
        reference = self._read_reference(entry)
        if reference is not None:
            return self._link_html(*reference, line=entry.line)
        html = self._typeset_of(entry).html
        for key in entry.keys:
            html = _with_id(html, to_anchor(key))
        return html

    def mathml(self, tex: str, display: bool, line: int = 0) -> str:
        """The formula for lists, contents and feeds: MathML without annotation."""
        entry = self._find(tex, display, line)
        reference = self._read_reference(entry)
        if reference is not None:
            return escape(self._show_reference(*reference))
        return self._typeset_of(entry).mathml

    def plain(self, tex: str, display: bool, line: int = 0) -> str:
        """The formula as one readable line."""
        entry = self._find(tex, display, line)
        reference = self._read_reference(entry)
        if reference is not None:
            return self._show_reference(*reference)
        return self._typeset_of(entry).plain

    def resolve_ref(self, key: str, command: str = "eqref") -> str:
        """The link that a reference in prose becomes; an unknown key warns and shows `(???)`."""
        return self._link_html(command, key.strip(), line=0)

    def _add(self, formula: Formula, line: int) -> _Entry:
        entry = _Entry(formula, line, formula.tex)
        if formula.display:
            numbered = number_display(formula.tex, self._rules.number, self._allot)
            entry.tex = numbered.tex
            entry.keys = self._take_labels(numbered.labels, entry)
        self._entries.append(entry)
        self._by_content.setdefault(entry.identity, []).append(entry)
        return entry

    def _allot(self) -> int:
        self._last_number += 1
        return self._last_number

    def _take_labels(self, labels: Mapping[str, str | None], entry: _Entry) -> tuple[str, ...]:
        taken = []
        for key, number in labels.items():
            if key in self._numbers:
                self._warn("duplicate-equation", f'the label "{key}" is used twice', entry.line)
                continue
            self._numbers[key] = number
            taken.append(key)
        return tuple(taken)

    def _link(self, entry: _Entry) -> None:
        if self._read_reference(entry) is None:
            entry.tex = link_references(entry.tex, lambda key: self._number_of(key, entry.line))

    def _number_of(self, key: str, line: int) -> str | None:
        number = self._numbers.get(key)
        if number is None and (key, line) not in self._unknown:
            self._unknown.add((key, line))
            found = "has no number" if key in self._numbers else "is not there"
            self._warn("unknown-equation", f'the equation "{key}" {found}', line)
        return number

    @staticmethod
    def _read_reference(entry: _Entry) -> tuple[str, str] | None:
        """Command and key, where the formula is nothing but a reference."""
        match = REFERENCE.fullmatch(entry.source.tex)
        return (match[1], match[2].strip()) if match else None

    def _show_reference(self, command: str, key: str) -> str:
        return show_reference(command, self._numbers.get(key))

    def _link_html(self, command: str, key: str, *, line: int) -> str:
        text = escape(show_reference(command, self._number_of(key, line)))
        if self._numbers.get(key) is None:
            return f'<span class="math-ref">{text}</span>'
        return f'<a class="math-ref" href="{escape(to_fragment(key))}">{text}</a>'

    def _pending(self) -> list[_Entry]:
        return [
            entry
            for entry in self._entries
            if entry.typeset is None and self._read_reference(entry) is None
        ]

    def _to_group(self, entries: Iterable[_Entry]) -> FormulaGroup:
        formulas = tuple(Formula(tex=entry.tex, display=entry.source.display) for entry in entries)
        return FormulaGroup(formulas=formulas, macros=self._rules.macros)

    def _find(self, tex: str, display: bool, line: int) -> _Entry:
        entries = self._by_content.get((tex, display))
        if not entries:
            entry = self._add(Formula(tex=tex, display=display), line)
            self._link(entry)
            return entry
        return next((entry for entry in entries if entry.line == line), entries[0])

    def _typeset_of(self, entry: _Entry) -> Typeset:
        if entry.typeset is None:
            # On its own, after what the document has defined up to now.
            known = [item for item in self._entries if item is not entry]
            before = [item for item in known if is_definition(item.tex)]
            results = self._typesetter.typeset([self._to_group([*before, entry])])
            self._finish(entry, results[0][-1])
        assert entry.typeset is not None
        return entry.typeset

    def _finish(self, entry: _Entry, result: Typeset) -> None:
        if entry.tex != entry.source.tex:
            result = with_source(result, entry.source.tex)
        entry.typeset = result
        if result.error is None:
            return
        severity: Severity = "error" if self._rules.throw == "error" else "warning"
        span = self._locate(entry, result.position)
        message = f"the formula cannot be set: {result.error}"
        self._diagnostics.append(
            Diagnostic(severity=severity, code="formula", message=message, span=span)
        )

    def _locate(self, entry: _Entry, position: int | None) -> Span:
        """The place of a position within the formula, as near as the text lets us find it."""
        tex = entry.source.tex
        before = tex[:position] if position and entry.tex[:position] == tex[:position] else ""
        row, column = before.count("\n"), len(before.rpartition("\n")[2])
        first, *_ = tex.split("\n", 1)
        # The first line of a block stands beside its delimiter or below it.
        for line in range(entry.line, min(entry.line + 3, len(self._lines) + 1)):
            start = self._lines[line - 1].find(first) if line > 0 else -1
            if start < 0:
                continue
            if row == 0:
                return self._span(line, start + column + 1)
            current = tex.split("\n")[row].strip()
            below = self._lines[line - 1 + row] if line - 1 + row < len(self._lines) else ""
            indent = len(tex.split("\n")[row]) - len(tex.split("\n")[row].lstrip())
            return self._span(line + row, max(below.find(current), 0) + max(column - indent, 0) + 1)
        return self._span(entry.line + row, 1)

    def _span(self, line: int, column: int) -> Span:
        return Span(path=self._file, line=self._first_line + max(line, 1) - 1, column=column)

    def _warn(self, code: str, message: str, line: int) -> None:
        self._diagnostics.append(
            Diagnostic(severity="warning", code=code, message=message, span=self._span(line, 1))
        )


def _with_id(html: str, anchor: str) -> str:
    """The display formula with an id; a second one gets an element of its own."""
    name = escape(anchor)
    if html.startswith(_DISPLAY):
        return f'<span class="katex-display" id="{name}">{html[len(_DISPLAY) :]}'
    return f'<span class="math-anchor" id="{name}"></span>{html}'
