"""What the localizer takes for an image: agreement with parsers, and what it leaves alone."""

from __future__ import annotations

from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkpost.content.markdown import MarkdownRules, make_parser
from inkpost.localize.find import find_images
from inkpost.localize.htmlscan import split_srcset
from inkpost.localize.links import classify, redact, to_request

NESTED_TAGS = """- x

  {% note %}
      {% tabs %}

          ![a](https://h/a.png)
      {% endtabs %}
  {% endnote %}

z ![b](https://h/b.png)
"""


def urls(text: str) -> list[str]:
    return [ref.url for ref in find_images(text)]


def written(text: str) -> list[str]:
    found = find_images(text)
    assert all(text[ref.start : ref.end] == ref.written for ref in found)
    return [ref.written for ref in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("![a](https://h/a.png)", ["https://h/a.png"]),
        ('![a](https://h/a.png "title")', ["https://h/a.png"]),
        ("![a](<https://h/a b.png> 't')", ["https://h/a b.png"]),
        ("![a](https://h/a b.png)", ["https://h/a b.png"]),
        ("![](https://h/图 示.png)", ["https://h/图 示.png"]),
        ("![a](https://h/a.png =100x)", ["https://h/a.png"]),
        ("![a](https://h/a.png =100x200)", ["https://h/a.png"]),
        ("![a](http%3A%2F%2Fh%2Fa.png)", ["http%3A%2F%2Fh%2Fa.png"]),
        ("![a](https://h/plan(1).png)", ["https://h/plan(1).png"]),
        ("![[https://h/w.png]] ![[https://h/v.png|100]]", ["https://h/w.png", "https://h/v.png"]),
        ("![a][r]\n\n[r]: https://h/r.png 'T'", ["https://h/r.png"]),
        ("![r]\n\n> [R]: <https://h/r.png>", ["https://h/r.png"]),
        ("![a](//h/a.png)", ["//h/a.png"]),
        ("- > 1. ![a](https://h/a.png)", ["https://h/a.png"]),
        ("a | b\n--|--\n![](https://h/a.png)\\|x | ![](https://h/a.png)", ["https://h/a.png"] * 2),
        ("t[^1]\n\n[^1]: n ![](https://h/a.png)", ["https://h/a.png"]),
        ("# h ![](https://h/a.png) #\n\n标题 ![](https://h/b.png)\n===", None),
        ("<IMG SRC = https://h/a.png alt='x>y'>", ["https://h/a.png"]),
        ("<img\n  alt='x'\n  src=\"https://h/a.png\"/>", ["https://h/a.png"]),
        ('<p><img src="https://h/a.png?a=1&amp;b=2"></p>', ["https://h/a.png?a=1&b=2"]),
        ('<img data-src="https://h/a.png" src="x.gif">', ["https://h/a.png", "x.gif"]),
        ("{% img left https://h/a.png 10 20 'the title' %}", ["https://h/a.png"]),
        ("x {% image https://h/a_b_c.png %} y_z_", ["https://h/a_b_c.png"]),
        ("[![a](https://h/a.png)](https://h/a.png)", ["https://h/a.png"] * 2),
        ("[![a](https://h/a.png)](https://h/big.png)", ["https://h/a.png"]),
        ('<a href="https://h/a.png"><img src="https://h/a.png"></a>', ["https://h/a.png"] * 2),
        ("it costs $5 ![a](https://h/a.png) and $10", ["https://h/a.png"]),
        ("![a ![b](https://h/b.png)](https://h/a.png)", ["https://h/a.png"]),
        (
            "{% note %}\n\n    ![a](https://h/a.png)\n    - ![b](https://h/b.png)\n{% endnote %}",
            ["https://h/a.png", "https://h/b.png"],
        ),
        (NESTED_TAGS, ["https://h/a.png", "https://h/b.png"]),
        ("\tText ![a](https://h/a.png) goes on", ["https://h/a.png"]),
        ("![a](file:///C:/x.png)", ["file:///C:/x.png"]),
    ],
)
def test_image_is_found(text: str, expected: list[str] | None) -> None:
    wanted = expected if expected is not None else ["https://h/a.png", "https://h/b.png"]
    assert urls(text) == wanted
    written(text)
    assert urls("---\ntitle: x\n---\n\n" + text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "`![a](https://h/a.png)`",
        "``` md\n![a](https://h/a.png)\n```",
        "> ~~~\n> ![a](https://h/a.png)\n> ~~~",
        "    ![a](https://h/a.png)",
        "<!-- ![a](https://h/a.png) --> <!--<img src='https://h/a.png'>-->",
        "$![a](https://h/a.png)_{x}$",
        "$$\nx = ![a](https://h/a.png)\n$$",
        "<pre><img src='https://h/a.png'></pre>",
        "<pre>\n\n![a](https://h/a.png)\n\n</pre>",
        "<script>\nx = '<img src=\"https://h/a.png\">'\n</script>",
        "<code><img src='https://h/a.png'></code>",
        "{% raw %}\n![a](https://h/a.png)\n{% endraw %}",
        "{% codeblock lang:md %}\n![a](https://h/a.png)\n{% endcodeblock %}",
        "`{% img https://h/a.png %}`",
        "\\![a](https://h/a.png)",
        "[a](https://h/a.png) <https://h/a.png> https://h/a.png",
        "![a](https://h/a.png",
        "[r]: https://h/r.png\n\n[text][r]",
        "x\n\n    {% note %}\n        ![a](https://h/a.png)\n    {% endnote %}",
    ],
)
def test_what_is_no_image_is_left_alone(text: str) -> None:
    assert urls(text) == []


