"""hexo-lazyload-image and its like: pictures are fetched when they come into view.

Browsers do so by themselves, so that an attribute takes the place of the originals' scripts.
"""

from __future__ import annotations

from inkpost.contexts import FilterContext
from inkpost.extend import Extensions
from inkpost.hexo.html import StartTag, map_start_tags, set_attribute


def in_post(html: str, ctx: FilterContext) -> str | None:
    """Mark the pictures of a post, with `lazyload.onlypost`."""
    document = ctx.document
    if not ctx.value("lazyload.onlypost") or not _is_on(ctx):
        return None
    if document is not None and document.meta.get("lazyimage") == "no":
        return None
    return mark_pictures(html)


def in_page(html: str, ctx: FilterContext) -> str | None:
    """Mark the pictures of a whole page."""
    return None if ctx.value("lazyload.onlypost") or not _is_on(ctx) else mark_pictures(html)


def mark_pictures(html: str) -> str:
    """HTML whose pictures load lazily, but for those that say `no-lazy` or carry their data."""

    def mark(tag: StartTag) -> str | None:
        if tag.get("loading") is not None or "no-lazy" in tag.source:
            return None
        if (tag.get("src") or "").startswith("data:"):
            return None
        return set_attribute(tag.source, "loading", "lazy")

    return map_start_tags(html, {"img"}, mark)


def _is_on(ctx: FilterContext) -> bool:
    return bool(ctx.value("lazyload.enable", True))


def register(ext: Extensions) -> None:
    """Register the filters."""
    ext.filter("after_post_render")(in_post)
    ext.filter("after_render:html")(in_page)
