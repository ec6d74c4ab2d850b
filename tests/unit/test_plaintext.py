"""Rendered content as plain text: every formula once, no gutter, no labels."""

from __future__ import annotations

import pytest

from inkpost.content.plaintext import to_line, to_plain_text

VARIANCE = (
    "<math><mrow><mtext>Var</mtext><mo stretchy='false'>(</mo><mi>X</mi><mo>)</mo><mo>=</mo>"
    "<mi>E</mi><mo>[</mo><msup><mi>X</mi><mn>2</mn></msup><mo>]</mo><mo>−</mo><mo>(</mo><mi>E</mi>"
    "<mo>[</mo><mi>X</mi><mo>]</mo><msup><mo>)</mo><mn>2</mn></msup></mrow></math>"
)


def test_a_formula_stands_there_once_and_reads_well() -> None:
    assert to_line(f"<h2>1.2 {VARIANCE} 推导</h2>") == "1.2 Var(X) = E[X²] − (E[X])² 推导"


def test_katexs_picture_of_a_formula_is_not_said_again() -> None:
    html = (
        f'<span class="katex"><span class="katex-mathml">{VARIANCE}</span>'
        '<span class="katex-html" aria-hidden="true"><span class="base">Var(X)</span></span></span>'
    )
    assert to_line(html) == "Var(X) = E[X²] − (E[X])²"


def test_an_annotation_is_no_text() -> None:
    html = (
        "<math><semantics><mrow><mi>x</mi></mrow>"
        '<annotation encoding="application/x-tex">\\mathbf{x}</annotation></semantics></math>'
    )
    assert to_line(html) == "x"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>one</p><p>two</p>", "one\ntwo"),
        ("<p>a<br>b</p>", "a\nb"),
        ("<ul><li>a</li><li>b</li></ul>", "a\nb"),
        ("<table><tr><td>a</td><td>b</td></tr></table>", "a\nb"),
        ("<p>a <b>b</b><i>c</i></p>", "a bc"),
        ("<p>a\n b\u00a0 c</p>", "a b c"),
        ("&lt;b&gt; &amp; &#20013;", "<b> & 中"),
        ("a<!-- hidden -->b", "ab"),
        ("a<script>x</script>b<style>y</style>c<noscript>z</noscript>", "abc"),
        ("<svg><title>t</title></svg>x<template><p>y</p></template>", "x"),
        ("<p>a <button>Copy</button></p>", "a"),
        ('<h2>T<a class="header-anchor" href="#t">#</a></h2>', "T"),
        ("<h2>T<a href='#t' class='headerlink' title='x'></a></h2>", "T"),
        ('<sup class="footnote-ref"><a href="#f1">[1]</a></sup>x', "x"),
        ("<select><option>a</option></select>b", "b"),
        ("<p title='a > b'>x</p>", "x"),
        ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"),
        ("", ""),
        ("no tags", "no tags"),
        ("<p>unclosed <b>bold", "unclosed bold"),
        ("<div aria-hidden=true>x<br>y<img src=a></div>z", "z"),
        ("<div aria-hidden='false'>x</div>", "x"),
    ],
)
def test_what_a_reader_sees(html: str, text: str) -> None:
    assert to_plain_text(html) == text


def test_code_keeps_its_lines_and_loses_its_gutter() -> None:
    table = (
        '<figure class="highlight python"><figcaption><span>a.py</span></figcaption><table><tr>'
        '<td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span></pre>'
        '</td><td class="code"><pre><span class="line">def f():</span><br>'
        '<span class="line">    pass</span></pre></td></tr></table></figure>'
    )
    assert to_plain_text(table) == "a.py\ndef f():\npass"
    assert "1" not in to_plain_text(table)


def test_labels_of_languages_and_prompts_are_no_text() -> None:
    html = (
        '<figure class="highlight sh"><figcaption><span class="code-lang">shell</span>'
        '</figcaption><pre><code><span class="tok-gp tok-prompt">$ </span>ls</code></pre></figure>'
    )
    assert to_line(html) == "ls"


def test_pictures_count_as_their_alternative_text_where_wanted() -> None:
    html = "<p>See <img src='a.png' alt='the &quot;map&quot;'> <img src=b alt=two> <img src=c></p>"
    assert to_plain_text(html, alt=True) == 'See the "map" two'
    assert to_plain_text(html) == "See"


def test_a_line_has_no_breaks() -> None:
    assert to_line("<p>a</p>\n<pre>b\n  c</pre>") == "a b c"
