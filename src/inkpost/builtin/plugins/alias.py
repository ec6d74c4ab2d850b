"""hexo-generator-alias 1: old addresses that lead to new ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.urls import full_url_for, path_to_full_url
from inkpost.model import Document, Json, Route, RoutePath, Text


def alias_routes(site: SiteContext) -> Iterable[Route]:
    """A page that leads on for each `alias` or `aliases` of a document or of the site, and for
    each document with `redirect`."""
    for document in (*site.index.posts, *site.index.pages):
        meta = document.meta
        aliases = meta.get("alias") or meta.get("aliases")
        for path in _texts(aliases):
            yield _route(path, _url(site, document.path), document)
        target = meta.get("redirect")
        if isinstance(target, str) and target and not aliases:
            yield _route(document.path, _redirect(site, target), document)
    named = site.config.get("alias") or site.config.get("aliases")
    if isinstance(named, Mapping):
        for path, target in named.items():
            yield _route(str(path), _url(site, str(target)), None)


def _redirect(site: SiteContext, target: str) -> str:
    if "/" not in target:
        found = site.index.documents.get(site.index.by_slug.get(target, ""))
        target = found.path if found else target
    return _url(site, target)


def _url(site: SiteContext, path: str) -> str:
    if isinstance(path, RoutePath):
        return path_to_full_url(site.config.urls, path)
    return full_url_for(site.config.urls, path)


def _route(path: str, url: str, document: Document | None) -> Route:
    origin = document.file if document else ""
    return Route(path=path, body=Text(text=_page(url)), generator="alias", origin=origin)


def _page(url: str) -> str:
    target = escape(url)
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Redirecting...</title>'
        f'<link rel="canonical" href="{target}">'
        f'<meta http-equiv="refresh" content="0; url={target}"></head></html>'
    )


def _texts(value: Json) -> Iterator[str]:
    for item in value if isinstance(value, list | tuple) else [value]:
        if isinstance(item, str) and item:
            yield item


def register(ext: Extensions) -> None:
    """Register the generator."""
    ext.generator("alias")(alias_routes)
