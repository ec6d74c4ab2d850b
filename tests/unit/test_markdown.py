from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkpost.content.code_types import HighlightRules
from inkpost.content.markdown import MarkdownRules, RenderedMarkdown, build_markdown
from inkpost.content.md_links import SiteLinks
from inkpost.hexo.urls import UrlRules


class Links(SiteLinks):
    def wiki(self, name: str) -> tuple[str, str] | None:
        return ("/kvcache/", "KV 缓存") if name == "kv" else None


class Formulas:
    def html(self, tex: str, display: bool, line: int) -> str:
        return f"[{tex}@{line}]"

    def plain(self, tex: str, display: bool) -> str:
        return f"({tex})"


def render(text: str, rules: MarkdownRules | None = None) -> RenderedMarkdown:
    rules = rules or MarkdownRules()
    markdown = build_markdown(rules)
    links = Links(rules, UrlRules("https://blog.example", "/b/"))
    return markdown.render(markdown.parse(text), links=links, formulas=Formulas())


def html(text: str, rules: MarkdownRules | None = None) -> str:
    return render(text, rules).html.strip()


def heading_ids(made: str) -> list[str]:
    return re.findall(r'<h[1-6] id="([^"]*)"', made)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("这是**「重点」**内容", "<p>这是<strong>「重点」</strong>内容</p>"),
        ("**注意：**先", "<p><strong>注意：</strong>先</p>"),
        ("他说**“可以。”**然后", "<p>他说<strong>“可以。”</strong>然后</p>"),
        ("~~旧（废）。~~新", "<p><del>旧（废）。</del>新</p>"),
        ("*斜（括号）。*后", "<p><em>斜（括号）。</em>后</p>"),
        ("==亮（点）。==后", "<p><mark>亮（点）。</mark>后</p>"),
        ("**学习率$\\eta$**的选择", "<p><strong>学习率[\\eta@1]</strong>的选择</p>"),
        ("若 s[i]=='1' 或 f(x)=='2'", "<p>若 s[i]==‘1’ 或 f(x)==‘2’</p>"),
        ("（==亮==）与“==亮==”", "<p>（<mark>亮</mark>）与“<mark>亮</mark>”</p>"),
        ("若 a==b 且 c==d", "<p>若 a==b 且 c==d</p>"),
        ("10~20% 与 30~40%，3元~5元、A~Z", "<p>10~20% 与 30~40%，3元~5元、A~Z</p>"),
        (
            "H~2~O，~删~ 与这~是~的 ~~1~~2",
            "<p>H~2~O，<del>删</del> 与这<del>是</del>的 <del>1</del>2</p>",
        ),
        ("a ** b ** c，**没完。", "<p>a ** b ** c，**没完。</p>"),
        ("snake_case_word 2*3*4", "<p>snake_case_word 2<em>3</em>4</p>"),
    ],
)
def test_emphasis_works_beside_cjk_text(text: str, expected: str) -> None:
    assert html(text) == expected


def test_stock_emphasis_can_be_kept() -> None:
    assert html("**注意：**先", MarkdownRules(cjk=False)) == "<p>**注意：**先</p>"


def test_formulas_in_titles_are_readable_lines() -> None:
    assert html('![a](b.png "率 $\\eta_1$ 与 $5")').count('title="率 (\\eta_1) 与 $5"') == 1
    assert html('[a](/b "$x^2$") [c](/d "要 $5 或 *x*")') == (
        '<p><a href="/b/b" title="(x^2)">a</a> <a href="/b/d" title="要 $5 或 *x*">c</a></p>'
    )


def test_code_that_a_table_splits_is_told() -> None:
    markdown = build_markdown(MarkdownRules())
    head = "| 码 | 意 |\n|---|---|\n"
    for row in ("| `a \\| b` | c |", "| $|x|$ | `c` | d |", "| a ` | b", "a | b\\|"):
        assert markdown.parse(head + row).warnings == ()
    quoted = "字\n\n" + "".join(f"> {line}\n" for line in f"{head}| `a|b` | c |".split("\n"))
    ((line, message),) = markdown.parse(quoted).warnings
    assert line == 5
    assert "in code ends the cell" in message


