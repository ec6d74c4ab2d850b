"""Tag plug-ins of the loved themes and of old cores."""

from __future__ import annotations

import pytest

from inkpost.builtin.tags import register
from inkpost.errors import TagError
from inkpost.extend import Extensions
from tests.unit.tag_context import FakeTagContext, run_tag


@pytest.mark.parametrize(
    ("args", "kind", "title"),
    [
        ("", "note", "Note"),
        ("info", "note", "Note"),
        ("success", "tip", "Tip"),
        ("primary simple", "important", "Important"),
        ("danger 看这里", "caution", "看这里"),
        ("blue 'fas fa-bullhorn' modern", "note", "Note"),
        ("warning Mind the gap", "warning", "Mind the gap"),
    ],
)
def test_note_is_a_callout(args: str, kind: str, title: str) -> None:
    assert run_tag("note", args, "x") == (
        f'<div class="callout callout-{kind}" role="note" data-kind="{kind}">'
        f'<p class="callout-title">{title}</p>\n<p>x</p>\n</div>'
    )


def test_note_without_icon_says_so() -> None:
    assert 'class="callout callout-note no-icon"' in run_tag("note", "info no-icon", "x")


@pytest.mark.parametrize(
    ("args", "element"),
    [
        ("info@new words", '<span class="label label-info">new words</span>'),
        ("primary @text", '<span class="label label-primary">text</span>'),
        ("@text", '<span class="label label-default">text</span>'),
        ("text red", '<span class="label label-danger">text</span>'),
        ("plain words", '<span class="label label-default">plain words</span>'),
        ("a@b.example", '<span class="label label-default">a@b.example</span>'),
    ],
)
def test_label_reads_the_forms_of_several_themes(args: str, element: str) -> None:
    assert run_tag("label", args) == element


@pytest.mark.parametrize(
    ("args", "element"),
    [
        ("/about/, About", '<a class="btn" href="/about/">About</a>'),
        ("#, Text, home fa-fw, Tip here", '<a class="btn" href="#" title="Tip here">Text</a>'),
        ("/x, Text, 一句话", '<a class="btn" href="/x" title="一句话">Text</a>'),
        (
            "'/x','Text','far fa-hand',outline green",
            '<a class="btn btn-success" href="/x">Text</a>',
        ),
    ],
)
def test_button_reads_the_forms_of_several_themes(args: str, element: str) -> None:
    assert run_tag("btn", args) == element


@pytest.mark.parametrize(
    ("args", "checked", "text"),
    [
        ("普通, checked", True, "普通"),
        ("text, false", False, "text"),
        ("red checked text here", True, "text here"),
        ("checked, text", True, "text"),
        ("text", False, "text"),
    ],
)
def test_checkbox_shows_its_state(args: str, checked: bool, text: str) -> None:
    state = " checked" if checked else ""
    assert run_tag("cb", args) == (
        f'<div class="checkbox"><input type="checkbox" disabled{state}> {text}</div>'
    )


@pytest.mark.parametrize(
    ("name", "args", "head"),
    [
        ("fold", "info @Title, more", '<details class="fold fold-info"><summary>Title, more'),
        ("folding", "cyan open, 标题", '<details class="fold fold-info" open><summary>标题'),
        (
            "folding",
            "标题 open:true color:red",
            '<details class="fold fold-danger" open><summary>标题',
        ),
        ("details", "Two words", '<details class="fold"><summary>Two words'),
        ("fold", '"one: title"', '<details class="fold"><summary>one: title'),
    ],
)
def test_fold_reads_the_forms_of_several_themes(name: str, args: str, head: str) -> None:
    assert run_tag(name, args, "x") == (
        f'{head}</summary>\n<div class="fold-body"><p>x</p>\n</div></details>'
    )


TABS = "<!-- tab first@icon -->\none\n<!-- endtab -->\n<!-- tab -->\ntwo\n<!-- endtab -->"


def test_tabs_have_a_button_and_a_pane_each() -> None:
    html = run_tag("tabs", "demo, 2", TABS)
    assert html.startswith('<div class="tabs" role="group" aria-label="demo"><input')
    assert html.count('<div class="tab-pane">') == 2
    assert 'for="tab-demo-9-1-1">first</label><div class="tab-pane"><p>one\n</p>' in html
    assert 'id="tab-demo-9-1-2" checked><label class="tab-label"' in html
    assert ">demo 2</label>" in html


def test_tabs_open_none_when_asked() -> None:
    assert " checked" not in run_tag("tabs", "demo, -1", TABS)


def test_tabs_inside_tabs_do_not_end_the_outer_pane() -> None:
    body = "<!-- subtab a -->\none\n<!-- endsubtab -->"
    assert run_tag("subtabs", "in", body).count("tab-pane") == 1


def test_tabs_without_panes_are_a_tag_error() -> None:
    with pytest.raises(TagError, match="holds no pane"):
        run_tag("tabs", "demo", "text")


def test_gallery_sets_pictures_in_rows() -> None:
    ctx = FakeTagContext(html='<p><img src="1"><br><img src="2"></p>\n<p><img src="3"></p>')
    assert run_tag("gi", "3 2-1", "…", ctx) == (
        '<div class="gallery"><div class="gallery-row"><img src="1"><img src="2"></div>'
        '<div class="gallery-row"><img src="3"></div></div>'
    )


def test_gallery_with_words_keeps_them() -> None:
    ctx = FakeTagContext(html='<p>words <img src="1"></p>')
    assert run_tag("gallery", "", "…", ctx) == f'<div class="gallery">{ctx.html}</div>'


