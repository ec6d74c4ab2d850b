from __future__ import annotations

from collections.abc import Sequence

import pytest

from inkpost.content.mathscope import MathRules, MathScope
from inkpost.formula.mathset import NullTypesetter, from_error
from inkpost.model import Formula, FormulaGroup, Typeset


class EchoTypesetter:
    """Sets a formula as its own TeX; one with "bad" in it is an error at that place."""

    def __init__(self) -> None:
        self.groups: list[FormulaGroup] = []

    def typeset(self, groups: Sequence[FormulaGroup]) -> list[tuple[Typeset, ...]]:
        self.groups.extend(groups)
        return [tuple(map(self.show, group.formulas)) for group in groups]

    def show(self, formula: Formula) -> Typeset:
        if "bad" in formula.tex:
            return from_error(formula.tex, "it is bad", formula.tex.index("bad"))
        kind = "katex-display" if formula.display else "katex"
        return Typeset(
            html=f'<span class="{kind}">{formula.tex}</span>',
            mathml=f"<math>{formula.tex}</math>",
            plain=formula.tex,
        )


def block(tex: str) -> Formula:
    return Formula(tex=tex, display=True)


def inline(tex: str) -> Formula:
    return Formula(tex=tex, display=False)


def make_scope(
    formulas: list[tuple[Formula, int]], rules: MathRules | None = None, text: str = ""
) -> MathScope:
    scope = MathScope(
        formulas, rules, typesetter=EchoTypesetter(), file="a.md", first_line=10, text=text
    )
    scope.typeset()
    return scope


def test_a_reference_may_come_before_its_equation() -> None:
    scope = make_scope([(inline(r"\eqref{k}"), 1), (block(r"a \label{k}"), 3)])
    assert scope.html(r"\eqref{k}", False) == '<a class="math-ref" href="#eq-k">(1)</a>'
    assert scope.html(r"a \label{k}", True) == (
        '<span class="katex-display" id="eq-k">a \\tag{1}</span>'
    ).replace(r"\tag{1}<", r"\tag{1} <")
    assert scope.plain(r"\eqref{k}", False) == "(1)"
    assert scope.mathml(r"\eqref{k}", False) == "(1)"
    assert scope.resolve_ref("k", "ref") == '<a class="math-ref" href="#eq-k">1</a>'
    assert not scope.diagnostics


def test_a_reference_within_a_formula_is_a_link_in_it() -> None:
    scope = make_scope([(block(r"a \label{k}"), 1), (inline(r"x \eqref{k}"), 3)])
    assert scope.group.formulas == ()
    assert scope.plain(r"x \eqref{k}", False) == r"x \href{#eq-k}{\text{(1)}}"


def test_an_unknown_key_warns_once_a_line() -> None:
    scope = make_scope([(inline(r"\eqref{no}"), 2)])
    for _ in range(2):
        assert scope.html(r"\eqref{no}", False, 2) == '<span class="math-ref">(???)</span>'
    (found,) = scope.diagnostics
    assert (found.severity, found.code) == ("warning", "unknown-equation")
    assert found.span is not None
    assert (found.span.path, found.span.line) == ("a.md", 11)


def test_a_label_used_twice_warns_and_the_first_one_counts() -> None:
    scope = make_scope([(block(r"a \label{k}"), 1), (block(r"b \label{k}"), 4)])
    assert scope.resolve_ref("k").endswith(">(1)</a>")
    assert [item.code for item in scope.diagnostics] == ["duplicate-equation"]


@pytest.mark.parametrize(
    ("text", "line", "place"),
    [
        ("文\n\n$x + bad$\n", 3, (12, 6)),
        ("$$\nx + bad\n$$\n", 1, (11, 5)),
        ("> $$\n> x + bad\n> $$\n", 1, (11, 7)),
    ],
)
def test_an_error_names_line_and_column(text: str, line: int, place: tuple[int, int]) -> None:
    scope = make_scope([(block("x + bad"), line)], text=text)
    (found,) = scope.diagnostics
    assert found.code == "formula"
    assert found.severity == "warning"
    assert found.message == "the formula cannot be set: it is bad"
    assert found.span is not None
    assert (found.span.line, found.span.column) == place


def test_an_error_in_a_later_row_is_found_there() -> None:
    text = "- 列\n\n  $$\n  a \\\\\n    b + bad\n  $$\n"
    scope = make_scope([(block("a \\\\\n  b + bad"), 3)], text=text)
    span = scope.diagnostics[0].span
    assert span is not None
    assert (span.line, span.column) == (14, 9)


def test_errors_can_fail_the_build() -> None:
    scope = make_scope([(inline("bad"), 1)], MathRules(throw="error"))
    assert [item.severity for item in scope.diagnostics] == ["error"]


def test_an_error_shows_the_source() -> None:
    scope = make_scope([(inline("bad < 1"), 1)])
    assert scope.html("bad < 1", False) == (
        '<code class="math-error" title="it is bad">bad &lt; 1</code>'
    )
    assert scope.plain("bad < 1", False) == "bad < 1"


def test_equal_formulas_are_told_apart_by_their_lines() -> None:
    scope = make_scope([(block("a"), 1), (block("a"), 5)], MathRules(number="all"))
    assert r"\tag{1}" in scope.html("a", True, 1)
    assert r"\tag{2}" in scope.html("a", True, 5)
    assert r"\tag{1}" in scope.html("a", True)


def test_a_formula_that_was_not_found_is_set_after_the_definitions() -> None:
    typesetter = EchoTypesetter()
    scope = MathScope(
        [(inline("x"), 1), (inline(r"\def\a{1}"), 1)], MathRules(), typesetter=typesetter
    )
    scope.typeset()
    assert scope.plain(r"\a + 1", False) == r"\a + 1"
    assert scope.plain(r"\a + 1", False) == r"\a + 1"
    assert [formula.tex for formula in typesetter.groups[-1].formulas] == [
        r"\def\a{1}",
        r"\a + 1",
    ]
    assert len(typesetter.groups) == 2


def test_macros_go_to_the_typesetter() -> None:
    scope = MathScope([(inline("x"), 1)], MathRules(macros={r"\R": r"\mathbb{R}"}))
    assert scope.group == FormulaGroup(formulas=(inline("x"),), macros={r"\R": r"\mathbb{R}"})


def test_a_page_without_formulas_needs_no_stylesheet() -> None:
    assert not make_scope([]).has_math
    assert make_scope([(inline("x"), 1)]).has_math
    assert not make_scope([(inline("bad"), 1)]).has_math


def test_the_client_gets_delimiters_and_the_escaped_source() -> None:
    group = FormulaGroup(formulas=(inline("a<b"), block("c")))
    ((first, second),) = NullTypesetter(client=True).typeset([group])
    assert first.html == '<span class="math-client">\\(a&lt;b\\)</span>'
    assert second.html == '<span class="math-client">\\[c\\]</span>'
    ((first, _),) = NullTypesetter(client=False).typeset([group])
    assert first.html == '<code class="math-source">a&lt;b</code>'
    assert first.plain == "a<b"
