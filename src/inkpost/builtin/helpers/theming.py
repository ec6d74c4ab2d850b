"""Helpers of our themes: content as they show it, and the age of a post."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from markupsafe import Markup

from inkpost.content.pictures import (
    PictureRules,
    Size,
    dress_pictures,
    frame_tables,
    name_callouts,
)
from inkpost.extend import Extensions, HelperContext
from inkpost.model import Json


def dressed(ctx: HelperContext, content: Json) -> Markup:
    """The content as our themes show it: wide tables scroll; pictures as `image:` says."""
    html = frame_tables(str(content or ""))
    html = name_callouts(html, lambda kind: ctx.translate(f"callout.{kind}"))
    if "<img" not in html:
        return Markup(html)  # noqa: S704 - rendered content
    chosen = ctx.theme.get("image") if isinstance(ctx.theme, Mapping) else None
    wishes = chosen if isinstance(chosen, Mapping) else {}
    size_of = getattr(ctx, "picture_size", _unknown_size)
    rules = PictureRules(
        size_of=size_of,
        caption=wishes.get("caption") is not False,
        lazy=wishes.get("lazy") is not False,
        sizes=wishes.get("sizes") is not False,
        zoom=wishes.get("zoom") is not False,
        zoom_label=ctx.translate("image.zoom"),
    )
    return Markup(dress_pictures(html, rules))  # noqa: S704 - rendered content


def days_since(ctx: HelperContext, value: Json) -> int:
    """Whole days from a date until the build; 0 where it is no date."""
    return (ctx.now - value).days if isinstance(value, datetime) else 0


def _unknown_size(_url: str) -> Size | None:
    return None


def register(ext: Extensions) -> None:
    """Register the helpers."""
    ext.helper("dressed")(dressed)
    ext.helper("days_since")(days_since)
