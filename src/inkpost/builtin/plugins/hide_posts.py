"""hexo-hide-posts 0.4: posts that are built and listed nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkpost.contexts import FilterContext
from inkpost.extend import Extensions
from inkpost.model import Page, Post

_FLAG = "<!-- flag of hidden posts -->"
_NO_INDEX = '<meta name="robots" content="noindex">'


def mark_hidden(documents: Sequence[Post | Page], ctx: FilterContext) -> list[Post | Page]:
    """Documents of which the posts that the front matter hides are marked as hidden."""
    name = _filter_name(ctx)
    if not _is_on(ctx):
        return list(documents)
    return [
        replace(item, meta={**item.meta, "hide": True}) if _is_hidden(item, name) else item
        for item in documents
    ]


def add_flag(html: str, ctx: FilterContext) -> str | None:
    """A hidden post's content carries a comment, by which its page is known later."""
    document = ctx.document
    if document is None or not _is_on(ctx) or not document.meta.get(_filter_name(ctx)):
        return None
    return html + str(ctx.value("hide_posts.html_flag") or _FLAG)


def add_no_index(html: str, ctx: FilterContext) -> str | None:
    """The page of a hidden post asks search engines to leave it out."""
    flag = str(ctx.value("hide_posts.html_flag") or _FLAG)
    if not _is_on(ctx) or not ctx.value("hide_posts.noindex", True) or flag not in html:
        return None
    tag = str(ctx.value("hide_posts.noindex_tag") or _NO_INDEX)
    return html.replace("</title>", f"</title>{tag}", 1)


def _is_hidden(document: Post | Page, name: str) -> bool:
    return isinstance(document, Post) and bool(document.meta.get(name))


def _filter_name(ctx: FilterContext) -> str:
    return str(ctx.value("hide_posts.filter") or "hidden")


def _is_on(ctx: FilterContext) -> bool:
    return bool(ctx.value("hide_posts.enable", True))


def register(ext: Extensions) -> None:
    """Register the filters."""
    ext.filter("before_index")(mark_hidden)
    ext.filter("after_post_render")(add_flag)
    ext.filter("after_render:html")(add_no_index)
