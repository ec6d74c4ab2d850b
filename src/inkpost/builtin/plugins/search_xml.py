"""hexo-generator-search 2.4.3: all texts in one file, for a search in the browser."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from inkpost.builtin.feedposts import warn_of_templates
from inkpost.builtin.ordering import sort_posts
from inkpost.builtin.plugins.searchdb import document_url, term_names, to_json
from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.feedtext import cdata, drop_controls, escape_xml
from inkpost.hexo.jstext import to_text, trim
from inkpost.hexo.permalink import extension
from inkpost.model import Json, Page, Post, Route, RoutePath, Text

_ABSENT = object()


def register(ext: Extensions) -> None:
    """Register the generator."""
    ext.generator("search")(search_routes)


def search_routes(site: SiteContext) -> Iterable[Route]:
    """`search.xml` or `search.json`, by the ending of `search.path`."""
    settings = site.config.get("search")
    if not isinstance(settings, dict):
        return
    warn_of_templates(site, "search", settings)
    path, field = to_text(settings["path"]), trim(to_text(settings["field"]))
    posts = sort_posts(site.index.posts, "-date") if field != "page" else []
    pages = site.index.pages if field not in ("post", "") else ()
    with_content = settings.get("content") is not False
    if extension(path) == ".xml":
        text = _xml(site, posts, pages, with_content=with_content)
    elif extension(path) == ".json":
        # The original's JSON heeds `indexing` on pages, its XML does not.
        documents: list[Post | Page] = [*posts, *pages]
        shown = [item for item in documents if _is_indexed(item)]
        text = to_json([_entry(site, item, with_content=with_content) for item in shown])
    else:
        return
    yield Route(path=path, body=Text(text=text), generator="search")


def _is_indexed(document: Post | Page) -> bool:
    value: Json = document.meta.get("indexing", _ABSENT)
    return value is _ABSENT or bool(value) or isinstance(value, list | dict)


def _entry(site: SiteContext, document: Post | Page, *, with_content: bool) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if document.title:
        entry["title"] = document.title
    if isinstance(document.path, RoutePath):
        entry["url"] = document_url(site, document)
    elif document.path:
        entry["url"] = site.config.urls.root + document.path
    body = site.body_of(document.id) if with_content else ""
    if body:
        entry["content"] = body
    tags, categories = _terms(site, document)
    if tags:
        entry["tags"] = tags
    if categories:
        entry["categories"] = categories
    return entry


def _terms(site: SiteContext, document: Post | Page) -> tuple[Json, Json]:
    if isinstance(document, Page):
        # Of a page the original takes the list in the front matter as it stands, where it can.
        return None, None
    return term_names(site, document)


def _xml(
    site: SiteContext, posts: Sequence[Post], pages: Sequence[Page], *, with_content: bool
) -> str:
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<search>"]
    documents: list[Post | Page] = [*filter(_is_indexed, posts), *pages]
    for document in documents:
        url = escape_xml(document_url(site, document))
        lines += [
            "  <entry>",
            f"    <title>{escape_xml(document.title)}</title>",
            f'    <link href="{url}"/>',
            f"    <url>{url}</url>",
        ]
        if with_content:
            content = drop_controls(site.rendered[document.id].feed)
            lines.append(f'    <content type="html">{cdata(content)}</content>')
        tags, categories = _terms(site, document)
        lines += _names("categories", "category", categories)
        lines += _names("tags", "tag", tags)
        lines.append("  </entry>")
    return "\n".join([*lines, "</search>", ""])


def _names(group: str, name: str, values: Sequence[str] | None) -> list[str]:
    if not values:
        return []
    shown = [f"      <{name}> {escape_xml(value)} </{name}>" for value in values]
    return [f"    <{group}>", *shown, f"    </{group}>"]
