from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from inkpost.errors import BlogError
from inkpost.formula.mathset import NullTypesetter
from inkpost.io.katex import KATEX_VERSION, EngineLimitError, KatexEngine, Run
from inkpost.io.typeset import KatexTypesetter, open_typesetter
from inkpost.model import Formula, FormulaGroup, Typeset
from tests.shared import shared_path


@pytest.fixture(scope="module")
def typesetter() -> Iterator[KatexTypesetter]:
    with KatexTypesetter() as opened:
        yield opened


def make_group(*texts: str, display: bool = False, **macros: str) -> FormulaGroup:
    formulas = tuple(Formula(tex=tex, display=display) for tex in texts)
    return FormulaGroup(
        formulas=formulas, macros={f"\\{name}": body for name, body in macros.items()}
    )


def set_one(typesetter: KatexTypesetter, tex: str, *, display: bool = False) -> Typeset:
    return typesetter.typeset([make_group(tex, display=display)])[0][0]


def load_rows() -> list[dict[str, Any]]:
    lines = shared_path("math", "formulas.jsonl").read_text("utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["ok"]]


def test_every_recorded_formula_is_set_as_recorded(typesetter: KatexTypesetter) -> None:
    rows = load_rows()
    assert len(rows) == 774
    groups = [
        FormulaGroup(
            formulas=(Formula(tex=row["tex"], display=row["display"]),), macros=row["macros"]
        )
        for row in rows
    ]
    results = [result for (result,) in typesetter.typeset(groups)]
    assert [result.plain for result in results] == [row["plain"] for row in rows]
    for row, result in zip(rows, results, strict=True):
        start, end = result.html.index("<math"), result.html.rindex("</math>") + len("</math>")
        assert row["mathml"] == f'<span class="katex">{result.html[start:end]}</span>'
        assert "<annotation" not in result.mathml
        assert result.mathml.startswith("<math alttext=")


def test_the_files_are_those_of_the_version_named() -> None:
    with KatexEngine() as engine:
        assert engine._evaluate("katex.version", None) == KATEX_VERSION


def test_html_has_both_forms_and_hides_one_from_screen_readers(
    typesetter: KatexTypesetter,
) -> None:
    html = set_one(typesetter, "x", display=True).html
    assert html.startswith('<span class="katex-display"><span class="katex">')
    assert '<span class="katex-html" aria-hidden="true">' in html


@pytest.mark.parametrize(
    ("tex", "position"),
    [("x^", 1), (r"a + \unknown{x}", 4), ("{", 1), (r"\sqrt", 5), ("x_a_b", 3)],
)
def test_a_bad_formula_is_a_value_with_its_place(
    typesetter: KatexTypesetter, tex: str, position: int
) -> None:
    result = set_one(typesetter, tex)
    assert result.error
    assert result.position == position
    assert result.html.startswith('<code class="math-error" title="')
    assert result.plain == tex


def test_one_bad_formula_leaves_the_others_of_its_batch(typesetter: KatexTypesetter) -> None:
    ((first, bad, last),) = typesetter.typeset([make_group("a", "b^", "c")])
    assert (first.error, last.error) == (None, None)
    assert bad.error is not None


@pytest.mark.parametrize(
    "tex",
    [
        r"\def\a{\a\a}\a",
        r"\def\a#1{\a{#1#1}}\a{x}",
        r"\newcommand{\b}{\b}\b",
        "{" * 20_000,
        r"\frac" * 20_000,
        r"\begin{array}{" + "c" * 10_000,
    ],
)
def test_bombs_are_errors(typesetter: KatexTypesetter, tex: str) -> None:
    assert set_one(typesetter, tex).error is not None
    assert set_one(typesetter, "x").error is None


def test_deep_nesting_is_set_or_refused_but_never_fatal(typesetter: KatexTypesetter) -> None:
    tex = r"\frac{1}{" * 150 + "x" + "}" * 150
    result = set_one(typesetter, tex)
    assert result.error or result.plain


def test_a_formula_that_takes_too_long_is_an_error_and_the_rest_is_set(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = KatexEngine.typeset

    def slow(self: KatexEngine, runs: list[Run], *, timeout_s: float) -> Any:
        if any(tex == "slow" for run in runs for tex, _ in run.formulas):
            self._evaluate("while (true) {}", 0.05)
        return real(self, runs, timeout_s=timeout_s)

    monkeypatch.setattr(KatexEngine, "typeset", slow)
    with KatexTypesetter() as opened:
        ((first, late, last),) = opened.typeset([make_group("a", "slow", "b")])
    assert (first.error, last.error) == (None, None)
    assert late.error == "it takes more time or memory than a formula may"


def test_an_engine_stops_at_its_time_limit() -> None:
    with KatexEngine() as engine, pytest.raises(EngineLimitError):
        engine._evaluate("while (true) {}", 0.05)


def test_definitions_carry_on_within_a_group_only(typesetter: KatexTypesetter) -> None:
    results = typesetter.typeset(
        [make_group(r"\newcommand{\foo}{q}", r"\foo"), make_group(r"\foo")]
    )
    assert results[0][1].plain == "q"
    assert results[1][0].error is not None


def test_a_definition_does_not_reach_back(typesetter: KatexTypesetter) -> None:
    ((before, _, after),) = typesetter.typeset([make_group(r"\bar", r"\def\bar{z}", r"\bar")])
    assert before.error is not None
    assert after.plain == "z"


def test_an_ordinary_formula_leaves_nothing_behind(typesetter: KatexTypesetter) -> None:
    group = make_group(r"\setup x", r"\later", setup=r"\gdef\later{1}")
    ((first, second),) = typesetter.typeset([group])
    assert first.error is None
    assert second.error is not None


@pytest.mark.parametrize(
    ("tex", "plain"),
    [
        (r"\newcommand{\R}{\mathbb{R}} x\in\R^n", "x ∈ Rⁿ"),
        (r"\newcommand\R{Q}\R", "Q"),
        (r"\renewcommand{\unheard}{u}\unheard", "u"),
        (r"\newcommand{\p}[1]{(#1)}\newcommand{\p}{w}\p", "w"),
        (r"\DeclareMathOperator{\E}{E}\E[X]", "E[X]"),
        (r"\mbox{文字}", "文字"),
        (r"\ce{H2O}", "H₂O"),
    ],
)
def test_what_mathjax_allows_is_set(typesetter: KatexTypesetter, tex: str, plain: str) -> None:
    result = set_one(typesetter, tex)
    assert result.error is None
    assert result.plain == plain


def test_the_annotation_keeps_the_authors_own_tex(typesetter: KatexTypesetter) -> None:
    tex = r"\newcommand{\R}{\mathbb{R}}\mbox{a<b}'"
    html = set_one(typesetter, tex).html
    assert r"\newcommand{\R}{\mathbb{R}}\mbox{a&lt;b}&#x27;</annotation>" in html


@pytest.mark.parametrize(
    ("tex", "trusted"),
    [
        (r"\href{https://example.com/}{x}", True),
        (r"\href{http://example.com/}{x}", True),
        (r"\href{#eq-k}{x}", True),
        (r"\href{javascript:alert(1)}{x}", False),
        (r"\href{data:text/html,x}{x}", False),
        (r"\url{https://example.com/}", False),
        (r"\includegraphics{https://example.com/x.png}", False),
        (r"\htmlStyle{color:red}{x}", False),
    ],
)
def test_only_links_to_the_web_and_to_equations_are_trusted(
    typesetter: KatexTypesetter, tex: str, trusted: bool
) -> None:
    html = set_one(typesetter, tex).html.partition("<annotation")[0]
    assert ("href=" in html) is trusted
    assert "style=" not in html.replace("mathcolor", "")
    assert "<img" not in html


def test_strict_complaints_are_ignored(typesetter: KatexTypesetter) -> None:
    assert set_one(typesetter, "中文 = x").plain == "中文 = x"


def test_no_engine_starts_where_the_cache_knows_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache.sqlite"
    groups = [make_group("a", r"\def\b{2}", r"\b", "x^")]
    with KatexTypesetter(path) as opened:
        fresh = opened.typeset(groups)

    def refuse() -> None:
        pytest.fail("the engine was started")

    monkeypatch.setattr("inkpost.io.typeset.KatexEngine", refuse)
    with KatexTypesetter(path) as opened:
        assert opened.typeset(groups) == fresh
        assert opened.typeset([]) == []
        assert opened.typeset([make_group()]) == [()]


def test_macros_are_part_of_what_is_remembered(typesetter: KatexTypesetter) -> None:
    first = typesetter.typeset([make_group(r"\mine", mine="a")])
    second = typesetter.typeset([make_group(r"\mine", mine="b")])
    assert (first[0][0].plain, second[0][0].plain) == ("a", "b")


def test_a_typesetter_works_again_after_it_was_closed_by_an_interrupt() -> None:
    with KatexTypesetter() as opened:
        assert set_one(opened, "a").plain == "a"
        opened._stop_engine()
        assert set_one(opened, "b").plain == "b"


def test_mathml_alone_needs_no_stylesheet_and_keeps_the_tex_to_copy() -> None:
    group = make_group(r"\mathbb{E}[x]", "x^", display=True)
    with KatexTypesetter(mathml_only=True) as opened:
        ((formula, bad),) = opened.typeset([group])
    assert formula.html.startswith('<span class="math-display"><math alttext=')
    assert "𝔼" in formula.html
    assert r"\mathbb{E}[x]</annotation></semantics></math></span>" in formula.html
    assert "katex" not in formula.html
    assert bad.html.startswith('<code class="math-error"')


@pytest.mark.parametrize(
    ("engine", "start"),
    [
        ("katex", '<span class="katex">'),
        ("auto", '<span class="katex">'),
        ("mathml", "<math "),
        ("client", '<span class="math-client">\\(x\\)'),
        ("none", '<code class="math-source">x<'),
    ],
)
def test_the_configuration_names_the_engine(engine: str, start: str) -> None:
    with open_typesetter(engine) as opened:
        assert opened.typeset([make_group("x")])[0][0].html.startswith(start)


def test_without_an_engine_auto_leaves_formulas_to_the_browser(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("inkpost.io.typeset.has_engine", lambda: False)
    with open_typesetter("auto") as opened:
        assert isinstance(opened, NullTypesetter)


def test_without_an_engine_katex_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "py_mini_racer", None)
    monkeypatch.setitem(sys.modules, "quickjs", None)
    with (
        open_typesetter("katex") as opened,
        pytest.raises(BlogError, match="cannot load a JavaScript engine") as caught,
    ):
        opened.typeset([make_group("x")])
    assert caught.value.hint == "install mini-racer, or set `math.engine: client`"


def test_the_smaller_engine_gives_the_same_bytes(
    typesetter: KatexTypesetter, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("quickjs", reason="the optional engine quickjs-ng is absent")
    group = make_group(r"\frac{1}{2}", "x^", r"\ce{H2O}", display=True)
    expected = typesetter.typeset([group])
    monkeypatch.setitem(sys.modules, "py_mini_racer", None)
    with KatexTypesetter() as opened:
        assert opened.typeset([group]) == expected
