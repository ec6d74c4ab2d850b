"""Every line of the index of small inputs holds under the default dialect."""

from __future__ import annotations

import html
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.conformance.minimal import ENDS_THE_BUILD, Lines, build_lines, input_names, make_site
from tests.shared import shared_path
from tests.sites import NOW

pytestmark = pytest.mark.shared


@dataclass(frozen=True, slots=True)
class Expected:
    """What a line asks for. has, lacks: in the content; counts: how often; warns: parts of the
    messages and hints of its warnings, all of them; quiet: there are none."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    counts: tuple[tuple[str, int], ...] = ()
    warns: tuple[str, ...] = ()
    quiet: bool = True


CONTENT = {
    "m01-math-table-pipe": Expected(
        has=("⟦|v|_2⟧", r"⟦P(a \mid b)⟧", "⟦P(a|b)⟧"),
        counts=(("<table>", 1), ("<tr>", 4), ("<th>", 2), ("<td>", 6)),
    ),
    "m02-math-underscores": Expected(
        has=("⟦x_{1}y_{2} + z_{3}w_{4}⟧", r"⟦\hat{u}_{k}^{(t)} = u_{k}^{(t-1)}⟧",
             "<em>stressed</em>"),
        counts=(("<em>", 1),),
    ),
    "m03-math-stars": Expected(has=("⟦p^*q⟧", "⟦r^*s⟧", "⟦a * b * c⟧"), lacks=("<em>",)),
    "m04-math-less-than": Expected(
        has=("⟦a<b⟧", "⟦x<y>z⟧", "⟦i<n⟧", r"⟦⟦0<p<q, \quad m<k⟧⟧"),
    ),
    "m05-math-double-brace": Expected(
        has=(r"⟦\frac{{a}}{{b}}⟧", "⟦e^{{2x}}⟧", r"⟦⟦\sqrt{{u+v}}⟧⟧")
    ),
    # KaTeX knows no bare `#`: the text of the two formulas is shown, and a warning says so.
    "m06-brace-hash": Expected(
        has=(">{#S}</code> of a set", "<code>{#S}</code>", "<code>{# x #}</code>",
             "Before {# hidden note #} after", ">{#A#}</code> end"),
        warns=("the formula cannot be set", "the formula cannot be set"),
    ),
    "m07-math-line-break": Expected(
        has=(r"⟦⟦\begin{aligned} a &= b + c \\ &= d \\[2pt] e &= f \end{aligned}⟧⟧",
             r"<p>Inline matrix ⟦\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}⟧ too.</p>"),
    ),
    "m08-math-placement": Expected(
        has=("⟦⟦s = t⟧⟧", "<p>text after, and ⟦⟦u=v⟧⟧ in a line.</p>",
             "<li>item ⟦⟦w_1 = w_2⟧⟧ more of the item</li>",
             "<blockquote> <p>quote</p> ⟦⟦h_1 = h_2⟧⟧ </blockquote>"),
    ),
    "m09-dollars-not-math": Expected(
        has=("$5 or $10, an escaped $x$, and <code>echo $HOME $PATH</code> in code;",
             "US$20 and $30"),
        lacks=("⟦",),
    ),
    "m10-math-fence": Expected(
        has=(r"⟦⟦\sum_{i=1}^{n} i = \frac{n(n+1)}{2}⟧⟧",), counts=(("⟦⟦", 1),), lacks=("<figure",)
    ),
    "m11-math-cjk": Expected(
        has=(r"损失为⟦L_{\text{总}} = L_{\text{甲}} + L_{\text{乙}}⟧其中⟦\alpha⟧是权重。",)
    ),
    "m12-math-paren-bracket": Expected(
        has=("Single ⟦a_1 + b_1⟧ and double ⟦a_2 + b_2⟧.", "⟦⟦c_1 = d_1⟧⟧", "⟦⟦c_2 = d_2⟧⟧")
    ),
    "m13-math-escapes": Expected(has=(r"⟦\{x_1,\,x_2\}⟧", r"⟦a\_b⟧", r"⟦5\%\,\&\,\#1⟧")),
    "m14-math-inner-spaces": Expected(has=("Loose ⟦x_1 + x_2⟧ and tight ⟦y⟧; only $ 5 here.",)),
    "m15-math-in-heading": Expected(
        has=('<h2 id="Cost-O-n-log-n-of-sorting"><a href="#Cost-O-n-log-n-of-sorting"',
             r"Cost ⟦O(n\log n)⟧ of <em>sorting</em></h2>",
             '<h2 id="复杂度-O-n-2"><a href="#复杂度-O-n-2"', "复杂度 ⟦O(n^2)⟧</h2>"),
    ),
    "m16-math-blank-line": Expected(has=("⟦⟦a = b c = d⟧⟧ <p>tail</p>",)),
    "m17-math-line-starts": Expected(
        has=("⟦⟦f(x) = g(x) + h(x) - k(x)⟧⟧",), lacks=("<li>", "<h1", "<h2")
    ),
    "m18-list-with-fences": Expected(
        has=("</figure> <p>still first</p> </li> <li><p>second</p>",),
        counts=(("<ol>", 1), ("<ol", 1), ("<li>", 3), ('<figure class="highlight bash', 3)),
    ),
    "m19-two-space-nesting": Expected(
        has=("<ol> <li>one</li> </ol> <ul> <li>shallow</li> </ul>",
             '<ol start="2"> <li>two <ul> <li>deep</li> </ul> </li> </ol>',
             "<li>a <ul> <li>b <ul> <li>c</li> </ul> </li> </ul> </li>"),
    ),
    "m20-html-block-markdown": Expected(
        has=('<div class="box"> **literal** </div>', "<summary>open me</summary>",
             "<p><strong>bold</strong> and</p> <ul> <li>item</li> </ul> </details>"),
    ),
    "m21-typora-image": Expected(
        has=('<img src="/images/a b.png" alt="pic" style="zoom:50%;" />',
             '<p>before <img src="https://example.com/p.png" style="zoom: 33%"/> after</p>'),
    ),
    "m22-weird-headings": Expected(
        has=("<p>##NoSpace</p>", '<h1 id="1-Start">', ">1. Start</h1>", '<h2 id="Same">',
             '<h2 id="Same-1">', '<h3 id="code-and-link-with-em">',
             '<code>code</code> and <a href="/blog/x/">link</a> with <em>em</em></h3>',
             '<h2 id="中文：标题（二）！">', '<h2 id="A-B-C">', "A &amp; B <br> C</h2>", "<h4",
             ">six</h6>", "<p>####### seven</p>"),
        warns=("leads to no page",),
    ),
    "m23-setext-accident": Expected(
        has=(">plain line</h2>", ">other</h1>", "<p>text</p> <hr>"), counts=(("<hr>", 1),)
    ),
    "m24-tables": Expected(
        has=('<th class="align-left">l</th> <th class="align-center">c</th>',
             '<td class="align-left">a<br>b</td> <td class="align-center"><code>x | y</code></td>',
             '<td class="align-left">only one</td> <td class="align-center"></td>',
             '<td class="align-right">3</td> </tr> </tbody> </table>',
             "<p>lead text</p> <table>"),
        counts=(("<table>", 3),),
    ),
    "m25-fence-info": Expected(
        has=('<figure class="highlight js numbered" data-lines="1"><figcaption>',
             '<figcaption><span class="caption">a.js</span>',
             'href="https://example.com/a.js">link</a>',
             '<figure class="highlight c++ ', '<figure class="highlight c# ',
             '<figure class="highlight plaintext ', '<span class="caption">{1,3}</span>',
             '<figure class="highlight python ', '<figure class="highlight markdown ',
             '<span class="line">```js</span>'),
        lacks=("marked",), counts=(("<figure", 7), ("<pre><code", 7)),
    ),
    "m26-unclosed-fence": Expected(
        has=('<figure class="highlight bash', ">echo {{ not_run }}</span>",
             ">{% not_a_tag %}</span>"),
    ),
    "m27-templates-in-code": Expected(
        has=("<code>{{ name }}</code>", "<code>{% if x %}</code>",
             "&lt;p&gt;{{ user.name }}&lt;/p&gt;", "{% for a in b %}{# note #}{% endfor %}",
             "<i>{{ kept }}</i>"),
        lacks=("{% raw", "endraw"),
    ),
    "m28-braces-in-prose": Expected(
        has=("<p>Sum {{ 1 + 1 }}; missing [{{ missing }}].</p>",), quiet=False
    ),
    "m29-asset-img": Expected(
        has=('<img src="/blog/2024/01/02/m29-asset-img/a.png" class="left" width="200" ',
             ' class="left" width="200" height="100" title="My title" alt="My alt">',
             '/m29-asset-img/a.png" class="" title="My title My alt">', "<p>[]</p>",
             '/m29-asset-img/with%20space.png" class="" title="just a title">'),
        warns=('asset_img finds no file in "missing.png"',),
    ),
    "m30-codeblock-tag": Expected(
        has=('<span class="caption">demo.js</span>', 'href="https://example.com/d.js">see</a>',
             'var _a_ = "*b*";', '<figure class="highlight python" ',
             '<span class="line marked">two()</span>'),
        counts=(("<figure", 3), ("numbered", 2), ("marked", 1)),
    ),
    "m31-theme-tags": Expected(
        has=("<li>point with <code>code</code></li>", '<figure class="highlight js',
             "<strong>one</strong>"),
        lacks=("{%",), counts=(('class="tab-pane"', 2),),
    ),
    "m32-obsidian": Expected(
        has=('src="/blog/2024/01/02/m32-obsidian/picture.png"',
             '<a href="/blog/2024/03/05/Other%20Note/">label</a>',
             'src="/blog/img/a.png" alt="alt" width="300"',
             'src="/blog/img/b.png" alt="b" width="100"'),
        warns=("is not there", "is not there"),
    ),
    "m33-image-urls": Expected(
        has=('src="/blog/img/a(1).png"', 'src="/blog/img/b%20c.png"',
             'src="/blog/img/%E5%9B%BE.png"', 'src="/blog/img/d%20e.png"',
             'src="C:\\pics\\e.png"', 'src="/blog/../img/f.png" alt="f" title="T"'),
        counts=(("<img", 6),), quiet=False,
    ),
    "m34-more-marker": Expected(
        has=("<code>&lt;!-- more --&gt;</code>", "<p>before</p> <span id=\"more\"></span>"),
        counts=(('id="more"', 1),),
    ),
    "m35-angle-generics": Expected(
        has=("Use List<String> or Map&lt;K, V&gt;; a &lt; b; I &lt;3 it;",
             'href="https://example.com/x_y_z">https://example.com/x_y_z</a>',
             'href="mailto:me@example.com">me@example.com</a>'),
    ),
    "m36-cjk-emphasis": Expected(
        has=("这是<strong>“重点”</strong>内容，这是<strong>重点</strong>内容，",
             "这是<strong>重点。</strong>内容。"),
    ),
    "m37-gfm-extras": Expected(
        has=('<input type="checkbox" disabled> todo',
             '<input type="checkbox" disabled checked> done',
             "<del>old</del>", 'href="https://example.com/a_b_c">https://example.com/a_b_c</a>，',
             "<mark>mark</mark>", '<section class="footnotes">', "The note."),
        lacks=("[^1]", "=="),
    ),
    "m38-line-breaks": Expected(
        has=("<p>line one<br> line two<br> line three<br> line four</p>",), counts=(("<br>", 3),)
    ),
    "m39-alerts": Expected(
        has=('<div class="callout callout-note"', "<p>Mind the gap.</p>",
             "<blockquote> <p>plain<br> continued lazily</p> </blockquote>",
             "<li>list <figure"),
        lacks=("[!NOTE]",),
    ),
    "m40-typographer": Expected(
        has=("He said “yes” – it’s ‘fine’ — wait… <code>&quot;raw&quot; -- ...</code>",
             'href="https://example.com/?a=%22b%22--c"'),
    ),
    "m41-md-links": Expected(
        has=('<a href="./other.md">a</a>', '<a href="other.md#part">b</a>',
             '<a href="/blog/about/">d</a>', '<a href="my%20file.md">e</a>'),
        quiet=False,
    ),
    "m42-invisible-chars": Expected(
        has=(">not heading</h1>", "<p>-\u00a0not item</p>", "<strong>b\u200bold</strong>",
             "\u200b## zero-width first"),
        lacks=("<li>",),
    ),
    "m43-mermaid": Expected(
        has=('<pre class="mermaid">graph TD A[start] --&gt; B{ok?} B --&gt;|yes| C </pre>',)
    ),
    "m44-raw-script-style": Expected(
        has=("<style> .a > .b { color: red; } .c * { margin: 0 } </style>",
             'if (a < b && c > d) { x = "*y*"; } done(); </script>',
             "<!-- a comment with *stars* and a blank line -->", "tail"),
    ),
    "m45-ref-links": Expected(
        has=('href="https://example.com/a" title="T">one</a>',
             'href="https://example.com/b%20c">two</a>', "[none][zzz]"),
        lacks=("[a]:", "[TWO]:"),
    ),
    "m46-mark-only-digit-lists": Expected(
        has=('<ol start="2024"> <li>was a year</li> </ol> <ol> <li>paren</li> </ol>',
             "<p>一、第一<br> (1) first</p>"),
    ),
    "m47-nested-quotes-code-indent": Expected(
        has=("<p>para of a</p> <pre><code>code of a </code></pre> </li> </ul>",
             "<p>top</p> <pre><code>top code </code></pre>"),
    ),
    "f01-no-open-fence": Expected(has=("<p>body</p>",)),
    "f02-tabs": Expected(has=("<p>body</p>",)),
    "f03-crlf-bom": Expected(has=("<p>line one<br> line two</p>",)),
    "f05-fullwidth-colon": Expected(
        has=("<hr>", ">title：宽冒号<br> date：2024-02-03</h2>", "<p>body</p>"), quiet=False,
    ),
    "f06-dates": Expected(has=("<p>body</p>",)),
    "f07-bad-date": Expected(warns=("read as 2025-02-18 04:40:39",)),
    "f08-tag-types": Expected(),
    "f09-nested-categories": Expected(),
    "f10-flat-categories": Expected(),
    "f11-string-lists": Expected(warns=("is one tag",)),
    "f12-no-front-matter": Expected(has=(">Only a heading</h1> <p>body</p>",), quiet=False),
    "f14-json-front-matter": Expected(has=("<p>body</p>",)),
    "f15-rule-in-body": Expected(
        has=("<p>first</p> <hr>", ">key: value</h2>", "<p>last</p>")
    ),
    "f16-special-titles": Expected(has=("<p>body</p>",)),
    "f17-timezone-dates": Expected(),
}  # fmt: skip

# name: title, path without the name, date, updated, tags, categories; None is not looked at.
DOCUMENTS: dict[str, tuple[str, str, str | None, tuple[str, ...], tuple[tuple[str, ...], ...]]] = {
    "f01-no-open-fence": ("No opening line", "2024/02/03", "04:05:06", ("a",), ()),
    "f02-tabs": ("Tabs", "2024/02/03", None, ("x", "y"), ()),
    "f03-crlf-bom": ("Bom", "2024/02/03", None, (), ()),
    "f05-fullwidth-colon": ("f05-fullwidth-colon", "", None, (), ()),
    "f06-dates": ("Dates", "2024/02/03", "04:05:00", (), ()),
    "f07-bad-date": ("Bad date", "2025/02/18", "04:40:39", (), ()),
    "f08-tag-types": (
        "Tag types", "2024/02/03", None, ("2024", "yes", "1.1", "a", "C#", "C++", "a/b"), (),
    ),
    "f09-nested-categories": ("Nested", "2024/02/03", None, (), (("A", "B"), ("C",))),
    "f10-flat-categories": ("Flat", "2024/02/03", None, (), (("A", "B", "C"),)),
    "f11-string-lists": ("Strings", "2024/02/03", None, ("a, b",), (("x",),)),
    "f12-no-front-matter": ("f12-no-front-matter", "", None, (), ()),
    "f14-json-front-matter": ("Json", "2024/02/03", "04:05:06", (), ()),
    "f15-rule-in-body": ("Rule", "2024/02/03", None, (), ()),
    "f16-special-titles": ("A: {b} #1 <c> & 😀", "2024/02/02", "19:05:06", (), ()),
    "f17-timezone-dates": ("Zone", "2024/02/02", "19:05:06", (), ()),
}  # fmt: skip


@pytest.fixture(scope="module")
def lines(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    folder = shared_path("conformance", "minimal")
    return build_lines(tmp_path_factory.mktemp("minimal") / "site", folder, sorted(CONTENT))


def test_every_line_is_tested() -> None:
    names = input_names(shared_path("conformance", "minimal"))
    assert sorted(names) == sorted((*CONTENT, *ENDS_THE_BUILD))


@pytest.mark.parametrize("name", CONTENT)
def test_content_is_what_the_line_says(name: str, lines: Lines) -> None:
    expected, line = CONTENT[name], lines.by_name[name]
    content = line.content
    for text in expected.has:
        # Mail addresses are written in entities.
        assert text in (html.unescape(content) if "mailto:" in text else content)
    for text in expected.lacks:
        assert text not in content
    for text, count in expected.counts:
        assert content.count(text) == count, text
    told = [item.message for item in line.warnings if item.severity != "info"]
    if expected.warns:
        assert len(told) == len(expected.warns)
    for text in expected.warns:
        assert any(text in message for message in told)
    assert not (expected.quiet and not expected.warns and told)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_front_matter_is_what_the_line_says(name: str, lines: Lines) -> None:
    title, day, time, tags, categories = DOCUMENTS[name]
    post = lines.by_name[name].post
    assert post.title == title
    assert not day or post.path == f"{day}/{name}/"
    assert time is None or f"{post.date:%H:%M:%S}" == time
    assert post.tags == tags
    assert post.categories == categories


def test_carriage_returns_are_dropped(lines: Lines) -> None:
    assert "\r" not in lines.by_name["f03-crlf-bom"].raw


def test_a_title_is_escaped_and_updated_is_read(lines: Lines) -> None:
    page = lines.made.outputs["2024/02/02/f16-special-titles/index.html"].data
    assert page is not None
    assert "<h1>A: {b} #1 &lt;c&gt; &amp; 😀</h1>" in page.decode()
    updated = lines.by_name["f06-dates"].post.updated
    assert f"{updated:%Y-%m-%d %H:%M:%S}" == "2024-03-04 05:06:00"


def test_a_full_width_colon_is_named(lines: Lines) -> None:
    found = lines.by_name["f05-fullwidth-colon"].warnings
    assert any("the colon is full-width" in item.message for item in found)


def test_an_undated_post_says_where_its_date_is_from(lines: Lines) -> None:
    line = lines.by_name["f12-no-front-matter"]
    assert [item.code for item in line.warnings] == ["no-date"]
    assert line.post.updated == line.post.date


def test_an_excerpt_ends_at_the_marker_only(lines: Lines) -> None:
    page = lines.by_name["m34-more-marker"].content
    before, _, after = page.partition('<span id="more"></span>')
    assert "before" in before
    assert "<p>after</p>" in after


def test_tags_of_one_path_are_parted(tmp_path: Path) -> None:
    site = make_site(tmp_path, shared_path("conformance", "minimal"), ["f08-tag-types"])
    done = site.make()
    routes = set(done.outputs)
    assert {"tags/C/index.html", "tags/C-1/index.html", "tags/a-b/index.html"} <= routes
    assert {"tags/2024/index.html", "tags/yes/index.html", "tags/1-1/index.html"} <= routes
    assert [item.code for item in done.diagnostics if item.severity == "warning"] == ["same-path"]


def test_a_chain_of_categories_has_a_page_each(lines: Lines) -> None:
    routes = set(lines.made.outputs)
    chain = ("A", "A/B", "C", "A/B/C")
    assert {f"categories/{name}/index.html" for name in chain} <= routes


@pytest.mark.parametrize(
    ("name", "line", "text"),
    [
        ("f04-colon-in-title", 2, 'a value holds ": "'),
        ("f13-duplicate-keys", 5, 'the key "tags" stands twice'),
    ],
)
def test_front_matter_that_cannot_be_read_ends_the_build(
    name: str, line: int, text: str, tmp_path: Path
) -> None:
    site = make_site(tmp_path, shared_path("conformance", "minimal"), [name])
    report = site.build(NOW)
    errors = [item for item in report.diagnostics if item.severity == "error"]
    assert [(item.span.path, item.span.line) for item in errors if item.span] == [
        (f"source/_posts/{name}.md", line)
    ]
    assert text in errors[0].message
    assert not report.published
    assert not site.public.exists()
    assert site.blog("build").code == 1
