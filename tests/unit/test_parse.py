"""From a source file to a post or page: types, dates, names."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from inkpost.content.parse import UNDATED, decode_source
from inkpost.errors import BlogError, ConfigError, FrontMatterError, Span
from inkpost.model import Page, Post
from tests.unit.documents import make, parse


def post_of(text: str, source: str = "_posts/trip.md", **config: Any) -> Post:
    document = parse(text, make(**config), source).document
    assert isinstance(document, Post)
    return document


def page_of(text: str, source: str, output: str = "html", **config: Any) -> Page:
    document = parse(text, make(**config), source, output=output).document
    assert isinstance(document, Page)
    return document


FULL = """---
title: A trip
date: 2024-03-05 10:20:30
updated: 2024-03-06
tags: [sea, sun]
categories: [Travel, South]
comments: false
photos: a.jpg
link: https://a.example
lang: de
stars: 5
slug: ignored
path: ignored
---

Body *here*.
"""


def test_all_fields_of_a_post() -> None:
    parsed = parse(FULL)
    post = parsed.document
    assert isinstance(post, Post)
    assert (post.title, post.slug, post.layout) == ("A trip", "trip", "post")
    assert post.date == datetime(2024, 3, 5, 10, 20, 30, tzinfo=UTC)
    assert post.updated == datetime(2024, 3, 6, tzinfo=UTC)
    assert (post.tags, post.categories) == (("sea", "sun"), (("Travel", "South"),))
    assert (post.comments, post.photos, post.link) == (False, ("a.jpg",), "https://a.example")
    assert post.meta["stars"] == 5
    assert "path" not in post.meta
    assert (parsed.has_date, parsed.has_updated) == (True, True)
    assert parsed.text.body == "\nBody *here*.\n"
    assert FULL.split("\n")[parsed.text.line] == "Body *here*."
    assert post.spans["tags"] == Span(path="source/_posts/trip.md", line=5, column=1)


def test_a_post_without_front_matter() -> None:
    parsed = parse("Only words.\n")
    assert parsed.document.title == "trip"
    assert parsed.document.date == UNDATED
    assert (parsed.has_date, parsed.has_updated) == (False, False)
    assert (parsed.text.body, parsed.text.line) == ("Only words.\n", 1)
    assert parsed.document.diagnostics == ()


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("title: 3.10", "3.10"),
        ("title: 2020-01-01", "2020-01-01"),
        ("title:", ""),
        ("title: ''", ""),
        ("title: [a, b]", "a,b"),
        ("title: {a: 1}", "[object Object]"),
        ("title: true", "true"),
        ("tags: x", "trip"),
    ],
)
def test_titles(text: str, title: str) -> None:
    assert post_of(f"---\n{text}\n---\n").title == title


def test_stock_titles_are_typed_and_never_the_files_name() -> None:
    assert post_of("---\ntitle: 3.10\n---\n", dialect="hexo").title == "3.1"
    assert post_of("---\ntags: x\n---\n", dialect="hexo").title == ""
    text = "---\ntags: x\n---\n"
    assert post_of(text, dialect="hexo", use_slug_as_post_title=True).title == "trip"
    assert post_of(text, dialect="hexo", use_filename_as_post_title=True).title == ""


def test_a_dates_offset_is_exact_or_shifted_again_as_in_hexo() -> None:
    text = "---\ndate: 2020-01-01T12:34:56+09:00\n---\n"
    written = datetime(2020, 1, 1, 12, 34, 56, tzinfo=timezone(timedelta(hours=9)))
    assert post_of(text, timezone="Asia/Shanghai").date == written
    stock = post_of(text, timezone="Asia/Shanghai", dialect="hexo").date
    assert stock == datetime(2019, 12, 31, 19, 34, 56, tzinfo=UTC)


def test_a_date_without_a_zone_is_read_in_the_sites() -> None:
    text = "---\ndate: 2024-03-05 00:30:00\n---\n"
    for zone in ("America/Los_Angeles", "UTC"):
        post = parse(text, make(timezone="Asia/Shanghai", zone=zone)).document
        assert post.date == datetime(2024, 3, 4, 16, 30, tzinfo=UTC)


def test_what_is_no_date_is_told() -> None:
    post = post_of("---\ndate: someday\n---\n")
    assert post.date == UNDATED
    (found,) = post.diagnostics
    assert (found.code, found.span) == (
        "bad-date",
        Span(path="source/_posts/trip.md", line=2, column=1),
    )


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("2026-０１-02", 'write "2026-01-02"'),
        ("２０２６－０１－０２ ０３：０４：０５", 'write "2026-01-02 03:04:05"'),
        ("2026年1月2日", 'write "2026-1-2"'),
        ("2026—01—02", 'write "2026-01-02"'),
        ("someday", 'write it as "YYYY-MM-DD HH:mm:ss"'),
    ],
)
@pytest.mark.parametrize("dialect", ["inkpost", "hexo"])
def test_what_may_have_been_meant_is_told_where_there_is_no_date(
    text: str, hint: str, dialect: str
) -> None:
    post = post_of(f"---\ndate: {text}\nupdated: {text}\n---\n", dialect=dialect)
    assert (post.date, post.updated) == (UNDATED, None)
    assert [(item.code, item.message, item.hint) for item in post.diagnostics] == [
        ("bad-date", f'"{text}" is no date; the file\'s own is used', hint),
        ("bad-date", f'"{text}" is no date; it is as if it were not there', hint),
    ]


@pytest.mark.parametrize("name", ["date", "updated"])
@pytest.mark.parametrize("dialect", ["inkpost", "hexo"])
def test_a_date_with_full_width_digits_is_what_hexo_reads_and_told(name: str, dialect: str) -> None:
    lines = {"date": "2026-01-02", name: "２０２６-01-02"}
    text = "".join(f"{key}: {value}\n" for key, value in lines.items())
    post = post_of(f"---\n{text}---\n", timezone="Asia/Shanghai", dialect=dialect)
    read = post.date if name == "date" else post.updated
    assert read is not None
    (found,) = post.diagnostics
    assert (found.code, found.severity, found.hint) == (
        "bad-date", "warning", 'write "2026-01-02"',
    )  # fmt: skip
    day = read.astimezone(ZoneInfo("Asia/Shanghai"))
    assert day.year == 2001
    assert found.message == (
        f'"２０２６-01-02" is read as {day:%Y-%m-%d %H:%M:%S}, for full-width digits do not count'
    )
    assert found.span is not None
    assert found.span.line == (2 if name == "date" else 3)


@pytest.mark.parametrize("text", ["2026-01-02", "2026/1/2", "2026-01-02　03:04:05", "Jan 2 2026"])
def test_other_dates_are_read_without_a_word(text: str) -> None:
    post = post_of(f"---\ndate: {text}\nupdated: {text}\n---\n")
    assert post.date.year == 2026
    assert post.diagnostics == ()


def test_the_date_may_stand_in_the_files_name() -> None:
    config = {"new_post_name": ":year-:month-:day-:title.md", "timezone": "Asia/Shanghai"}
    post = post_of("Words.\n", "_posts/2023-04-05-on-foot.md", **config)
    assert (post.slug, post.title) == ("on-foot", "on-foot")
    assert post.date == datetime(2023, 4, 4, 16, tzinfo=UTC)
    own = post_of("---\ndate: 2022-01-01\n---\n", "_posts/2023-04-05-on-foot.md", **config)
    assert own.date.year == 2021
    short = post_of("x", "_posts/2023-4-5-a.md", new_post_name=":year-:i_month-:i_day-:title.md")
    assert short.date == datetime(2023, 4, 5, tzinfo=UTC)
    partial = post_of("x", "_posts/2023-a.md", new_post_name=":year-:title.md")
    assert partial.date == UNDATED


def test_other_parts_of_the_name_are_front_matter() -> None:
    config = {"new_post_name": ":lang/:title.md"}
    post = post_of("Words.\n", "_posts/de/reise.md", **config)
    assert (post.slug, post.meta["lang"]) == ("reise", "de")


def test_tags_or_the_lone_key_for_one() -> None:
    assert post_of("---\ntag: a\n---\n").tags == ("a",)
    assert post_of("---\ntag: a\ntags: b\n---\n").tags == ("b",)
    assert post_of("---\ntag: a\ntags:\n---\n").tags == ("a",)
    assert post_of("---\ncategory: a\n---\n").categories == (("a",),)
    assert post_of("---\ntags:\n- 3.10\n- true\n-\n- go\n---\n").tags == ("3.10", "true", "go")


@pytest.mark.parametrize(
    ("value", "hint"), [("a, b", "write [a, b]"), ("一，二", "write [一, 二]")]
)
def test_tags_joined_by_commas_are_one_tag_with_a_warning(value: str, hint: str) -> None:
    post = post_of(f"---\ntags: {value}\n---\n")
    assert post.tags == (value,)
    (found,) = post.diagnostics
    assert (found.code, found.hint) == ("joined-tags", hint)


def test_content_in_front_matter_does_not_replace_the_body() -> None:
    parsed = parse("---\ncontent: x\n---\nBody.\n")
    assert parsed.text.body == "Body.\n"
    assert [item.code for item in parsed.document.diagnostics] == ["content-key"]
    stock = parse("---\ncontent: x\n---\nBody.\n", make(dialect="hexo"))
    assert stock.text.body == "Body.\n"


def test_drafts_stay_drafts() -> None:
    assert not post_of("---\npublished: true\n---\n", "_drafts/idea.md").published
    assert not post_of("---\npublished: false\n---\n").published
    assert not post_of("---\npublished: 'false'\n---\n").published
    assert post_of("---\npublished:\n---\n").published


@pytest.mark.parametrize(("value", "layout"), [
    ("photo", "photo"), ("false", "false"), ("", "post"), ("1", "1"),
])  # fmt: skip
def test_layouts_of_posts(value: str, layout: str) -> None:
    assert post_of(f"---\nlayout: {value}\n---\n").layout == layout


@pytest.mark.parametrize(
    ("source", "output", "path", "title"),
    [
        ("about/index.md", "html", "about/index.html", "about"),
        ("about.md", "html", "about.html", "about"),
        ("a/b.md", "html", "a/b.html", "b"),
        ("index.md", "html", "index.html", ""),
    ],
)
def test_paths_and_titles_of_pages(source: str, output: str, path: str, title: str) -> None:
    page = page_of("Words.\n", source, output)
    assert (page.path, page.title, page.layout) == (path, title, "page")


def test_data_pages_have_no_layout_of_their_own() -> None:
    assert page_of('{"a": 1}', "x.json", "json").layout == "false"
    assert page_of('---\nlayout: page\n---\n{"a": 1}', "x.json", "json").layout == "page"


def test_taxonomy_on_a_page_stays_raw() -> None:
    page = page_of("---\ntags: [a]\npublished: false\n---\n", "a.md")
    assert page.meta["tags"] == ["a"]
    assert page.meta["published"] is False


# -- bytes


def test_a_byte_order_mark_is_no_text() -> None:
    assert decode_source(b"\xef\xbb\xbfabc", "a.md") == "abc"


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        (b"\xff", 1, 1),
        (b"ab\ncd\xff", 2, 3),
        ("一行\n二".encode() + b"\xb1", 2, 2),
        ("文".encode()[:2], 1, 1),
        (b"\n\n\x80", 3, 1),
    ],
)
def test_what_is_no_utf8_is_told_by_line_and_character(data: bytes, line: int, column: int) -> None:
    with pytest.raises(FrontMatterError, match="not UTF-8") as caught:
        decode_source(data, "source/a.md")
    assert caught.value.span == Span(path="source/a.md", line=line, column=column)
    with pytest.raises(ConfigError):
        decode_source(data, "a.yml", ConfigError)


@pytest.mark.parametrize(
    "text", ["---\ntitle: a: b\n---\n", "---\n- a\n---\n", "---\na: 1\na: 2\n---\n"]
)
def test_front_matter_that_cannot_be_read_names_its_file(text: str) -> None:
    with pytest.raises(BlogError) as caught:
        parse(text)
    assert caught.value.span is not None
    assert caught.value.span.path == "source/_posts/trip.md"
    assert caught.value.span.line >= 2


@pytest.mark.parametrize("source", ["_posts/a.md", "a.md"])
def test_front_matter_cannot_be_changed_by_who_reads_it(source: str) -> None:
    document = parse("---\ntitle: x\nown: 1\n---\n", source=source).document
    with pytest.raises(TypeError):
        document.meta["own"] = 2  # type: ignore[index]
