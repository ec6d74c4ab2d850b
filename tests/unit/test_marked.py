from __future__ import annotations

import pytest

from inkpost.content.code_types import HighlightRules
from inkpost.content.markdown import MarkdownRules, build_markdown
from inkpost.content.md_links import SiteLinks
from inkpost.hexo.marked_text import smarten, trim_url
from inkpost.hexo.urls import UrlRules
from tests.unit.test_markdown import Formulas

STOCK = MarkdownRules(
    engine="marked", math=False, root_links=False, highlight=HighlightRules(markup="hexo")
)


def html(text: str, **changes: object) -> str:
    rules = MarkdownRules(
        engine="marked",
        math=False,
        root_links=False,
        highlight=HighlightRules(markup="hexo"),
        **changes,  # type: ignore[arg-type]  # mixed values
    )
    markdown = build_markdown(rules)
    links = SiteLinks(rules, UrlRules("http://example.com", "/"))
    return markdown.render(markdown.parse(text), links=links, formulas=Formulas()).html.strip()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**加粗：**后面", "<p>**加粗：**后面</p>"),
        ("~one~ ~~two~~", "<p><del>one</del> <del>two</del></p>"),
        ('"**b**"', "<p>“<strong>b</strong>“</p>"),
        ("a = b/c", "<p>a &#x3D; b&#x2F;c</p>"),
        ("a\nb", "<p>a<br>b</p>"),
        ("&copy; &nope; &", "<p>&copy; &nope; &amp;</p>"),
        ("-- --- ---- ...", "<p>– — —- …</p>"),
        ("[e](http://example.net)", '<p><a href="http://example.net/">e</a></p>'),
        ("[p](/100%)", '<p><a href="/100%25">p</a></p>'),
        ("[q](/x?a=1&b=2)", '<p><a href="/x?a=1&b=2">q</a></p>'),
        ("![a **b**](./d.png)", '<p><img src="/./d.png" alt="a **b**"></p>'),
        ("xx\n: yy", "<dl><dt>xx</dt><dd>yy</dd></dl>"),
        (
            "http://e.org/中。后",
            '<p><a href="http://e.org/%E4%B8%AD%E3%80%82%E5%90%8E">http://e.org/中。后</a></p>',
        ),
        ("- [x] a", '<ul>\n<li><input checked="" disabled="" type="checkbox"> a</li>\n</ul>'),
        ("- a\n> b", "<ul>\n<li>a<blockquote>\n<p>b</p>\n</blockquote>\n</li>\n</ul>"),
        ("- a\n1. b", "<ul>\n<li>a</li>\n</ul>\n<ol>\n<li>b</li>\n</ol>"),
        ("|`a|b`|\n|-|", "<p>|<code>a|b</code>|<br>|-|</p>"),
        ("<b>x</b> <i", "<p><b>x</b> &lt;i</p>"),
    ],
)
def test_html_is_that_of_marked(text: str, expected: str) -> None:
    assert html(text) == expected


def test_heading_ids_are_counted() -> None:
    shown = html("## same-1\n## same\n## same\n## !!!\n## ???")
    assert shown.count('id="same-1"') == 2
    assert '<h2 id=""><a href="#" class="headerlink" title="!!!"></a>!!!</h2>' in shown
    assert 'id="-1"' in shown


def test_options_are_followed() -> None:
    assert html("a\nb", breaks=False) == "<p>a\nb</p>"
    assert html("## A b", modify_anchors=1).startswith('<h2 id="a-b">')
    assert html("## A", heading_ids=False) == "<h2>A</h2>"
    assert html("[j](javascript:x)", sanitize_url=True) == '<p><a href="">j</a></p>'
    assert "&#97;" in html("[m](mailto:a@b.example)")
    assert "&#" not in html("[m](mailto:a@b.example)", mangle=False)
    assert 'loading="lazy"' in html("![a](b.png)", lazyload=True)
    assert "<figcaption" in html("![a](b.png)", figcaption=True)
    assert html("http://e.org", linkify=False) == "<p>http://e.org</p>"
    assert 'target="_blank" rel="noopener"' in html("[e](http://e.org)", external_link_enable=True)
    assert html("~a~ |", gfm=False) == "<p>~a~ |</p>"


def test_a_fence_is_hexos_figure_and_keeps_its_braces_apart() -> None:
    shown = html("```js\n{{ a }}\n```\n\n`{{ b }}`")
    assert shown.startswith('<figure class="highlight js"><table>')
    assert "{" not in shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("\"a\" 'b' it's", "“a” ‘b’ it’s"),
        ("5'10\"", "5’10”"),
        ('("x") ["y"]', "(“x”) [“y”]"),
    ],
)
def test_smartypants_sees_one_piece_of_text(text: str, expected: str) -> None:
    assert smarten(text) == expected


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://e.org/a.", "http://e.org/a"),
        ("http://e.org/(b))", "http://e.org/(b)"),
        ("http://e.org/(b", "http://e.org/"),
        ("http://e.org/?a&amp;", "http://e.org/?a"),
        ("http://e.org/a,?!", "http://e.org/a"),
    ],
)
def test_a_bare_url_sheds_what_follows_it(url: str, expected: str) -> None:
    assert trim_url(url) == expected


def test_endless_nesting_ends() -> None:
    assert "<em>" in html("*a " * 300 + "b* " * 300)
    assert "<ul>" in html("\n".join("  " * depth + "- a" for depth in range(200)))
    assert "<a " in html("[a](b" * 300 + ")" * 300)
    assert "~a ~a" in html("~a " * 2000)