def test_raw_tag_in_a_fence_hides_nothing() -> None:
    text = "```\n{% raw %}\n```\n\n![a](https://h/a.png)\n\n`{% raw %}` ![b](https://h/b.png)\n"
    assert urls(text + "\n{% endraw %}") == ["https://h/a.png", "https://h/b.png"]


def test_covers_are_found_in_front_matter() -> None:
    text = (
        "---\ntitle: x\nindex_img: https://h/1.png # why\nbanner_img: 'https://h/2.png'\n"
        'cover: "https://h/3.png"\ntop_img: false\nphotos:\n  - https://h/4.png\n'
        "  - https://h/5.png\nog_img: [https://h/6.png, a.png]\nlink: https://h/no.png\n"
        "---\n\n![a](https://h/7.png)\n"
    )
    remote = [ref for ref in find_images(text) if ref.kind == "remote"]
    assert [ref.url for ref in remote] == [f"https://h/{n}.png" for n in range(1, 8)]
    assert [text[ref.start : ref.end] for ref in remote] == [ref.url for ref in remote]
    assert [(ref.line, ref.column) for ref in remote][:2] == [(3, 12), (4, 14)]


def test_covers_are_found_in_json_front_matter() -> None:
    text = ';;;\n"title": "x",\n"cover": "https://h/a.png"\n;;;\n\n![](https://h/b.png)\n'
    assert written(text) == ["https://h/a.png", "https://h/b.png"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_places_hold_whatever_the_line_ends(end: str, bom: str) -> None:
    text = "---\ntitle: x\n---\n\na ![1](https://h/1.png)\n\n> <img\n> src='https://h/2.png'>"
    assert written(bom + text.replace("\n", end)) == ["https://h/1.png", "https://h/2.png"]


def test_bytes_that_are_no_utf8_do_not_matter() -> None:
    text = "前文 ![](https://h/a.png)".encode("gb18030").decode("utf-8", "surrogateescape")
    assert written(text) == ["https://h/a.png"]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://h/a.png", "remote"),
        ("HTTP%3a%2f%2fh%2fa.png", "remote"),
        ("//h/a.png", "remote"),
        ("a.png", "local"),
        ("/a.png", "local"),
        ("C:\\pics\\a.png", "local"),
        ("c:/pics/a.png", "local"),
        ("data:image/png;base64,AAAA", "data"),
        ("file:///a.png", "refused"),
        ("ftp://h/a.png", "refused"),
    ],
)
def test_links_are_classified(url: str, kind: str) -> None:
    assert classify(url) == kind


def test_request_is_decoded_once_and_has_no_fragment() -> None:
    assert to_request("https%3A%2F%2Fh%2Fa%2520b.png") == "https://h/a%20b.png"
    assert to_request("https://h/a%20b.png#x") == "https://h/a%20b.png"


def test_credentials_are_not_shown() -> None:
    for url in (
        "https://user:secret@h/a.png",
        "https://h/a.png?x=1&token=secret",
        "https://h/a.png?X-Amz-Signature=secret&w=2",
        "https%3A%2F%2Fuser%3Asecret%40h%2Fa.png",
    ):
        assert "secret" not in redact(url)
    assert redact("https://h/a.png?w=2#f") == "https://h/a.png?w=2#f"


def test_srcset_is_split_as_browsers_do() -> None:
    value = "https://h/a,b.png 1x, https://h/c.png?x=(1,2) 2x,d.png,, e.png 100w"
    parts = [value[a:b] for a, b in split_srcset(value)]
    assert parts == ["https://h/a,b.png", "https://h/c.png?x=(1,2)", "d.png", "e.png"]


# What is found is what markdown-it-py and an HTML parser say is an image.

_WORDS = st.sampled_from(["text", "中文", "a_b", "*em*", "**b**", "5 < 6", "&amp;", "x | y", "q."])
_URLS = st.builds(
    lambda host, name, query: f"https://{host}/{name}{query}",
    st.sampled_from(["h", "img.例.cn", "h:8080"]),
    st.sampled_from(["a.png", "图.png", "b_c_d.jpg", "e(1).gif", "f%20g.webp", "h*i*.svg", ""]),
    st.sampled_from(["", "?x=1", "?x=1&y=2", "#f"]),
)


