"""Pictures, frames, film and sound: `img`, `image`, `iframe`, `video`, `audio`, `fullimage`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inkpost.builtin.tags.links import ADDRESS
from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import html_tag
from inkpost.hexo.tagsyntax import TagCall
from inkpost.hexo.urls import url_for
from inkpost.model import Json

_DIGITS = re.compile(r"[0-9]*")


def image(call: TagCall, ctx: TagContext) -> str:
    """A picture: classes, address, width, height, title, text. Source: hexo 8.1 tag/img."""
    args = list(call.args)
    at = next(
        (i for i, arg in enumerate(args) if ADDRESS.search(arg) or arg.startswith("/")), len(args)
    )
    url = url_for(ctx.urls, args[at]) if at < len(args) else None
    return image_element(args[:at], url, args[at + 1 :])


def image_element(classes: Sequence[str], url: str | None, rest: Sequence[str]) -> str:
    """The element of a picture. rest: width, height, then title and text, as Hexo reads them."""
    words = list(rest)
    sizes: list[str] = []
    while words and len(sizes) < 2 and _DIGITS.fullmatch(words[0]):
        sizes.append(words.pop(0))
    width, height = (*sizes, None, None)[:2]
    title, text = _title_and_text(" ".join(words)) if rest else (None, None)
    attributes: dict[str, Json] = {
        "src": url,
        "class": " ".join(classes),
        "width": width,
        "height": height,
        "title": title,
        "alt": text,
    }
    return html_tag("img", attributes)


def _title_and_text(meta: str) -> tuple[str | None, str | None]:
    # The quotes are gone by now, so that all words are the title unless one holds a quote;
    # hexo.md §4, 12.
    first = '"' if meta.startswith('"') else "'"
    last = '"' if meta.endswith('"') else "'"
    pattern = f"{first}?([^{first}]+)?{first}?\\s*{last}?([^{last}]+)?{last}?"
    match = re.search(pattern, meta)
    return (match[1], match[2]) if match else (None, None)


def iframe(call: TagCall, _ctx: TagContext) -> str:
    """A frame: address, width, height. Source: hexo 8.1 tag/iframe."""
    url, width, height = (*call.args, None, None, None)[:3]
    attributes: dict[str, Json] = {
        "src": url,
        "width": width if width and width != "default" else "100%",
        "height": height if height and height != "default" else "300",
        "frameborder": "0",
        "loading": "lazy",
        "allowfullscreen": True,
    }
    return html_tag("iframe", attributes, "")


def media_url(ctx: TagContext, name: str) -> str:
    """The URL of a file of the post, of the site or of another site."""
    return ctx.asset(name) or url_for(ctx.urls, name)


def player(call: TagCall, ctx: TagContext) -> str:
    """A film or a sound with its controls; nothing is fetched before it is played."""
    if not call.args:
        ctx.warn("tag", f"{call.name} names no file", span=call.span)
        return ""
    url = media_url(ctx, call.args[0])
    title = " ".join(call.args[1:]) or None
    attributes: dict[str, Json] = {
        "class": f"media-{call.name}",
        "controls": True,
        "preload": "none",
        "src": url,
        "title": title,
    }
    fallback = html_tag("a", {"href": url}, title or call.args[0])
    return html_tag(call.name, attributes, fallback, escape=False)


def full_image(call: TagCall, ctx: TagContext) -> str:
    """A picture wider than the text: address, text, title."""
    parts = [part.strip().strip("\"'") for part in call.raw_args.split(",")]
    if len(parts) == 1:
        parts = list(call.args)
    url, text, title = (*parts, "", "", "")[:3]
    if not url:
        ctx.warn("tag", f"{call.name} names no picture", span=call.span)
        return ""
    attributes = {"src": media_url(ctx, url), "class": "wide", "alt": text, "title": title or None}
    return html_tag("img", attributes)


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("img", "image")(image)
    ext.tag("iframe")(iframe)
    ext.tag("video")(player)
    ext.tag("audio")(player)
    ext.tag("fullimage", "fi", "full-image")(full_image)
