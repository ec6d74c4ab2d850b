"""Front-matter values as the fields of a document want them."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.content.coerce import Front, to_chains, to_flag, to_names
from inkpost.hexo.frontmatter import parse_front_matter


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, ()),
        ("", ()),
        ("one", ("one",)),
        ("one, two", ("one, two",)),
        (["b", "a", "b"], ("b", "a")),
        ([None, "", "a"], ("a",)),
        ([2024, 1.5, True], ("2024", "1.5", "true")),
        (7, ("7",)),
        ([["a", "b"]], ("a,b",)),
    ],
)
def test_names_are_texts_each_once_in_the_authors_order(value: Any, names: tuple[str, ...]) -> None:
    assert to_names(value) == names


@pytest.mark.parametrize(
    ("value", "chains"),
    [
        (None, ()),
        ("", ()),
        ([], ()),
        ("A", (("A",),)),
        (["A", "B"], (("A", "B"),)),
        ([["A", "B"], ["A", "D"], "E"], (("A", "B"), ("A", "D"), ("E",))),
        ([["A"], []], (("A",),)),
        (["A", None, "", "B"], (("A", "B"),)),
        (["dup", "dup"], (("dup", "dup"),)),
        ([["A", None]], (("A",),)),
        (2024, (("2024",),)),
    ],
)
def test_a_flat_list_is_one_chain_and_lists_in_it_are_several(
    value: Any, chains: tuple[tuple[str, ...], ...]
) -> None:
    assert to_chains(value) == chains


@pytest.mark.parametrize(
    ("value", "flag"),
    [(True, True), (False, False), ("false", False), ("0", False), ("", False), ("no", True),
     (0, False), (1, True), ([], True), ({}, True)],
)  # fmt: skip
def test_flags_are_cast_as_hexos_models_do(value: Any, flag: bool) -> None:
    assert to_flag(value, default=True) is flag
    assert to_flag(None, default=True) is True
    assert to_flag(None, default=False) is False


def front(text: str, *, spelled: bool) -> Front:
    return Front(parse_front_matter(f"---\n{text}\n---\n", path="a.md"), spelled=spelled)


def test_the_authors_spelling_is_kept_or_typed() -> None:
    text = "title: 3.10\ntags: [1.50, 2020-01-01, 010]\nrating: 3.10"
    spelled, typed = front(text, spelled=True), front(text, spelled=False)
    assert spelled.value("title") == "3.10"
    assert spelled.value("tags") == ["1.50", "2020-01-01", "010"]
    assert typed.value("title") == 3.1
    # What is no text by its nature keeps its type.
    assert spelled.values()["rating"] == typed.values()["rating"] == 3.1


def test_what_is_no_scalar_is_left_alone() -> None:
    value = front("title: {a: 1}\ntags: [[a, 1.0], ~]", spelled=True)
    assert value.value("title") == {"a": 1}
    assert value.value("tags") == [["a", "1.0"], None]
    assert value.value("absent") is None
