"""Related posts: by tags and categories, and by words of titles."""

from __future__ import annotations

import math
from collections import Counter
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inkpost.model import Index, Post
from inkpost.site.index import IndexInput, build_index
from inkpost.site.related import RelatedPosts
from tests.unit.documents import make, post


def index_of(*posts: Post, **config: Any) -> Index:
    given = IndexInput(documents=posts, files=(), data={})
    return build_index(given, make(**config), datetime(2030, 1, 1, tzinfo=UTC))


def related(*posts: Post, count: int = 3) -> tuple[str, ...]:
    """Slugs related to the first post."""
    found = RelatedPosts(index_of(*posts)).of(posts[0].id, count)
    return tuple(each.removeprefix("_posts/").removesuffix(".md") for each in found)


def test_a_shared_tag_counts_and_a_rare_one_counts_more() -> None:
    posts = (
        post("me", tags=("common", "rare")),
        post("often", tags=("common",), day=2),
        post("seldom", tags=("rare",), day=3),
        post("other", tags=("common",), day=4),
        post("nothing", tags=("else",), day=5),
    )
    assert related(*posts) == ("seldom", "other", "often")


def test_more_in_common_comes_first_then_the_newer() -> None:
    posts = (
        post("me", tags=("a", "b")),
        post("one", tags=("a",), day=2),
        post("both", tags=("a", "b"), day=3),
        post("newer", tags=("a",), day=4),
    )
    assert related(*posts) == ("both", "newer", "one")


def test_categories_and_words_of_titles_count() -> None:
    posts = (
        post("me", "Kafka 消息队列", categories=(("infra",),)),
        post("kind", "别的", categories=(("infra",),), day=2),
        post("word", "Kafka internals", day=3),
        post("cjk", "队列的故事", day=4),
        post("far", "Gardening", day=5),
    )
    assert set(related(*posts)) == {"kind", "word", "cjk"}


def test_a_post_is_never_related_to_itself_or_to_hidden_ones() -> None:
    posts = (
        post("me", tags=("a",)),
        post("hidden", tags=("a",), day=2, meta={"hide": True}),
        post("shown", tags=("a",), day=3),
    )
    assert related(*posts) == ("shown",)


def test_as_many_as_asked_for_and_none_where_there_are_none() -> None:
    posts = (post("me", tags=("a",)), *(post(f"p{n}", tags=("a",), day=n + 2) for n in range(6)))
    assert len(related(*posts, count=3)) == 3
    assert related(*posts, count=0) == ()
    assert related(post("alone")) == ()


def test_what_a_third_of_a_large_site_shares_tells_nothing() -> None:
    crowd = [post(f"p{n}", "x", tags=("all",), day=1 + n % 28) for n in range(60)]
    assert related(post("me", "y", tags=("all",)), *crowd) == ()


def test_a_post_that_is_unknown_has_no_relatives() -> None:
    assert RelatedPosts(index_of(post("a"))).of("_posts/nowhere.md", 3) == ()


def test_fewer_than_one_are_none() -> None:
    posts = [post(name, tags=("a",), day=day) for day, name in enumerate(("me", "b", "c"), 1)]
    assert related(*posts, count=0) == ()
    assert related(*posts, count=-1) == ()


TAGS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=5)


@given(st.lists(TAGS, min_size=1, max_size=40), st.integers(0, 6))
def test_the_most_alike_are_found_however_the_tags_lie(tags: list[list[str]], count: int) -> None:
    posts = [post(f"p{n}", tags=tuple(each), day=n % 28 + 1) for n, each in enumerate(tags)]
    index = index_of(*posts)
    finder = RelatedPosts(index)
    bearers = Counter(tag for each in tags for tag in each)
    limit = max(len(posts) // 3, 12)
    worth = {
        tag: int(1000 * math.log(1 + len(posts) / shared))
        for tag, shared in bearers.items()
        if shared <= limit
    }
    for one, own in zip(posts, tags, strict=True):
        alike = {
            other.id: sum(worth[tag] for tag in set(own) & set(theirs) & set(worth))
            for other, theirs in zip(posts, tags, strict=True)
            if other is not one and set(own) & set(theirs) & set(worth)
        }
        best = sorted(alike, key=lambda each: (-alike[each], index.newest.index(each), each))
        assert finder.of(one.id, count) == tuple(best[:count])
