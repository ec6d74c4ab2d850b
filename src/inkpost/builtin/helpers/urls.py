"""Helpers that make URLs."""

from __future__ import annotations

from inkpost.builtin.helpers.args import given, is_missing, options_of, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo import urls
from inkpost.hexo.helpers_markup import link_url
from inkpost.model import Json


def url_for(ctx: HelperContext, path: Json = None, options: Json = None, **keywords: Json) -> str:
    """The URL of a path below the site's root. relative: whether the link is relative.

    Source: hexo 8.1 helper/url_for.
    """
    choice = options_of(options, keywords).get("relative")
    relative = None if is_missing(choice) else bool(choice)
    return link_url(ctx.urls, given(path, "/"), base=ctx.path, relative=relative)


def full_url_for(ctx: HelperContext, path: Json = None) -> str:
    """The absolute URL of a path below the site's root.

    Source: hexo 8.1 helper/full_url_for.
    """
    return urls.full_url_for(ctx.urls, given(path, "/"))


def relative_url(_ctx: HelperContext, source: Json = "", target: Json = "") -> str:
    """The URL that leads from one path of the site to another.

    Source: hexo 8.1 helper/relative_url.
    """
    return urls.relative_url(text_of(source), text_of(target))


def gravatar(_ctx: HelperContext, email: Json = "", options: Json = None, **keywords: Json) -> str:
    """The address of a mail address's picture. options: a size in pixels, or a map.

    Source: hexo 8.1 helper/gravatar.
    """
    chosen = options if isinstance(options, int | float) else options_of(options, keywords)
    return urls.gravatar(text_of(email), chosen)


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    ext.helper("url_for")(url_for)
    ext.helper("full_url_for")(full_url_for)
    ext.helper("relative_url")(relative_url)
    ext.helper("gravatar")(gravatar)
