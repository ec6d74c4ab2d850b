from __future__ import annotations

from typing import Any

import pytest

from inkpost.hexo.tochtml import TocItem, limit_items, render_items, toc_html, toc_items
from tests.unit.hexotables import table


@pytest.mark.parametrize(("html", "cases"), table("toc"))
def test_contents_lists_are_hexo_s(html: str, cases: list[tuple[dict[str, Any], str]]) -> None:
    for options, expected in cases:
        assert toc_html(html, options) == expected


def test_items_hold_what_templates_need() -> None:
    html = '<h2 id="a">A <em>b</em></h2><h3 data-toc-unnumbered="true">C</h3>'
    assert toc_items(html) == (
        TocItem(text="A b", id="a", level=2),
        TocItem(text="C", id="", level=3, unnumbered=True),
    )


def test_the_deepest_levels_go_first() -> None:
    items = toc_items("<h1>a</h1><h2>b</h2><h3>c</h3><h1>d</h1><h1>e</h1>")
    assert [item.text for item in limit_items(items, 4)] == ["a", "b", "d", "e"]
    assert [item.text for item in limit_items(items, 2)] == ["a", "d"]
    assert render_items(limit_items(items, 0)) == ""


def test_no_headings_make_no_list() -> None:
    assert toc_html("<p>x</p>") == ""
    assert toc_html("") == ""
