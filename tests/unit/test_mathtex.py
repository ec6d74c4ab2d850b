from __future__ import annotations

import pytest

from inkpost.formula.mathtex import find_group_end, is_definition, prepare_tex


@pytest.mark.parametrize(
    ("tex", "prepared"),
    [
        (r"\mbox{文字}", r"\text{文字}"),
        (r"a \label{k} b", "a  b"),
        (r"\require{cancel} x", " x"),
        (r"\begin{eqnarray} a &=& b \end{eqnarray}", r"\begin{array}{rcl} a &=& b \end{array}"),
        (r"\begin{multline*} a \end{multline*}", r"\begin{gather*} a \end{gather*}"),
        (r"\begin{flalign} a \end{flalign}", r"\begin{align} a \end{align}"),
        (
            r"\begin{subequations}\begin{align}a\end{align}\end{subequations}",
            r"\begin{align}a\end{align}",
        ),
        (r"\qty(\frac{a}{b})", r"\left(\frac{a}{b}\right)"),
        (r"\qty((a)(b))", r"\left((a)(b)\right)"),
        (r"\qty{x}", r"\left\{x\right\}"),
        (r"\qty[\qty(x)]", r"\left[\left(x\right)\right]"),
        (r"\unicode{x4e2d}", r"\text{中}"),
        (r"\unicode{xD800}", r"\unicode{xD800}"),
        (r"\newcommand*{\a}{1}", r"\newcommand{\a}{1}"),
        (r"\DeclareMathOperator{\E}{E}", r"\newcommand{\E}{\operatorname{E}}"),
        (r"\DeclareMathOperator*\m{arg\,{max}}", r"\newcommand{\m}{\operatorname*{arg\,{max}}}"),
        (r"\mboxed{x}", r"\mboxed{x}"),
        (r"x^2 + \frac{1}{2}", r"x^2 + \frac{1}{2}"),
    ],
)
def test_tex_of_mathjax_becomes_tex_of_katex(tex: str, prepared: str) -> None:
    assert prepare_tex(tex, True) == prepared


def test_environments_for_displays_become_their_inline_kin_in_text() -> None:
    tex = r"\begin{align}a&=b\end{align}"
    assert prepare_tex(tex, False) == r"\begin{aligned}a&=b\end{aligned}"
    assert prepare_tex(tex, True) == tex


@pytest.mark.parametrize(
    ("tex", "expected"),
    [
        (r"\def\a{1}", True),
        (r"\gdef\a{1}", True),
        (r"\newcommand\a{1}", True),
        (r"\let\a=b", True),
        (r"\left(x\right)", False),
        (r"\define", False),
        ("x", False),
    ],
)
def test_definitions_are_told_from_commands_that_look_like_them(tex: str, expected: bool) -> None:
    assert is_definition(tex) is expected


def test_the_end_of_a_group_is_past_the_groups_within() -> None:
    assert find_group_end(r"a{b}\}c}d", 0) == 7
    assert find_group_end("a{b", 0) == -1
    assert find_group_end("a}b)", 0, ")") == -1
