from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inkpost.errors import Span
from inkpost.hexo.tagsyntax import Protected, protect, restore, restore_text, split_args
from tests.unit.hexotables import table

INLINE = {"label", "img", "youtube"}
BLOCKS = {"note", "codeblock", "quote"}
MARKDOWN = MarkdownIt("commonmark").enable("table")


def taken(text: str, first_line: int = 1) -> Protected:
    return protect(text, inline=INLINE, blocks=BLOCKS, path="a.md", first_line=first_line)


def shown(text: str) -> str:
    """The HTML of some Markdown in which each call prints its name, arguments and body."""
    found = taken(text)
    results = [
        f"[{call.name}{''.join(f' {arg}' for arg in call.args)}"
        f"{'' if call.body is None else f': {call.body}'}]"
        for call in found.calls
    ]
    return restore(MARKDOWN.render(found.text), results)


@pytest.mark.parametrize(("raw", "expected"), table("tag-args"))
def test_arguments_are_split_as_hexo_does(raw: str, expected: list[str]) -> None:
    assert split_args(raw) == tuple(expected)


@pytest.mark.parametrize(("body", "expected"), table("tag-bodies"))
def test_bodies_are_trimmed_as_hexo_does(body: str, expected: str) -> None:
    assert taken(f"{{% note %}}{body}{{% endnote %}}").calls[0].body == expected


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a {% label x %} b", "<p>a [label x] b</p>\n"),
        ("{% label x %}", "[label x]"),
        ("a\n{% label x %}\nb", "<p>a</p>\n[label x]\n<p>b</p>\n"),
        # Hexo: Markdown is off to the end of a line that begins with a tag.
        ("{% label x %} **b**", "[label x] **b**"),
        ("{% note %}\n**a**\n\nb\n{% endnote %}\n\nc", "[note: **a**\n\nb]\n<p>c</p>\n"),
        ("t {% note %}a{% endnote %} t", "<p>t [note: a] t</p>\n"),
        ("{% note %}{% note %}a{% endnote %}b{% endnote %}", "[note: {% note %}a{% endnote %}b]"),
        ("{%- label x -%}", "[label x]"),
        ("{% note -%}\n a \n{%- endnote %}", "[note: a]"),
        ("{%label x%}", "[label x]"),
        ("{% label\n x\n y %}", "[label x y]"),
        ('{% label "a %} b" %}', "[label a %} b]"),
        ("# h {% label x %}", "<h1>h [label x]</h1>\n"),
        ("**{% label x %}**", "<p><strong>[label x]</strong></p>\n"),
        ("[l]({% img a.png %})", '<p><a href="[img a.png]">l</a></p>\n'),
        ('<a href="{% img a %}">x</a>', '<p><a href="[img a]">x</a></p>\n'),
    ],
)
def test_calls_stand_where_hexo_puts_them(text: str, html: str) -> None:
    assert shown(text).rstrip("\n") == html.rstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "`{% label x %}`",
        "``a ` {% label x %}``",
        "```\n{% label x %}\n```",
        "~~~ js\n{% label x %}\n~~~",
        "````\n```\n{% label x %}\n````",
        "- a\n\n  ```\n  {% label x %}\n  ```",
        "> ```\n> {% label x %}\n> ```",
        "```\n{% label x %}",
        "    {% label x %}",
        "- a\n\n      {% label x %}",
        "text\n\n    {% note %}\n    {% endnote %}",
        "<!-- {% label x %} -->",
        "<!-- a\n\n{% label x %}\n-->",
        "<code>{% label x %}</code>",
    ],
)
def test_no_call_is_run_in_code_and_comments(text: str) -> None:
    found = taken(text)
    assert found.text == text
    assert found.calls == ()
    assert found.diagnostics == ()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a `b\n\n{% label x %} ` c", 1),
        ("\\`{% label x %}`", 1),
        ("- a\n\n    {% label x %}", 1),
        ("para\n    {% label x %}", 1),
        ("```\n```\n{% label x %}", 1),
        ("> ```\n> a\n\n{% label x %}", 1),
        ("a <!-- open {% label x %}", 1),
        ("1. a\n   ```\n   b\n   ```\n2. {% label x %}", 1),
    ],
)
def test_what_only_looks_like_code_hides_nothing(text: str, count: int) -> None:
    assert len(taken(text).calls) == count


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a {{ x }} {# y #} b", "<p>a {{ x }} {# y #} b</p>\n"),
        ('{% youtub "a_b_c" -- %}', "<p>{% youtub &quot;a_b_c&quot; -- %}</p>\n"),
        ("{% if a %}*x*{% endif %}", "<p>{% if a %}<em>x</em>{% endif %}</p>\n"),
        ("{% note %} *x*", "<p>{% note %} <em>x</em></p>\n"),
        ("x {% endnote %}", "<p>x {% endnote %}</p>\n"),
        ("\\{% label x %}", "<p>{% label x %}</p>\n"),
        ("100{%", "<p>100{%</p>\n"),
        ("{% x\n\ny %}", "<p>{% x</p>\n<p>y %}</p>\n"),
        ("$\\frac{1}{{2}}$ {%", "<p>$\\frac{1}{{2}}$ {%</p>\n"),
        ("<b title=\"{% nope 'q' %}\">x</b>", "<p><b title=\"{% nope 'q' %}\">x</b></p>\n"),
    ],
)
def test_everything_else_stays_as_written(text: str, html: str) -> None:
    assert shown(text) == html


