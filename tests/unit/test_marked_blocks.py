"""Where blocks of marked 15 end: expected values are what marked itself makes."""

from __future__ import annotations

import pytest

from tests.unit.test_marked import html


def quote(inner: str) -> str:
    return f"<blockquote>\n{inner}\n</blockquote>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> a\n    > b", quote("<p>a<br>&gt; b</p>")),
        ("> a\n4. b", quote('<p>a</p>\n<ol start="4">\n<li>b</li>\n</ol>')),
        ("> a\n- b", quote("<p>a</p>") + "\n<ul>\n<li>b</li>\n</ul>"),
        ("> a\n    code\nb", quote("<p>a<br>code<br>b</p>")),
        ("> > a\nb\n> c", quote(quote("<p>a<br>b<br>c</p>"))),
        ("> - a\nb\n> c", quote("<ul>\n<li>a<br>b" + quote("<p>c</p>") + "\n</li>\n</ul>")),
        ("> a\n===", quote("<p>a<br>&#x3D;&#x3D;&#x3D;</p>")),
        (">a\n>\n>b\nc\n\nd", quote("<p>a</p>\n<p>b<br>c</p>") + "\n<p>d</p>"),
        ("> a\n<div>x</div>", quote("<p>a</p>") + "\n<div>x</div>"),
    ],
)
def test_a_quotation_takes_lines_without_a_mark(text: str, expected: str) -> None:
    assert html(text) == expected


def test_text_behind_a_list_in_an_item_is_a_paragraph() -> None:
    made = html("- a\n  - b\n  <i>x</i> y\n  > q")
    assert "</ul>\n<p><i>x</i> y</p>" in made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x\n <!--c-->\ny", "<p>x<br> <!--c--><br>y</p>"),
        ("x\n```", "<p>x<br>&#96;&#96;&#96;</p>"),
        ("x\n<!--c-->\ny", "<p>x</p>\n<!--c-->\n<p>y</p>"),
    ],
)
def test_html_ends_a_paragraph_only_at_the_margin(text: str, expected: str) -> None:
    assert html(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <wchar_t> b", "<p>a <wchar_t> b</p>"),
        ("a </x:y> b", "<p>a </x:y> b</p>"),
        ("a <sunp/x> b", "<p>a &lt;sunp&#x2F;x&gt; b</p>"),
        ("<a_b>\nx\n\ny", "<a_b>\nx\n\n<p>y</p>"),
    ],
)
def test_names_of_tags_may_have_underscores(text: str, expected: str) -> None:
    assert html(text) == expected


def test_quotations_in_quotations_end_somewhere() -> None:
    made = html("> " * 300 + "deep")
    assert "deep" in made


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('- t\n  <img src="a">', '<ul>\n<li>t<img src="a"></li>\n</ul>'),
        ("1. a\n</font>", "<ol>\n<li>a</font></li>\n</ol>"),
    ],
)
def test_a_lone_tag_in_an_item_is_a_block(text: str, expected: str) -> None:
    assert html(text) == expected


def test_code_loses_its_indentation_by_characters() -> None:
    assert html("   \t\tx\n  \t\ty") == "<pre><code>\t\tx\n\t\ty\n</code></pre>"


def test_a_line_of_wide_spaces_can_be_a_heading() -> None:
    made = html("a\n\u3000\u3000\n---\nb")
    assert made.startswith("<p>a</p>\n<h2")
    assert made.endswith("<p>b</p>")


def test_letters_beyond_the_first_plane_are_none_before_an_underscore() -> None:
    assert html("\U0001d442_\U0001d439 b_ c") == "<p>\U0001d442<em>\U0001d439 b</em> c</p>"


def test_comments_are_set_aside_only_beside_templates() -> None:
    assert html("    <!-- c -->") == "<pre><code>&lt;!-- c --&gt;\n</code></pre>"
    assert "<code><!-- c -->" in html("{{ x }}\n\n    <!-- c -->")
