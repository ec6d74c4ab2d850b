"""hexo-auto-category 0.2: a post's categories are the folders in which it lies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkpost.contexts import FilterContext
from inkpost.extend import Extensions
from inkpost.model import Page, Post


def set_categories(documents: Sequence[Post | Page], ctx: FilterContext) -> list[Post | Page]:
    """Documents of which the posts in folders below `_posts` have those as categories.

    Other than the original this writes nothing into the sources.
    """
    if not ctx.value("auto_category.enable"):
        return list(documents)
    depth = ctx.value("auto_category.depth")
    return [
        _with_folders(item, depth, multiple=bool(ctx.value("auto_category.multiple")))
        if isinstance(item, Post) and item.layout == "post"
        else item
        for item in documents
    ]


def _with_folders(post: Post, depth: object, *, multiple: bool) -> Post:
    folders = tuple(post.source.split("/")[1:-1])
    if isinstance(depth, int) and depth:
        folders = folders[:depth]
    if not folders:
        return post
    chains = tuple((name,) for name in folders) if multiple else (folders,)
    return replace(post, categories=chains)


def register(ext: Extensions) -> None:
    """Register the filter."""
    ext.filter("before_index")(set_categories)
