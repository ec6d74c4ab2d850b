"""Hexo's own tag plug-ins. Expected texts were recorded with Hexo 8.1.2."""

from __future__ import annotations

import pytest

from inkpost.errors import TagError
from tests.unit.tag_context import FakeTagContext, run_tag

HEXO = {"dialect": "hexo", "syntax_highlighter": "highlight.js", "code_dir": "downloads/code"}


@pytest.mark.parametrize(
    ("args", "footer"),
    [
        ("", ""),
        ("Mara Quill", "<footer><strong>Mara Quill</strong></footer>"),
        (
            "Mara Quill, Tide tables",
            "<footer><strong>Mara Quill</strong><cite>Tide tables</cite></footer>",
        ),
        ("A, B, C", "<footer><strong>A</strong><cite>B</cite></footer>"),
        (
            "Mara http://t.example/a/index.html",
            '<footer><strong>Mara</strong><cite><a href="http://t.example/a/index.html">t.example/a</a></cite></footer>',
        ),
        (
            "Mara http://t.example/a/ On tides",
            '<footer><strong>Mara</strong><cite><a href="http://t.example/a/">On tides</a></cite></footer>',  # noqa: E501
        ),
    ],
)
def test_blockquote_reads_author_source_and_title(args: str, footer: str) -> None:
    assert run_tag("quote", args, "q") == f"<blockquote><p>q</p>\n{footer}</blockquote>"


def test_blockquote_title_takes_title_case_where_the_site_wants_it() -> None:
    ctx = FakeTagContext({"titlecase": True})
    assert "<cite>The Sea and I</cite>" in run_tag("blockquote", "M, the sea and i", "q", ctx)


def test_pullquote_takes_classes() -> None:
    assert run_tag("pullquote", "left big", "q") == (
        '<blockquote class="pullquote left big"><p>q</p>\n</blockquote>'
    )


@pytest.mark.parametrize(
    ("args", "element"),
    [
        ("/a.png", '<img src="/a.png" class="">'),
        (
            'left /a.png 100 200 "my title" "my alt"',
            '<img src="/a.png" class="left" width="100" height="200" title="my title my alt">',
        ),
        (
            "c1 c2 http://i.example.org/b.png 50 title words",
            '<img src="http://i.example.org/b.png" class="c1 c2" width="50" title="title words">',
        ),
        ("a.png", '<img class="a.png">'),
        ("""/c.png "T's" 'a "q"'""", '<img src="/c.png" class="" title="T" alt="s a ">'),
        ("//cdn.example.org/e.png", '<img src="//cdn.example.org/e.png" class="">'),
    ],
)
def test_img_reads_its_words_as_hexo(args: str, element: str) -> None:
    assert run_tag("img", args) == element


@pytest.mark.parametrize(
    ("args", "element"),
    [
        (
            "Pier http://www.example.org",
            '<a href="http://www.example.org/" title="" target="">Pier</a>',
        ),
        (
            "Two Words http://www.example.org true The Title",
            '<a href="http://www.example.org/" title="The Title" target="_blank">Two Words</a>',
        ),
        ("Local /about/ true", '<a href="" title="" target="">Local &#x2F;about&#x2F; true</a>'),
    ],
)
def test_link_takes_the_first_address_among_its_words(args: str, element: str) -> None:
    assert run_tag("link", args) == element


def test_iframe_has_sizes() -> None:
    tail = 'frameborder="0" loading="lazy" allowfullscreen></iframe>'
    assert run_tag("iframe", "/local default 20") == (
        f'<iframe src="/local" width="100%" height="20" {tail}'
    )


def test_url_tags_make_links() -> None:
    assert run_tag("url_for", '"t w" path/中文') == ('<a href="/path/%E4%B8%AD%E6%96%87">t w</a>')
    assert run_tag("url_for", "t /x/y.html true") == '<a href="x/y.html">t</a>'
    assert run_tag("full_url_for", '"t <w>" "a b/"') == (
        '<a href="https://blog.example/a%20b/">t &lt;w&gt;</a>'
    )


