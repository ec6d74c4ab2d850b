from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.hexo.slug import fold_diacritics, heading_slug, slugize
from tests.unit.hexotables import table


@pytest.mark.parametrize(("text", "kept", "lower", "upper", "joined"), table("slugize"))
def test_slugs_are_hexo_s(text: str, kept: str, lower: str, upper: str, joined: str) -> None:
    assert slugize(text) == kept
    assert slugize(text, case=1) == lower
    assert slugize(text, case=2) == upper
    assert slugize(text, separator="_") == joined


@given(st.text())
def test_a_slug_of_a_slug_is_itself(text: str) -> None:
    assert slugize(slugize(text)) == slugize(text)


@given(st.text())
def test_a_slug_holds_no_ascii_punctuation_but_single_hyphens(text: str) -> None:
    slug = slugize(text)
    assert not set(slug) & set("/\\?#%&=+ .,;:\"'<>|*")
    assert "--" not in slug
    assert slug == slug.strip("-")


def test_combining_marks_that_stand_alone_stay() -> None:
    assert fold_diacritics("e\u0301") == "e\u0301"
    assert fold_diacritics("\u00e9") == "e"


@pytest.mark.parametrize(
    ("html", "case", "expected"),
    [
        ("中文 标题！", 0, "中文-标题！"),
        ("<code>a &lt; b</code> and <em>c</em>", 0, "a-b-and-c"),
        ("<code>vector&lt;int&gt;</code>", 0, "vector"),
        ("Mixed Case", 1, "mixed-case"),
        ("!!!", 0, ""),
        ("  edges  ", 0, "edges"),
        ("x &amp; y", 0, "x-y"),
    ],
)
def test_heading_ids_come_from_the_text_of_the_html(html: str, case: int, expected: str) -> None:
    assert heading_slug(html, case=case) == expected
