"""A source file is split into front matter and body, stock or careful."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.errors import BlogError, FrontMatterError, Span
from inkpost.hexo.frontmatter import FrontMatter, parse_front_matter
from tests.shared import shared_path

TABLE = json.loads((Path(__file__).parents[1] / "data" / "front_matter.json").read_text("utf-8"))


# js-yaml refuses a lone text whose later lines stand further left, and reads `----` as a list:
# here both are body, which loses no post.
KNOWN = ("  text\n***", "\ufeff---\n----\n", "  text\r\n- item")


def read(text: str, *, careful: bool = True) -> FrontMatter:
    return parse_front_matter(text, path="p.md", careful=careful)


def messages(found: FrontMatter) -> list[tuple[str, int]]:
    return [(item.message, item.span.line if item.span else 0) for item in found.diagnostics]


def test_stock_splits_like_hexo_front_matter() -> None:
    wrong = []
    for text, expected in TABLE["rows"]:
        want: dict[str, Any] = dict(expected)
        if "error" in want:
            want = {"error": True}
        else:
            want["body"] = want["body"].replace("\r", "\n")
        try:
            found = read(text, careful=False)
            got: dict[str, Any] = {"keys": list(found.data), "body": found.body}
        except FrontMatterError:
            got = {"error": True}
        if got != want and not text.startswith(KNOWN):
            wrong.append((text, want, got))
    assert wrong == []


MINIMAL: dict[str, tuple[dict[str, Any], str, int]] = {
    "f01-no-open-fence": (
        {
            "title": "No opening line",
            "date": datetime(2024, 2, 3, 4, 5, 6, tzinfo=UTC),
            "tags": ["a"],
        },
        "body\n",
        6,
    ),
    "f02-tabs": (
        {"title": "Tabs", "date": datetime(2024, 2, 3, tzinfo=UTC), "tags": ["x", "y"]},
        "body\n",
        8,
    ),
    "f03-crlf-bom": (
        {"title": "Bom", "date": datetime(2024, 2, 3, tzinfo=UTC)},
        "line one\nline two\n",
        5,
    ),
    "f05-fullwidth-colon": ({}, "---\ntitle：宽冒号\ndate：2024-02-03\n---\nbody\n", 1),
    "f12-no-front-matter": ({}, "# Only a heading\n\nbody\n", 1),
    "f14-json-front-matter": ({"title": "Json", "date": "2024-02-03 04:05:06"}, "body\n", 4),
    "f15-rule-in-body": (
        {"title": "Rule", "date": datetime(2024, 2, 3, tzinfo=UTC)},
        "first\n\n---\n\nkey: value\n---\nlast\n",
        5,
    ),
}


@pytest.mark.shared
@pytest.mark.parametrize("name", sorted(MINIMAL))
@pytest.mark.parametrize("careful", [True, False])
def test_recorded_files(name: str, careful: bool) -> None:
    text = shared_path("conformance", "minimal", name + ".md").read_bytes().decode("utf-8")
    found = read(text, careful=careful)
    assert (found.data, found.body, found.body_line) == MINIMAL[name]


def test_body_line_counts_in_the_file() -> None:
    found = read("---\ntitle: x\n---\n\nbody\n")
    assert (found.body, found.body_line) == ("\nbody\n", 4)
    found = read("---\ntitle: x\n---")
    assert (found.body, found.raw_front_matter) == ("", "title: x")


def test_spans_and_spelling_are_kept() -> None:
    found = read("---\ntitle: 3.10\ntags:\n- 1.50\n---\n")
    assert found.spelling["title",] == "3.10"
    assert found.spelling["tags", 0] == "1.50"
    assert found.spans["tags"] == Span(path="p.md", line=3, column=1)


def test_json_members_have_places() -> None:
    found = read(';;;\n"title": "x",\n"n": 1e3, "m": {"k": [1.5, 2.0]}\n;;;\nbody')
    assert found.data == {"title": "x", "n": 1000, "m": {"k": [1.5, 2]}}
    assert found.spans["m"] == Span(path="p.md", line=3, column=11)
    assert (found.body, found.body_line) == ("body", 5)


BROKEN_JSON = [
    ('"title" "a"', 2, 9, 'a ":" was expected after the key, found "a"'),
    ('"title": "a"\n"tags": []', 3, 1, 'a "," was expected between two members, found "tags"'),
    ('"title": "a",\ndate: 1', 3, 1, 'a key was expected, found "date: 1"'),
    ('"title": "a",\n"n": ,', 3, 6, 'a value was expected, found ","'),
    ('"title": "a", }', 2, 15, 'a key was expected, found "}"'),
    ('{"title": "a"}', 2, 1, 'a key was expected, found {"title": "a"}'),
    ('"title":', 2, 9, "a value was expected, found the end"),
    ('"title": "a\n', 2, 12, "a text does not end on its line"),
    ('"n": NaN', 2, 6, "NaN is no JSON"),
    ('"n": ' + "[" * 100_000, 2, 6, "nested too deep"),
]  # fmt: skip


@pytest.mark.parametrize(("raw", "line", "column", "message"), BROKEN_JSON)
def test_broken_json_is_an_error_at_its_place(
    raw: str, line: int, column: int, message: str
) -> None:
    with pytest.raises(FrontMatterError) as caught:
        read(f";;;\n{raw}\n;;;\nbody\n", careful=True)
    assert caught.value.span == Span(path="p.md", line=line, column=column)
    assert message in caught.value.message
    assert caught.value.hint


def test_broken_json_without_an_opening_fence_is_an_error_too() -> None:
    with pytest.raises(FrontMatterError) as caught:
        read('"title": "a",\n"date": \n;;;\nx\n', careful=True)
    assert caught.value.span == Span(path="p.md", line=2, column=9)


def test_a_line_of_semicolons_in_a_text_is_no_json() -> None:
    found = read("Some words.\n;;;\nMore.\n", careful=True)
    assert (found.data, found.body, found.diagnostics) == ({}, "Some words.\n;;;\nMore.\n", ())


def test_broken_json_is_body_to_stock_hexo_and_told() -> None:
    text = ';;;\n"title": 1 2\n;;;\nbody\n'
    found = read(text, careful=False)
    assert (found.data, found.body, found.body_line) == ({}, text, 1)
    assert [item.severity for item in found.diagnostics] == ["warning"]
    assert found.diagnostics[0].span == Span(path="p.md", line=2, column=12)


def test_list_is_an_error() -> None:
    with pytest.raises(FrontMatterError, match="found a list") as caught:
        read("---\n- a\n---\nbody")
    assert caught.value.span == Span(path="p.md", line=2, column=1)


def test_error_counts_lines_in_the_file() -> None:
    with pytest.raises(FrontMatterError) as caught:
        read("\ufeff---\r\ntitle: x\r\ndescription: part one: part two\r\n---\r\n")
    assert caught.value.span == Span(path="p.md", line=3, column=22)


PROSE = [
    "A sentence: with a colon.\n\nMore text\n\n---\n\nEnd\n",
    "Note: this is prose\nand goes on here\n---\nbody\n",
    "Hello\n---\nkey: value: wrong\n",
    "title: x\n\ndate: 2024-01-02\n---\nbody\n",
    "- a list\n- of things\n---\nbody\n",
    "title: x\n---|---\nbody\n",
    "https://example.org/a\n---\nbody\n",
    "# Heading: one\n\ntext\n---\n",
]


@pytest.mark.parametrize("text", PROSE)
def test_careful_takes_prose_as_body(text: str) -> None:
    found = read(text)
    assert (found.data, found.body, found.body_line) == ({}, text, 1)


def test_careful_reads_front_matter_without_opening_fence() -> None:
    found = read('title: x\ntags:\n- a\n# c\n"q k": 1\n标题: 文\n---\nbody')
    assert found.data == {"title": "x", "tags": ["a"], "q k": 1, "标题": "文"}
    assert found.body_line == 8
    with pytest.raises(FrontMatterError, match="not quoted"):
        read("title: x: y\n---\nbody")


def test_careful_reads_blank_lines_behind_usual_keys() -> None:
    found = read("title: 旧\ndate: 2015-10-10 22:43:43\ntags:\n - a\n\n\n---\nbody\n")
    assert (found.data["title"], found.data["tags"]) == ("旧", ["a"])
    assert (found.body, found.body_line) == ("body\n", 8)
    for prose in ("Note: this\n\n---\nmore\n", "title: a\n\nProse here.\n\n---\nmore\n"):
        assert read(prose).data == {}
        assert read(prose).body == prose


def test_careful_reads_carriage_returns_as_line_ends() -> None:
    found = read("---\rtitle: x\r---\rbody\r")
    assert (found.data, found.body) == ({"title": "x"}, "body\n")
    assert read("---\rtitle: x\r---\rbody\r", careful=False).data == {}


def test_block_below_the_top_is_warned_about() -> None:
    text = "> A note.\n\n---\ntitle: Plan\ntags: LLM, infra\n---\nBody.\n"
    found = read(text)
    assert found.body == text
    assert messages(found) == [("front matter is not at the top (line 3)", 3)]


def test_a_line_of_plus_signs_alone_is_text() -> None:
    assert read("+++\ntext\n").diagnostics == ()


def test_block_in_code_is_no_front_matter() -> None:
    assert read("Text\n\n```yaml\n---\ntitle: x\n---\n```\n").diagnostics == ()
    assert read("Text\n\n---\n\nprose\n\n---\nmore\n").diagnostics == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("--- \ntitle: x\n---\nbody\n", "spaces follow the opening fence"),
        ("---\ntitle: x\n\nbody\n", "no closing fence"),
        ("---\ntitle: x\ntags:\n- a\nbody, at once\n", "no closing fence"),
        ("---\ntitle：x\n---\nbody\n", "full-width"),
        ("title：x\ndate：2024-01-02\n---\nbody\n", "full-width"),
        ("---\ntitle:x\n---\nbody\n", "no space follows the colon"),
        ('+++\ntitle = "x"\ndate = 2020-01-02\n+++\nbody\n', "TOML, which is not read"),
    ],
)
def test_near_misses_are_warned_about(text: str, message: str) -> None:
    found = read(text)
    assert found.data == {}
    assert found.body == text
    assert any(message in item.message for item in found.diagnostics)
    assert read(text, careful=False).diagnostics == ()


def test_dates_outside_the_calendar_are_warned_about() -> None:
    found = read("---\ndate: 2024-13-45 99:99:99\nupdated: 2024-02-29\n---\n")
    assert found.data["date"] == datetime(2025, 2, 18, 4, 40, 39, tzinfo=UTC)
    assert [line for _, line in messages(found)] == [2]
    assert "2025-02-18 04:40:39" in messages(found)[0][0]
    for good in (
        "2024-02-29",
        "2024-2-29 3:04:05",
        "2024-02-29T23:59:59.9Z",
        "2024-01-01 24:00:00",
    ):
        assert read(f"---\ndate: {good}\n---\n").diagnostics == ()


def test_day_as_a_number_is_warned_about() -> None:
    found = read("---\ndate: 20240305\nupdated: 1577880000000\n---\n")
    assert messages(found) == [('"20240305" is read as milliseconds since 1970, not as a day', 2)]


WORDS = st.sampled_from(
    ["---", "--- ", ";;;", "title: x", "- a", "\tb", "", "# c", "text", "a: b: c", "标题：x", "```"]
)


@given(st.lists(WORDS, max_size=10), st.booleans())
def test_any_text_has_a_body_that_ends_the_file(lines: list[str], careful: bool) -> None:
    text = "\n".join(lines)
    try:
        found = read(text, careful=careful)
    except BlogError as error:
        assert error.span is not None
        return
    assert text.endswith(found.body)
    before = text[: len(text) - len(found.body)]
    assert found.body_line == before.count("\n") + 1