@pytest.mark.parametrize("mark", ["[TOC]", "[toc]", "[[TOC]]", "@[TOC](目录)", "[TOC]  "])
def test_a_mark_for_a_contents_list_is_left_out(mark: str) -> None:
    assert html(f"{mark}\n\n文字") == "<p>文字</p>"
    assert "toc" in html(f"文字 {mark} 里").lower()


def test_a_link_that_is_called_toc_is_a_link() -> None:
    assert html("[toc]\n\n[toc]: https://e.org/") == '<p><a href="https://e.org/">toc</a></p>'


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("数学公式", "数学公式"),
        ("1.2 $\\text{Var}(X)$ 推导", "1-2-text-Var-X-推导"),
        ("小节 $O(n^2)$", "小节-O-n-2"),
        ("%20 [方块]", "20-方块"),
        ("3. 结论 / Summary", "3-结论-Summary"),
        ("With `code` and [link](/x)", "With-code-and-link"),
        ('"引" it\'s -- x', "“引”-it’s-–-x"),
        ("**「重点」**内容", "「重点」-内容"),
        ("***", "section"),
    ],
)
def test_heading_ids_are_those_of_stock_hexo(source: str, expected: str) -> None:
    assert heading_ids(render(f"## {source}\n").html) == [expected]


def test_heading_ids_are_unique_on_a_page() -> None:
    ids = heading_ids(html("## a-1\n\n## a\n\n## a\n\n## a\n"))
    assert len(set(ids)) == 4
    assert ids[:2] == ["a-1", "a"]


def test_ids_are_shared_by_the_parts_of_a_page() -> None:
    rules = MarkdownRules()
    markdown = build_markdown(rules)
    links = Links(rules, UrlRules("https://blog.example", "/"))
    used: dict[str, int] = {}
    found = [
        markdown.render(
            markdown.parse("## 结论\n\n词[^1]\n\n[^1]: 注\n"),
            links=links,
            formulas=Formulas(),
            used_ids=used,
        )
        for _ in range(2)
    ]
    ids = re.findall(r'\bid="([^"]+)"', found[0].html + found[1].html)
    assert len(ids) == len(set(ids)) == 6


def test_a_heading_has_an_anchor_with_plain_title() -> None:
    shown = html("## 用 $x_1$ 和 `f()`")
    assert shown.startswith('<h2 id="用-x-1-和-f"><a href="#用-x-1-和-f" class="headerlink"')
    assert 'title="用 (x_1) 和 f()"' in shown


def test_an_ideographic_space_begins_a_heading() -> None:
    assert html("#　题目").startswith('<h1 id="题目">')


def test_an_indented_paragraph_keeps_its_wide_spaces() -> None:
    assert html("　　段落") == "<p>　　段落</p>"


@pytest.mark.parametrize(
    ("text", "href"),
    [
        ("见https://example.com/a_b，后文", "https://example.com/a_b"),
        ("(http://example.com/a_(b))", "http://example.com/a_(b)"),
        ("www.example.com/路", "http://www.example.com/"),
        ("https://example.com/x?a=1&b=2。", "https://example.com/x?a=1&b=2"),
        ("**https://example.com/c**", "https://example.com/c"),
    ],
)
def test_a_bare_url_ends_before_wide_punctuation(text: str, href: str) -> None:
    assert [url for url, _ in render(text).links] == [href]


@pytest.mark.parametrize("text", ["`https://e.org`", "[https://e.org](/x/)", "a@b", "http://"])
def test_text_that_is_no_bare_url_stays(text: str) -> None:
    assert "https://e.org" not in [url for url, _ in render(text).links]


def test_links_know_the_root_and_their_line() -> None:
    done = render("一\n二 [a](/about/) [b](/b/x/) [c](//e.org/) [d](#中)\n")
    assert done.links == (
        ("/b/about/", 2),
        ("/b/x/", 2),
        ("//e.org/", 2),
        ("#%E4%B8%AD", 2),
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![图](图 片/一.png)", 'src="/b/%E5%9B%BE%20%E7%89%87/%E4%B8%80.png" alt="图"'),
        ('![a](b c.png "题")', 'src="/b/b%20c.png" alt="a" title="题"'),
        ("![a](b.png =100x)", 'src="/b/b.png" alt="a" width="100"'),
        ("![a](b.png =100x50)", 'width="100" height="50"'),
        ("![a|300](b.png)", 'alt="a" width="300"'),
        ("![[x.png|300]]", 'src="/b/x.png" alt="" width="300"'),
        ("![[x.png|说明|40x30]]", 'alt="说明" width="40" height="30"'),
        ("![a *b* $c$](d.png)", 'alt="a b (c)"'),
    ],
)
def test_pictures_as_authors_write_them(text: str, expected: str) -> None:
    assert expected in html(text)


