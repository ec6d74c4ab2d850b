"""Links: `link`, `a`, `anchor`, `url_for`, `full_url_for`."""

from __future__ import annotations

import re

from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo import urls
from inkpost.hexo.helpers_markup import html_tag
from inkpost.hexo.tagsyntax import TagCall

ADDRESS = re.compile(
    r"(?:[A-Za-z]{3,9}:(?://)?(?:[-;:&=+$,\w]+@)?[A-Za-z0-9.-]+"
    r"|(?:www.|[-;:&=+$,\w]+@)[A-Za-z0-9.-]+)",
    re.ASCII,
)
"""What Hexo takes for an address among the words of a tag. Source: hexo 8.1 tag/link."""


def link(call: TagCall, _ctx: TagContext) -> str:
    """A link: words, address, "true" for a new window, title. Source: hexo 8.1 tag/link."""
    args = list(call.args)
    at = next((i for i, arg in enumerate(args) if ADDRESS.search(arg)), len(args))
    rest = args[at + 1 :]
    external = bool(rest) and rest[0] == "true"
    rest = rest[1:] if rest and rest[0] in ("true", "false") else rest
    attributes = {
        "href": args[at] if at < len(args) else "",
        "title": " ".join(rest),
        "target": "_blank" if external else "",
    }
    return html_tag("a", attributes, " ".join(args[:at]))


def url_for(call: TagCall, ctx: TagContext) -> str:
    """A link to a path of the site. Source: hexo 8.1 tag/url_for."""
    text, path, relative = (*call.args, None, None, None)[:3]
    choice = relative != "false" if relative else None
    url = urls.url_for(ctx.urls, path, relative=choice)
    return html_tag("a", {"href": url}, text)


def full_url_for(call: TagCall, ctx: TagContext) -> str:
    """A link to a path of the site by its full address. Source: hexo 8.1 tag/full_url_for."""
    text, path = (*call.args, None, None)[:2]
    return html_tag("a", {"href": urls.full_url_for(ctx.urls, path)}, text)


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("link", "a", "anchor")(link)
    ext.tag("url_for")(url_for)
    ext.tag("full_url_for")(full_url_for)
