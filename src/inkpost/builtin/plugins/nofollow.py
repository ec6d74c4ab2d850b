"""hexo-filter-nofollow 2: links to other sites are not followed by search engines."""

from __future__ import annotations

from inkpost.contexts import FilterContext
from inkpost.extend import Extensions
from inkpost.hexo.html import nofollow_links


def in_post(html: str, ctx: FilterContext) -> str | None:
    """Mark the links of a post, with `nofollow.field: post`."""
    return _marked(html, ctx) if ctx.value("nofollow.field") == "post" else None


def in_page(html: str, ctx: FilterContext) -> str | None:
    """Mark the links of a whole page, unless `nofollow.field` says otherwise."""
    return None if ctx.value("nofollow.field") == "post" else _marked(html, ctx)


def _marked(html: str, ctx: FilterContext) -> str | None:
    if not ctx.value("nofollow.enable", True):
        return None
    exclude = ctx.value("nofollow.exclude")
    return nofollow_links(html, site_url=str(ctx.value("url") or ""), exclude=exclude or None)


def register(ext: Extensions) -> None:
    """Register the filters."""
    ext.filter("after_post_render")(in_post)
    ext.filter("after_render:html")(in_page)
