from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.hexo.jstext import is_decodable
from inkpost.hexo.permalink import (
    PermalinkInput,
    extension,
    format_permalink,
    page_path,
    parse_permalink,
    post_path,
    post_slug_from_source,
)
from tests.unit.hexotables import table

DEFAULTS = {"lang": "en", "series": "none", "num": 9}
POST = PermalinkInput("tide", "Tide", datetime(2024, 5, 6, tzinfo=UTC), None, "id", {})


@pytest.mark.parametrize("row", table("permalinks"), ids=lambda row: row["path"])
def test_post_paths_are_hexo_s(row: dict[str, Any]) -> None:
    post = row["post"]
    given = PermalinkInput(
        post["slug"],
        post["title"],
        datetime.fromisoformat(post["date"]).astimezone(ZoneInfo(row["zone"])),
        post["category"],
        post["id"],
        post["values"],
    )
    made = post_path(row["rule"], given, defaults=DEFAULTS, asset_folder=row["folder"])
    assert made == row["path"]


@pytest.mark.parametrize(
    ("own", "folder", "expected"),
    [
        ("x/y", False, "/x/y"),
        ("/x/y", True, "/x/y/"),
        ("x/", True, "/x/"),
        ("a.html", True, "/a.html"),
        (":title/:year", False, "/:title/:year"),
        ("", False, "tide/"),
        (None, False, "tide/"),
    ],
)
def test_a_post_s_own_permalink_is_taken_as_written(
    own: str | None, folder: bool, expected: str
) -> None:
    assert post_path(":title/", POST, defaults={}, own=own, asset_folder=folder) == expected


def test_the_category_of_a_post_without_one_is_the_default() -> None:
    assert post_path(":category/", POST, defaults={}, default_category="杂") == "杂/"


def test_the_hash_does_not_depend_on_the_zone() -> None:
    there = PermalinkInput(
        "tide", "Tide", POST.date.astimezone(ZoneInfo("Asia/Tokyo")), None, "id", {}
    )
    assert post_path(":hash", there, defaults={}) == post_path(":hash", POST, defaults={})


@pytest.mark.parametrize(("rule", "name", "expected"), table("filenames"))
def test_file_names_are_read_as_hexo_does(rule: str, name: str, expected: dict[str, str]) -> None:
    slug, values = post_slug_from_source(f"_posts/{name}", rule)
    assert {**values, "title": slug} == expected


def test_a_draft_has_the_slug_it_will_have_as_a_post() -> None:
    assert post_slug_from_source("_drafts/a/b.md", ":title.md") == ("a/b", {"title": "a/b"})


@pytest.mark.parametrize(
    ("source", "own", "renderable", "output", "expected"),
    [
        ("about/index.md", None, True, "html", "about/index.html"),
        ("data/conf.yml", None, True, "json", "data/conf.json"),
        ("a.b/page.md", None, True, "html", "a.b/page.html"),
        ("x.png", "y.png", False, "", "x.png"),
        ("x.md", "deep/place/", True, "html", "deep/place/index.html"),
        ("x.md", "deep/place", True, "html", "deep/place.html"),
        ("x.md", "deep/place.htm", True, "html", "deep/place.htm"),
        ("x.md", "/lead", True, "html", "/lead.html"),
    ],
)
def test_page_paths(
    source: str, own: str | None, renderable: bool, output: str, expected: str
) -> None:
    assert page_path(source, own, renderable, output) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("a.md", ".md"),
        (".a", ""),
        ("a", ""),
        ("a.", "."),
        ("..", ""),
        ("a/.b", ""),
        ("a/b.c/", ".c"),
        (".a.b", ".b"),
        ("a.b/c", ""),
        ("", ""),
        ("a..", "."),
    ],
)
def test_extensions_are_node_s(path: str, expected: str) -> None:
    assert extension(path) == expected


def test_an_unknown_name_is_undefined() -> None:
    assert format_permalink(":a/:nope/:a_b-", {"a": 1, "a_b": None}) == "1/undefined/null-"


def test_a_pattern_that_does_not_fit_gives_nothing() -> None:
    assert parse_permalink(":year-:title", "tide", segments={"year": "[0-9]{4}"}) is None


_part = st.text(alphabet=st.sampled_from("ab水.+()"), min_size=1, max_size=6)


@given(_part, _part, st.integers(1000, 9999))
def test_what_is_formatted_can_be_parsed(title: str, lang: str, year: int) -> None:
    pattern = ":lang/:year-:title"
    values = {"lang": lang, "year": str(year), "title": title}
    made = format_permalink(pattern, values)
    assert parse_permalink(pattern, made, segments={"year": "[0-9]{4}"}) == values


@pytest.mark.parametrize(
    ("text", "good"),
    [("a b", True), ("a%20b", True), ("100%real", False), ("%e4%b8%ad", True), ("%e4%b8", False)],
)
def test_what_hexo_can_make_a_url_of(text: str, good: bool) -> None:
    assert is_decodable(text) is good
