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


@pytest.mark.parametrize("sealed", [LONG, DISPLAY])
def test_others_may_break(sealed: Sealed) -> None:
    seals = Seals()
    assert seals.bodies(f"{seals.add(sealed)}。") == f"{sealed.html}。"


def test_words_after_a_formula_do_not_count() -> None:
    seals = Seals()
    assert seals.bodies(f"{seals.add(SHORT)}的值") == "<b>x</b>的值"
