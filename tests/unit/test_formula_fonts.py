"""Which of KaTeX's fonts a page names to the browser at once."""

from __future__ import annotations

import re

import pytest

from tests.sites import SiteBuilder, text_of

PRELOAD = re.compile(r'<link rel="preload" as="font"[^>]*KaTeX_([\w-]+)\.woff2')


@pytest.mark.parametrize(
    ("formula", "fonts"),
    [
        ("$x + 1$", ["Math-Italic"]),
        (r"$\mathbb{R}$", ["AMS-Regular"]),
        (r"$\mathbf{w} \cdot \boldsymbol{\theta}$", ["Main-Bold", "Math-BoldItalic"]),
        (r"$$\sum_i \biggl( x_i \biggr)$$", ["Math-Italic", "Size2-Regular", "Size3-Regular"]),
        (r"$\sum_i x_i$", ["Math-Italic", "Size1-Regular"]),
        (r"$\mathcal{L}$", ["Caligraphic-Regular"]),
        (r"$\scriptsize x$", ["Math-Italic"]),
    ],
)
def test_fonts_in_use_are_asked_for_at_once(
    site: SiteBuilder, formula: str, fonts: list[str]
) -> None:
    site.configure(theme="tessera")
    site.post("note", f"Some {formula} text.\n")
    made = site.make()
    assert made.diagnostics == ()
    page = text_of(made, "2024/03/05/note/index.html")
    assert PRELOAD.findall(page) == ["Main-Regular", *fonts]


def test_a_page_without_formulas_asks_for_none(site: SiteBuilder) -> None:
    site.configure(theme="tessera")
    site.post("note", "Words and `mathbb` alone.\n")
    page = text_of(site.make(), "2024/03/05/note/index.html")
    assert "preload" not in page
    assert "katex.min.css" not in page
