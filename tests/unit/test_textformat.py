from __future__ import annotations

import math
from typing import Any

import pytest

from inkpost.hexo.jstext import from_units, number_text, to_text, to_units, unescape
from inkpost.hexo.markup import escape_html, strip_html, unescape_html
from inkpost.hexo.strings import number_format, titlecase, truncate, word_wrap
from tests.unit.hexotables import table


@pytest.mark.parametrize("row", table("text"), ids=lambda row: row["text"])
def test_text_helpers_are_hexo_s(row: dict[str, Any]) -> None:
    text = row["text"]
    assert titlecase(text) == row["titlecase"]
    for options, expected in row["truncate"]:
        assert truncate(text, **options) == from_units(expected)
    for width, expected in row["wrap"]:
        assert word_wrap(text, width=width) == from_units(expected)


@pytest.mark.parametrize(("number", "options", "expected"), table("numbers"))
def test_numbers_are_hexo_s(number: Any, options: dict[str, Any], expected: str) -> None:
    assert number_format(number, **options) == expected


@pytest.mark.parametrize(("html", "stripped", "escaped", "unescaped"), table("markup"))
def test_markup_is_hexo_s(html: str, stripped: str, escaped: str, unescaped: str) -> None:
    assert strip_html(html) == stripped
    assert escape_html(html) == escaped
    assert unescape_html(html) == unescaped


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "null"),
        (True, "true"),
        (3.0, "3"),
        ([1, None, ["a", 2.5]], "1,,a,2.5"),
        ({"a": 1}, "[object Object]"),
        ("text", "text"),
    ],
)
def test_values_are_written_as_javascript_does(value: Any, expected: str) -> None:
    assert to_text(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.1, "0.1"),
        (-0.0, "0"),
        (1e21, "1e+21"),
        (1.5e21, "1.5e+21"),
        (1e-7, "1e-7"),
        (0.000001, "0.000001"),
        (1e20, "100000000000000000000"),
        (-2.5e-10, "-2.5e-10"),
        (123456789012345680000.0, "123456789012345680000"),
        (2**53 + 1, "9007199254740992"),
        (math.nan, "NaN"),
        (-math.inf, "-Infinity"),
    ],
)
def test_numbers_are_written_as_javascript_does(value: float, expected: str) -> None:
    assert number_text(value) == expected


def test_broken_escapes_become_replacement_characters() -> None:
    assert unescape("%E4%B8%AD%zz%E4") == "中%zz\ufffd"


def test_units_and_text_are_each_other_s_inverse() -> None:
    assert from_units(to_units("a🐟水")) == "a🐟水"
    assert from_units(to_units("a🐟水")[:2]) == "a\ufffd"