def test_mermaid_leaves_its_source() -> None:
    assert run_tag("mermaid", "", "graph LR\nA-->B") == (
        '<pre class="mermaid">graph LR\nA--&gt;B\n</pre>'
    )


@pytest.mark.parametrize(
    ("name", "args", "source", "page"),
    [
        (
            "youtube",
            "a1B-_2",
            "https://www.youtube-nocookie.com/embed/a1B-_2",
            "https://www.youtube.com/watch?v=a1B-_2",
        ),
        (
            "youtube",
            "https://youtu.be/a1B",
            "https://www.youtube-nocookie.com/embed/a1B",
            "https://www.youtube.com/watch?v=a1B",
        ),
        ("vimeo", "123", "https://player.vimeo.com/video/123", "https://vimeo.com/123"),
        (
            "bilibili",
            "BV1xx 2",
            "https://player.bilibili.com/player.html?bvid=BV1xx&amp;page=2&amp;autoplay=0",
            "https://www.bilibili.com/video/BV1xx/?p=2",
        ),
        (
            "gist",
            "ada/12ab",
            "https://gist.github.com/ada/12ab.pibb",
            "https://gist.github.com/ada/12ab",
        ),
        (
            "jsfiddle",
            "ccWP7",
            "https://jsfiddle.net/ccWP7/embedded/js,resources,html,css,result/light",
            "https://jsfiddle.net/ccWP7/",
        ),
        (
            "codepen",
            "ada abCD dark html 400",
            "https://codepen.io/ada/embed/abCD?default-tab=html",
            "https://codepen.io/ada/pen/abCD",
        ),
        ("pdf", "/a.pdf", "/a.pdf", "/a.pdf"),
    ],
)
def test_embeds_ask_nothing_of_other_sites(name: str, args: str, source: str, page: str) -> None:
    html = run_tag(name, args)
    assert html.startswith(f'<div class="embed embed-{name}" data-src="{source}"')
    assert f'<a href="{page}">' in html
    assert " src=" not in html


def test_embeds_cannot_break_out_of_their_attributes() -> None:
    for name in ("youtube", "gist", "jsfiddle", "codepen", "bilibili", "pdf"):
        html = run_tag(name, """'"><script>' 'x"y' '"z' '"q' '"w'""")
        assert "<script" not in html
        assert html.count("<div") <= 1


def test_players_fetch_nothing_before_they_are_played() -> None:
    assert run_tag("video", "/a.mp4 Harbour") == (
        '<video class="media-video" controls preload="none" src="/a.mp4" title="Harbour">'
        '<a href="/a.mp4">Harbour</a></video>'
    )


def test_every_tag_says_that_arguments_are_missing_instead_of_failing() -> None:
    ext = Extensions()
    register(ext)
    for name in ext.tags:
        try:
            run_tag(name, "", "")
        except TagError as error:
            assert error.span is not None


def test_timeline_is_a_list_of_days() -> None:
    days = {"01-02": "rain", "01-05": "sun"}
    body = "\n".join(
        f"<!-- timeline {day} -->\n{text}\n<!-- endtimeline -->" for day, text in days.items()
    )
    assert run_tag("timeline", "2024,pink", body) == (
        '<p class="timeline-head">2024</p><ol class="timeline">'
        '<li><p class="timeline-day">01-02</p><p>rain\n</p>\n</li>'
        '<li><p class="timeline-day">01-05</p><p>sun\n</p>\n</li></ol>'
    )
    with pytest.raises(TagError, match="holds no day"):
        run_tag("timeline", "2024", "rain")


FLINK = """- class_name: Near <us>
  class_desc: Next door
  link_list:
    - {name: A, link: https://a.example/, avatar: /img/a.png, descr: First}
    - {name: B, link: /b/}
"""


def test_flink_is_cards_in_groups() -> None:
    html = run_tag("flink", "", FLINK)
    assert html.startswith(
        '<p class="friends-title"><strong>Near &lt;us&gt;</strong></p><p>Next door</p>'
        '<ul class="friends"><li><a class="friend" href="https://a.example/">'
        '<img class="friend-face" src="/img/a.png"'
    )
    assert "<strong>A</strong><span>First</span>" in html
    assert '<a class="friend" href="/b/"><span class="friend-letter" aria-hidden="true">B' in html


@pytest.mark.parametrize("body", ["", "name: A", "- {name: [}"])
def test_flink_without_a_list_is_an_error(body: str) -> None:
    with pytest.raises(TagError):
        run_tag("flink", "", body)


def test_linkgrid_is_one_card_a_line() -> None:
    body = "% none\nA | https://a.example/ | First | /img/a.png\n\nB | /b/\n"
    html = run_tag("linkgrid", "", body)
    assert html.count('<a class="friend"') == 2
    assert 'src="/img/a.png"' in html
    assert "<strong>A</strong><span>First</span>" in html
    assert '<a class="friend" href="/b/"><span class="friend-letter"' in html
    assert html == run_tag("lg", "", body)
    assert 'src="/img/x.png"' in run_tag("linkgrid", "/img/x.png", "B | /b/")


def test_gallery_group_is_a_picture_that_leads_on() -> None:
    assert run_tag("galleryGroup", "'Trips' 'By rail' '/trips/' '/img/t.png'") == (
        '<figure class="gallery-group"><a href="/trips/"><img src="/img/t.png" alt="Trips"></a>'
        "<figcaption><strong>Trips</strong><br>By rail</figcaption></figure>"
    )


def test_hide_toggle_leaves_colours_to_the_theme() -> None:
    assert "<summary>Open me</summary>" in run_tag("hideToggle", "Open me,#eee,#333", "x")