def test_wiki_links_lead_to_posts() -> None:
    assert html("[[kv]] [[kv|缓存]] [[kv#二 三]]") == (
        '<p><a href="/kvcache/">KV 缓存</a> <a href="/kvcache/">缓存</a> '
        '<a href="/kvcache/#二-三">KV 缓存</a></p>'
    )
    done = render("x\n[[gone]]")
    assert "[[gone]]" in done.html
    assert done.warnings == ((2, 'no post or page is named "gone"'),)


def test_alerts_become_callouts() -> None:
    shown = html("> [!WARNING]\n> 小心\n\n> [!NOTE] 不是")
    assert '<div class="callout callout-warning" role="note" data-kind="warning">' in shown
    assert "<p>小心</p>\n</div>" in shown
    assert "<blockquote>\n<p>[!NOTE] 不是</p>" in shown


def test_tasks_are_disabled_boxes() -> None:
    shown = html("- [ ] a\n- [x] b\n- c")
    assert '<li class="task"><input type="checkbox" disabled> a</li>' in shown
    assert '<li class="task"><input type="checkbox" disabled checked> b</li>' in shown
    assert "<li>c</li>" in shown


def test_a_footnote_that_is_written_twice_is_told_at_the_second() -> None:
    text = "A[^n] and B[^m].\n\n[^n]: one\n[^m]: em\n\n[^n]: two\n"
    parsed = build_markdown(MarkdownRules()).parse(text)
    assert parsed.warnings == (
        (6, 'the footnote "[^n]" is written twice, first 3 lines above; this one is used'),
    )
    assert "two" in html(text)
    assert "<p>one" not in html(text)


def test_a_fence_has_the_title_that_other_generators_know() -> None:
    made = html('```js title="src/a.js" {2}\na\nb\n```')
    assert '<span class="caption">src/a.js</span>' in made
    assert made.count("marked") == 1


def test_footnotes_definitions_and_tables() -> None:
    assert 'href="#fn1"' in html("a[^n]\n\n[^n]: b")
    assert "<dt>T</dt>" in html("T\n: D")
    assert '<td class="align-right">1</td>' in html("|a|\n|-:|\n|1|")


def test_a_footnote_that_is_called_again_has_one_number_and_two_ways_back() -> None:
    made = html("a[^n] b[^n]\n\n[^n]: c")
    assert re.findall(r'id="(fnref[^"]*)">(\[[^<]*)<', made) == [
        ("fnref1", "[1]"),
        ("fnref1:1", "[1]"),
    ]
    assert re.findall(r'href="#(fnref[^"]*)"', made) == ["fnref1", "fnref1:1"]


def test_the_excerpt_mark_stays_a_comment_and_code_keeps_its_own() -> None:
    shown = html("a\n\n<!--  More  -->\n\n`<!-- more -->`")
    assert "<!--  More  -->" in shown
    assert "<code>&lt;!-- more --&gt;</code>" in shown


def test_raw_html_is_untouched() -> None:
    picture = '<img src="/图 a.png" alt="p" style="zoom:50%;" />'
    done = render(f"{picture}\n\n前 {picture} 后")
    assert done.html.count(picture) == 2
    assert done.images == (("/图 a.png", 1), ("/图 a.png", 3))


def test_formulas_come_in_order_with_their_lines() -> None:
    text = "一 $a$\n二 `x\ny` $b$\n\n$$\nc\n$$\n\n- d $e$\n\n|f|\n|-|\n|$g$|\n"
    found = build_markdown(MarkdownRules()).parse(text).formulas
    assert [(formula.tex, line) for formula, line in found] == [
        ("a", 1),
        ("b", 3),
        ("c", 5),
        ("e", 9),
        ("g", 13),
    ]


def test_an_unclosed_formula_is_warned_about() -> None:
    parsed = build_markdown(MarkdownRules()).parse("一\n\n$$\nx\n")
    assert [line for line, _ in parsed.warnings] == [3]