@pytest.mark.parametrize(
    ("text", "code", "line", "column", "hint"),
    [
        ("a\n\n{% youtub x %}", "unknown-tag", 12, 1, 'did you mean "youtube"?'),
        ("a {% if x %}", "unknown-tag", 10, 3, "templates are not run in posts"),
        ("{% zzz %}{% endzzz %}", "unknown-tag", 10, 1, "put the text in code"),
        ("{% note %}", "unclosed-tag", 10, 1, 'close the block with "{% endnote %}"'),
        ("{% raw %}", "unclosed-tag", 10, 1, 'close the block with "{% endraw %}"'),
        ("x\n{% endnote %}", "stray-end-tag", 11, 1, "remove the tag"),
    ],
)
def test_findings_say_where_and_what_to_do(
    text: str, code: str, line: int, column: int, hint: str
) -> None:
    (finding,) = taken(text, first_line=10).diagnostics
    assert finding.code == code
    assert finding.severity == "warning"
    assert finding.span == Span(path="a.md", line=line, column=column)
    assert finding.hint is not None
    assert hint in finding.hint


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("{% raw %}\n<b>{{ *x* }}</b>\n\n*y*\n{% endraw %}", "\n<b>{{ *x* }}</b>\n\n*y*\n"),
        ("a {% raw %}*{{ x }}*{% endraw %} b", "<p>a *{{ x }}* b</p>\n"),
        ("a {% raw %}{% note %}{% endraw %}", "<p>a {% note %}</p>\n"),
        ("`{% raw %}{{ x }}{% endraw %}`", "<p><code>{{ x }}</code></p>\n"),
        ("```\n{% raw %}x{% endraw %}\n```", "<pre><code>{% raw %}x{% endraw %}\n</code></pre>\n"),
        ("- {% raw %}a\n\n*b*{% endraw %}", "<ul>\n<li>\na\n\n*b*</li>\n</ul>\n"),
        (
            "{% note %}{% raw %}{% endnote %}{% endraw %}{% endnote %}",
            "[note: {% raw %}{% endnote %}{% endraw %}]",
        ),
    ],
)
def test_raw_passes_its_content_on(text: str, html: str) -> None:
    assert shown(text).strip("\n") == html.strip("\n")


def test_a_call_knows_its_place_and_its_source() -> None:
    text = "a\n\n- b\n\n  {% note info %}\n\n  c\n  {% endnote %}\n"
    (call,) = taken(text, first_line=5).calls
    assert call.span == Span(path="a.md", line=9, column=3)
    assert call.body == "\nc"
    assert call.body_line == 10
    assert call.raw_args == "info"
    assert call.source == "{% note info %}\n\n  c\n  {% endnote %}"
    assert not call.inline


