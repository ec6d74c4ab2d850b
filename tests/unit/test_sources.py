"""What each file below the source folder is."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.site.sources import SourceKind, Sources, classify_sources
from tests.unit.documents import make

OUTPUTS = {"md": "html", "markdown": "html", "html": "html", "json": "json", "yml": "json"}


def classify(*paths: str, **config: Any) -> Sources:
    keys = {path: f"source/{path}" for path in paths}
    return classify_sources(keys, make(**config), OUTPUTS)


def kind(path: str, **config: Any) -> str | None:
    items = classify(path, **config).items
    return items[0].kind.value if items else None


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("_posts/a.md", "post"),
        ("_posts/sub/a.markdown", "post"),
        ("_posts/a.html", "post"),
        ("_posts/a.png", None),
        ("_posts/_a.md", None),
        ("_posts/.a.md", None),
        ("_posts/a.md~", None),
        ("_posts/a.md%", None),
        ("_posts/sub/_hidden/a.md", None),
        ("_drafts/a.md", "draft"),
        ("about/index.md", "page"),
        ("a.html", "page"),
        ("x.json", "page"),
        ("a.png", "asset"),
        ("a.css", "asset"),
        ("README.MD", "asset"),
        ("CNAME", "asset"),
        ("_hidden/a.md", None),
        (".well-known/x", None),
        ("a/_b/c.png", None),
        ("a.png~", None),
        ("_data/menu.yml", "data"),
        ("_data/sub/deep.txt", "data"),
        ("_data/_x.yml", "data"),
        ("_data/x.yml~", None),
    ],
)
def test_a_file_by_its_path(path: str, expected: str | None) -> None:
    assert kind(path) == expected
    assert kind(path, dialect="hexo") == expected


def test_include_exclude_and_skip_render() -> None:
    assert kind(".well-known/x", include=".well-known/*") == "asset"
    assert kind(".well-known/x", include=[".well-known/**"]) == "asset"
    assert kind("_hidden/a.md", include="_hidden/*") == "page"
    assert kind("about/index.md", exclude="about/**") is None
    assert kind("a.png", exclude=["*.jpg", "*.png"]) is None
    assert kind("a.html", skip_render="*.html") == "asset"
    assert kind("deep/a.md", skip_render=["deep/**"]) == "asset"
    assert kind("_posts/a.md", skip_render="_posts/a.md") is None


def test_what_is_not_compiled_is_told_and_not_written() -> None:
    found = classify("css/style.styl", plugins=["hexo-renderer-stylus"])
    assert found.items == ()
    (told,) = found.diagnostics
    assert told.code == "not-compiled"
    assert told.span is not None
    assert told.span.path == "source/css/style.styl"


def test_the_order_is_that_of_hexos_queue() -> None:
    found = classify("b/c/d.md", "z.md", "b/a.md", "_posts/b.md", "_posts/a.md", "a.md")
    assert [item.source for item in found.items] == [
        "a.md", "z.md", "_posts/a.md", "_posts/b.md", "b/a.md", "b/c/d.md",
    ]  # fmt: skip


# -- asset folders


def owners(*paths: str, **config: Any) -> dict[str, tuple[str, str]]:
    return {
        item.source: (item.owner, item.slug)
        for item in classify(*paths, **config).items
        if item.kind is SourceKind.POST_ASSET
    }


def test_a_folder_with_the_posts_name_is_its_own() -> None:
    paths = ("_posts/trip.md", "_posts/trip/a.png", "_posts/trip/sub/b.png")
    expected = {
        "_posts/trip/a.png": ("_posts/trip.md", "a.png"),
        "_posts/trip/sub/b.png": ("_posts/trip.md", "sub/b.png"),
    }
    assert owners(*paths) == expected
    assert owners(*paths, post_asset_folder=True) == expected
    assert owners(*paths, dialect="hexo", post_asset_folder=True) == expected
    assert owners(*paths, dialect="hexo") == {}
    assert classify(*paths).folders == {"_posts/trip.md": "_posts/trip/"}


def test_typoras_folder_counts_in_our_dialect_alone() -> None:
    paths = ("_posts/trip.md", "_posts/trip.assets/a.png")
    assert owners(*paths) == {"_posts/trip.assets/a.png": ("_posts/trip.md", "a.png")}
    assert owners(*paths, dialect="hexo", post_asset_folder=True) == {}


def test_of_two_folders_the_one_with_the_bare_name_is_first() -> None:
    found = classify(
        "_posts/trip.md", "_posts/trip/a.png", "_posts/trip.assets/a.png",
        "_posts/trip.assets/b.png",
    )  # fmt: skip
    assert found.folders == {"_posts/trip.md": "_posts/trip/"}
    (told,) = found.diagnostics
    assert told.code == "two-asset-folders"
    assert '"a.png"' in told.message
    assert "_posts/trip/" in told.message


def test_the_innermost_post_owns_a_file() -> None:
    found = owners(
        "_posts/a.md", "_posts/a/b.md", "_posts/a/x.png", "_posts/a/b/y.png", "_posts/a/c/z.png"
    )
    assert found == {
        "_posts/a/x.png": ("_posts/a.md", "x.png"),
        "_posts/a/b/y.png": ("_posts/a/b.md", "y.png"),
        "_posts/a/c/z.png": ("_posts/a.md", "c/z.png"),
    }


def test_markdown_in_an_asset_folder_is_a_post_and_other_pages_are_copied() -> None:
    found = classify("_posts/a.md", "_posts/a/inner.md", "_posts/a/page.html", "_posts/a/data.json")
    kinds = {item.source: item.kind.value for item in found.items}
    assert kinds == {
        "_posts/a.md": "post",
        "_posts/a/inner.md": "post",
        "_posts/a/page.html": "post-asset",
        "_posts/a/data.json": "post-asset",
    }


def test_hidden_and_temporary_files_are_no_assets() -> None:
    assert owners("_posts/a.md", "_posts/a/.DS", "_posts/a/_x.png", "_posts/a/x.png~") == {}


def test_a_drafts_folder_is_its_own() -> None:
    found = owners("_drafts/idea.md", "_drafts/idea/a.png")
    assert found == {"_drafts/idea/a.png": ("_drafts/idea.md", "a.png")}


def test_a_folder_that_only_begins_like_a_post_is_not_its_own() -> None:
    assert owners("_posts/trip.md", "_posts/trip-2/a.png", "_posts/tri/a.png") == {}
