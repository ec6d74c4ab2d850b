"""Helpers that write one element: style sheets, scripts, links, pictures, feeds, forms."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from markupsafe import Markup

from inkpost.builtin.filters import generator_name
from inkpost.builtin.helpers.args import (
    given,
    html,
    is_missing,
    link,
    list_values,
    options_of,
    text_of,
)
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import html_tag, joined
from inkpost.hexo.jstext import to_text
from inkpost.model import Json

_WEB_ADDRESS = re.compile(r"^https?://|/$")


def css(ctx: HelperContext, *items: Json, **attributes: Json) -> Markup:
    """Links to style sheets, from paths, lists of paths and maps of attributes.

    Source: hexo 8.1 helper/css.
    """
    return html(_sheets(ctx, [*items, attributes] if attributes else items, ".css"))


def js(ctx: HelperContext, *items: Json, **attributes: Json) -> Markup:
    """Scripts, from paths, lists of paths and maps of attributes.

    Source: hexo 8.1 helper/js.
    """
    return html(_sheets(ctx, [*items, attributes] if attributes else items, ".js"))


def link_to(
    ctx: HelperContext, path: Json, text: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """A link. text: the path without its scheme where it is missing; options: attributes,
    `external`, or true for a link that opens in a new window.

    Source: hexo 8.1 helper/link_to.
    """
    chosen: Mapping[str, Json] = {"external": options} if isinstance(options, bool) else {}
    chosen = {**chosen, **options_of(options, keywords)}
    label = text_of(text) or _WEB_ADDRESS.sub("", text_of(path))
    attributes: dict[str, Json] = {"href": link(ctx, path), "title": label, **chosen}
    if attributes.get("external"):
        attributes.update(target="_blank", rel="noopener", external=None)
    return html(html_tag("a", _with_classes(attributes), label))


def mail_to(
    _ctx: HelperContext, address: Json, text: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """A link to one or more mail addresses. options: attributes, subject, cc, bcc, body.

    Source: hexo 8.1 helper/mail_to.
    """
    to = to_text(joined(given(address, ""), ","))
    label = text_of(text) or to
    attributes: dict[str, Json] = {"href": f"mailto:{to}", "title": label}
    attributes |= options_of(options, keywords)
    fields: dict[str, str] = {}
    for name in ("subject", "cc", "bcc", "body"):
        value = attributes.get(name)
        if not is_missing(value) and value != "":
            fields[name] = to_text(joined(value, ","))
            attributes[name] = None
    if fields:
        # URLSearchParams leaves "*" and escapes "~", Python the other way round.
        attributes["href"] += "?" + urlencode(fields, safe="*").replace("~", "%7E")
    return html(html_tag("a", _with_classes(attributes), label))


def image_tag(ctx: HelperContext, path: Json, options: Json = None, **keywords: Json) -> Markup:
    """A picture. options: its attributes.

    Source: hexo 8.1 helper/image_tag.
    """
    attributes = {"src": link(ctx, path), **options_of(options, keywords)}
    return html(html_tag("img", _with_classes(attributes)))


def favicon_tag(ctx: HelperContext, path: Json = None) -> Markup:
    """The link to the site's icon.

    Source: hexo 8.1 helper/favicon_tag.
    """
    return html(f'<link rel="shortcut icon" href="{link(ctx, path)}">')


def feed_tag(
    ctx: HelperContext, path: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """Links to feeds: of the path, else of those in the configuration. options: title, type.

    Source: hexo 8.1 helper/feed_tag.
    """
    chosen = options_of(options, keywords)
    # Hexo 8.1: the title is not escaped; hexo.md §4, 47.
    title = text_of(chosen.get("title")) or text_of(ctx.value("title"))
    if not is_missing(path) and path != "":
        kind = text_of(chosen.get("type")).removesuffix("2")
        if not kind:
            name = text_of(path)
            kind = "atom" if "atom" in name else "rss" if "rss" in name else ""
        return html(_feed_link(ctx, path, title, kind))
    kinds, paths = ctx.value("feed.type"), ctx.value("feed.path")
    if not kinds or not paths:
        return Markup()
    pairs = zip(list_values(kinds), list_values(paths), strict=False)
    return html("".join(_feed_link(ctx, each, title, text_of(kind)) for kind, each in pairs))


def search_form(ctx: HelperContext, options: Json = None, **keywords: Json) -> Markup:
    """A form that searches the site with a search engine. options: class, text, button.

    Source: hexo 8.1 helper/search_form.
    """
    chosen = options_of(options, keywords)
    name = text_of(chosen.get("class")) or "search-form"
    text = text_of(chosen.get("text", "Search"))
    button = chosen.get("button")
    label = button if isinstance(button, str) else text
    hint = f' placeholder="{text}"' if text else ""
    submit = f'<button type="submit" class="{name}-submit">{label}</button>' if button else ""
    return html(
        f'<form action="//google.com/search" method="get" accept-charset="UTF-8" class="{name}">'
        f'<input type="search" name="q" class="{name}-input"{hint}>{submit}'
        f'<input type="hidden" name="sitesearch" value="{text_of(ctx.value("url"))}"></form>'
    )


def meta_generator(ctx: HelperContext) -> Markup:
    """The element that names the generator.

    Source: hexo 8.1 helper/meta_generator.
    """
    return html(f'<meta name="generator" content="{generator_name(ctx)}">')


def _sheets(ctx: HelperContext, items: Json, ending: str) -> str:
    lines = []
    for item in _flat(items):
        if isinstance(item, Mapping):
            lines.append(_sheet_of_map(ctx, options_of(item, {}), ending))
            continue
        path = text_of(item)
        url = link(ctx, path if path.endswith(ending) else path + ending)
        lines.append(
            f'<link rel="stylesheet" href="{url}">'
            if ending == ".css"
            else f'<script src="{url}"></script>'
        )
    return "\n" + "".join(line + "\n" for line in lines)


def _sheet_of_map(ctx: HelperContext, given_attributes: dict[str, Json], ending: str) -> str:
    is_style = ending == ".css"
    attributes = {"rel": "stylesheet", **given_attributes} if is_style else given_attributes
    name = "href" if is_style else "src"
    url = link(ctx, attributes.get(name))
    attributes[name] = url if url.endswith(ending) else url + ending
    return html_tag("link", attributes) if is_style else html_tag("script", attributes, "")


def _flat(items: Json) -> Iterator[Json]:
    for item in items:
        if isinstance(item, list | tuple):
            yield from _flat(item)
        else:
            yield item


def _with_classes(attributes: dict[str, Json]) -> dict[str, Json]:
    if attributes.get("class"):
        attributes["class"] = joined(attributes["class"])
    return attributes


def _feed_link(ctx: HelperContext, path: Json, title: str, kind: str) -> str:
    kind_attribute = f'type="application/{kind.removesuffix("2")}+xml"' if kind else ""
    return f'<link rel="alternate" href="{link(ctx, path)}" title="{title}" {kind_attribute}>'


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    for helper in (
        css,
        js,
        link_to,
        mail_to,
        image_tag,
        favicon_tag,
        feed_tag,
        search_form,
        meta_generator,
    ):
        ext.helper(helper.__name__)(helper)
