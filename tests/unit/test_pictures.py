from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.content.pictures import PictureRules, dress_pictures, frame_tables, name_callouts


def dress(html: str, **rules: Any) -> str:
    sizes = {"/a.png": (640, 480)}
    return dress_pictures(html, PictureRules(size_of=sizes.get, **rules))


def test_a_picture_alone_becomes_a_figure_with_its_title_below() -> None:
    assert dress('<p><img src="/a.png" alt="图" title="说明 &amp; 更多"></p>') == (
        '<figure class="picture"><a class="zoom" href="/a.png">'
        '<img src="/a.png" alt="图" width="640" height="480" decoding="async"></a>'
        "<figcaption>说明 &amp; 更多</figcaption></figure>"
    )


def test_the_description_is_the_caption_where_there_is_no_title() -> None:
    html = dress('<p><img src="/b.png" alt="吞吐与延迟"></p>')
    assert '<figcaption aria-hidden="true">吞吐与延迟</figcaption>' in html


@pytest.mark.parametrize("alt", ["image-20240101", "a.png", "截图_2024-01-01", "image", ""])
def test_a_file_name_is_no_caption(alt: str) -> None:
    assert "figcaption" not in dress(f'<p><img src="/b.png" alt="{alt}"></p>')


def test_a_link_without_a_description_has_a_name() -> None:
    html = dress('<p><img src="/b.png"></p>', zoom_label="放大图片")
    assert 'href="/b.png" aria-label="放大图片"' in html
    assert 'alt=""' in html


def test_pictures_after_the_first_are_lazy() -> None:
    html = dress('<p>x <img src="/a.png" alt="a"> <img src="/c.png" alt="c"></p>')
    assert html.count('loading="lazy"') == 1
    assert html.index("loading") > html.index("/c.png")
    assert "<figure" not in html


def test_what_the_author_set_stays() -> None:
    html = dress('<p><img src="/a.png" alt="a" width="50%" loading="eager" decoding="sync"></p>')
    assert 'width="640" loading="eager" decoding="sync" style="width:50%" height="480">' in html


def test_an_authors_link_stays() -> None:
    html = dress('<p><a href="/x/"><img src="/a.png" alt="a"></a></p>')
    assert '<a href="/x/"><img' in html
    assert "zoom" not in html


def test_switches() -> None:
    html = dress(
        '<p><img src="/a.png" alt="a b" title="t"></p>', caption=False, sizes=False, zoom=False
    )
    assert html == (
        '<figure class="picture"><img src="/a.png" alt="a b" title="t" decoding="async"></figure>'
    )


def test_inline_pictures_and_other_html_are_left_alone() -> None:
    assert dress("<p>text</p>") == "<p>text</p>"
    assert "<figure" not in dress('<p><img class="inline-image" src="/a.png" alt=""></p>')


def test_tables_get_a_frame_and_empty_head_cells_are_plain_cells() -> None:
    html = '<table><tr><th></th><th style="text-align:right"> </th><th>a</th></tr></table>'
    assert frame_tables(html) == (
        '<div class="table-scroll"><table><tr><td></td><td style="text-align:right"></td>'
        "<th>a</th></tr></table></div>"
    )


def test_tables_within_tables_and_code_have_no_frame() -> None:
    inner = "<table><tr><td><table></table></td></tr></table>"
    assert frame_tables(inner).count("table-scroll") == 1
    code = '<figure class="highlight js"><table><tr><th></th></tr></table></figure>'
    assert frame_tables(code) == code


def test_a_table_without_an_end_is_left_alone() -> None:
    assert frame_tables("<table><tr><th></th>") == "<table><tr><th></th>"
    both = frame_tables("<table></table></table><table></table>")
    assert both.count('<div class="table-scroll"><table></table></div>') == 2


def test_alerts_have_a_name_in_the_pages_language() -> None:
    html = '<div class="callout callout-tip" role="note" data-kind="tip"><p class="callout-title">'
    assert name_callouts(f"{html}Tip</p>", {"tip": "提示"}.__getitem__) == f"{html}提示</p>"
    own = f"{html}我的标题</p>"
    assert name_callouts(own, {"tip": "提示"}.__getitem__) == own


