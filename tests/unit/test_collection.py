from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment

from inkpost.hexo.collection import Collection

Post = dict[str, Any]


def get(element: Post, name: str) -> Any:
    value: Any = element
    for part in name.split("."):
        value = value.get(part) if isinstance(value, dict) else None
    return value


def day(number: int) -> datetime:
    return datetime(2024, 1, number, tzinfo=UTC)


POSTS: list[Post] = [
    {"title": "b", "date": day(3), "sticky": 1, "tags": ["x", "y"], "meta": {"rank": 2}},
    {"title": "a", "date": day(1), "tags": ["y"], "meta": {"rank": 1}},
    {"title": "c", "date": day(3), "sticky": 0, "lang": "zh", "tags": []},
    {"title": "B", "date": day(2), "lang": "en"},
]


@pytest.fixture
def posts() -> Collection[Post]:
    return Collection(POSTS, get)


def titles(collection: Collection[Post]) -> str:
    return "".join(item["title"] for item in collection)


@pytest.mark.parametrize(
    ("orderby", "order", "expected"),
    [
        ("date", None, "aBbc"),
        ("date", -1, "bcBa"),
        ("date", "desc", "bcBa"),
        ("date", 1, "aBbc"),
        ("-date", None, "bcBa"),
        ("-date title", None, "bcBa"),
        ("-date -title", None, "cbBa"),
        ({"date": -1, "title": -1}, None, "cbBa"),
        ("title", None, "Babc"),
        ("+title", None, "Babc"),
        ({"meta": {"rank": 1}}, None, "abcB"),
        ("nothing", -1, "bacB"),
    ],
)
def test_sorting(posts: Collection[Post], orderby: Any, order: Any, expected: str) -> None:
    assert titles(posts.sort(orderby, order)) == expected
    assert titles(posts) == "bacB"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({}, "bacB"),
        ({"title": "a"}, "a"),
        ({"lang": {"$exists": False}}, "ba"),
        ({"lang": {"$exist": True}}, "cB"),
        ({"lang": {"$ne": "zh"}}, "baB"),
        ({"date": {"$gt": day(2)}}, "bc"),
        ({"date": {"$gte": day(2), "$lt": day(3)}}, "B"),
        ({"date": {"$max": day(1)}}, "a"),
        ({"date": {"$day": 3}}, "bc"),
        ({"date": {"$year": 2024, "$month": 0}}, "bacB"),
        ({"title": {"$in": ["a", "c"]}}, "ac"),
        ({"title": {"$nin": ["a", "c"]}}, "bB"),
        ({"tags": {"$in": ["x"]}}, "b"),
        ({"tags": {"$all": ["x", "y"]}}, "b"),
        ({"tags": {"$size": 0}}, "cB"),
        ({"meta": {"rank": 1}}, "a"),
        ({"meta": {"rank": {"$gt": 1}}}, "b"),
        ({"$or": [{"title": "a"}, {"lang": "zh"}]}, "ac"),
        ({"$nor": [{"title": "a"}, {"lang": "zh"}]}, "bB"),
        ({"$and": [{"title": "a"}, {"lang": "zh"}]}, ""),
        ({"$not": {"title": "a"}}, "bcB"),
        ({"$where": lambda post: post["title"] == "c"}, "c"),
        ({"sticky": True}, ""),
        ({"sticky": 1}, "b"),
        ({"sticky": {"$gte": 0}}, "bc"),
    ],
)
def test_finding(posts: Collection[Post], query: Any, expected: str) -> None:
    assert titles(posts.find(query)) == expected
    first = posts.findOne(query)
    assert (first["title"] if first else "") == expected[:1]


def test_skip_and_limit_count_matches(posts: Collection[Post]) -> None:
    assert titles(posts.find({"lang": {"$exists": False}}, {"skip": 1, "limit": 1})) == "a"
    assert titles(posts.find({}, {"limit": 0})) == ""


def test_an_unknown_operator_is_named(posts: Collection[Post]) -> None:
    with pytest.raises(TypeError, match=r'found "\$like"'):
        posts.find({"title": {"$like": "a"}})


def test_parts_of_a_collection(posts: Collection[Post]) -> None:
    assert posts.length == len(posts) == posts.count() == posts.size() == 4
    assert titles(posts.limit(2)) == "ba"
    assert titles(posts.skip(3)) == "B"
    assert titles(posts.slice(1, -1)) == "ac"
    assert titles(posts.reverse()) == "Bcab"
    assert posts.eq(-2) == POSTS[2]
    assert posts.eq(9) is None
    assert posts.first() == POSTS[0]
    assert posts.last() == POSTS[3]
    assert posts.toArray() == POSTS
    assert posts.indexOf(POSTS[2]) == 2
    assert posts.indexOf({}) == -1
    assert POSTS[1] in posts
    assert posts[1] == POSTS[1]
    assert titles(posts[1:3]) == "ac"
    assert Collection([], get).first() is None
    assert posts.populate("tags") is posts


def test_functions_get_as_many_arguments_as_they_take(posts: Collection[Post]) -> None:
    assert posts.map(lambda post: post["title"]) == ["b", "a", "c", "B"]
    assert posts.map(lambda post, index: f"{index}{post['title']}")[1] == "1a"
    assert titles(posts.filter(lambda _post, index: index % 2)) == "aB"
    assert posts.some(lambda post: post["title"] == "c")
    assert not posts.every(lambda post: post["title"] == "c")
    assert posts.reduce(lambda total, post: total + post["title"], "") == "bacB"
    assert posts.reduceRight(lambda total, post: total + post["title"], "") == "Bcab"
    seen: list[str] = []
    posts.each(lambda post: seen.append(post["title"]))
    assert seen == ["b", "a", "c", "B"]


def test_templates_use_it_like_a_list(posts: Collection[Post]) -> None:
    template = Environment(autoescape=True).from_string(
        "{% macro name(post) %}[{{ post.title }}]{% endmacro %}"
        "{% for p in posts.sort('date', -1).limit(2) %}{{ p.title }}{% endfor %}"
        "|{{ posts|length }}|{{ posts.length }}|{{ posts[0].title }}"
        "|{{ posts.find({'lang': 'zh'}).first().title }}|{{ posts.map(name)|join }}"
    )
    assert template.render(posts=posts) == "bc|4|4|b|c|[b][a][c][B]"


@given(st.lists(st.integers()))
def test_a_shuffle_keeps_all_and_is_always_the_same(numbers: list[int]) -> None:
    numbered = Collection(numbers, lambda _number, _name: None)
    assert sorted(numbered.shuffle()) == sorted(numbers)
    assert list(numbered.shuffle()) == list(numbered.random())


@given(st.lists(st.tuples(st.integers(0, 3), st.integers())))
def test_sorting_is_stable(rows: list[tuple[int, int]]) -> None:
    ordered = Collection(rows, lambda row, _name: row[0]).sort("key")
    assert list(ordered) == sorted(rows, key=lambda row: row[0])
