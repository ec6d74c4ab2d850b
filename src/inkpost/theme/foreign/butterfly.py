"""Settings of Butterfly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from inkpost.model import Json
from inkpost.theme.foreign.comments import butterfly_service
from inkpost.theme.foreign.table import Table
from inkpost.theme.foreign.values import (
    baidu,
    colour,
    google,
    hero_height,
    length_in,
    licence,
    meta_tag,
    named_menu,
    number,
    only,
    picture,
    related,
    size,
    switch,
    text,
    texts,
    toc_number,
    unless,
)  # fmt: skip

_DEFAULT_LENGTH: Final = 500


def _since(value: Json) -> Json:
    if not isinstance(value, Mapping) or value.get("enable") is False:
        return None
    return number(value.get("since"))


def _subtitle(value: Json) -> Json:
    if not isinstance(value, Mapping) or not value.get("enable"):
        return None
    lines = texts(value.get("sub"))
    return lines[0] if lines else None


def _outdated(value: Json) -> Json:
    on = isinstance(value, Mapping) and value.get("enable")
    return length_in(0, 10000)(value.get("limit_day", 365)) if on else None


def _words(value: Json) -> Json:
    on = isinstance(value, Mapping) and value.get("enable")
    return switch(value.get("post_wordcount")) if on else None


def _minutes(value: Json) -> Json:
    on = isinstance(value, Mapping) and value.get("enable")
    return switch(value.get("min2read")) if on else None


def _accent(value: Json) -> Json:
    on = isinstance(value, Mapping) and value.get("enable")
    return unless("#49B1F5", colour)(value.get("main")) if on else None


def _umami(value: Json) -> Json:
    if not isinstance(value, Mapping) or not value.get("enable") or not value.get("website_id"):
        return None
    chosen = {"website_id": value["website_id"]}
    host = text(value.get("serverURL"))
    if host:
        script = str(value.get("script_name") or "script.js")
        chosen["src"] = host if host.endswith(".js") else f"{host.rstrip('/')}/{script}"
    return {"type": "umami", "umami": chosen}


def _social(value: Json) -> Json:
    """`icon: url || title || colour` as links."""
    if not isinstance(value, Mapping):
        return None
    links = []
    for icon, given in value.items():
        url, _, rest = (part.strip() for part in str(given).partition("||"))
        name = rest.partition("||")[0].strip() or str(icon).rpartition("fa-")[2].capitalize()
        if url:
            links.append({"name": name, "url": url})
    return links or None


def _verification(value: Json) -> Json:
    if not isinstance(value, list):
        return None
    made = [
        meta_tag(str(each.get("name")))(each.get("content"))
        for each in value
        if isinstance(each, Mapping) and each.get("name")
    ]
    return [each for each in made if each] or None


def _excerpt_length(value: Json) -> Json:
    """The length of an excerpt; Butterfly's own, which is far longer than ours, says nothing."""
    return None if value == _DEFAULT_LENGTH else length_in(20, 1000)(value)


def _icp(value: Json) -> Json:
    on = isinstance(value, Mapping) and value.get("enable")
    return text(value.get("text")) if on else None


BUTTERFLY: Final = Table(
    comments=butterfly_service,
    comment_key="comments.use",
    stock=frozenset(("/img/favicon.png", "/img/butterfly-icon.png", "/img/404.jpg")),
    rows=(
        ("menu", "menu", named_menu),
        ("social", "about.links", _social),
        ("favicon", "favicon", picture),
        ("avatar.img", "about.avatar", picture),
        ("aside.card_author.description", "about.intro", text),
        ("index_img", "home.hero", picture),
        ("index_top_img_height", "home.hero_height", hero_height),
        ("subtitle", "home.intro", _subtitle),
        ("cover.default_cover", "cover.default", picture),
        ("post_meta.page.categories", "meta.category", switch),
        ("post_meta.page.tags", "meta.tags", switch),
        ("post_meta.page.date_type", "meta.updated", only("both", True)),
        ("toc.post", "toc.enable", switch),
        ("toc.number", "toc.number", toc_number),
        ("toc.expand", "toc.expand", only(True, True)),
        ("index_post_content.length", "excerpt.length", _excerpt_length),
        ("post_copyright", "license", licence),
        ("related_post", "related", related),
        ("noticeOutdate", "notice.outdated", _outdated),
        ("footer.owner", "footer.since", _since),
        ("footer.custom_text", "footer.text", text),
        ("ICP", "footer.beian.icp", _icp),
        ("code_blocks.copy", "code.copy", switch),
        ("code_blocks.language", "code.label", switch),
        ("highlight_copy", "code.copy", switch),
        ("highlight_lang", "code.label", switch),
        ("wordcount", "meta.words", _words),
        ("wordcount", "meta.minutes", _minutes),
        ("photofigcaption", "image.caption", only(True, True)),
        ("darkmode.enable", "scheme", only(False, "light")),
        ("display_mode", "scheme", only("dark", "dark")),
        ("theme_color", "accent", _accent),
        ("font.global_font_size", "tokens.size", size),
        ("font.font_family", "tokens.sans", text),
        ("font.code_font_family", "tokens.mono", text),
        ("google_analytics", "analytics", google),
        ("baidu_analytics", "analytics", baidu),
        ("umami_analytics", "analytics", _umami),
        ("site_verification", "inject.head+", _verification),
        ("inject.head", "inject.head+", texts),
        ("inject.bottom", "inject.body_end+", texts),
    ),
    quiet=(
        "CDN", "Open_Graph_meta", "anchor", "archive_img", "aside", "avatar", "beautify",
        "category_img", "category_per_img", "code_blocks", "comments", "copy", "cover",
        "css_prefix", "darkmode", "default_top_img", "disable_top_img", "enter_transitions",
        "error_img", "font", "footer", "footer_img", "highlight_shrink", "highlight_theme",
        "highlight_height_limit", "hr_icon", "index_layout", "index_post_content", "lazyload",
        "lightbox", "fancybox", "medium_zoom", "mask", "math", "mathjax", "katex", "mermaid",
        "nav", "note", "post_meta", "post_pagination", "preloader", "readmode",
        "rightside_bottom", "rightside_config_animation", "rightside_item_order",
        "rightside_scroll_percent", "rounded_corners_ui", "search", "local_search", "share",
        "structured_data", "tag_img", "tag_per_img", "text_align_justify", "toc",
        "display_mode", "error_404", "translate.default", "translate.defaultEncoding",
    ),
)  # fmt: skip
