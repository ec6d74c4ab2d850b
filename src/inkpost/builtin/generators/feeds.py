"""Atom and RSS feeds: whole posts, formulas as MathML, every URL absolute."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from inkpost import __version__
from inkpost.builtin.feedbody import absolute_urls
from inkpost.builtin.feedlinks import add_feed_links, feed_kinds
from inkpost.builtin.feedposts import first_posts, post_terms, warn_of_templates
from inkpost.builtin.ordering import sort_posts
from inkpost.contexts import PageFilterContext, SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.feedtext import cut_content, escape_xml, iso_utc, rfc_utc
from inkpost.hexo.jstext import to_text
from inkpost.hexo.urls import full_url_for, path_to_full_url
from inkpost.model import Json, Post, Route, Text

_RSS_HEAD = (
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"'
    ' xmlns:content="http://purl.org/rss/1.0/modules/content/">'
)


def register(ext: Extensions) -> None:
    """Register the generator and the links to what it writes."""
    ext.generator("feed")(feed_routes)
    ext.filter("after_render:html")(link_feeds)


def feed_routes(site: SiteContext) -> Iterable[Route]:
    """The feeds: Atom at `atom.xml` unless `feed` says otherwise."""
    settings = site.config.get("feed")
    if site.config.dialect == "hexo" or not isinstance(settings, dict):
        return
    warn_of_templates(site, "feed", settings)
    posts = sort_posts(_shown(site), settings["order_by"] or "-date")
    chosen = first_posts(posts, settings["limit"])
    if not chosen:
        return
    for kind, path in feed_kinds(settings):
        writer = _Rss if kind == "rss2" else _Atom
        text = writer(site, settings, path).text(chosen)
        yield Route(path=path, body=Text(text=text), generator="feed")


def link_feeds(html: str, ctx: PageFilterContext) -> str | None:
    """A page whose theme names no feed leads readers to ours."""
    return None if ctx.value("dialect") == "hexo" else add_feed_links(html, ctx)


def _shown(site: SiteContext) -> list[Post]:
    """The posts that a feed may hold."""
    return [
        post
        for post in site.index.posts
        if post.meta.get("draft") is not True and post.meta.get("hide") is not True
    ]


class _Feed:
    """What both kinds of feed are made of. Texts are escaped already."""

    def __init__(self, site: SiteContext, settings: Mapping[str, Json], path: str) -> None:
        self.site, self.config, self.settings = site, site.config, settings
        urls = self.config.urls
        self.home = escape_xml(path_to_full_url(urls, ""))
        self.own = escape_xml(path_to_full_url(urls, path))
        self.title = escape_xml(self.config.text("title"))
        icon, hub = settings.get("icon"), settings["hub"]
        self.icon = escape_xml(full_url_for(urls, icon)) if icon else ""
        self.hub = escape_xml(to_text(hub)) if hub else ""

    def content(self, post: Post) -> str:
        """The whole post, or "" where the feed holds summaries only."""
        if not self.settings["content"]:
            return ""
        html = self.site.rendered[post.id].feed
        return escape_xml(absolute_urls(html, post.permalink))

    def summary(self, post: Post) -> str:
        """What the author wrote as a summary, else the post's beginning, as plain text."""
        rendered = self.site.rendered[post.id]
        own = post.meta.get("description") or post.meta.get("excerpt") or rendered.excerpt
        if own and rendered.card_text:
            return escape_xml(rendered.card_text)
        if post.meta.get("intro"):
            return escape_xml(post.meta["intro"])
        line = " ".join(rendered.facts.text.split())
        limit, delimiter = self.settings["content_limit"], self.settings["content_limit_delim"]
        cut = cut_content(line, limit, delimiter)
        return escape_xml(cut if len(cut) == len(line) or delimiter else f"{cut.rstrip()}…")


