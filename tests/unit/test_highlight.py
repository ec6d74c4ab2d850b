from __future__ import annotations

import re
from dataclasses import replace
from html import unescape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkpost.content.code_lexers import highlight_lines
from inkpost.content.code_types import CodeOptions, HighlightRules
from inkpost.content.highlight import (
    is_diagram,
    parse_fence_info,
    parse_marks,
    render_code,
    strip_indent,
)

OURS = HighlightRules()
HEXO = HighlightRules(markup="hexo")


def text_of(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ("", CodeOptions()),
        ("js", CodeOptions(lang="js")),
        ("js a title", CodeOptions(lang="js", caption="a title")),
        (
            "js t.js https://e.org/t.js src",
            CodeOptions(lang="js", caption="t.js", link_url="https://e.org/t.js", link_text="src"),
        ),
        ("js t /x.js", CodeOptions(lang="js", caption="t", link_url="/x.js", link_text="link")),
        (
            "py mark:1,3-5 first_line:10 line_number:false",
            CodeOptions(lang="py", mark=(1, 3, 4, 5), first_line=10, line_number=False),
        ),
        ("js {1,3}", CodeOptions(lang="js", caption="{1,3}")),
        ("js=5", CodeOptions(lang="js", inline_first="5")),
        ('js title="x"', CodeOptions(lang="js", caption="title", inline_first='"x"')),
        ("c highlight:false wrap:true", CodeOptions(lang="c", highlight=False, wrap=True)),
    ],
)
def test_fence_info_is_read_as_hexo_reads_it(info: str, expected: CodeOptions) -> None:
    assert parse_fence_info(info) == replace(expected, from_fence=True)


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        ('js title="src/a b.js"', CodeOptions(lang="js", caption="src/a b.js")),
        ("js title='a.js' {1,4-6}", CodeOptions(lang="js", caption="a.js", mark=(1, 4, 5, 6))),
        ('title="x"', CodeOptions(caption="x")),
        ('py hl_lines="2 4-5" linenums="10" title="t"', CodeOptions(
            lang="py", caption="t", mark=(2, 4, 5), line_number=True, first_line=10)),
        ("js {2}", CodeOptions(lang="js", caption="{2}")),
        ("js t.js /x.js", CodeOptions(lang="js", caption="t.js", link_url="/x.js",
                                      link_text="link")),
        ('js title="t" mark:3', CodeOptions(lang="js", caption="t", mark=(3,))),
        ("js {a: 1}", CodeOptions(lang="js", caption="{a: 1}")),
    ],
)  # fmt: skip
def test_options_as_other_generators_write_them(info: str, expected: CodeOptions) -> None:
    assert parse_fence_info(info, named=True) == replace(expected, from_fence=True)


def test_marks_may_be_ranges_in_any_order() -> None:
    assert parse_marks("3-1,x,7") == (1, 2, 3, 7)


def test_our_figure_has_caption_label_and_one_pre() -> None:
    options = parse_fence_info("python add.py https://e.org/a")
    html = render_code("def f():\n    return 1\n", options, OURS)
    assert html.startswith('<figure class="highlight python numbered" data-lines="2"><figcaption>')
    assert '<span class="caption">add.py</span><a href="https://e.org/a">link</a>' in html
    assert '<span class="lang code-lang">python</span></figcaption><pre><code' in html
    assert html.count("<pre>") == 1
    assert all(name.startswith("tok-") for name in re.findall(r'class="(tok?[^"]*)"', html))


def test_numbers_are_never_text() -> None:
    html = render_code("甲\n乙\n", CodeOptions(lang="text", first_line=41), OURS)
    assert text_of(html) == "甲\n乙"
    assert 'data-n="42"' in html


def test_marked_and_changed_lines_have_classes() -> None:
    html = render_code("+a\n-b\n c\n", CodeOptions(lang="diff", mark=(3,)), OURS)
    assert 'class="line added"' in html
    assert 'class="line removed"' in html
    assert 'class="line marked"' in html


