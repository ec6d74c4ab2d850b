"""Lists cut into pages."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.hexo.pagination import to_per_page
from inkpost.model import Layout, Listing
from inkpost.site.paginate import paginate


def pages(count: int, per_page: int, base: str = "", **more: Any) -> list[tuple[str, Listing]]:
    routes = paginate(
        base,
        [f"p{number}" for number in range(count)],
        per_page=per_page,
        layouts=("index", "archive"),
        pagination_dir=more.pop("pagination_dir", "page"),
        values=more,
        generator="index",
    )
    found = []
    for route in routes:
        assert isinstance(route.body, Layout)
        assert isinstance(route.body.page, Listing)
        assert route.body.layouts == ("index", "archive")
        assert route.generator == "index"
        found.append((route.path, route.body.page))
    return found


def test_three_pages_know_their_neighbours() -> None:
    (first, one), (second, two), (third, three) = pages(25, 10, "archives/")
    assert (first, second, third) == ("archives/", "archives/page/2/", "archives/page/3/")
    assert (len(one.post_ids), len(two.post_ids), len(three.post_ids)) == (10, 10, 5)
    assert two.post_ids[0] == "p10"
    assert one.values == {
        "base": "archives/", "total": 3, "current": 1, "current_url": "archives/",
        "prev": 0, "prev_link": "", "next": 2, "next_link": "archives/page/2/",
    }  # fmt: skip
    assert (two.values["prev"], two.values["prev_link"]) == (1, "archives/")
    assert (three.values["next"], three.values["next_link"]) == (0, "")
    assert three.values["prev_link"] == "archives/page/2/"


@pytest.mark.parametrize(
    ("count", "per_page", "sizes"),
    [(0, 10, []), (0, 0, [0]), (7, 0, [7]), (10, 10, [10]), (11, 10, [10, 1]), (3, 1, [1, 1, 1])],
)
def test_sizes_of_pages(count: int, per_page: int, sizes: list[int]) -> None:
    found = pages(count, per_page)
    assert [len(listing.post_ids) for _, listing in found] == sizes
    assert all(listing.values["total"] == len(sizes) for _, listing in found)


def test_every_post_is_on_one_page_in_order() -> None:
    found = [each for _, listing in pages(23, 4) for each in listing.post_ids]
    assert found == [f"p{number}" for number in range(23)]


@pytest.mark.parametrize(("base", "paths"), [
    ("", ["", "page/2/"]), ("blog", ["blog/", "blog/page/2/"]), ("a/b/", ["a/b/", "a/b/page/2/"]),
])  # fmt: skip
def test_paths_below_a_base(base: str, paths: list[str]) -> None:
    assert [path for path, _ in pages(2, 1, base)] == paths


def test_the_folder_of_later_pages_may_be_named() -> None:
    assert pages(2, 1, pagination_dir="p%C")[1][0] == "p%C/2/"


def test_values_of_the_generator_are_on_every_page_and_win() -> None:
    for _, listing in pages(3, 1, archive=True, total=99):
        assert listing.values["archive"] is True
        assert listing.values["total"] == 99


@pytest.mark.parametrize(
    ("value", "number"),
    [(10, 10), (0, 0), (False, 0), (None, 0), ("", 0), ("5", 5), (True, 1), (2.7, 2), (-3, 0),
     ("x", 0), ([], 0)],
)  # fmt: skip
def test_per_page_as_hexo_counts_with_it(value: Any, number: int) -> None:
    assert to_per_page(value) == number
