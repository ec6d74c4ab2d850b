"""Cards: the beginning of a post, clipped."""

from __future__ import annotations

import re

import pytest

from inkpost.content.excerpt import clip_html
from tests.sites import SiteBuilder, text_of

CARD = re.compile(r'<p class="excerpt">(.*?)</p>', re.DOTALL)
CODE = "```bash\nput() { cat >> log; }\n```\n"


def card_of(site: SiteBuilder, body: str) -> str:
    site.configure(theme="tessera", highlight={"line_number": True})
    site.post("note", body)
    found = CARD.search(text_of(site.make(), "index.html"))
    assert found
    return " ".join(found[1].split())


def test_marked_code_is_no_part_of_a_card(site: SiteBuilder) -> None:
    body = f"First words.\n\n{CODE}\nLast words.\n\n<!-- more -->\n\nMore.\n"
    assert card_of(site, body) == "First words. Last words."


def test_code_alone_gives_way_to_the_text(site: SiteBuilder) -> None:
    assert card_of(site, f"{CODE}\n<!-- more -->\n\nThe text.\n") == "The text."


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>一句话。</p><table><tr><td>格</td></tr></table><p>又一句。</p>", "一句话。 又一句。"),
        ("<p>词<sup class='footnote-ref'>1</sup>。</p>", "词。"),
        ("<p>a <code>b</code> c</p>", "a <code>b</code> c"),
    ],
)
def test_what_is_clipped_is_prose(html: str, text: str) -> None:
    assert clip_html(html, 50) == text
