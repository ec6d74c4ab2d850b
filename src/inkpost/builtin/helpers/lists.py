"""Helpers that list categories, tags, archives and posts."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from inkpost.builtin.helpers.args import (
    Options,
    field,
    html,
    link,
    list_and_options,
    options_of,
    text_of,
    transformed,
)
from inkpost.builtin.helpers.categories import list_categories
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.html import escape_html
from inkpost.hexo.jstext import to_text
from inkpost.model import Json


def list_tags(
    ctx: HelperContext, tags: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """The site's tags, or those given. Options as Hexo's. Source: hexo 8.1 helper/list_tags."""
    items, chosen = list_and_options(tags, options, keywords, lambda: field(ctx.site, "tags"))
    if not items.length:
        return Markup()
    items = items.sort(text_of(chosen.get("orderby")) or "name", chosen.get("order") or 1)
    if chosen.get("amount"):
        items = items.limit(int(chosen["amount"]))
    style = chosen.get("style", "list")
    classes = _tag_classes(chosen.get("class"), f"-{style}" if isinstance(style, str) else "")
    if style == "list":
        rows = (_tag_row(ctx, tag, chosen, classes) for tag in items)
        return html(f'<ul class="{classes["ul"]}" itemprop="keywords">{"".join(rows)}</ul>')
    separator = _separator(chosen)
    return html(separator.join(_flat_tag(ctx, tag, chosen, classes) for tag in items))


def list_archives(ctx: HelperContext, options: Json = None, **keywords: Json) -> Markup:
    """The months or years that have posts. Source: hexo 8.1 helper/list_archives."""
    chosen = options_of(options, keywords)
    posts = list(field(ctx.site, "posts").sort("date", chosen.get("order") or -1))
    if not posts:
        return Markup()
    monthly = (chosen.get("type") or "monthly") == "monthly"
    pattern = text_of(chosen.get("format")) or ("MMMM YYYY" if monthly else "YYYY")
    name = text_of(chosen.get("class")) or "archive"
    groups: list[tuple[tuple[int, int], str, int]] = []
    for post in posts:
        day = ctx.to_moment(field(post, "date"))
        if day is None:
            continue
        key = (day.year, day.month if monthly else 0)
        if groups and groups[-1][0] == key:
            groups[-1] = (key, groups[-1][1], groups[-1][2] + 1)
        else:
            groups.append((key, ctx.format_date(day, pattern), 1))
    rows = [
        (link(ctx, _archive_path(ctx, key)), transformed(chosen, label), count)
        for key, label, count in groups
    ]
    return html(_counted_list(rows, name, chosen))


def list_posts(
    ctx: HelperContext, posts: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """The newest posts of the site, or some of those given. Source: hexo 8.1 helper/list_posts."""
    items, chosen = list_and_options(posts, options, keywords, lambda: field(ctx.site, "posts"))
    name = text_of(chosen.get("class")) or "post"
    items = items.sort(text_of(chosen.get("orderby")) or "date", chosen.get("order") or -1)
    items = items.limit(int(chosen.get("amount") or 6))
    as_list = chosen.get("style", "list") == "list"
    kind = f"{name}-list-link" if as_list else f"{name}-link"
    links = []
    for post in items:
        label = transformed(chosen, text_of(field(post, "title")) or field(post, "slug"))
        links.append(f'<a class="{kind}" href="{link(ctx, field(post, "path"))}">{label}</a>')
    if not as_list:
        return html(_separator(chosen).join(links))
    rows = "".join(f'<li class="{name}-list-item">{each}</li>' for each in links)
    return html(f'<ul class="{name}-list">{rows}</ul>')


def _separator(options: Options) -> str:
    return text_of(options.get("separator", ", "))


def _shows_count(options: Options) -> bool:
    return bool(options.get("show_count", True))


def _counted_list(rows: list[tuple[str, str, int]], name: str, options: Options) -> str:
    counted = _shows_count(options)
    if options.get("style", "list") == "list":
        out = []
        for url, label, count in rows:
            number = f'<span class="{name}-list-count">{count}</span>' if counted else ""
            anchor = f'<a class="{name}-list-link" href="{url}">{label}</a>'
            out.append(f'<li class="{name}-list-item">{anchor}{number}</li>')
        return f'<ul class="{name}-list">{"".join(out)}</ul>'
    flat = []
    for url, label, count in rows:
        number = f'<span class="{name}-count">{count}</span>' if counted else ""
        flat.append(f'<a class="{name}-link" href="{url}">{label}{number}</a>')
    return _separator(options).join(flat)


def _archive_path(ctx: HelperContext, key: tuple[int, int]) -> str:
    year, month = key
    base = f"{text_of(ctx.value('archive_dir'))}/{year}/"
    return f"{base}{month:02d}/" if month else base


def _tag_classes(option: Json, style: str) -> dict[str, str]:
    """The class of each part; "has_label": whether labels stand in an element of their own."""
    name = option if isinstance(option, str) else "tag"
    base = f"{name}{style}"
    parts = {
        "ul": base,
        "li": f"{base}-item",
        "a": f"{base}-link",
        "label": f"{base}-label",
        "count": f"{base}-count",
    }
    own = options_of(option, {})
    return {part: text_of(own.get(part)) or default for part, default in parts.items()} | (
        {"has_label": "1"} if "label" in own else {}
    )


def _tag_row(ctx: HelperContext, tag: Any, options: Options, classes: dict[str, str]) -> str:
    # Hexo 8.1 escapes names in this style alone, and not what `transform` made of them.
    name = field(tag, "name")
    has_change = callable(options.get("transform"))
    label = transformed(options, name) if has_change else escape_html(to_text(name))
    count = f'<span class="{classes["count"]}">{field(tag, "length")}</span>'
    return (
        f'<li class="{classes["li"]}">'
        f'<a class="{classes["a"]}" href="{_tag_url(ctx, tag, options)}" rel="tag">{label}</a>'
        f"{count if _shows_count(options) else ''}</li>"
    )


def _flat_tag(ctx: HelperContext, tag: Any, options: Options, classes: dict[str, str]) -> str:
    label = transformed(options, field(tag, "name"))
    if "has_label" in classes:
        label = f'<span class="{classes["label"]}">{label}</span>'
    count = f'<span class="{classes["count"]}">{field(tag, "length")}</span>'
    return (
        f'<a class="{classes["a"]}" href="{_tag_url(ctx, tag, options)}" rel="tag">'
        f"{label}{count if _shows_count(options) else ''}</a>"
    )


def _tag_url(ctx: HelperContext, tag: Any, options: Options) -> str:
    return link(ctx, field(tag, "path")) + text_of(options.get("suffix"))


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    for helper in (list_categories, list_tags, list_archives, list_posts):
        ext.helper(helper.__name__)(helper)
