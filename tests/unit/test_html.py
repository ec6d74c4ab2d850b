from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from inkpost.hexo.html import (
    external_links,
    find_excerpt_mark,
    get_attribute,
    iter_tags,
    map_start_tags,
    meta_generator,
    nofollow_links,
    remove_attribute,
    set_attribute,
    unescape,
    well_formed_split,
)
from tests.unit.hexotables import table


def seen(html: str) -> list[str]:
    return [html[token.start : token.end] for token in iter_tags(html)]


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("a<b>c</b>", ["<b>", "</b>"]),
        ("<p title=it's>x</p>", ["<p title=it's>", "</p>"]),
        ("<p a=\"1>2\" b='>'>", ["<p a=\"1>2\" b='>'>"]),
        ("<!-- <b> --><i>", ["<!-- <b> -->", "<i>"]),
        ("<!--><i><!---><u>", ["<!-->", "<i>", "<!--->", "<u>"]),
        ("<script>'<b>'</script><b>", ["<script>", "</script>", "<b>"]),
        ("<textarea><b></TEXTAREA>", ["<textarea>", "</TEXTAREA>"]),
        ("1 < 2 <3 > <b>", ["<b>"]),
        ("<!doctype html><?pi?><b/>", ["<b/>"]),
        ("<b unclosed", []),
        ('<a href="x>y</a>', ['<a href="x>', "</a>"]),
    ],
)
def test_tags_are_found_where_browsers_find_them(html: str, expected: list[str]) -> None:
    assert seen(html) == expected


def test_edits_keep_every_other_byte() -> None:
    html = "<P CLASS=a  data-x='1'>&nbsp;<img src=a.png /></P >\n<!-- <img> -->"
    made = map_start_tags(html, {"img"}, lambda tag: tag.with_attribute("loading", "lazy").source)
    assert made == html.replace("a.png />", 'a.png loading="lazy" />')
    assert map_start_tags(html, {"img"}, lambda _tag: None) is html


@pytest.mark.parametrize(
    ("source", "name", "value"),
    [
        ('<a href="x&amp;y">', "href", "x&y"),
        ("<a HREF='q\"'>", "href", 'q"'),
        ("<a href=x/y>", "href", "x/y"),
        ("<input disabled>", "disabled", ""),
        ("<a x = 'y'>", "x", "y"),
        ("<a href=x>", "title", None),
        ("<a href='?a=1&copy=2'>", "href", "?a=1&copy=2"),
        ("<img/src=a>", "src", "a"),
    ],
)
def test_attributes_are_read_decoded(source: str, name: str, value: str | None) -> None:
    assert get_attribute(source, name) == value


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("<a>", '<a t="&quot;&amp;">'),
        ("<a/>", '<a t="&quot;&amp;"/>'),
        ("<a />", '<a t="&quot;&amp;" />'),
        ("<a T='old' b>", '<a T="&quot;&amp;" b>'),
        ("<a t b>", '<a t="&quot;&amp;" b>'),
    ],
)
def test_attributes_are_set_in_place(source: str, expected: str) -> None:
    made = set_attribute(source, "t", '"&')
    assert made == expected
    assert get_attribute(made, "t") == '"&'


def test_attributes_are_removed_with_the_space_before_them() -> None:
    assert remove_attribute('<a id="x" b>', "id") == "<a b>"
    assert remove_attribute("<a b id>", "id") == "<a b>"
    assert remove_attribute("<a b>", "id") == "<a b>"


_html = st.lists(
    st.sampled_from(
        [
            "<p>",
            "</p>",
            "<b a='x'>",
            "</b>",
            "<br>",
            "x < y",
            "&amp;",
            "<!-- c -->",
            "<li>",
            "</ul>",
            '<a href="u">',
            "</a>",
            "<script>1<2</script>",
            "水",
            "<",
            ">",
            '"',
            "'",
            "<ul>",
            "</li>",
        ]
    ),
    max_size=12,
).map("".join)


@given(_html)
def test_tokens_are_in_order_and_within_the_text(html: str) -> None:
    end = 0
    for token in iter_tags(html):
        assert end <= token.start < token.end <= len(html)
        assert html[token.start] == "<"
        assert html[token.end - 1] == ">"
        end = token.end


