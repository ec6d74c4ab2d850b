"""hexo-generator-searchdb 1.5.0: all texts in one file, for a search in the browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.feedtext import cdata, escape_xml
from inkpost.hexo.html import strip_html
from inkpost.hexo.jstext import encode_uri, to_text
from inkpost.hexo.permalink import extension
from inkpost.hexo.urls import path_to_url
from inkpost.model import Json, Page, Post, Route, RoutePath, Text

_GUTTER = re.compile(r"<td class=\"gutter\">[^\n\r\u2028\u2029]*?</td>")


def register(ext: Extensions) -> None:
    """Register the generator."""
    ext.generator("searchdb")(search_routes)


def search_routes(site: SiteContext) -> Iterable[Route]:
    """`search.json` or `search.xml`, by the ending of `search.path`."""
    settings = site.config.get("search")
    if not isinstance(settings, dict):
        return
    path = to_text(settings["path"])
    documents: list[Post | Page] = []
    if settings["field"] in ("all", "post"):
        documents += site.index.posts
    if settings["field"] in ("all", "page"):
        documents += site.index.pages
    entries = [_entry(site, settings, document) for document in documents]
    if extension(path) == ".xml":
        yield _route(path, _xml(entries))
    elif extension(path) == ".json":
        yield _route(path, to_json(entries))


def to_json(value: Json) -> str:
    """A value as `JSON.stringify` writes it."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=to_text)


def document_url(site: SiteContext, document: Post | Page) -> str:
    """The root-absolute URL of a document, encoded once."""
    if isinstance(document.path, RoutePath):
        return path_to_url(site.config.urls, document.path)
    return encode_uri(site.config.urls.root + document.path)


def term_names(site: SiteContext, post: Post) -> tuple[list[str], list[str]]:
    """The names of a post's tags and of its categories, in the order of the site's."""
    index = site.index
    tags, categories = (index.terms_of(kind, post.id) for kind in ("tag", "category"))
    return [term.name for term in tags], [term.name for term in categories]


def _route(path: str, text: str) -> Route:
    return Route(path=path, body=Text(text=text), generator="search")


def _entry(
    site: SiteContext, settings: Mapping[str, Json], document: Post | Page
) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    if document.title:
        entry["title"] = document.title
    if document.path:
        entry["url"] = document_url(site, document)
    entry["content"] = (
        _content(site, settings, document) if settings["content"] is not False else ""
    )
    if isinstance(document, Post):
        tags, categories = term_names(site, document)
        if categories:
            entry["categories"] = categories
        if tags:
            entry["tags"] = tags
    return entry


def _content(site: SiteContext, settings: Mapping[str, Json], document: Post | Page) -> str:
    rendered = site.rendered[document.id]
    if settings["format"] == "raw":
        return site.body_of(document.id)
    if settings["format"] == "striptags" and site.config.dialect == "inkpost":
        return rendered.facts.text  # formulas as readable text, no line numbers
    html = _GUTTER.sub("", rendered.feed)
    return strip_html(html) if settings["format"] == "striptags" else html


def _xml(entries: Iterable[Mapping[str, Any]]) -> str:
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<search>"]
    for entry in entries:
        lines += [
            "  <entry>",
            f"    <title>{escape_xml(entry.get('title'))}</title>",
            f"    <url>{escape_xml(entry.get('url'))}</url>",
            f"    <content>{cdata(entry['content'])}</content>",
        ]
        for names, name in (("categories", "category"), ("tags", "tag")):
            if names in entry:
                lines.append(f"      <{names}>")
                lines += [f"        <{name}>{escape_xml(each)}</{name}>" for each in entry[names]]
                lines.append(f"      </{names}>")
        lines.append("  </entry>")
    return "\n".join([*lines, "</search>", ""])
