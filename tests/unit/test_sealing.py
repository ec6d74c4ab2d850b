"""Formulas behind marks, and what they become in a body."""

from __future__ import annotations

import pytest

from inkpost.content.sealing import Sealed, Seals

SHORT = Sealed(html="<b>x</b>", shown="<math>x</math>", plain="x", tex="$x$")
LONG = Sealed(html="<b>sum</b>", shown="<math>s</math>", plain="sum", tex=f"${'x' * 25}$")
DISPLAY = Sealed(html="<b>X</b>", shown="<math>X</math>", plain="X", tex="$$x$$")


@pytest.mark.parametrize("tail", ["。", "，", "）。", ".", ")"])
def test_a_short_formula_keeps_its_punctuation(tail: str) -> None:
    seals = Seals()
    text = f"设 {seals.add(SHORT)}{tail}然后"
    assert seals.bodies(text) == f'设 <span class="math-tail"><b>x</b>{tail}</span>然后'
    assert seals.shown(text) == f"设 <math>x</math>{tail}然后"
    assert seals.plain(text) == f"设 x{tail}然后"


def test_a_short_formula_keeps_its_brackets() -> None:
    seals = Seals()
    text = f"其中（{seals.add(SHORT)}）是"
    assert seals.bodies(text) == '其中<span class="math-tail">（<b>x</b>）</span>是'


BOXES = '<span class="katex-base">a=</span><span class="katex-base">b</span>'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "和 @。",
            (
                '和 <span class="katex-base">a=</span>'
                '<span class="katex-base" data-tail="。">b</span>'
                '<span class="math-mark">。</span>'
            ),
        ),
        (
            "（@ 以内",
            (
                '<span class="math-mark">（</span><span class="katex-base" data-lead="（">a=</span>'
                '<span class="katex-base">b</span> 以内'
            ),
        ),
        (
            "（@），",
            (
                '<span class="math-mark">（</span><span class="katex-base" data-lead="（">a=</span>'
                '<span class="katex-base" data-tail="），">b</span>'
                '<span class="math-mark">），</span>'
            ),
        ),
        ("和 @ 与", f"和 {BOXES} 与"),
    ],
)
def test_a_long_formula_shows_what_touches_it(text: str, expected: str) -> None:
    seals = Seals()
    sealed = Sealed(html=BOXES, shown="", plain="", tex=f"${'x' * 25}$")
    assert seals.bodies(text.replace("@", seals.add(sealed))) == expected


def test_a_long_formula_of_another_kind_stays() -> None:
    seals = Seals()
    assert seals.bodies(f"（{seals.add(LONG)}）。") == f"（{LONG.html}）。"


def test_a_displayed_formula_stands_alone() -> None:
    seals = Seals()
    assert seals.bodies(f"{seals.add(DISPLAY)}。") == f"{DISPLAY.html}。"


def test_words_after_a_formula_do_not_count() -> None:
    seals = Seals()
    assert seals.bodies(f"{seals.add(SHORT)}的值") == "<b>x</b>的值"


def test_a_displayed_formula_is_set_in_a_line_where_there_is_only_one() -> None:
    seals = Seals()
    shown = '<math alttext="a &quot;b&quot;" display="block"><mi>a</mi></math>'
    mark = seals.add(Sealed(html="", shown=shown, plain="a"))
    assert seals.shown(mark) == shown
    assert seals.in_line(f"x {mark}") == 'x <math alttext="a &quot;b&quot;"><mi>a</mi></math>'
