from __future__ import annotations

import pytest

from inkpost.model import Heading, Json
from inkpost.theme.toolbox import (
    as_list,
    count_toc,
    license_of,
    mathml_only,
    numbers_toc,
    pager_numbers,
    toc_tree,
)


def headings(*pairs: tuple[int, str]) -> tuple[Heading, ...]:
    return tuple(Heading(level=level, id=text, html=text, text=text) for level, text in pairs)


def shape(nodes: Json) -> Json:
    return [
        (node.heading.text, shape(node.children)) if node.children else node.heading.text
        for node in nodes
    ]


def test_headings_become_a_tree() -> None:
    tree = toc_tree(headings((2, "a"), (3, "b"), (4, "c"), (5, "d"), (2, "e")))
    assert shape(tree) == [("a", [("b", ["c"])]), "e"]
    assert count_toc(tree) == 4


def test_levels_may_be_skipped_and_come_in_any_order() -> None:
    assert shape(toc_tree(headings((4, "a"), (2, "b"), (4, "c"), (3, "d")))) == [
        "a",
        ("b", ["c", "d"]),
    ]


def test_a_post_with_first_level_headings_is_shown_one_level_down() -> None:
    tree = toc_tree(headings((1, "a"), (2, "b"), (3, "c"), (4, "d")), 2, 4)
    assert shape(tree) == [("a", [("b", ["c"])])]


def test_no_headings_no_tree() -> None:
    assert toc_tree(None) == ()
    assert toc_tree(()) == ()


def test_what_the_author_numbered_is_not_numbered_again() -> None:
    flat = headings(*[(2, f"h{n}") for n in range(7)])
    deep = headings((2, "a"), (3, "b"), (2, "c"), (3, "d"), (2, "e"), (3, "f"))
    own = headings((2, "1 a"), (3, "1.1 b"), (2, "二、c"), (3, "d"), (2, "e"), (3, "f"))
    assert not numbers_toc(toc_tree(flat))
    assert numbers_toc(toc_tree(deep))
    assert not numbers_toc(toc_tree(own))
    assert numbers_toc(toc_tree(own), True)


@pytest.mark.parametrize(
    ("value", "name", "end"),
    [
        ("BY-NC-SA", "CC BY-NC-SA 4.0", "by-nc-sa/4.0/deed.zh-hans"),
        ("cc by 4.0", "CC BY 4.0", "by/4.0/deed.zh-hans"),
        ("CC0", "CC0 1.0", "zero/1.0/deed.zh-hans"),
    ],
)
def test_licences(value: str, name: str, end: str) -> None:
    found = license_of(value, "zh-CN")
    assert found is not None
    assert found.name == name
    assert (found.url or "").endswith(end)


def test_a_licence_of_ones_own_and_none() -> None:
    own = license_of("All rights reserved")
    assert own is not None
    assert own.url is None
    assert license_of(False) is None
    assert license_of(None) is None


@pytest.mark.parametrize(
    ("current", "total", "expected"),
    [
        (1, 1, (1,)),
        (1, 3, (1, 2, 3)),
        (5, 10, (1, 0, 4, 5, 6, 0, 10)),
        (3, 10, (1, 2, 3, 4, 0, 10)),
        (1, 0, ()),
    ],
)
def test_pager_numbers(current: int, total: int, expected: tuple[int, ...]) -> None:
    assert pager_numbers(current, total) == expected


def test_one_or_many_values() -> None:
    assert as_list(None) == as_list("") == as_list(False) == ()
    assert as_list("a") == ("a",)
    assert as_list({"a": 1}) == ({"a": 1},)
    assert as_list(["a", "b"]) == ("a", "b")


def test_formulas_in_lists_are_mathml_alone() -> None:
    katex = (
        '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi>'
        '<annotation encoding="application/x-tex">x</annotation></semantics></math></span>'
        '<span class="katex-html" aria-hidden="true"><span class="base">x</span></span></span>'
    )
    html = mathml_only(f"<p>设 {katex} 与 {katex}。</p>")
    assert "katex" not in html
    assert html.count("<math") == 2
    assert html.startswith("<p>设 <math")
    assert html.endswith("</math>。</p>")
    assert mathml_only(f'<span class="katex-display">{katex}</span>!').count("<math") == 1
    assert mathml_only("<p>plain</p>") == "<p>plain</p>"
