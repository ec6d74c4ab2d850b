"""Routes of posts and pages. Source: Hexo 8.1.2 generators post and page."""

from __future__ import annotations

from collections.abc import Iterable

from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.routing import page_layouts, post_layouts
from inkpost.model import Layout, Page, Post, Route, Text


def register(ext: Extensions) -> None:
    """Register the generators."""
    ext.generator("page")(page_routes)
    ext.generator("post")(post_routes)


def page_routes(site: SiteContext) -> Iterable[Route]:
    """A route for each page."""
    for page in site.index.pages:
        yield _route(site, page, page_layouts(page.layout), "page")


def post_routes(site: SiteContext) -> Iterable[Route]:
    """A route for each post, newest first."""
    for post_id in site.index.newest:
        post = site.index.documents[post_id]
        yield _route(site, post, post_layouts(post.layout), "post")


def _route(
    site: SiteContext, document: Post | Page, layouts: tuple[str, ...], generator: str
) -> Route:
    body = (
        Layout(layouts=layouts, page=document)
        if layouts
        else Text(text=site.rendered[document.id].content)
    )
    return Route(path=document.path, body=body, generator=generator, origin=document.file)
