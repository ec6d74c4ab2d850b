"""hexo-generator-sitemap 3.0.1: the sitemap as XML and as text, and the link that names it.

The files are the original's in `dialect: hexo` only; else ours take its settings.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cmp_to_key

from inkpost.builtin.feedposts import warn_of_templates
from inkpost.contexts import FilterContext, SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.feedtext import day_utc, escape_xml
from inkpost.hexo.glob import compile_globs
from inkpost.hexo.jstext import to_text
from inkpost.hexo.urls import encode_url, url_for
from inkpost.model import Json, Page, Post, Route, Text

_SITEMAP_LINK = re.compile(r"rel=['|\"]?sitemap['|\"]?", re.IGNORECASE)
# The original looks at a head on one line only.
_STOCK_HEAD = re.compile(r"(<head>(?!</head>)[^\n\r\u2028\u2029]+?)(</head>)")
_HEAD = re.compile(r"(<head\b[^>]*>.*?)(</head>)", re.DOTALL)
_NEVER_LISTED = ("**/*.js", "**/*.css")


def register(ext: Extensions) -> None:
    """Register the generator and the filter."""
    ext.generator("sitemap-hexo")(sitemap_routes)
    ext.filter("after_render:html")(add_sitemap_link)


def sitemap_routes(site: SiteContext) -> Iterable[Route]:
    """The sitemaps, as the original writes them; the front page changes on the day of the build."""
    settings = site.config.get("sitemap")
    if site.config.dialect != "hexo" or not isinstance(settings, dict):
        return
    documents = _listed(site)
    if not documents:
        return
    warn_of_templates(site, "sitemap", settings)
    tags = [term.permalink for term in site.index.tags] if settings["tags"] else []
    terms = [term.permalink for term in site.index.categories] if settings["categories"] else []
    terms = [encode_url(url) for url in tags + terms]
    home = encode_url(site.config.text("url"))
    paths = settings["path"]
    for path in map(to_text, paths if isinstance(paths, list) else [paths]):
        make = _plain if path.endswith(".txt") else _xml
        yield Route(
            path=path, body=Text(text=make(site, documents, home, terms)), generator="sitemap"
        )


def add_sitemap_link(html: str, ctx: FilterContext) -> str | None:
    """A page whose head names no sitemap gets a link to it, with `sitemap.rel: true`."""
    if ctx.value("sitemap.rel") is not True or _SITEMAP_LINK.search(html):
        return None
    stock = ctx.value("dialect") == "hexo"
    base = "" if stock else ctx.path
    href = escape_xml(url_for(ctx.urls, ctx.value("sitemap.path"), base=base))
    link = f'<link rel="sitemap" type="application/xml" title="Sitemap" href="{href}">'
    pattern = _STOCK_HEAD if stock else _HEAD
    return pattern.sub(lambda head: head[1] + link + head[2], html, count=1)


def _listed(site: SiteContext) -> list[Post | Page]:
    skipped = site.config.get("skip_render")
    patterns: Sequence[Json] = skipped if isinstance(skipped, list) else [skipped or ""]
    is_skipped = compile_globs([*_NEVER_LISTED, *patterns])
    documents: list[Post | Page] = [*site.index.posts, *site.index.pages]
    listed = [
        document
        for document in documents
        if document.meta.get("sitemap") is not False and not is_skipped(document.source)
    ]
    return sorted(listed, key=cmp_to_key(_compare))


def _compare(left: Post | Page, right: Post | Page) -> int:
    """Newest change first; a document without one is equal to all, as a NaN is in JavaScript."""
    if left.updated is None or right.updated is None:
        return 0
    return (left.updated < right.updated) - (left.updated > right.updated)


def _plain(
    _site: SiteContext, documents: Sequence[Post | Page], home: str, terms: Iterable[str]
) -> str:
    urls = [encode_url(document.permalink) for document in documents]
    return "".join(f"{url}\n" for url in (*urls, home, *terms))


def _xml(
    site: SiteContext, documents: Sequence[Post | Page], home: str, terms: Iterable[str]
) -> str:
    today = day_utc(site.now)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ]
    for document in documents:
        changed = day_utc(document.updated or document.date)
        lines += _entry(encode_url(document.permalink), changed, "monthly", "0.6")
    lines += _entry(home, today, "daily", "1.0")
    for url in terms:
        lines += _entry(url, today, "weekly", "0.2")
    return "\n".join([*lines, "</urlset>", ""])


def _entry(url: str, day: str, frequency: str, priority: str) -> Iterable[str]:
    return (
        "  <url>",
        f"    <loc>{escape_xml(url)}</loc>",
        f"    <lastmod>{day}</lastmod>",
        f"    <changefreq>{frequency}</changefreq>",
        f"    <priority>{priority}</priority>",
        "  </url>",
    )
