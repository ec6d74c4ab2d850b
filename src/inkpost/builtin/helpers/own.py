"""Helpers of ours, beyond Hexo's."""

from __future__ import annotations

from typing import Any

from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.urls import path_to_url
from inkpost.model import Json
from inkpost.site.targets import leads_somewhere


def theme_asset(ctx: HelperContext, name: str) -> str:
    """The URL of a theme's file or bundle; a bundle's name changes with its content."""
    return ctx.theme_asset(name)


def asset_url(ctx: HelperContext, page: Any, value: Json) -> str:
    """The URL of a picture named on a page: a file of its asset folder, a site path, a URL.

    "" where there is no such file.
    """
    return ctx.asset_url(page, str(value)) or "" if value else ""


def route_exists(ctx: HelperContext, path: str) -> bool:
    """Whether a link leads to a page or file of the site, or to another host."""
    return bool(path) and leads_somewhere(str(path), ctx.routes, ctx.urls.root)


def page_url(ctx: HelperContext, page: Any) -> str:
    """The root-absolute URL of a page, post, tag or category, encoded once."""
    return path_to_url(ctx.urls, str(page["path"]))


def register(ext: Extensions) -> None:
    """Register the helpers."""
    ext.helper("theme_asset")(theme_asset)
    ext.helper("asset_url")(asset_url)
    ext.helper("route_exists")(route_exists)
    ext.helper("page_url")(page_url)
