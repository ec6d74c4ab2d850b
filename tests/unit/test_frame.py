"""HTML that an author leaves open ends with the document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.content.frame import keep_in_frame


def keep(html: str, body: str | None = None) -> tuple[str, list[tuple[str, int, int]]]:
    """The HTML and (message, line, column) of each warning."""
    body = html if body is None else body
    kept, found = keep_in_frame(html, body, file="p.md", first_line=5)
    return kept, [(each.message, each.span.line, each.span.column) for each in found if each.span]


def test_a_block_that_is_not_closed_is_closed_at_the_end() -> None:
    kept, found = keep("<p>a</p>\n<div class=x>\n<p>b</p>\n")
    assert kept == "<p>a</p>\n<div class=x>\n<p>b</p>\n</div>"
    assert found == [('"<div>" is not closed; it ends with the document here', 6, 1)]


def test_the_end_of_what_is_not_open_is_left_out() -> None:
    kept, found = keep("<p>a</p>\n</div>\n<p>b</p>")
    assert kept == "<p>a</p>\n\n<p>b</p>"
    assert found == [('"</div>" closes nothing; it is left out here', 6, 1)]


@pytest.mark.parametrize(
    ("html", "end"),
    [
        ("<div><section>", "</section></div>"),
        ("<div><section></div>", ""),
        ("<p>x <b>bold</p>", "</b>"),
        ("<b><i>x</b></i>", ""),
        ("<a href=x>y", "</a>"),
        ("a <!-- b", "-->"),
        ("a <!-- b <p>x</p>", "-->"),
        ("a <!-- b -->", ""),
        ("<script>let a = '<div>'", "</script>"),
        ("<style>b", "</style>"),
        ("<textarea><div>", "</textarea>"),
        ("<details><summary>x", "</summary></details>"),
        ("<table><tr><td>x", "</table>"),
        ("<div/>", "</div>"),
        ("<svg><a/><title>x</title></svg>", ""),
        ("<p>a<p>b<ul><li>c</ul><br><img src=x><hr>", ""),
        ("<DIV>x</div>", ""),
    ],
)
def test_what_is_closed_and_what_is_left(html: str, end: str) -> None:
    assert keep(html)[0] == html + end


def test_the_place_is_not_that_of_an_example_in_code() -> None:
    body = "`<div>` opens\n\n```html\n<div>\n```\n\n> x\n\nand <div>\n"
    html = "<p><code>&lt;div&gt;</code></p><pre>&lt;div&gt;</pre><p>and <div></p>"
    assert keep(html, body)[1] == [('"<div>" is not closed; it ends with the document here', 13, 5)]


PIECES = st.sampled_from(
    ["<div>", "</div>", "<section>", "</section>", "<ul>", "</ul>", "<table>", "</table>", "x"]
)


@given(st.lists(PIECES, max_size=12))
def test_what_is_kept_is_always_closed(pieces: list[str]) -> None:
    kept, _ = keep("".join(pieces))
    assert keep(kept) == (kept, [])