@pytest.mark.parametrize(("html", "expected"), table("links"))
def test_external_links_are_marked_as_hexo_does(html: str, expected: str) -> None:
    assert external_links(html, site_url="http://example.com", exclude=["friend.net"]) == expected


def test_nofollow_adds_what_is_missing() -> None:
    made = nofollow_links('<a rel="me nofollow" href="//far.net">', site_url="http://example.com")
    assert made == '<a rel="me nofollow noopener external noreferrer" href="//far.net">'
    made = nofollow_links('<a href="//far.net">', site_url="http://example.com")
    assert made == '<a rel="noopener external nofollow noreferrer" href="//far.net">'
    assert nofollow_links('<a href="/x">', site_url="http://example.com") == '<a href="/x">'


def test_the_generator_is_named_once() -> None:
    page = "<head><title>t</title></head>"
    made = meta_generator(page, "Ink 1")
    assert made == '<head><title>t</title><meta name="generator" content="Ink 1"></head>'
    assert meta_generator(made, "Ink 1") == made


@pytest.mark.parametrize(
    ("html", "excerpt", "more"),
    [
        ("<p>a</p><!-- more --><p>b</p>", "<p>a</p>", "<p>b</p>"),
        ("<p>a <b>b<!--more--> c</b></p>", "<p>a <b>b</b></p>", "<p><b>c</b></p>"),
        ("<p>a<br>\n<!-- MORE --><br>b</p>", "<p>a</p>", "<p>b</p>"),
        ("<p>a</p><p><!--  more --></p><p>b</p>", "<p>a</p>", "<p>b</p>"),
        (
            "<ul><li>a<!-- more --></li><li>b</li></ul>",
            "<ul><li>a</li></ul>",
            "<ul><li>b</li></ul>",
        ),
        (
            '<div id="x"><p>a</p><!-- more --><p>b</p></div>',
            '<div id="x"><p>a</p></div>',
            "<div><p>b</p></div>",
        ),
        ("<p>a<img src=x><!-- more -->b", "<p>a<img src=x></p>", "<p>b"),
        ("<p>a<p>b<!-- more -->c</p>", "<p>a<p>b</p>", "<p>c</p>"),
    ],
)
def test_both_halves_of_a_cut_are_well_formed(html: str, excerpt: str, more: str) -> None:
    mark = find_excerpt_mark(html)
    assert mark is not None
    assert well_formed_split(html, *mark) == (excerpt, more)


def test_a_mark_in_code_or_a_longer_comment_does_not_count() -> None:
    assert find_excerpt_mark("<code>&lt;!-- more --&gt;</code><!-- more text -->") is None
    assert find_excerpt_mark("<script>'<!-- more -->'</script>") is None


_balanced = st.recursive(
    st.sampled_from(["x", "水 ", "<br>", "<img src=a>", "<!-- c -->"]),
    lambda inner: st.builds(
        lambda name, parts: f"<{name}>{''.join(parts)}</{name}>",
        st.sampled_from(["div", "b", "ul", "section", "em"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=8,
)


@given(st.lists(_balanced, min_size=1, max_size=3).map("".join), st.data())
def test_cutting_anywhere_loses_no_text(html: str, data: st.DataObject) -> None:
    cuts = [token.start for token in iter_tags(html)] + [len(html)]
    cut = data.draw(st.sampled_from(cuts))
    first, second = well_formed_split(html, cut)
    for half in (first, second):
        opened = [token.name for token in iter_tags(half) if token.kind == "start"]
        closed = [token.name for token in iter_tags(half) if token.kind == "end"]
        assert sorted(name for name in opened if name not in ("br", "img")) == sorted(closed)
    assert plain(first) + plain(second) == plain(html)


def plain(html: str) -> str:
    return "".join((LexborHTMLParser(html).text() or "").split()) if html else ""


def test_only_entities_that_are_meant_are_decoded() -> None:
    assert unescape("&lt;&#20013;&#x4e2d;&copy&copy;&nope;") == "<中中&copy©&nope;"
