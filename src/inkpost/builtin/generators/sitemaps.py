"""Sitemaps and robots.txt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from inkpost.builtin.feedposts import warn_of_templates
from inkpost.builtin.plugins.sitemap_hexo import add_sitemap_link
from inkpost.contexts import FilterContext, SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.feedtext import day_utc, escape_xml
from inkpost.hexo.glob import compile_globs
from inkpost.hexo.jstext import to_text
from inkpost.hexo.urls import path_to_full_url
from inkpost.model import Json, Page, Post, Route, Text

DEFAULT_PATH = "sitemap.xml"
_NOT_FOUND = ("404.html", "404/index.html")


def register(ext: Extensions) -> None:
    """Register the generators and the link to what they write."""
    ext.generator("sitemap")(sitemap_routes)
    ext.generator("robots")(robots_routes)
    ext.filter("after_render:html")(link_sitemap)


def sitemap_routes(site: SiteContext) -> Iterable[Route]:
    """`sitemap.xml`, and `sitemap.txt` where it is named."""
    if site.config.get("sitemap") is False or site.config.dialect == "hexo":
        return
    settings = _settings(site)
    warn_of_templates(site, "sitemap", settings)
    entries = list(_entries(site, settings))
    for path in sitemap_paths(settings):
        make = _plain if path.endswith(".txt") else _xml
        yield Route(path=path, body=Text(text=make(entries)), generator="sitemap")


def robots_routes(site: SiteContext) -> Iterable[Route]:
    """`robots.txt`: what `robotstxt` says, else it allows everything; it names the sitemap."""
    if site.config.get("robots") is False:
        return
    own = site.config.get("robotstxt")
    has_plugin = site.config.has_plugin("hexo-generator-robotstxt")
    if site.config.dialect == "hexo" and not (has_plugin and isinstance(own, dict)):
        return
    settings = own if isinstance(own, dict) else {}
    path = to_text(settings.get("path") or "robots.txt")
    text = "\n".join(_robots(site, settings)) + "\n"
    yield Route(path=path, body=Text(text=text), generator="robots")


def link_sitemap(html: str, ctx: FilterContext) -> str | None:
    """With `sitemap.rel: true` a page's head names the sitemap."""
    return None if ctx.value("dialect") == "hexo" else add_sitemap_link(html, ctx)


def sitemap_paths(settings: Mapping[str, Json]) -> list[str]:
    """The paths of the sitemaps that are to be written."""
    named = settings.get("path") or DEFAULT_PATH
    return [to_text(path) for path in (named if isinstance(named, list) else [named])]


def _settings(site: SiteContext) -> Mapping[str, Json]:
    settings = site.config.get("sitemap")
    return settings if isinstance(settings, dict) else {}


def _entries(
    site: SiteContext, settings: Mapping[str, Json]
) -> Iterable[tuple[str, datetime | None]]:
    """URL and last change: the front page, the documents, last changed first, then the terms."""
    is_skipped = compile_globs(site.config.texts("skip_render"))
    documents: list[Post | Page] = [*site.index.posts, *site.index.pages]
    listed = [
        document
        for document in documents
        if _is_listed(document) and not is_skipped(document.source)
    ]
    listed.sort(key=_changed, reverse=True)
    home = path_to_full_url(site.config.urls, "")
    yield home, max((_changed(post) for post in listed if isinstance(post, Post)), default=None)
    for document in listed:
        url = document.permalink.removesuffix("index.html")
        if url != home:
            yield url, _changed(document)
    terms = [*site.index.tags] if settings.get("tags", True) else []
    terms += [*site.index.categories] if settings.get("categories", True) else []
    hidden = {post.id for post in site.index.posts if post.meta.get("hide") is True}
    for term in terms:
        if not hidden.issuperset(term.post_ids):
            yield term.permalink, None


def _changed(document: Post | Page) -> datetime:
    return document.updated or document.date


def _is_listed(document: Post | Page) -> bool:
    meta = document.meta
    if meta.get("sitemap") is False or meta.get("indexing") is False or meta.get("hide") is True:
        return False
    if isinstance(document, Page):
        return document.output == "html" and document.path.lstrip("/") not in _NOT_FOUND
    return True


def _plain(entries: Iterable[tuple[str, datetime | None]]) -> str:
    return "".join(f"{url}\n" for url, _ in entries)


def _xml(entries: Iterable[tuple[str, datetime | None]]) -> str:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ]
    for url, changed in entries:
        when = f"<lastmod>{day_utc(changed)}</lastmod>" if changed else ""
        lines.append(f"  <url><loc>{escape_xml(url)}</loc>{when}</url>")
    return "\n".join([*lines, "</urlset>", ""])


def _robots(site: SiteContext, settings: Mapping[str, Json]) -> Iterable[str]:
    for agent in _texts(settings.get("useragent")) or ["*"]:
        yield f"User-agent: {agent}"
    rules = [
        f"{name}: {path}"
        for name, key in (("Disallow", "disallow"), ("Allow", "allow"))
        for path in _texts(settings.get(key))
    ]
    yield from rules or ["Allow: /"]
    sitemaps = _texts(settings.get("sitemap"))
    if not sitemaps and site.config.get("sitemap") is not False and site.config.dialect != "hexo":
        paths = sitemap_paths(_settings(site))
        sitemaps = [path for path in paths if not path.endswith(".txt")] or paths
    for path in sitemaps:
        url = path if "//" in path else path_to_full_url(site.config.urls, path)
        yield f"Sitemap: {url}"


def _texts(value: Json) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [to_text(each) for each in values if each not in (None, "")]
