"""Marks that stand for formulas on the way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inkpost.content.sealing import CLOSE, OPEN, Sealed, Seals, drop_marks


def made() -> tuple[Seals, str]:
    seals = Seals()
    first = seals.add(Sealed(html="<b>1</b>", shown="<math>1</math>", plain="1 < 2", tex="$1<2$"))
    second = seals.add(Sealed(html="<b>2</b>", shown="<math>2</math>", plain="two", tex="$$2$$"))
    return seals, f"a {first} b {second} c {first}"


def test_each_form_of_a_formula() -> None:
    seals, text = made()
    assert seals.bodies(text) == "a <b>1</b> b <b>2</b> c <b>1</b>"
    assert seals.shown(text) == "a <math>1</math> b <math>2</math> c <math>1</math>"
    assert seals.plain(text) == "a 1 &lt; 2 b two c 1 &lt; 2"


def test_each_form_of_a_feed() -> None:
    seals, text = made()
    assert seals.feed(text, "mathml") == seals.shown(text)
    assert seals.feed(text, "text") == seals.plain(text)
    assert seals.feed(text, "tex") == "a $1&lt;2$ b $$2$$ c $1&lt;2$"


def test_a_mark_that_nobody_made_is_nothing() -> None:
    seals, _ = made()
    assert seals.bodies(f"a{OPEN}7{CLOSE}b") == "ab"
    assert seals.bodies("plain") == "plain"


@given(st.text(alphabet=st.characters() | st.sampled_from([OPEN, CLOSE]), max_size=40))
def test_a_text_without_marks_passes_through_unchanged(text: str) -> None:
    clean = drop_marks(text)
    assert OPEN not in clean
    assert CLOSE not in clean
    assert made()[0].bodies(clean) == clean
