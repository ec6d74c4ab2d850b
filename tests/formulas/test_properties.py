"""Claims about formulas that hold for every text and every order of work."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from inkpost.content.mathrule import math_plugin
from inkpost.content.mathscope import MathScope
from inkpost.io.formula_cache import FormulaCache
from inkpost.io.typeset import KatexTypesetter
from inkpost.model import Formula, FormulaGroup
from tests.formulas.test_cases import find_formulas

TEXTS = (
    "x",
    "x^2",
    "x^",
    r"\foo",
    r"\bar{y}",
    r"\R",
    r"\newcommand{\foo}{a}",
    r"\newcommand{\foo}{b}",
    r"\renewcommand{\foo}{c}",
    r"\def\foo{\bar}",
    r"\gdef\R{Q}",
    r"\let\bar=\foo",
    r"\newcommand{\R}{\mathbb{R}}",
    r"\foo \newcommand{\foo}{d} \unknown",
    r"\mbox{文}",
    r"\tag{1} x",
)

formulas = st.builds(Formula, tex=st.sampled_from(TEXTS), display=st.booleans())
groups = st.builds(
    FormulaGroup,
    formulas=st.lists(formulas, max_size=6).map(tuple),
    macros=st.sampled_from(({}, {r"\foo": "m"}, {r"\bar": r"\foo"})),
)
PIECES = (
    *"$$$$\\\\()[]{}|`*_ \n\n#>-12ab中，。^=%",
    "\\begin{align}",
    "\\end{align}",
    "$$\n",
    "| a | b |\n",
)
markdown = st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@pytest.fixture(scope="module")
def typesetter() -> Iterator[KatexTypesetter]:
    with KatexTypesetter() as opened:
        yield opened


def forget(typesetter: KatexTypesetter) -> None:
    typesetter._cache.close()
    typesetter._cache = FormulaCache(None)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(work=st.lists(groups, min_size=1, max_size=4))
def test_what_is_remembered_is_what_was_set(
    typesetter: KatexTypesetter, work: list[FormulaGroup]
) -> None:
    forget(typesetter)
    fresh = typesetter.typeset(work)
    assert typesetter.typeset(work) == fresh


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(work=st.lists(groups, min_size=2, max_size=4), data=st.data())
def test_the_order_and_company_of_groups_do_not_matter(
    typesetter: KatexTypesetter, work: list[FormulaGroup], data: st.DataObject
) -> None:
    forget(typesetter)
    together = typesetter.typeset(work)
    order = data.draw(st.permutations(range(len(work))))
    forget(typesetter)
    for place in order:
        assert typesetter.typeset([work[place]]) == [together[place]]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(group=groups, keep=st.integers(min_value=0, max_value=6))
def test_a_group_that_is_partly_remembered_comes_out_the_same(
    typesetter: KatexTypesetter, group: FormulaGroup, keep: int
) -> None:
    forget(typesetter)
    whole = typesetter.typeset([group])
    forget(typesetter)
    typesetter.typeset([FormulaGroup(formulas=group.formulas[:keep], macros=group.macros)])
    assert typesetter.typeset([group]) == whole


def dump(tokens: list[Token]) -> list[object]:
    return [token.as_dict() for token in tokens]


@given(text=st.text(alphabet=st.characters(exclude_characters="$\\{", codec="utf-8"), max_size=80))
def test_text_without_marks_of_formulas_is_parsed_as_ever(text: str) -> None:
    plain = MarkdownIt("commonmark").enable("table")
    ours = MarkdownIt("commonmark").enable("table").use(math_plugin)
    assert dump(ours.parse(text)) == dump(plain.parse(text))


@settings(max_examples=400)
@given(text=markdown)
def test_any_text_parses_and_its_formulas_are_stripped_and_not_empty(text: str) -> None:
    md = MarkdownIt("commonmark").enable("table").use(math_plugin)
    for tex, _ in find_formulas(md.parse(text)):
        assert tex.strip()
    assert "\ue07c" not in md.render(text)


@settings(max_examples=200)
@given(code=st.text(alphabet="$x\\({} 中^=", min_size=1, max_size=20))
def test_code_is_never_a_formula(code: str) -> None:
    md = MarkdownIt("commonmark").enable("table").use(math_plugin)
    assert list(find_formulas(md.parse(f"``` text\n{code}\n```"))) == []
    assert list(find_formulas(md.parse(f"文 `` {code} ``"))) == []


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(found=st.lists(st.tuples(formulas, st.integers(min_value=1, max_value=9)), max_size=6))
def test_every_formula_of_a_document_has_its_three_forms(
    typesetter: KatexTypesetter, found: list[tuple[Formula, int]]
) -> None:
    scope = MathScope(found, typesetter=typesetter, text="x\n" * 9)
    scope.typeset()
    for formula, line in found:
        assert scope.html(formula.tex, formula.display, line)
        assert scope.mathml(formula.tex, formula.display, line)
        assert "\n" not in scope.plain(formula.tex, formula.display, line)
