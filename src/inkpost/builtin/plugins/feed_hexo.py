"""hexo-generator-feed 3.0.0: Atom and RSS feeds, and the links that lead readers to them.

The feeds themselves are the original's in `dialect: hexo` only; else ours take its settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from inkpost.builtin.feedlinks import add_feed_links, feed_kinds
from inkpost.builtin.feedposts import first_posts, post_terms, warn_of_templates
from inkpost.builtin.ordering import sort_posts
from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo import feedtext
from inkpost.hexo.feedtext import cdata, escape_xml, iso_utc, rfc_utc
from inkpost.hexo.jstext import to_text
from inkpost.hexo.urls import encode_url, full_url_for, gravatar
from inkpost.model import Json, Post, Route, Text

_RSS_HEAD = """\
<rss version="2.0"
  xmlns:atom="http://www.w3.org/2005/Atom"
  xmlns:content="http://purl.org/rss/1.0/modules/content/">"""


def register(ext: Extensions) -> None:
    """Register the generator and the filter."""
    ext.generator("feed-hexo")(feed_routes)
    ext.filter("after_render:html")(add_feed_links)


def feed_routes(site: SiteContext) -> Iterable[Route]:
    """The feeds, as the original writes them."""
    settings = site.config.get("feed")
    if site.config.dialect != "hexo" or not isinstance(settings, dict):
        return
    posts = sort_posts(site.index.posts, settings["order_by"] or "-date")
    posts = [post for post in posts if post.meta.get("draft") is not True]
    if not posts:
        return
    chosen = first_posts(posts, settings["limit"])
    warn_of_templates(site, "feed", settings)
    for kind, path in feed_kinds(settings):
        writer = _Rss if kind == "rss2" else _Atom
        text = writer(site, settings, path).text(chosen)
        yield Route(path=path, body=Text(text=text), generator="feed")


class _Feed:
    """What both kinds of feed are made of."""

    def __init__(self, site: SiteContext, settings: Mapping[str, Json], path: str) -> None:
        self.site, self.config, self.settings = site, site.config, settings
        url = self.config.text("url")
        self.home = url if url.endswith("/") else url + "/"
        self.own = encode_url(full_url_for(self.config.urls, path))
        email = self.config.text("email")
        icon = settings.get("icon")
        self.icon = full_url_for(self.config.urls, icon) if icon else ""
        self.icon = self.icon or (gravatar(email) if email else "")

    def content(self, post: Post) -> str:
        """The post's content, formulas as bare MathML."""
        return self.site.rendered[post.id].feed

    def summary(self, post: Post) -> Json:
        """The post's summary: what its author wrote, or the beginning of its content."""
        rendered = self.site.rendered[post.id]
        shown = rendered.card_html if rendered.facts.has_math else rendered.excerpt
        excerpt = shown if rendered.excerpt else ""
        for own in (post.meta.get("description"), post.meta.get("intro"), excerpt):
            if own or isinstance(own, list | dict):
                return own
        return feedtext.cut_content(
            self.content(post),
            self.settings["content_limit"],
            self.settings["content_limit_delim"],
        )


