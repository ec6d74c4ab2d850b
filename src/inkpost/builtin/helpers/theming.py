"""Helpers of our themes: content as they show it, and the age of a post."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from markupsafe import Markup

from inkpost.builtin.helpers.args import field
from inkpost.content.drawings import mark_wide_runs
from inkpost.content.pictures import (
    PictureRules,
    dress_pictures,
    frame_tables,
    name_callouts,
)
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.model import Json

_LAYOUT: Final = "(min-width: 48rem) 44rem, calc(100vw - 2rem)"


def dressed(ctx: HelperContext, content: Json, *, ours: bool = False) -> Markup:
    """The content as our themes show it: wide tables scroll, drawings keep their columns, pictures
    are as `image:` says.

    With `dialect: hexo` pictures are left as Hexo prints them. ours: the HTML is the theme's, so
    that they are completed all the same.
    """
    html = mark_wide_runs(frame_tables(str(content or "")))
    html = name_callouts(html, lambda kind: ctx.translate(f"callout.{kind}"))
    if ctx.value("dialect") == "hexo" and not ours:
        return Markup(html)  # noqa: S704 - rendered content
    chosen = ctx.theme.get("image") if isinstance(ctx.theme, Mapping) else None
    wishes = chosen if isinstance(chosen, Mapping) else {}
    sizes = wishes.get("sizes") is not False and ctx.value("image.sizes") is not False
    rules = PictureRules(
        size_of=ctx.picture_size,
        forms_of=ctx.picture_forms,
        layout=_LAYOUT,
        caption=_switch(ctx, wishes, "caption"),
        lazy=_switch(ctx, wishes, "lazy"),
        sizes=sizes,
        zoom=_switch(ctx, wishes, "zoom"),
        zoom_label=ctx.translate("image.zoom"),
    )
    return Markup(dress_pictures(html, rules))  # noqa: S704 - rendered content


def days_since(ctx: HelperContext, value: Json) -> int:
    """Whole days from a date until the build; 0 where it is no date."""
    return (ctx.now - value).days if isinstance(value, datetime) else 0


def _switch(ctx: HelperContext, wishes: Mapping[str, Json], name: str) -> bool:
    """A switch of the page's own front matter, such as Fluid's `image_zoom`, else the theme's."""
    keys = {"caption": "image_caption", "zoom": "image_zoom", "lazy": "lazyload"}
    own = field(ctx.page, keys[name])
    own = own.get("enable") if isinstance(own, Mapping) else own
    return own if isinstance(own, bool) else wishes.get(name) is not False


def register(ext: Extensions) -> None:
    """Register the helpers."""
    ext.helper("dressed")(dressed)
    ext.helper("days_since")(days_since)
