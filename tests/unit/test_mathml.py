from __future__ import annotations

import pytest

from inkpost.formula.mathml import extract_mathml, to_shown_mathml


def wrap(inner: str, tex: str = "x") -> str:
    return (
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow>'
        f'{inner}</mrow><annotation encoding="application/x-tex">{tex}</annotation>'
        "</semantics></math>"
    )


@pytest.mark.parametrize(
    ("variant", "plain", "shown"),
    [
        ("bold", "Q", "𝐐"),
        ("double-struck", "E", "𝔼"),
        ("double-struck", "R", "ℝ"),
        ("script", "L", "ℒ"),
        ("script", "A", "𝒜"),
        ("fraktur", "Z", "ℨ"),
        ("bold-italic", "θ", "𝜽"),
        ("bold", "Σ", "𝚺"),
        ("bold", "∇", "𝛁"),
        ("bold", "∂", "𝛛"),
        ("bold", "7", "𝟕"),
        ("monospace", "k9", "𝚔𝟿"),
        ("sans-serif", "ab", "𝖺𝖻"),
        ("italic", "h", "ℎ"),
    ],
)
def test_styled_letters_become_unicode_letters(variant: str, plain: str, shown: str) -> None:
    shown_math = to_shown_mathml(wrap(f'<mi mathvariant="{variant}">{plain}</mi>'))
    assert f'<mi mathvariant="normal">{shown}</mi>' in shown_math


def test_upright_letters_stay_as_they_are() -> None:
    assert '<mi mathvariant="normal">d</mi>' in to_shown_mathml(
        wrap('<mi mathvariant="normal">d</mi>')
    )


def test_chinese_in_bold_gets_the_weight_of_the_font() -> None:
    shown = to_shown_mathml(wrap('<mtext mathvariant="bold">粗体</mtext>'))
    assert 'style="font-weight:bold">粗体</mtext>' in shown


def test_the_annotation_becomes_the_alternative_text() -> None:
    shown = to_shown_mathml(wrap("<mi>x</mi>", "a &lt; &quot;b&quot;"))
    assert "annotation" not in shown
    assert "semantics" not in shown
    assert shown.startswith('<math alttext="a &lt; &quot;b&quot;" ')


def test_other_attributes_survive() -> None:
    shown = to_shown_mathml(wrap('<mo mathvariant="bold" lspace="0em" rspace="0em">Λ</mo>'))
    assert '<mo mathvariant="normal" lspace="0em" rspace="0em">𝚲</mo>' in shown


def test_escaped_characters_stay_escaped() -> None:
    assert ">&amp;&lt;</mi>" in to_shown_mathml(wrap('<mi mathvariant="bold">&amp;&lt;</mi>'))


def test_the_element_is_found_in_html() -> None:
    math = wrap("<mi>x</mi>")
    assert extract_mathml(f"<span>{math}</span><span>x</span>") == math
    assert extract_mathml("<b>x</b>") == ""