class _Atom(_Feed):
    def text(self, posts: Sequence[Post]) -> str:
        """The whole feed."""
        newest = posts[0].updated or posts[0].date
        home = escape_xml(encode_url(self.home))
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            '<feed xmlns="http://www.w3.org/2005/Atom">',
            f"  <title>{escape_xml(self.config.get('title'))}</title>",
        ]
        if self.icon:
            lines.append(f"  <icon>{escape_xml(self.icon)}</icon>")
        if self.config.get("subtitle"):
            lines.append(f"  <subtitle>{escape_xml(self.config.get('subtitle'))}</subtitle>")
        lines.append(f'  <link href="{escape_xml(self.own)}" rel="self"/>')
        if self.settings["hub"]:
            hub = escape_xml(encode_url(to_text(self.settings["hub"])))
            lines.append(f'  <link href="{hub}" rel="hub"/>')
        lines += [
            f'  <link href="{home}"/>',
            f"  <updated>{iso_utc(newest)}</updated>",
            f"  <id>{home}</id>",
            *self._author(),
            '  <generator uri="https://hexo.io/">Hexo</generator>',
        ]
        for post in posts:
            lines += self._entry(post)
        return "\n".join([*lines, "</feed>", ""])

    def _author(self) -> Iterable[str]:
        if self.config.get("author"):
            yield "  <author>"
            yield f"    <name>{escape_xml(self.config.get('author'))}</name>"
            if self.config.get("email"):
                yield f"    <email>{escape_xml(self.config.get('email'))}</email>"
            yield "  </author>"

    def _entry(self, post: Post) -> Iterable[str]:
        url = escape_xml(encode_url(post.permalink))
        yield "  <entry>"
        yield f"    <title>{escape_xml(post.title)}</title>"
        yield f'    <link href="{url}"/>'
        yield f"    <id>{url}</id>"
        yield f"    <published>{iso_utc(post.date)}</published>"
        yield f"    <updated>{iso_utc(post.updated or post.date)}</updated>"
        content = self.content(post)
        if self.settings["content"] and content:
            yield f'    <content type="html">{cdata(feedtext.drop_controls(content))}</content>'
        summary = self.summary(post)
        if summary or content:
            yield f'    <summary type="html">{escape_xml(summary)}</summary>'
        if post.meta.get("image"):
            image = full_url_for(self.config.urls, post.meta["image"])
            yield f'    <content src="{escape_xml(image)}" type="image"/>'
        for term in post_terms(self.site, post):
            scheme = escape_xml(term.permalink)
            yield f'    <category term="{escape_xml(term.name)}" scheme="{scheme}"/>'
        yield "  </entry>"


class _Rss(_Feed):
    def text(self, posts: Sequence[Post]) -> str:
        """The whole feed."""
        title, home = escape_xml(self.config.get("title")), escape_xml(self.home)
        lines = [
            '<?xml version="1.0" encoding="utf-8"?>',
            _RSS_HEAD,
            "  <channel>",
            f"    <title>{title}</title>",
            f"    <link>{home}</link>",
        ]
        if self.icon:
            lines += [
                "    <image>",
                f"      <url>{escape_xml(self.icon)}</url>",
                f"      <title>{title}</title>",
                f"      <link>{home}</link>",
                "    </image>",
            ]
        own = escape_xml(self.own)
        lines.append(f'    <atom:link href="{own}" rel="self" type="application/rss+xml"/>')
        if self.settings["hub"]:
            hub = escape_xml(encode_url(to_text(self.settings["hub"])))
            lines.append(f'    <atom:link href="{hub}" rel="hub"/>')
        lines += [
            f"    <description>{escape_xml(self.config.get('description'))}</description>",
            f"    <pubDate>{rfc_utc(posts[0].updated or posts[0].date)}</pubDate>",
            "    <generator>http://hexo.io/</generator>",
        ]
        for post in posts:
            lines += self._item(post)
        return "\n".join([*lines, "  </channel>", "</rss>", ""])

    def _item(self, post: Post) -> Iterable[str]:
        url = escape_xml(encode_url(post.permalink))
        yield "    <item>"
        yield f"      <title>{escape_xml(post.title)}</title>"
        yield f"      <link>{url}</link>"
        yield f"      <guid>{url}</guid>"
        yield f"      <pubDate>{rfc_utc(post.date)}</pubDate>"
        content, summary = self.content(post), self.summary(post)
        if summary or content:
            yield f"      <description>{escape_xml(summary)}</description>"
        if post.meta.get("image"):
            image = escape_xml(self.home + encode_url(to_text(post.meta["image"])))
            yield f'      <enclosure url="{image}" type="image"/>'
        if self.settings["content"] and content:
            body = cdata(feedtext.drop_controls(content))
            yield f"      <content:encoded>{body}</content:encoded>"
        for term in post_terms(self.site, post):
            domain = escape_xml(self.home + encode_url(term.path))
            yield f'      <category domain="{domain}">{escape_xml(term.name)}</category>'
        if post.comments:
            yield f"      <comments>{url}#disqus_thread</comments>"
        yield "    </item>"
