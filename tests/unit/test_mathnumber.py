from __future__ import annotations

from itertools import count

import pytest

from inkpost.content.mathnumber import (
    Numbering,
    link_references,
    number_display,
    show_reference,
    to_anchor,
    to_fragment,
)


def number(tex: str, numbering: Numbering = "labelled") -> tuple[str, dict[str, str | None]]:
    numbers = count(1)
    result = number_display(tex, numbering, lambda: next(numbers))
    return " ".join(result.tex.split()), dict(result.labels)


@pytest.mark.parametrize(
    ("tex", "numbered", "labels"),
    [
        ("a = b", "a = b", {}),
        (r"a \label{k}", r"a \tag{1}", {"k": "1"}),
        (r"a \tag{A} \label{k}", r"a \tag{A}", {"k": "A"}),
        (r"a \label{k}\tag*{$\ast$}", r"a \tag*{$\ast$}", {"k": r"$\ast$"}),
        (
            r"\begin{equation} a \label{k} \end{equation}",
            r"\begin{equation*} a \tag{1}\end{equation*}",
            {"k": "1"},
        ),
        (
            r"\begin{align} a \label{x} \\ b \\[4pt] c \label{y} \end{align}",
            r"\begin{align*} a \tag{1}\\ b \\[4pt] c \tag{2}\end{align*}",
            {"x": "1", "y": "2"},
        ),
        (
            r"\begin{aligned} a \label{x} \\ b \label{y} \end{aligned}",
            r"\begin{aligned} a \\ b \end{aligned} \tag{1}",
            {"x": "1", "y": "1"},
        ),
        (
            r"\begin{align} \begin{cases} a \\ b \end{cases} \label{k} \\ c \end{align}",
            r"\begin{align*} \begin{cases} a \\ b \end{cases} \tag{1}\\ c \end{align*}",
            {"k": "1"},
        ),
    ],
)
def test_what_has_a_label_gets_a_number(
    tex: str, numbered: str, labels: dict[str, str | None]
) -> None:
    found = number(tex)
    assert found[0].replace(" ", "") == numbered.replace(" ", "")
    assert found[1] == labels


@pytest.mark.parametrize(
    ("tex", "tags"),
    [
        ("a = b", 1),
        (r"\begin{equation*} a \end{equation*}", 0),
        (r"\begin{align} a \\ b \nonumber \\ c \end{align}", 2),
        (r"\begin{align} a \\ b \\ \end{align}", 2),
        (r"\begin{alignat}{2} a \\ b \end{alignat}", 2),
        (r"a \tag{x}", 1),
        (r"a \notag", 0),
    ],
)
def test_all_numbers_every_display_but_those_that_refuse(tex: str, tags: int) -> None:
    assert number(tex, "all")[0].count(r"\tag") == tags


def test_without_numbers_a_label_stands_for_none() -> None:
    assert number(r"a \label{k}", "none") == ("a", {"k": None})


def test_a_comment_does_not_swallow_the_tag() -> None:
    tex = number_display("a \\label{k} % why", "labelled", lambda: 1).tex
    assert "\n\\tag{1}" in tex


def test_references_become_links() -> None:
    linked = link_references(r"x \eqref{a b} \ref{no}", {"a b": "3"}.get)
    assert linked == r"x \href{#eq-a-b}{\text{(3)}} \text{???}"


def test_an_anchor_has_no_spaces_and_a_fragment_is_a_url() -> None:
    assert to_anchor("eq:a  b") == "eq-eq:a-b"
    assert to_fragment("损失") == "#eq-%E6%8D%9F%E5%A4%B1"


def test_only_eqref_brackets_the_number() -> None:
    assert show_reference("eqref", "3") == "(3)"
    assert show_reference("ref", "3") == "3"