def test_post_link_shows_the_title_or_the_words_given() -> None:
    title = "Lamps &amp; &lt;Fog&gt;"
    head = f'<a href="/2024/lighthouse/" title="{title}">'
    assert run_tag("post_link", "lighthouse") == f"{head}{title}</a>"
    assert run_tag("post_link", "lighthouse Own words") == f"{head}Own words</a>"
    assert run_tag("post_link", 'lighthouse "<b>w</b>" false') == f"{head}<b>w</b></a>"
    assert '"/2024/lighthouse/#fog"' in run_tag("post_link", "lighthouse#fog")


def test_post_link_encodes_what_would_cut_a_path() -> None:
    assert 'href="/2024/c%23/"' in run_tag("post_link", "Sharp")


def test_post_link_to_nothing_is_a_tag_error() -> None:
    with pytest.raises(TagError, match='finds no post "nowhere"') as caught:
        run_tag("post_link", "nowhere")
    assert caught.value.span is not None
    assert caught.value.span.line == 9


def test_post_path_of_nothing_is_empty_with_a_warning() -> None:
    ctx = FakeTagContext()
    assert run_tag("post_path", "nowhere", ctx=ctx) == ""
    assert ctx.warned == ['post_path finds no post "nowhere"']


def test_asset_tags_find_the_files_of_the_post() -> None:
    ctx = FakeTagContext(assets={"a b.png": "/2024/here/a%20b.png"})
    assert run_tag("asset_path", '"a b.png"', ctx=ctx) == "/2024/here/a%20b.png"
    assert run_tag("asset_link", '"a b.png" <w>', ctx=ctx) == (
        '<a href="/2024/here/a%20b.png" title="&lt;w&gt;">&lt;w&gt;</a>'
    )
    assert run_tag("asset_img", 'big "a b.png" 10 20', ctx=ctx) == (
        '<img src="/2024/here/a%20b.png" class="big" width="10" height="20">'
    )
    assert ctx.warned == []
    assert run_tag("asset_img", "none.png", ctx=ctx) == ""
    assert len(ctx.warned) == 1


def test_codeblock_reads_options_caption_and_link() -> None:
    ctx = FakeTagContext(dict(HEXO))
    args = "Tide lang:js http://t.example src line_number:false mark:2,4-5 first_line:3"
    assert run_tag("codeblock", args, "x", ctx) == (
        "<figure caption=Tide,first_line=3,highlight=True,lang=js,line_number=False,"
        "link_text=src,link_url=http://t.example,mark=(2, 4, 5)>x</figure>"
    )


def test_codeblock_without_highlighting_is_plain() -> None:
    ctx = FakeTagContext(dict(HEXO))
    assert run_tag("code", "highlight:false", "a < b", ctx) == "<pre><code>a &lt; b</code></pre>"


def test_include_code_shows_lines_of_a_file() -> None:
    ctx = FakeTagContext(dict(HEXO), {"downloads/code/sub/x.js": "one\ntwo\nthree\n"})
    assert run_tag("include_code", "Some title lang:ts from:2 to:2 sub/x.js", ctx=ctx) == (
        "<figure caption=Some title,lang=ts,link_text=view raw,"
        "link_url=/downloads/code/sub/x.js>two</figure>"
    )


@pytest.mark.parametrize("name", ["../../../etc/hosts.js", "none.js", "..\\..\\..\\x.js"])
def test_include_code_stays_inside_the_source_folder(name: str) -> None:
    ctx = FakeTagContext(dict(HEXO), {"etc/hosts.js": "secret", "x.js": "secret"})
    assert run_tag("include_code", name, ctx=ctx) == ""
    assert ctx.warned


def test_include_code_finds_files_without_a_renderer_in_our_dialect_only() -> None:
    files = {"downloads/code/x.py": "print()"}
    assert run_tag("include_code", "x.py", ctx=FakeTagContext(dict(HEXO), files)) == ""
    ours = FakeTagContext(HEXO | {"dialect": "inkpost"}, files)
    assert "print()" in run_tag("include_code", "x.py", ctx=ours)
