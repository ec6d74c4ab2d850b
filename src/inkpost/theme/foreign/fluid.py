"""Settings of Fluid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inkpost.model import Json
from inkpost.theme.foreign.comments import fluid_service
from inkpost.theme.foreign.table import Table
from inkpost.theme.foreign.values import (
    as_is,
    beian,
    busuanzi,
    colour,
    dark_mode,
    depth,
    hero_height,
    licence,
    menu_key,
    only,
    picture,
    size,
    switch,
    text,
    texts,
    unless,
)  # fmt: skip

# What stands in the theme's own file, in case that file was taken over whole.
_OWN_LINKS: Final = ("hexo.fluid-dev.com", "github.com/fluid-dev/hexo-theme-fluid")
_OWN_ICONS: Final = ("https://github.com", "https://douban.com")
_LINK_KEYS: Final = {
    "title": "title", "intro": "intro", "link": "url", "avatar": "image", "image": "image",
}  # fmt: skip


def _menu(value: Json) -> Json:
    return [_entry(item) for item in value] or None if isinstance(value, list) else None


def _entry(item: Json) -> Json:
    if not isinstance(item, Mapping):
        return {"name": str(item), "url": "/"}
    entry: dict[str, Json] = {}
    key = str(item.get("key") or "")
    known = menu_key(key)
    if known:
        entry["key"] = known
    name = text(item.get("name")) or (None if known else key)
    if name:
        entry["name"] = name
    if isinstance(item.get("submenu"), list):
        entry["submenu"] = [_entry(below) for below in item["submenu"]]
    else:
        entry["url"] = str(item.get("link") or "/")
    return entry


def _slogan(value: Json) -> Json:
    if not isinstance(value, Mapping) or value.get("enable") is False:
        return None
    return unless("An elegant Material-Design theme for Hexo", text)(value.get("text"))


def _links(value: Json) -> Json:
    if not isinstance(value, list):
        return None
    links = [
        {_LINK_KEYS[key]: each for key, each in item.items() if key in _LINK_KEYS and each}
        for item in value
        if isinstance(item, Mapping) and item.get("link")
    ]
    own = all(any(name in str(each["url"]) for name in _OWN_LINKS) for each in links)
    return None if own else links


def _icons(value: Json) -> Json:
    if not isinstance(value, list):
        return None
    found = [item for item in value if isinstance(item, Mapping) and text(item.get("link"))]
    links = [
        {"name": str(item.get("tip") or item["link"]), "url": item["link"]}
        for item in found
        if item["link"] not in _OWN_ICONS
    ]
    return links or None


def _analytics(value: Json) -> Json:
    if not isinstance(value, Mapping) or not value.get("enable"):
        return None
    google, umami = value.get("google"), value.get("umami")
    dnt = value.get("follow_dnt") is not False
    if value.get("baidu"):
        return {"type": "baidu", "dnt": dnt, "baidu": {"id": value["baidu"]}}
    if isinstance(umami, Mapping) and umami.get("website_id"):
        chosen = {key: umami[key] for key in ("src", "website_id") if umami.get(key)}
        return {"type": "umami", "dnt": dnt, "umami": chosen}
    identity = google.get("measurement_id") if isinstance(google, Mapping) else google
    return {"type": "google", "dnt": dnt, "google": {"id": identity}} if identity else None


FLUID: Final = Table(
    comments=fluid_service,
    comment_key="post.comments.type",
    stock=frozenset(
        ("/img/fluid.png", "/img/default.png", "/img/avatar.png", "/img/favicon.png")
    ),
    implied={"license": "BY"},
    rows=(
        ("navbar.blog_title", "brand", unless("Fluid", text)),
        ("navbar.menu", "menu", _menu),
        ("favicon", "favicon", picture),
        ("index.banner_img", "home.hero", picture),
        ("index.banner_img_height", "home.hero_height", hero_height),
        ("index.slogan", "home.intro", _slogan),
        ("index.post_meta.date", "meta.date", switch),
        ("index.post_meta.category", "meta.category", switch),
        ("index.post_meta.tag", "meta.tags", switch),
        ("index.auto_excerpt", "", as_is),
        ("index.post_sticky", "", as_is),
        ("post.default_index_img", "cover.default", picture),
        ("post.meta.author.enable", "meta.author", switch),
        ("post.meta.wordcount.enable", "meta.words", switch),
        ("post.meta.min2read", "", as_is),
        ("post.meta.min2read.enable", "meta.minutes", switch),
        ("post.meta.views.enable", "meta.views", switch),
        ("post.meta.views", "analytics", busuanzi),
        ("post.updated.enable", "meta.updated", switch),
        ("post.toc.enable", "toc.enable", switch),
        ("post.toc.headingSelector", "toc.depth", unless("h1,h2,h3,h4,h5,h6", depth)),
        ("post.copyright", "license", licence),
        ("post.category_bar", "", as_is),
        ("post.comments", "", as_is),
        ("post.prev_next.enable", "prev_next", switch),
        ("post.image_caption.enable", "image.caption", switch),
        ("post.image_zoom.enable", "image.zoom", switch),
        ("code.copy_btn", "code.copy", switch),
        ("code.language.enable", "code.label", switch),
        ("code.highlight.line_number", "code.line_numbers", only(False, False)),
        ("dark_mode", "scheme", dark_mode),
        ("color.post_link_color", "accent", unless("#0366d6", colour)),
        ("font.font_size", "tokens.size", unless("16px", size)),
        ("font.font_family", "tokens.sans", text),
        ("search.enable", "search.enable", switch),
        ("lazyload.enable", "image.lazy", only(False, False)),
        ("footer.content", "footer.text", unless("Hexo Fluid", text)),
        ("footer.beian", "footer.beian", beian("icp_text", "police_text", "police_code")),
        ("footer.statistics", "analytics", busuanzi),
        ("web_analytics", "analytics", _analytics),
        ("links.items", "links", _links),
        ("about.avatar", "about.avatar", picture),
        ("about.intro", "about.intro", unless("An elegant theme for Hexo", text)),
        ("about.icons", "about.links", _icons),
        ("custom_css", "custom_css", texts),
        ("custom_js", "custom_js", texts),
        ("custom_head", "inject.head+", texts),
        ("custom_html", "inject.body_end+", texts),
    ),
    quiet=(
        "about", "apple_touch_icon", "archive", "banner", "canonical", "category", "code",
        "color", "dark_mode", "fun_features.progressbar", "highlight", "index.banner_mask_alpha",
        "index.post_url_target", "lazyload", "links", "navbar", "open_graph", "page",
        "page404.banner_img", "page404.banner_img_height", "page404.banner_mask_alpha",
        "page404.enable", "post.banner_img", "post.banner_img_height", "post.banner_mask_alpha",
        "post.footnote", "post.image_caption", "post.image_zoom", "post.math", "post.mermaid",
        "post.meta.author", "post.meta.date", "post.meta.wordcount", "post.prev_next",
        "post.toc", "post.updated", "scroll_top_arrow", "search", "tab_title_separator", "tag",
        "version", "font.letter_spacing", "font.code_font_size",
    ),
)  # fmt: skip