@pytest.mark.parametrize(
    ("text", "inline"),
    [
        ("{% label %}", False),
        ("  {% label %}  ", False),
        ("- {% label %}", False),
        ("> {% label %}", False),
        ("a {% label %}", True),
        ("{% label %} a", True),
        ("{% note %}\n{% endnote %} a", True),
    ],
)
def test_a_call_is_inline_when_text_stands_beside_it(text: str, inline: bool) -> None:
    assert taken(text).calls[0].inline is inline


def test_an_end_tag_in_code_does_not_close_a_block() -> None:
    text = "{% note %}\n```\n{% endnote %}\n```\n`{% endnote %}`\n{% endnote %}"
    (call,) = taken(text).calls
    assert call.body == "```\n{% endnote %}\n```\n`{% endnote %}`"


def test_the_body_of_a_code_block_is_not_looked_at() -> None:
    text = "{% codeblock %}\n```\n{% codeblock %}\n{% endcodeblock %}\n\n{% label x %}"
    found = taken(text)
    assert [call.name for call in found.calls] == ["codeblock", "label"]


def test_an_open_fence_in_a_block_ends_with_the_block() -> None:
    text = "{% note %}\n```\na\n{% endnote %}\n{% label x %}"
    assert [call.name for call in taken(text).calls] == ["note", "label"]


@pytest.mark.parametrize(
    "text",
    [
        "a\n\n{% note %}\nb\n\nc\n{% endnote %}\n\nd {% label x %}\ne",
        "- a\n  {% note %}\n  b\n  {% endnote %}\n  c\n\n    {% label y %}\n    z",
    ],
)
def test_lines_keep_their_numbers(text: str) -> None:
    found = taken(text, first_line=4)
    assert found.text.count("\n") == text.count("\n")
    assert list(found.lines) == list(range(4, 5 + text.count("\n")))


def test_lines_below_a_shortened_call_are_found_again() -> None:
    found = taken("> {% note %}\n> a\n> {% endnote %}\n> b\n\nc", first_line=1)
    assert list(found.lines) == [1, 4, 5, 6]
    assert found.text.split("\n")[-1] == "c"


def test_plain_text_loses_the_marks_of_calls() -> None:
    found = taken("a {% label x %}b {% nope 'q' %}")
    assert restore_text(found.text) == "a b {% nope 'q' %}"


@pytest.mark.parametrize(
    "url", ["!--tag\ufffc0--", "!--tag%EF%BF%BC0--", "/!--tag%EF%BF%BC0--", "/blog/!--tag\ufffc0--"]
)
def test_a_call_as_a_target_is_put_back_without_a_root(url: str) -> None:
    assert restore(f'<img src="{url}" alt="x">', ["/a.png"]) == '<img src="/a.png" alt="x">'


def test_text_without_tags_is_left_alone() -> None:
    text = "no tags here, only {{ braces }}\nand lines"
    found = protect(text, inline=INLINE, blocks=BLOCKS, path="a.md", first_line=3)
    assert found.text is text
    assert list(found.lines) == [3, 4]


_pieces = st.lists(
    st.sampled_from(
        [
            "{% label x %}",
            "{% note %}",
            "{% endnote %}",
            "{% raw %}",
            "{% endraw %}",
            "{% nope %}",
            "text",
            " ",
            "\n",
            "\n\n",
            "    ",
            "`",
            "```\n",
            "> ",
            "- ",
            "<!-- ",
            " -->",
            "{{ x }}",
            "{%",
            "%}",
            "$a$",
            "水",
            "\\",
            "{% codeblock %}",
            "{% endcodeblock %}",
            "<code>",
            '"',
        ]
    ),
    max_size=14,
).map("".join)


@given(_pieces)
def test_nothing_that_stands_in_the_text_is_lost(text: str) -> None:
    found = taken(text)
    assert len(found.lines) == found.text.count("\n") + 1
    assert list(found.lines) == sorted(found.lines)
    again = restore(found.text, [call.source for call in found.calls])
    for mark in ("\ufffc", "\U0010f07b"):
        assert mark not in again
    words = again.replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
    assert words.count("水") == text.count("水")
    assert words.count("text") == text.count("text")
    assert words.count("label x") == text.count("label x")


@given(_pieces)
def test_spans_point_at_the_source(text: str) -> None:
    lines = text.split("\n")
    for call in taken(text).calls:
        assert lines[call.span.line - 1][call.span.column - 1 :].startswith("{%")