def _in_attribute(url: str) -> str:
    return url.replace("&", "&amp;")


_INLINE = st.one_of(
    _WORDS,
    st.builds("![{}]({})".format, _WORDS, _URLS),
    st.builds('![{}](<{}> "t")'.format, _WORDS, _URLS),
    st.builds("[![{0}]({1})]({1})".format, _WORDS, _URLS),
    st.builds("[{}]({})".format, _WORDS, _URLS),
    st.builds("\\![{}]({})".format, _WORDS, _URLS),
    st.builds("`![{}]({})`".format, _WORDS, _URLS),
    st.builds("``<img src='{}'>``".format, _URLS),
    st.builds("<img alt='{}' src=\"{}\">".format, _WORDS, _URLS.map(_in_attribute)),
    st.builds("<IMG\nsrc='{}' />".format, _URLS.map(_in_attribute)),
    st.builds("<!-- ![x]({}) -->".format, _URLS),
    st.builds("<code>![x]({})</code>".format, _URLS),
    st.sampled_from(["![r1]", "![x][r2]", "[r1]", "![none][none]", "![", "](", "<im", "\\"]),
)
_LINE = st.lists(_INLINE, min_size=1, max_size=4).map(" ".join)
_BLOCK = st.one_of(
    _LINE,
    st.builds("{}\n{}".format, _LINE, _LINE),
    st.builds(
        "{} {}".format, st.sampled_from(["#", "##", "-", "1.", ">", "> -", "- >", ">>"]), _LINE
    ),
    st.builds("- x\n\n  {}\n  > {}".format, _LINE, _LINE),
    st.builds("> {}\n{}".format, _LINE, _LINE),
    st.builds("```\n{}\n```".format, _LINE),
    st.builds("    {}".format, _LINE.map(lambda line: line.replace("\n", " "))),
    st.builds("<div>\n{}\n</div>".format, _LINE),
    st.builds("<pre>\n{}\n</pre>".format, _LINE),
    st.builds("<div>\n\n{}\n\n</div>".format, _LINE),
    st.builds(
        "a | b\n---|---\n{} | {}\n{} | \\| {}".format,
        *[_LINE.map(lambda line: line.replace("\n", " ").replace(" | ", " ")) for _ in range(4)],
    ),
    st.builds("[r1]: {}\n[r2]:\n  <{}> 'title'".format, _URLS, _URLS),
    st.builds("{}\n---".format, _LINE),
)
_TEXT = st.lists(_BLOCK, min_size=1, max_size=5).map("\n\n".join)


class _Images(HTMLParser):
    """The images of rendered HTML that stand in no code, as the standard library sees them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[str] = []
        self.depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("pre", "code"):
            self.depth += 1
        elif tag == "img" and not self.depth:
            value = next((value for name, value in attrs if name == "src"), "")
            self.found += [value.strip()] if value and value.strip() else []

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("pre", "code"):
            self.depth = max(0, self.depth - 1)


def _rendered_images(text: str) -> list[str]:
    md = make_parser(MarkdownRules(math=False))
    md.disable(["footnote_inline", "footnote_tail"], ignoreInvalid=True)
    parser = _Images()
    parser.feed(md.render(text))
    parser.close()
    return parser.found


@given(text=_TEXT)
@settings(max_examples=150, deadline=None)
def test_found_is_what_the_parsers_say(text: str) -> None:
    refs = [ref for ref in find_images(text) if ref.place != "link"]
    # A definition is one place however many images use it.
    assert sorted({ref.url for ref in refs}) == sorted(set(_rendered_images(text)))
    direct = [ref.url for ref in refs if ref.place != "definition"]
    defined = {ref.url for ref in refs if ref.place == "definition"}
    rendered = _rendered_images(text)
    assert [url for url in direct if url not in defined] == [
        u for u in rendered if u not in defined
    ]
    for ref in refs:
        assert text[ref.start : ref.end] == ref.written
        assert unescape(ref.written) == ref.url or "\\" in ref.written


@pytest.mark.parametrize(
    "text",
    [
        "{% raw %}" * 20000, "{% img " * 9000, "![" * 9000, "<img " * 20000, "<!--" * 20000,
        "`{% raw %}` " * 5000, "[](" * 20000, "<a href=x>" * 5000, "![](https://h/" + "a b" * 20000,
    ],
)  # fmt: skip
def test_odd_texts_end(text: str) -> None:
    """No search begins anew at every character: each of these took minutes when one did."""
    assert urls(text + "\n\n![a](https://h/a.png)") in ([], ["https://h/a.png"])


def test_tags_in_comments_and_code_of_html_are_left_alone() -> None:
    text = "<div>\n<!-- {% img https://h/a.png %} -->\n<pre>{% img https://h/b.png %}</pre>\n</div>"
    assert urls(text) == []
    assert urls("<div>\n{% img https://h/c.png %}\n</div>") == ["https://h/c.png"]
