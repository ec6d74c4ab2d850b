"""Settings of NexT."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inkpost.model import Json
from inkpost.theme.foreign.comments import next_service
from inkpost.theme.foreign.table import Table
from inkpost.theme.foreign.values import (
    as_is,
    baidu,
    beian,
    busuanzi,
    colour,
    depth,
    google,
    license_code,
    meta_tag,
    named_links,
    named_menu,
    number,
    only,
    picture,
    related,
    switch,
    text,
    toc_number,
    unless,
)  # fmt: skip

_DEFAULT_DEPTH: Final = 6


def _licence(value: Json) -> Json:
    """NexT shows a licence only where it is told to."""
    if not isinstance(value, Mapping):
        return None
    return license_code(value.get("license")) if value.get("post") is True else False


def _social(value: Json) -> Json:
    links = named_links(value)
    return [{"name": each["title"], "url": each["url"]} for each in links] if links else None


def _views(value: Json) -> Json:
    on = isinstance(value, Mapping) and value.get("enable") is True
    return True if on and value.get("post_views") is True else None


def _scheme(value: Json) -> Json:
    """NexT follows the system unless `darkmode` is off."""
    return "light" if value is False else None


def _depth(value: Json) -> Json:
    """The depth of contents lists; NexT's own, which is all there is, says nothing."""
    return None if value == _DEFAULT_DEPTH else depth(value)


def _umami(value: Json) -> Json:
    if not isinstance(value, Mapping) or not value.get("enable") or not value.get("website_id"):
        return None
    chosen = {"website_id": value["website_id"]}
    if text(value.get("script_url")):
        chosen["src"] = value["script_url"]
    return {"type": "umami", "umami": chosen}


def _plausible(value: Json) -> Json:
    if not isinstance(value, Mapping) or not value.get("enable") or not value.get("site_domain"):
        return None
    chosen = {"domain": value["site_domain"]}
    if text(value.get("script_url")):
        chosen["src"] = value["script_url"]
    return {"type": "plausible", "plausible": chosen}


NEXT: Final = Table(
    comments=next_service,
    comment_key="comments.active",
    stock=frozenset(("/images/favicon-32x32-next.png", "/images/avatar.gif")),
    implied={"license": False},
    rows=(
        ("scheme", "", as_is),
        ("menu", "menu", named_menu),
        ("social", "about.links", _social),
        ("darkmode", "scheme", _scheme),
        ("favicon.medium", "favicon", picture),
        ("avatar.url", "about.avatar", picture),
        ("creative_commons", "license", _licence),
        ("links", "links", named_links),
        ("toc.enable", "toc.enable", switch),
        ("toc.number", "toc.number", toc_number),
        ("toc.expand_all", "toc.expand", only(True, True)),
        ("toc.max_depth", "toc.depth", _depth),
        ("footer.since", "footer.since", number),
        ("footer.copyright", "footer.text", text),
        ("footer.beian", "footer.beian", beian("icp", "gongan_num", "gongan_id")),
        ("post_meta.created_at", "meta.date", switch),
        ("post_meta.updated_at.enable", "meta.updated", switch),
        ("post_meta.categories", "meta.category", switch),
        ("codeblock.copy_button.enable", "code.copy", only(True, True)),
        ("related_posts", "related", related),
        ("reading_progress.enable", "progress", only(True, True)),
        ("theme_color.light", "accent", unless("#222", colour)),
        ("busuanzi_count", "analytics", busuanzi),
        ("busuanzi_count", "meta.views", _views),
        ("google_analytics.tracking_id", "analytics", google),
        ("baidu_analytics", "analytics", baidu),
        ("umami", "analytics", _umami),
        ("plausible", "analytics", _plausible),
        ("google_site_verification", "inject.head+", meta_tag("google-site-verification")),
        ("bing_site_verification", "inject.head+", meta_tag("msvalidate.01")),
        ("yandex_site_verification", "inject.head+", meta_tag("yandex-verification")),
        ("baidu_site_verification", "inject.head+", meta_tag("baidu-site-verification")),
    ),
    quiet=(
        "avatar", "back2top", "body_scrollbar", "cache", "calendar", "codeblock", "comments",
        "creative_commons", "css", "excerpt_description", "exturl_icon", "favicon", "font",
        "footer", "images", "index_with_subtitle", "js", "lightdark", "links_settings",
        "local_search", "math", "menu_settings", "mermaid", "minify", "mobile_layout_economy",
        "motion", "note", "open_graph", "pdf", "post_meta", "post_navigation", "quicklink",
        "read_more_btn", "reading_progress", "scheme", "sidebar", "site_state", "social_icons",
        "symbols_count_time", "tabs", "tagcloud", "text_align", "theme_color", "toc", "vendors",
        "fancybox", "mediumzoom", "pangu", "exturl", "google_analytics.only_pageview",
    ),
)  # fmt: skip
