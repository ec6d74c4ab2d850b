"""Series: told by titles or named in front matter."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.site.series import find_series, to_number
from tests.unit.documents import post


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3), ("12", 12), ("100", 100), ("一", 1), ("九", 9), ("十", 10), ("十二", 12),
        ("二十", 20), ("二十一", 21), ("九十九", 99), ("一百", 100), ("一百零五", 105),
        ("三百二十一", 321), ("上", 1), ("中", 2), ("下", 3), ("未完成", None), ("二a", None),
    ],
)  # fmt: skip
def test_numbers_are_read_in_every_writing(text: str, number: int | None) -> None:
    assert to_number(text) == number


def series_of(*titles: str, **options: Any) -> dict[str, list[str]]:
    """Name -> titles in order, of posts written one a day."""
    posts = [post(f"p{day}", title, day=day) for day, title in enumerate(titles, 1)]
    by_id = {each.id: each.title for each in posts}
    found = find_series(posts, **options)
    return {
        series.name: [by_id[each] for each in series.post_ids]
        for series in dict.fromkeys(found.values())
    }


@pytest.mark.parametrize(
    "titles",
    [
        ("缓存笔记（一）", "缓存笔记（二）：淘汰", "缓存笔记（三）"),
        ("缓存笔记 (1)", "缓存笔记(2)", "缓存笔记 （3）尾声"),
        ("缓存笔记（上）", "缓存笔记（中）", "缓存笔记（下）"),
        ("缓存笔记 第一讲", "缓存笔记第2章：命中", "缓存笔记 · 第三篇"),
        ("缓存笔记 Part 1", "缓存笔记, part 2: Hits", "缓存笔记 — Chapter 3"),
    ],
)
def test_titles_with_numbers_make_a_series(titles: tuple[str, ...]) -> None:
    assert series_of(*titles) == {"缓存笔记": list(titles)}


def test_members_are_ordered_by_number_and_not_by_date() -> None:
    assert series_of("N（四）", "N（一）", "N（十）", "N（二）") == {
        "N": ["N（一）", "N（二）", "N（四）", "N（十）"]
    }


def test_equal_numbers_are_ordered_by_date() -> None:
    assert series_of("N（1）b", "N（1）a") == {"N": ["N（1）b", "N（1）a"]}


@pytest.mark.parametrize(
    "titles",
    [
        ("缓存笔记（一）",),
        ("草稿（未完成）", "草稿（已完成）"),
        ("Partly 1", "Partly 2"),
        ("Python 3", "Python 4"),
        ("（一）", "（二）"),
        ("发布于（2024）", "发布于（2023）"),
        ("A（一）", "B（二）"),
    ],
)
def test_what_is_no_series(titles: tuple[str, ...]) -> None:
    assert series_of(*titles) == {}


def test_titles_may_be_left_unread() -> None:
    assert series_of("N（一）", "N（二）", titles=False) == {}


def named(slug: str, day: int, title: str = "", **meta: Any) -> Any:
    return post(slug, title or slug, day=day, meta=meta)


def test_front_matter_names_a_series_ordered_by_number_then_date() -> None:
    posts = [
        named("c", 3, series="S", series_number=1),
        named("a", 1, series="S"),
        named("b", 2, series="S"),
    ]
    found = find_series(posts)
    assert found["_posts/a.md"].post_ids == ("_posts/c.md", "_posts/a.md", "_posts/b.md")
    assert found["_posts/a.md"].name == "S"


def test_a_named_member_keeps_the_number_of_its_title() -> None:
    posts = [named("b", 1, "Anything（二）", series="S"), named("a", 2, "Other（一）", series="S")]
    assert find_series(posts)["_posts/a.md"].post_ids == ("_posts/a.md", "_posts/b.md")


def test_a_post_may_opt_out() -> None:
    posts = [
        named("a", 1, "N（一）", series=False),
        named("b", 2, "N（二）"),
        named("c", 3, "N（三）"),
    ]
    found = find_series(posts)
    assert "_posts/a.md" not in found
    assert found["_posts/b.md"].post_ids == ("_posts/b.md", "_posts/c.md")


@pytest.mark.parametrize("value", [True, [], {}, ["x"], None])
def test_a_value_that_is_no_name_leaves_the_title_to_tell(value: object) -> None:
    posts = [named("a", 1, "N（一）", series=value), named("b", 2, "N（二）")]
    assert find_series(posts)["_posts/a.md"].name == "N"


def test_a_number_that_is_none_is_the_place_by_date() -> None:
    posts = [named("a", 1, series="S", series_number="x"), named("b", 2, series="S")]
    assert len(find_series(posts)["_posts/a.md"].post_ids) == 2
