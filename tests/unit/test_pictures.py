from __future__ import annotations

from typing import Any

import pytest

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
    assert 'width="50%" loading="eager" decoding="sync">' in html
    assert "height" not in html


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


def test_alerts_have_a_name_in_the_pages_language() -> None:
    html = '<div class="callout callout-tip" role="note" data-kind="tip"><p class="callout-title">'
    assert name_callouts(f"{html}Tip</p>", {"tip": "提示"}.__getitem__) == f"{html}提示</p>"
    own = f"{html}我的标题</p>"
    assert name_callouts(own, {"tip": "提示"}.__getitem__) == own