@pytest.mark.parametrize(
    ("given", "size"),
    [
        ('width="320"', 'width="320" alt="" decoding="async" height="240"'),
        ('height="48"', 'height="48" alt="" decoding="async" width="64"'),
        ('style="width:50%"', 'style="width:50%" alt="" decoding="async" width="640" height="480"'),
        ('style="zoom:50%"', 'style="zoom:50%" alt="" decoding="async" width="640" height="480"'),
        ("width=40%", 'width="640" alt="" decoding="async" style="width:40%" height="480"'),
        (
            'width="40%" style="float:right;"',
            'width="640" style="float:right;width:40%" alt="" decoding="async" height="480"',
        ),
        ('width="9" height="9"', 'width="9" height="9" alt="" decoding="async"'),
        ('srcset="b.png 2x"', 'srcset="b.png 2x" alt="" decoding="async" width="640" height="480"'),
    ],
)
def test_sizes_of_the_authors(given: str, size: str) -> None:
    html = dress(f'x <IMG src="/a.png" {given}>')
    assert sorted(re.findall(r'[\w-]+=(?:"[^"]*"|\S+?(?=[ >]))', html)) == sorted(
        re.findall(r'[\w-]+=(?:"[^"]*"|\S+?(?=[ >]|$))', f'src="/a.png" {size}')
    )


@pytest.mark.parametrize(
    "html",
    ['<img src="/a.png" style="zoom:50%">', '<p>a</p>\n<img src="/a.png" title="t">\n<p>b</p>'],
)
def test_a_raw_picture_between_blocks_is_a_figure(html: str) -> None:
    assert dress(html).count('<figure class="picture">') == 1


@pytest.mark.parametrize(
    "html",
    [
        '<p align="center">\n<img src="/a.png">\n</p>',
        '<div>\n<img src="/a.png">\n</div>',
        '<a href="/x/">\n<img src="/a.png">\n</a>',
        '<img src="/a.png">\n<img src="/a.png">',
        '<li><img src="/a.png"></li>',
    ],
)
def test_a_picture_inside_of_something_is_no_figure(html: str) -> None:
    assert "figure" not in dress(html)


FORMS = (("image/avif", "/v/a-480.avif 480w"), ("image/webp", "/v/a-480.webp 480w"))


def test_forms_to_choose_from() -> None:
    rules = PictureRules(
        size_of={"/a.png": (640, 480)}.get,
        forms_of=lambda url: FORMS if url == "/a.png" else (),
        layout="50vw",
    )
    html = dress_pictures('<p><img src="/a.png" alt="a"></p><img src="/b.png">', rules)
    assert html.startswith(
        '<figure class="picture"><a class="zoom" href="/a.png"><picture>'
        '<source type="image/avif" srcset="/v/a-480.avif 480w" sizes="50vw">'
        '<source type="image/webp" srcset="/v/a-480.webp 480w" sizes="50vw">'
        '<img src="/a.png" alt="a" width="640" height="480" decoding="async" data-width="640">'
        "</picture></a>"
    )
    assert html.count("<picture>") == 1
    assert 'sizes="200px"' in dress_pictures('<img src="/a.png" width="200">', rules)
    own = '<picture><source srcset="x.webp"><img src="/a.png"></picture>'
    assert dress_pictures(own, rules).count("<picture>") == 1


PIECES = st.sampled_from(
    ["<p>", "</p>", "<div>", "</div>", "\n", " ", "text", '<img src="/a.png" alt="图">',
     '<img src="/a.png" title="t">', "<IMG SRC='/c.png' width=50%>", '<a href="/x/">', "</a>",
     "<h2>h</h2>", "<figure>", "</figure>", '<span id="more"></span>', "<!-- <img> -->",
     "<pre>", "</pre>", "<picture>", "</picture>"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12), st.booleans())
def test_dressing_twice_is_dressing_once(pieces: list[str], lazy: bool) -> None:
    rules = PictureRules(size_of={"/a.png": (640, 480)}.get, forms_of=lambda url: FORMS, lazy=lazy)
    once = dress_pictures("".join(pieces), rules)
    assert dress_pictures(once, rules) == once
