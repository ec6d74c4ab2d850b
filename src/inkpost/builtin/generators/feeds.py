"""Atom and RSS feeds, sitemaps and robots.txt."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime

from inkpost import __version__
from inkpost.extend import Extensions, SiteContext
from inkpost.hexo.urls import full_url_for, path_to_full_url
from inkpost.model import Json, Page, Post, Rendered, Route, Text

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_ROOT_URL = re.compile(r'(\s(?:src|href|poster)=")/(?!/)')


_RSS_HEAD = (
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"'
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/">'
)


def register(ext: Extensions) -> None:
    """Register the generators."""
    ext.generator("feed")(feed_routes)
    ext.generator("sitemap")(sitemap_routes)
    ext.generator("robots")(robots_routes)


def feed_routes(site: SiteContext) -> Iterable[Route]:
    """The feeds: Atom at `atom.xml` unless `feed` says otherwise."""
    options = site.config.get("feed")
    if options is False or site.config.dialect == "hexo":
        return
    options = options if isinstance(options, dict) else {}
    posts = [post for post in _newest(site) if post.meta.get("draft") is not True]
    if not posts:
        return
    limit = int(options.get("limit", 20) or 0)
    chosen = posts[:limit] if limit else posts
    for kind, path in _feed_kinds(options):
        make = _rss if kind == "rss2" else _atom
        text = make(site, chosen, path_to_full_url(site.config.urls, path), options)
        yield Route(path=path, body=Text(text=text), generator="feed")


def sitemap_routes(site: SiteContext) -> Iterable[Route]:
    """`sitemap.xml`, and `sitemap.txt` where it is named."""
    options = site.config.get("sitemap")
    if options is False or site.config.dialect == "hexo":
        return
    options = options if isinstance(options, dict) else {}
    named = options.get("path", "sitemap.xml")
    entries = list(_sitemap_entries(site, options))
    for path in named if isinstance(named, list) else [str(named)]:
        if str(path).endswith(".txt"):
            text = "".join(f"{url}\n" for url, _ in entries)
        else:
            text = _sitemap_xml(entries)
        yield Route(path=str(path), body=Text(text=text), generator="sitemap")


def robots_routes(site: SiteContext) -> Iterable[Route]:
    """`robots.txt`, which allows everything and names the sitemap."""
    if site.config.get("robots") is False or site.config.dialect == "hexo":
        return
    lines = ["User-agent: *", "Allow: /"]
    if site.config.get("sitemap") is not False:
        lines.append(f"Sitemap: {path_to_full_url(site.config.urls, 'sitemap.xml')}")
    yield Route(path="robots.txt", body=Text(text="\n".join(lines) + "\n"), generator="robots")


def _newest(site: SiteContext) -> list[Post]:
    documents = (site.index.documents[each] for each in site.index.newest)
    posts = (post for post in documents if isinstance(post, Post))
    return [post for post in posts if post.meta.get("hide") is not True]


def _feed_kinds(options: Mapping[str, Json]) -> Iterable[tuple[str, str]]:
    kinds = options.get("type") or "atom"
    kinds = kinds if isinstance(kinds, list) else [kinds]
    kinds = [kind for kind in kinds if kind in ("atom", "rss2")] or ["atom"]
    paths = options.get("path")
    paths = paths if isinstance(paths, list) else [paths] if paths else []
    for place, kind in enumerate(kinds):
        path = str(paths[place]) if place < len(paths) else f"{kind}.xml"
        yield kind, path if "." in path.rpartition("/")[2] else f"{path}.xml"


def _atom(site: SiteContext, posts: list[Post], own: str, options: Mapping[str, Json]) -> str:
    config = site.config
    home = (
        f"{config.text('url')}/" if config.urls.root == "/" else path_to_full_url(config.urls, "")
    )
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom">',
        f"  <title>{_escape(config.text('title'))}</title>",
    ]
    if options.get("icon"):
        lines.append(f"  <icon>{_escape(full_url_for(config.urls, options['icon']))}</icon>")
    if config.text("subtitle"):
        lines.append(f"  <subtitle>{_escape(config.text('subtitle'))}</subtitle>")
    lines += [
        f'  <link href="{_escape(own)}" rel="self"/>',
        f'  <link href="{_escape(home)}"/>',
        f"  <updated>{_iso(max(post.updated or post.date for post in posts))}</updated>",
        f"  <id>{_escape(home)}</id>",
    ]
    if config.text("author"):
        email = config.text("email")
        shown = f"<email>{_escape(email)}</email>" if email else ""
        lines.append(f"  <author><name>{_escape(config.text('author'))}</name>{shown}</author>")
    lines.append(
        f'  <generator uri="https://pypi.org/project/inkpost/" version="{__version__}">'
        "inkpost</generator>"
    )
    for post in posts:
        lines += _atom_entry(site, post, options)
    return "\n".join([*lines, "</feed>", ""])


def _atom_entry(site: SiteContext, post: Post, options: Mapping[str, Json]) -> Iterable[str]:
    rendered = site.rendered[post.id]
    yield "  <entry>"
    yield f"    <title>{_escape(post.title)}</title>"
    yield f'    <link href="{_escape(post.permalink)}"/>'
    yield f"    <id>{_escape(post.permalink)}</id>"
    yield f"    <published>{_iso(post.date)}</published>"
    yield f"    <updated>{_iso(post.updated or post.date)}</updated>"
    if options.get("content", True):
        content = _content(site, rendered)
        yield f'    <content type="html">{_escape(content)}</content>'
    if rendered.card_text:
        yield f"    <summary>{_escape(rendered.card_text)}</summary>"
    for name, url in _terms(site, post):
        yield f'    <category term="{_escape(name)}" scheme="{_escape(url)}"/>'
    yield "  </entry>"


def _rss(site: SiteContext, posts: list[Post], own: str, options: Mapping[str, Json]) -> str:
    config = site.config
    home = (
        f"{config.text('url')}/" if config.urls.root == "/" else path_to_full_url(config.urls, "")
    )
    newest = max(post.updated or post.date for post in posts)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        _RSS_HEAD,
        "  <channel>",
        f"    <title>{_escape(config.text('title'))}</title>",
        f"    <link>{_escape(home)}</link>",
        f'    <atom:link href="{_escape(own)}" rel="self" type="application/rss+xml"/>',
        f"    <description>{_escape(config.text('description'))}</description>",
        f"    <pubDate>{_rfc(newest)}</pubDate>",
        "    <generator>inkpost</generator>",
    ]
    for post in posts:
        rendered = site.rendered[post.id]
        lines += [
            "    <item>",
            f"      <title>{_escape(post.title)}</title>",
            f"      <link>{_escape(post.permalink)}</link>",
            f"      <guid>{_escape(post.permalink)}</guid>",
            f"      <pubDate>{_rfc(post.date)}</pubDate>",
            f"      <description>{_escape(rendered.card_text)}</description>",
        ]
        if options.get("content", True):
            content = _escape(_content(site, rendered))
            lines.append(f"      <content:encoded>{content}</content:encoded>")
        lines += [
            f'      <category domain="{_escape(url)}">{_escape(name)}</category>'
            for name, url in _terms(site, post)
        ]
        lines.append("    </item>")
    return "\n".join([*lines, "  </channel>", "</rss>", ""])


def _content(site: SiteContext, rendered: Rendered) -> str:
    """The content for readers elsewhere: formulas as MathML, every URL absolute."""
    base = full_url_for(site.config.urls, "/").removesuffix(site.config.urls.root)
    origin = re.sub(r"^(https?://[^/]+).*$", r"\1", base or site.config.text("url"))
    return _ROOT_URL.sub(rf"\g<1>{origin}/", rendered.feed)


def _terms(site: SiteContext, post: Post) -> Iterable[tuple[str, str]]:
    chosen = set(site.index.post_categories.get(post.id, ()))
    for term in site.index.categories:
        if term.id in chosen:
            yield term.name, term.permalink
    chosen = set(site.index.post_tags.get(post.id, ()))
    for term in site.index.tags:
        if term.id in chosen:
            yield term.name, term.permalink


def _sitemap_entries(
    site: SiteContext, options: Mapping[str, Json]
) -> Iterable[tuple[str, datetime | None]]:
    documents: list[Post | Page] = [*_newest(site), *site.index.pages]
    home = path_to_full_url(site.config.urls, "")
    posts = _newest(site)
    yield home, max((post.updated or post.date for post in posts), default=None)
    listed = [document for document in documents if _is_listed(document)]
    for document in sorted(listed, key=lambda item: item.updated or item.date, reverse=True):
        url = document.permalink.removesuffix("index.html")
        if url != home:
            yield url, document.updated or document.date
    terms = [*site.index.tags] if options.get("tags", True) else []
    terms += [*site.index.categories] if options.get("categories", True) else []
    for term in terms:
        yield term.permalink, None


def _is_listed(document: Post | Page) -> bool:
    if document.meta.get("sitemap") is False or document.meta.get("indexing") is False:
        return False
    if isinstance(document, Page):
        path = document.path.lstrip("/")
        return document.output == "html" and path not in ("404.html", "404/index.html")
    return True


def _sitemap_xml(entries: Iterable[tuple[str, datetime | None]]) -> str:
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ]
    for url, changed in entries:
        when = f"<lastmod>{changed.astimezone(UTC):%Y-%m-%d}</lastmod>" if changed else ""
        lines.append(f"  <url><loc>{_escape(url)}</loc>{when}</url>")
    return "\n".join([*lines, "</urlset>", ""])


def _escape(text: str) -> str:
    return html.escape(_ILLEGAL.sub("", text), quote=True)


def _iso(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.") + f"{when.microsecond // 1000:03d}Z"


def _rfc(when: datetime) -> str:
    return format_datetime(when.astimezone(UTC), usegmt=True)
