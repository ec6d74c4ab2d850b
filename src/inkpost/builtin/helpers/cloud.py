"""The helper that shows tags in sizes and colours by their number of posts."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from inkpost.builtin.helpers.args import (
    Options,
    field,
    html,
    link,
    list_and_options,
    text_of,
    transformed,
)
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.collection import Collection
from inkpost.hexo.helpers_color import Color, parse_color
from inkpost.hexo.helpers_markup import round_half_up, rounded
from inkpost.hexo.jstext import to_text
from inkpost.model import Json


def tagcloud(
    ctx: HelperContext, tags: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """The site's tags, or those given, as a cloud. Options as Hexo's.

    Raises: ValueError where `color` lacks a start or an end. Source: hexo 8.1 helper/tagcloud.
    """
    items, chosen = list_and_options(tags, options, keywords, lambda: field(ctx.site, "tags"))
    if not items.length:
        return Markup()
    colors = _colors(chosen)
    items = _ordered(items, chosen)
    if chosen.get("amount"):
        items = items.limit(int(chosen["amount"]))
    sizes = sorted({field(tag, "length", 0) for tag in items})
    steps = len(sizes) - 1
    links = []
    for tag in items:
        ratio = sizes.index(field(tag, "length", 0)) / steps if steps else 0
        links.append(_tag_link(ctx, tag, ratio, chosen, colors))
    return html((text_of(chosen.get("separator")) or " ").join(links))


def _colors(options: Options) -> tuple[Color, Color] | None:
    if not options.get("color"):
        return None
    for name in ("start_color", "end_color"):
        if not options.get(name):
            raise ValueError(f'"{name}" is needed where "color" is on')
    return parse_color(text_of(options["start_color"])), parse_color(text_of(options["end_color"]))


def _ordered(items: Collection[Any], options: Options) -> Collection[Any]:
    orderby = text_of(options.get("orderby")) or "name"
    if orderby in ("random", "rand"):
        return items.random()
    return items.sort(orderby, options.get("order") or 1)


def _tag_link(
    ctx: HelperContext, tag: Any, ratio: float, options: Options, colors: tuple[Color, Color] | None
) -> str:
    low, high = options.get("min_font") or 10, options.get("max_font") or 20
    unit = text_of(options.get("unit")) or "px"
    style = f"font-size: {rounded(low + (high - low) * ratio, 2)}{unit};"
    if colors:
        style += f" color: {colors[0].mix(colors[1], ratio)}"
    name = text_of(options.get("class"))
    level = round_half_up(ratio * (options.get("level") or 10))
    kind = f' class="{name}-{level}"' if name else ""
    count = ""
    if options.get("show_count"):
        count_class = text_of(options.get("count_class")) or "count"
        count = f'<span class="{count_class}">{to_text(field(tag, "length"))}</span>'
    label = transformed(options, field(tag, "name"))
    return f'<a href="{link(ctx, field(tag, "path"))}" style="{style}"{kind}>{label}{count}</a>'


def register(ext: Extensions) -> None:
    """Register the helper under both of its names."""
    ext.helper("tagcloud")(tagcloud)
    ext.helper("tag_cloud")(tagcloud)