def test_blocks_name_their_kind() -> None:
    text = "# 题\n\n段\n\n![](a.png)\n\n- x\n\n```mermaid\ngraph\n```\n\n$$\na\n$$\n\n---\n"
    done = render(text)
    kinds = ["heading", "paragraph", "image", "list", "diagram", "math", "rule"]
    assert [block.kind for block in done.blocks] == kinds
    assert done.has_diagram
    assert "".join(block.html for block in done.blocks) == done.html


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('"**粗**" "`c`" "[x](u)"', "“<strong>粗</strong>” “<code>c</code>”"),
        ('他说"你好"，再见', "他说“你好”，再见"),
        ("it's 'x' rock 'n' roll '90s", "it’s ‘x’ rock ‘n’ roll ’90s"),
        ("--flag a--b 1990--2000 a -- b --- c ...", "--flag a--b 1990–2000 a – b — c …"),
        ('("a") <b>"c"</b>', "(“a”) <b>“c”</b>"),
        ('"a *b* "c" d"', "“a <em>b</em> "),
    ],
)
def test_quotes_close_as_they_should(text: str, expected: str) -> None:
    assert expected in html(text)


def test_smartypants_can_be_turned_off() -> None:
    assert html("a -- 'b'", MarkdownRules(smartypants=False)) == "<p>a -- 'b'</p>"


def test_fences_in_lists_and_quotes_keep_their_place() -> None:
    shown = html("1. a\n   ```sh\n   echo\n   ```\n2. b\n\n> ```json\n> {}\n> ```\n")
    assert shown.count("<ol>") == 1
    assert "&gt;" not in shown


def test_tag_placeholders_survive() -> None:
    mark = "<!--tag\ufffc0-->"
    assert html(f"a\n\n{mark}\n\nb {mark} c") == f"<p>a</p>\n{mark}\n<p>b {mark} c</p>"
    stock = MarkdownRules(engine="marked", highlight=HighlightRules(markup="hexo"))
    assert html(f"{mark}\n\nb {mark} c", stock) == f"{mark}\n\n<p>b {mark} c</p>"


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab 中，。*_~`$[]()!<>|#->\n\"'=:1.\\&", max_size=60))
def test_any_text_renders_and_ids_are_unique(text: str) -> None:
    for engine in ("inkpost", "marked", "markdown-it"):
        done = render(text, MarkdownRules(engine=engine))
        if engine == "inkpost":
            ids = heading_ids(done.html)
            assert len(ids) == len(set(ids))
        assert "\ufffc" not in done.html


@pytest.mark.parametrize(
    "text",
    [
        "就写到这里。\n~ 完 ~",
        "就写到这里。\n\n~ 完 ~",
        "第一行\n第二行\n~ 完 ~",
        "- 一项\n  ~ 完 ~",
        "> 引文\n> ~ 某人",
        "词\n\n: 隔了一行",
        "词\n:没有空格",
        "词\n：全角冒号",
    ],
)
def test_what_hexo_shows_as_text_is_no_description(text: str) -> None:
    made = html(text)
    assert "<dl>" not in made
    assert re.sub(r"\s*<[^>]+>\s*", "", made) == re.sub(r"^(?:- |> )|\n(?:> |  )?", "", text)


def test_a_signature_below_a_description_is_none() -> None:
    assert html("词\n: 解释\n\n~ 完 ~") == (
        "<dl>\n<dt>词</dt>\n<dd>解释</dd>\n</dl>\n<p>~ 完 ~</p>"
    )


def test_description_lists() -> None:
    text = "词 *一*\n: 解释\n: 又一\n\n词二\n:   解释\n\n    第二段\n"
    assert html(text) == (
        "<dl>\n<dt>词 <em>一</em></dt>\n<dd><p>解释</p>\n</dd>\n<dd><p>又一</p>\n</dd>\n"
        "<dt>词二</dt>\n<dd><p>解释</p>\n<p>第二段</p>\n</dd>\n</dl>"
    )
    assert html("a\n: b\n: - c\n\nd\n: e\n") == (
        "<dl>\n<dt>a</dt>\n<dd>b</dd>\n<dd><ul>\n<li>c</li>\n</ul>\n</dd>\n"
        "<dt>d</dt>\n<dd>e</dd>\n</dl>"
    )
    assert "<dl>" not in html("a\n: b", MarkdownRules(description_lists=False))
