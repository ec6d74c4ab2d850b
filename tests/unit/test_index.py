"""The index: what is on the site, where, in which order."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from inkpost.model import Index, Page, Post, RoutePath
from inkpost.site.index import IndexInput, build_index
from inkpost.site.sources import Source, SourceKind
from tests.unit.documents import make, page, post

NOW = datetime(2024, 1, 15, tzinfo=UTC)


def index(*documents: Post | Page, files: tuple[Source, ...] = (), **config: Any) -> Index:
    given = IndexInput(documents=documents, files=files, data={"a": 1})
    return build_index(given, make(**config), NOW)


def paths(found: Index) -> list[str]:
    return [each.path for each in (*found.posts, *found.pages)]


def told(found: Index) -> list[tuple[str, str]]:
    return [(item.severity, item.code) for item in found.diagnostics]


# -- what is shown


def test_newest_is_by_date_and_equal_dates_keep_their_order() -> None:
    found = index(post("a", day=2), post("b", day=3), post("c", day=2), post("d", day=1))
    assert found.newest == ("_posts/b.md", "_posts/a.md", "_posts/c.md", "_posts/d.md")
    assert [each.slug for each in found.posts] == ["a", "b", "c", "d"]
    assert found.data == {"a": 1}


def test_what_is_dated_later_is_left_out_where_the_site_says_so() -> None:
    documents = (post("past", day=14), post("later", day=16), page("p.md"))
    assert len(index(*documents).posts) == 2
    found = index(*documents, future=False)
    assert [each.slug for each in found.posts] == ["past"]
    assert len(found.pages) == 1


def test_drafts_are_left_out_unless_shown() -> None:
    draft = post("idea", published=False)
    assert index(draft).posts == ()
    assert len(index(draft, render_drafts=True).posts) == 1


def test_a_post_with_a_password_is_never_published() -> None:
    found = index(post("secret", meta={"password": "x"}), post("open"))
    assert [each.slug for each in found.posts] == ["open"]
    assert told(found) == [("warning", "encrypted")]
    assert index(post("open", meta={"password": ""})).posts != ()


# -- where it is


@pytest.mark.parametrize(
    ("rule", "path"),
    [
        (":year/:month/:day/:title/", "2024/01/05/sub/trip/"),
        (":year/:i_month/:i_day/:name.html", "2024/1/5/trip.html"),
        ("posts/:post_title/", "posts/a-trip/"),
        (":category/:name/", "out/deep/trip/"),
        (":lang/:title/", "de/sub/trip/"),
        ("/:title", "sub/trip"),
    ],
)
def test_paths_follow_the_permalink(rule: str, path: str) -> None:
    made = post("sub/trip", "A Trip", day=5, categories=(("Out", "Deep"),), meta={"lang": "de"})
    found = index(made, permalink=rule, filename_case=1).posts[0]
    assert found.path.lstrip("/") == path
    assert found.permalink.endswith(path)


def test_dates_in_paths_are_those_of_the_sites_zone() -> None:
    late = post("a", date=datetime(2024, 3, 4, 16, 30, tzinfo=UTC))
    assert paths(index(late, timezone="Asia/Shanghai")) == ["2024/03/05/a/"]
    assert paths(index(late, timezone="Asia/Shanghai", dialect="hexo")) == ["2024/03/04/a/"]
    assert paths(index(late, timezone="Asia/Shanghai", permalink_timezone="process")) == [
        "2024/03/04/a/"
    ]


def test_a_posts_own_permalink_is_the_whole_path() -> None:
    # Hexo 8.1: such a path has a leading slash; hexo.md §4, 56.
    assert paths(index(post("a", own_permalink="notes/x.html"))) == ["/notes/x.html"]
    assert paths(index(post("a", own_permalink="notes/y/"))) == ["/notes/y/"]


def test_urls_are_encoded_once() -> None:
    found = index(post("中 文?#%"), permalink=":title/").posts[0]
    assert found.path == "中 文?#%/"
    assert isinstance(found.path, RoutePath)
    assert found.permalink == "https://quay.example/%E4%B8%AD%20%E6%96%87%3F%23%25/"


def test_a_category_of_none_has_a_name_in_paths() -> None:
    assert paths(index(post("a"), permalink=":category/:title/")) == ["uncategorized/a/"]


# -- two of one URL


def test_two_posts_of_one_url_are_an_error_naming_both() -> None:
    found = index(
        post("a", own_permalink="x/"), post("b", own_permalink="x/index.html"),
        post("c", own_permalink="/x/"), page("x/index.md", path="x/index.html"),
    )  # fmt: skip
    errors = [item for item in found.diagnostics if item.severity == "error"]
    assert [item.code for item in errors] == ["same-url"] * 3
    assert [item.span.path for item in errors if item.span] == [
        "source/_posts/b.md", "source/_posts/c.md", "source/x/index.md",
    ]  # fmt: skip
    assert all("source/_posts/a.md" in item.message for item in errors)


def test_names_that_differ_in_case_are_both_kept_with_one_warning() -> None:
    found = index(post("a", own_permalink="X/"), post("b", own_permalink="x/"))
    assert told(found) == [("warning", "same-but-case")]
    assert len(found.posts) == 2


# -- tags and categories


def test_terms_are_in_the_order_of_their_first_use() -> None:
    found = index(post("a", tags=("z", "y")), post("b", tags=("x", "y"), day=2))
    assert [(term.name, term.post_ids) for term in found.tags] == [
        ("z", ("_posts/a.md",)),
        ("y", ("_posts/a.md", "_posts/b.md")),
        ("x", ("_posts/b.md",)),
    ]
    # Hexo's order: that of the site, not that of the post.
    assert found.post_tags["_posts/b.md"] == ("y", "x")


def test_nested_categories_have_parents_and_nested_paths() -> None:
    chains = (("Tech", "Web"), ("Tech", "Data"), ("Life",))
    found = index(post("a", categories=chains))
    shown = [(term.name, term.path, term.parent) for term in found.categories]
    tech = found.categories[0].id
    assert shown == [
        ("Tech", "categories/Tech/", None),
        ("Web", "categories/Tech/Web/", tech),
        ("Data", "categories/Tech/Data/", tech),
        ("Life", "categories/Life/", None),
    ]
    assert found.categories[0].post_ids == ("_posts/a.md",)


def test_a_category_below_itself_is_another_one() -> None:
    found = index(post("a", categories=(("dup", "dup"),)))
    assert [term.path for term in found.categories] == ["categories/dup/", "categories/dup/dup/"]


def test_maps_folders_and_case_make_a_terms_path() -> None:
    found = index(
        post("a", tags=("生活", "Go Lang"), categories=(("生活",),)),
        tag_map={"生活": "my life"}, category_map={"生活": "Life"}, tag_dir="t", category_dir="/",
        filename_case=1,
    )  # fmt: skip
    assert [term.path for term in found.tags] == ["t/my-life/", "t/go-lang/"]
    assert [term.path.lstrip("/") for term in found.categories] == ["life/"]


def collided(*names: str) -> dict[str, str]:
    found = index(post("a", tags=names))
    assert [code for _, code in told(found)].count("same-path") <= 1
    return {term.name: term.path for term in found.tags}


def test_the_name_that_equals_its_slug_keeps_the_path() -> None:
    assert collided("C++", "C", "C#") == {
        "C": "tags/C/",
        "C#": "tags/C-1/",
        "C++": "tags/C-2/",
    }


def test_without_such_a_name_the_last_keeps_it_as_in_hexo() -> None:
    assert collided("C++", "C#") == {"C#": "tags/C/", "C++": "tags/C-1/"}


def test_a_path_that_is_taken_is_not_given_away() -> None:
    found = collided("C", "C#", "C-1")
    assert found["C-1"] == "tags/C-1/"
    assert found["C"] == "tags/C/"
    assert len(set(found.values())) == 3


def test_terms_of_one_path_are_told_with_their_names() -> None:
    (told_of,) = index(post("a", tags=("C", "C#"))).diagnostics
    assert told_of.severity == "warning"
    assert '"C"' in told_of.message
    assert '"C#"' in told_of.message


# -- assets


def test_assets_of_posts_lie_below_the_posts_url() -> None:
    def asset(source: str, owner: str, slug: str) -> Source:
        return Source(kind=SourceKind.POST_ASSET, source=source, key=source, owner=owner, slug=slug)

    files = (
        Source(kind=SourceKind.ASSET, source="img/a.png", key="source/img/a.png"),
        asset("_posts/a/x.png", "_posts/a.md", "x.png"),
        asset("_posts/h/y.png", "_posts/h.md", "y.png"),
        asset("_drafts/idea/z.png", "_drafts/idea.md", "z.png"),
    )
    found = index(post("a"), post("h", own_permalink="h/page.html"), files=files)
    assert [(item.path, item.owner) for item in found.assets] == [
        ("img/a.png", None),
        ("2024/01/01/a/x.png", "_posts/a.md"),
        ("h/page/y.png", "_posts/h.md"),
    ]


def test_a_plugin_may_change_a_posts_path() -> None:
    given = IndexInput(
        documents=(post("a"),), files=(), data={}, filter_path=lambda path, made: f"x/{made.slug}/"
    )
    found = build_index(given, make(), NOW)
    assert found.posts[0].path == "x/a/"
    assert found.posts[0].permalink == "https://quay.example/x/a/"


def test_posts_are_found_by_slug_the_first_of_two() -> None:
    twin = replace(post("a", day=2), source="_posts/z.md", own_permalink="z/")
    found = index(post("a"), twin, post("b"))
    assert found.by_slug == {"a": "_posts/a.md", "b": "_posts/b.md"}
