"""Numbers that are none, wherever a configuration or front matter may have one."""

from __future__ import annotations

import math

import pytest

from inkpost.hexo.jsvalue import whole_number
from tests.sites import SiteBuilder, text_of

ODD = (math.inf, -math.inf, math.nan)


@pytest.mark.parametrize(
    ("value", "whole"),
    [(3, 3), (2.9, 2), ("4", 4), (True, 1), ("x", 7), (None, 7), ([], 7),
     *((each, 7) for each in ODD)],
)  # fmt: skip
def test_whole_numbers(value: object, whole: int) -> None:
    assert whole_number(value, 7) == whole


@pytest.mark.parametrize("value", ODD)
def test_odd_numbers_break_no_page(site: SiteBuilder, value: float) -> None:
    site.configure(
        theme="tessera",
        markdown={"anchors": {"case": value}},
        theme_config={
            "related": value,
            "reading": {"cjk_per_min": value, "words_per_min": value},
            "cover": {"hue_by_category": {"a": value}},
        },
    )
    site.post("one", "Words.\n", cover_hue=value, categories=["a"])
    made = site.make()
    assert "Words." in text_of(made, "2024/03/05/one/index.html")