def test_a_prompt_is_told_from_what_is_typed() -> None:
    html = render_code("$ ls\na.txt\n", CodeOptions(lang="bash"), OURS)
    assert '<span class="tok-gp tok-prompt">$ </span>' in html
    script = render_code("# install\nls\n", CodeOptions(lang="bash"), OURS)
    assert '<span class="tok-c1"># install</span>' in script


@pytest.mark.parametrize(
    ("code", "drawing"),
    [("┌──┐\n", True), ("甲\n ↓\n乙\n", True), ("a -> b\n", False), ("x\n", False)],
)
def test_drawings_are_recognised(code: str, drawing: bool) -> None:
    assert is_diagram(code) is drawing
    html = render_code(code, CodeOptions(), OURS)
    assert ('class="highlight diagram"' in html) is drawing
    assert ("numbered" in html) is not drawing


def test_an_unknown_language_is_plain_text_under_its_name() -> None:
    html = render_code("let x\n", CodeOptions(lang="Nolang"), OURS)
    assert 'class="highlight plaintext numbered"' in html
    assert '<span class="lang code-lang">Nolang</span>' in html
    assert "tok-" not in html


def test_rules_turn_colours_and_numbers_off() -> None:
    code = "let x = 1\n"
    assert "tok-" not in render_code(code, CodeOptions(lang="js"), replace(OURS, engine="none"))
    off = replace(OURS, line_number=False)
    assert "numbered" not in render_code(code, CodeOptions(lang="js"), off)
    few = replace(OURS, line_threshold=3)
    assert "numbered" not in render_code(code, CodeOptions(lang="js"), few)


def test_hexo_has_a_table_with_a_gutter() -> None:
    html = render_code("a;\nb;", CodeOptions(lang="JS", caption="t", mark=(2,)), HEXO)
    assert html == (
        '<figure class="highlight js"><figcaption><span>t</span></figcaption><table><tr>'
        '<td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span><br>'
        '</pre></td><td class="code"><pre><span class="line">a'
        '<span class="punctuation">;</span></span><br><span class="line marked">b'
        '<span class="punctuation">;</span></span><br></pre></td></tr></table></figure>'
    )


@pytest.mark.parametrize(
    ("rules", "options", "expected"),
    [
        ({}, {"lang": "nolang"}, '<figure class="highlight plaintext">'),
        ({"wrap": False, "line_number": False}, {}, '<pre><code class="highlight plaintext">'),
        ({"hljs": True}, {"lang": "js"}, '<pre><code class="hljs js">'),
        ({"language_attr": True}, {"lang": "js"}, 'data-language="js"'),
        ({"exclude_languages": ("js",)}, {"lang": "js"}, '<pre><code class="highlight js">'),
        ({"engine": "none"}, {}, "<pre><code>x</code></pre>"),
        ({"engine": "prismjs"}, {"lang": "py"}, '<pre class="line-numbers language-python"'),
        ({"first_line_number": "inline"}, {"inline_first": "7"}, '<span class="line">7</span>'),
    ],
)
def test_hexo_markup_follows_the_configuration(
    rules: dict[str, object], options: dict[str, object], expected: str
) -> None:
    html = render_code("x", CodeOptions(**options), replace(HEXO, **rules))  # type: ignore[arg-type]  # mixed values
    assert expected in html


def test_shared_indentation_goes() -> None:
    assert strip_indent("    a\n\n      b") == "a\n\n  b"
    assert strip_indent("a\n  b") == "a\n  b"


@settings(max_examples=60, deadline=None)
@given(
    st.text(alphabet="ab1 \t\n'\"#/*{}()<>&$=:中", max_size=50),
    st.sampled_from(["python", "js", "bash", "console", "html", "cpp", "diff", "yaml", "nolang"]),
)
def test_highlighting_keeps_every_character_and_closes_every_span(code: str, lang: str) -> None:
    lines = highlight_lines(code, lang)
    assert "\n".join(map(text_of, lines)) == code
    assert all(line.count("<span") == line.count("</span>") for line in lines)