class _Atom(_Feed):
    def text(self, posts: Sequence[Post]) -> str:
        """The whole feed."""
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"  <title>{self.title}</title>",
        ]
        if self.icon:
            lines.append(f"  <icon>{self.icon}</icon>")
        if self.config.text("subtitle"):
            lines.append(f"  <subtitle>{escape_xml(self.config.text('subtitle'))}</subtitle>")
        lines.append(f'  <link href="{self.own}" rel="self"/>')
        if self.hub:
            lines.append(f'  <link href="{self.hub}" rel="hub"/>')
        lines += [
            f'  <link href="{self.home}"/>',
            f"  <updated>{iso_utc(newest(posts))}</updated>",
            f"  <id>{self.home}</id>",
        ]
        if self.config.text("author"):
            name, email = self.config.text("author"), self.config.text("email")
            shown = f"<email>{escape_xml(email)}</email>" if email else ""
            lines.append(f"  <author><name>{escape_xml(name)}</name>{shown}</author>")
        lines.append(
            f'  <generator uri="https://pypi.org/project/inkpost/" version="{__version__}">'
            "inkpost</generator>"
        )
        for post in posts:
            lines += self._entry(post)
        return "\n".join([*lines, "</feed>", ""])

    def _entry(self, post: Post) -> Iterable[str]:
        url = escape_xml(post.permalink)
        yield "  <entry>"
        yield f"    <title>{escape_xml(post.title)}</title>"
        yield f'    <link href="{url}"/>'
        yield f"    <id>{url}</id>"
        yield f"    <published>{iso_utc(post.date)}</published>"
        yield f"    <updated>{iso_utc(post.updated or post.date)}</updated>"
        content, summary = self.content(post), self.summary(post)
        if content:
            yield f'    <content type="html">{content}</content>'
        if summary:
            yield f"    <summary>{summary}</summary>"
        for term in post_terms(self.site, post):
            scheme = escape_xml(term.permalink)
            yield f'    <category term="{escape_xml(term.name)}" scheme="{scheme}"/>'
        yield "  </entry>"


class _Rss(_Feed):
    def text(self, posts: Sequence[Post]) -> str:
        """The whole feed."""
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            _RSS_HEAD,
            "  <channel>",
            f"    <title>{self.title}</title>",
            f"    <link>{self.home}</link>",
        ]
        if self.icon:
            picture = f"<url>{self.icon}</url><title>{self.title}</title><link>{self.home}</link>"
            lines.append(f"    <image>{picture}</image>")
        lines.append(f'    <atom:link href="{self.own}" rel="self" type="application/rss+xml"/>')
        if self.hub:
            lines.append(f'    <atom:link href="{self.hub}" rel="hub"/>')
        about = self.config.text("description") or self.config.text("subtitle")
        lines += [
            f"    <description>{escape_xml(about)}</description>",
            f"    <pubDate>{rfc_utc(newest(posts))}</pubDate>",
            "    <generator>inkpost</generator>",
        ]
        for post in posts:
            lines += self._item(post)
        return "\n".join([*lines, "  </channel>", "</rss>", ""])

    def _item(self, post: Post) -> Iterable[str]:
        url = escape_xml(post.permalink)
        yield "    <item>"
        yield f"      <title>{escape_xml(post.title)}</title>"
        yield f"      <link>{url}</link>"
        yield f"      <guid>{url}</guid>"
        yield f"      <pubDate>{rfc_utc(post.date)}</pubDate>"
        content, summary = self.content(post), self.summary(post)
        if summary:
            yield f"      <description>{summary}</description>"
        if content:
            yield f"      <content:encoded>{content}</content:encoded>"
        for term in post_terms(self.site, post):
            domain = escape_xml(term.permalink)
            yield f'      <category domain="{domain}">{escape_xml(term.name)}</category>'
        yield "    </item>"


def newest(posts: Iterable[Post]) -> datetime:
    """When the last of the posts was written or changed."""
    return max(post.updated or post.date for post in posts)
