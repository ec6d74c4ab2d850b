"""Filters on documents and paths before the index is built."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from inkpost.config import make_config
from inkpost.errors import Diagnostic, PluginError
from inkpost.extend import Extensions
from inkpost.model import Page, Post
from inkpost.site.hooks import filter_documents, path_filter
from tests.unit.tag_context import make_post

CONFIG = make_config([], process_timezone="UTC")


def test_documents_pass_through_filters_in_order() -> None:
    ext = Extensions()

    @ext.filter("before_index", 20)
    def last(documents: Sequence[Post | Page], _ctx: Any) -> list[Post | Page]:
        return [replace(each, title=each.title + "2") for each in documents]

    @ext.filter("before_index")
    def first(documents: Sequence[Post | Page], _ctx: Any) -> list[Post | Page]:
        return [replace(each, title=each.title + "1") for each in documents]

    (made,) = filter_documents([make_post("a", "A")], ext, CONFIG, _ignore)
    assert made.title == "A12"


def test_a_filter_that_gives_nothing_changes_nothing() -> None:
    ext = Extensions()
    ext.filter("before_index")(lambda documents, ctx: None)
    post = make_post("a", "A")
    assert filter_documents([post], ext, CONFIG, _ignore) == (post,)


def test_paths_pass_through_filters_only_where_there_are_any() -> None:
    ext = Extensions()
    assert path_filter(ext, CONFIG, _ignore) is None
    ext.filter("post_permalink")(lambda path, ctx: f"{ctx.document.slug}/{path}")
    change = path_filter(ext, CONFIG, _ignore)
    assert change is not None
    assert change("x/", make_post("a", "A")) == "a/x/"


def test_a_failing_filter_is_named_with_the_document() -> None:
    ext = Extensions(plugin="scripts/broken.py")

    @ext.filter("post_permalink")
    def broken(path: str, ctx: Any) -> str:
        raise KeyError(path)

    change = path_filter(ext, CONFIG, _ignore)
    assert change is not None
    with pytest.raises(
        PluginError, match=r'"post_permalink" of scripts/broken\.py failed'
    ) as caught:
        change("x/", make_post("a", "A"))
    assert caught.value.span is not None
    assert caught.value.span.path == "source/_posts/a.md"


def test_findings_stand_at_the_post() -> None:
    ext, found = Extensions(), list[Diagnostic]()
    ext.filter("post_permalink")(lambda path, ctx: ctx.warn("w", "odd"))
    change = path_filter(ext, CONFIG, found.append)
    assert change is not None
    assert change("x/", make_post("a", "A")) == "x/"
    assert [item.span.path for item in found if item.span] == ["source/_posts/a.md"]


def _ignore(_diagnostic: Diagnostic) -> None:
    return
