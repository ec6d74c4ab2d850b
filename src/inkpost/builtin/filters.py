"""The filters that ship, on posts and on finished pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from inkpost import __version__
from inkpost.contexts import FilterContext, HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.defaults import HEXO_VERSION
from inkpost.hexo.htmlfilters import external_links, meta_generator
from inkpost.hexo.strings import titlecase
from inkpost.model import Page, Post


def register(ext: Extensions) -> None:
    """Register the filters, in Hexo's order."""
    ext.filter("before_index")(capitalise_titles)
    ext.filter("after_post_render")(mark_in_post)
    ext.filter("after_render:html")(mark_in_page)
    ext.filter("after_render:html")(add_generator)


def capitalise_titles(
    documents: Sequence[Post | Page], ctx: FilterContext
) -> list[Post | Page] | None:
    """Documents with English titles capitalised, where `titlecase` or their own says so.

    Source: Hexo 8.1.2 filter titlecase.
    """
    site_wide = ctx.value("titlecase")

    def wanted(document: Post | Page) -> bool:
        return bool(document.title and document.meta.get("titlecase", site_wide))

    if not any(map(wanted, documents)):
        return None
    return [
        replace(each, title=titlecase(each.title)) if wanted(each) else each for each in documents
    ]


def mark_in_post(html: str, ctx: FilterContext) -> str | None:
    """External links of a post open in a new window, with `external_link.field: post`."""
    return _marked(html, ctx) if ctx.value("external_link.field") == "post" else None


def mark_in_page(html: str, ctx: FilterContext) -> str | None:
    """External links of a page open in a new window, with `external_link.field: site`."""
    return _marked(html, ctx) if ctx.value("external_link.field") == "site" else None


def add_generator(html: str, ctx: FilterContext) -> str | None:
    """The generator's name in the head, unless `meta_generator` is off."""
    return meta_generator(html, generator_name(ctx)) if ctx.value("meta_generator") else None


def generator_name(ctx: FilterContext | HelperContext) -> str:
    """What a page names as its generator."""
    return f"Hexo {HEXO_VERSION}" if ctx.value("dialect") == "hexo" else f"inkpost {__version__}"


def _marked(html: str, ctx: FilterContext) -> str | None:
    if not ctx.value("external_link.enable"):
        return None
    exclude = ctx.value("external_link.exclude")
    exclude = exclude if isinstance(exclude, str | list) else None
    return external_links(html, site_url=str(ctx.value("url")), exclude=exclude)
