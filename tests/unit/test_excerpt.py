"""Excerpts: never cut in a formula, in code or in a grapheme; sentences preferred."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inkpost.content.excerpt import card_from_headings, card_source, clip_html, find_more
from inkpost.content.md_types import Block
from inkpost.content.sealing import Sealed, Seals


def seals(count: int) -> Seals:
    made = Seals()
    for number in range(count):
        made.add(Sealed(html=f"<i>{number}</i>", shown="<math></math>", plain=f"F{number}"))
    return made


MARK = seals(1).add(Sealed(html="", shown="", plain=""))  # a mark as it stands in a text
FIRST = MARK.replace("1", "0")


# -- the author's mark


@pytest.mark.parametrize(
    ("html", "ours", "stock"),
    [
        ("a<!-- more -->b", True, True),
        ("a<!--more-->b", True, True),
        ("a<!-- MORE -->b", True, True),
        ("a<!--   more\n-->b", True, False),
        ("a<!-- more text -->b", False, False),
        ("a<!-- no more -->b", False, False),
        ("a&lt;!-- more --&gt;b", False, False),
        ("<pre>&lt;!-- more --&gt;</pre>", False, False),
    ],
)
def test_which_mark_counts(html: str, ours: bool, stock: bool) -> None:
    assert (find_more(html, any_spacing=True) is not None) is ours
    assert (find_more(html, any_spacing=False) is not None) is stock


# -- what a card is made of


def block(kind: str, html: str = "") -> Block:
    return Block(kind=kind, html=html)


def test_leading_paragraphs_up_to_a_display_formula() -> None:
    blocks = [
        block("heading", "<h2>no</h2>"), block("paragraph", "<p>one</p>\n"), block("list"),
        block("code"), block("paragraph", "<p>two</p>"), block("math"),
        block("paragraph", "<p>three</p>"),
    ]  # fmt: skip
    assert card_source(blocks) == "one two"


def test_a_formula_before_the_first_paragraph_does_not_end_it() -> None:
    assert card_source([block("math"), block("paragraph", "<p>one</p>")]) == "one"
    assert card_source([block("list"), block("code")]) == ""


def test_a_text_of_lists_shows_its_headings() -> None:
    assert card_from_headings(["目标", "", "步骤 <x>"]) == "目标 · 步骤 &lt;x&gt;"
    assert card_from_headings(str(n) for n in range(9)) == "0 · 1 · 2 · 3 · 4 · 5"
    assert card_from_headings([]) == ""


# -- clipping


@pytest.mark.parametrize(
    ("html", "length", "clipped"),
    [
        ("短文。", 10, "短文。"),
        ("一二三四五六七八九十一", 10, "一二三四五六七八九十…"),
        ("一二三四五六。七八九十一", 10, "一二三四五六。"),
        ("一。二三四五六七八九十一", 10, "一。二三四五六七八九…"),
        ("一二三四五六！七八九十一二", 10, "一二三四五六！"),
        ("the quick brown fox", 9, "the quick brown…"),
        ("the quick brown dog jumps", 9, "the quick brown…"),
        ("the quick brown cat", 8, "the quick brown…"),
        ("the quick brown ape jumps", 10, "the quick brown ape…"),
        ("antidisestablishmentarianism", 5, "antidisest…"),
        ("一二三四五六七八，九十", 9, "一二三四五六七八…"),
        ("一二三四（五六", 5, "一二三四…"),
        ("a &lt; b &amp; c", 20, "a &lt; b &amp; c"),
        ("a\n  b\tc", 20, "a b c"),
        ("", 10, ""),
    ],
)
def test_lengths_and_ends(html: str, length: int, clipped: str) -> None:
    assert clip_html(html, length) == clipped


def test_links_pictures_and_blocks_are_unwrapped() -> None:
    html = '<p>See <a href="/x">this</a> <img src="a.png" alt="no"> <em>now</em></p><p>More</p>'
    assert clip_html(html, 50) == "See this  <em>now</em> More"


def test_what_is_open_at_the_cut_is_closed() -> None:
    assert clip_html("<strong>一二<em>三四五六七八</em></strong>", 4) == (
        "<strong>一二<em>三四…</em></strong>"
    )


def test_a_formula_counts_six_and_is_never_cut() -> None:
    assert clip_html(f"一二{FIRST}三四", 8) == f"一二{FIRST}…"
    assert clip_html(f"一二{FIRST}三四", 7) == "一二…"
    assert clip_html(f"一二{FIRST}三四", 10) == f"一二{FIRST}三四"


def test_inline_code_is_never_cut() -> None:
    assert clip_html("一二<code>git commit --amend</code>三", 5) == "一二…"
    assert clip_html("一<code>abcd</code>二三四", 4) == "一<code>abcd</code>二…"


def test_buttons_and_footnote_marks_are_left_out() -> None:
    html = 'Text<sup class="footnote-ref"><a href="#f">[1]</a></sup><button>Copy</button> end'
    assert clip_html(html, 50) == "Text end"


@pytest.mark.parametrize(
    "cluster", ["👨‍👩‍👧‍👦", "é", "🇨🇳", "👍🏽", "❤️", "क्षि"],
    ids=["family", "accent", "flag", "skin", "heart", "conjunct"],
)  # fmt: skip
def test_a_grapheme_is_never_cut(cluster: str) -> None:
    whole = cluster * 6
    for length in range(1, 14):
        kept = clip_html(whole, length).removesuffix("…")
        assert whole.startswith(kept)
        if cluster != "क्षि":
            assert len(kept) % len(cluster) == 0, (length, kept)


TEXTS = st.lists(
    st.one_of(
        st.sampled_from(["字", "。", "word ", "，", " ", "<em>", "</em>", "<p>", "</p>", "<br>",
                         "<code>x y</code>", "&lt;", "<a href='/'>", "</a>", FIRST, "e\u0301"]),
        st.text(alphabet="ab 中文。<>&", max_size=3).map(lambda text: text.replace("<", "&lt;")),
    ),
    max_size=40,
).map("".join)  # fmt: skip


@given(html=TEXTS, length=st.integers(1, 20))
@example(html=f"<em>{FIRST}", length=1)
def test_a_clip_is_short_well_formed_and_a_beginning(html: str, length: int) -> None:
    clipped = clip_html(html, length)
    opened = re.findall(r"<(em|code)>", clipped)
    closed = re.findall(r"</(em|code)>", clipped)
    assert sorted(opened) == sorted(closed)
    assert not re.search(r"<(?!/?(?:em|code)>)", clipped.replace("<br>", ""))
    shown = unescape(re.sub(r"<[^>]*>| ", "", clipped)).removesuffix("…")
    units = sum(12 if char == FIRST[0] else 2 if char in "字中文。，" else 1
                for char in shown.replace(FIRST, FIRST[0]))  # fmt: skip
    assert units <= 2 * length
    assert clipped.count(FIRST[0]) == clipped.count(FIRST[-1])
