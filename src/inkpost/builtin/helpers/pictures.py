"""The helper that completes the pictures of a page's content as the theme wants them."""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from inkpost.content.pictures import PictureRules, Size, dress_pictures
from inkpost.extend import Extensions, HelperContext
from inkpost.model import Json


def with_pictures(ctx: HelperContext, content: Json) -> Markup:
    """The content with sizes, captions and links on its pictures, as `image:` of the theme says."""
    html = str(content or "")
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


def _unknown_size(_url: str) -> Size | None:
    return None


def register(ext: Extensions) -> None:
    """Register the helper."""
    ext.helper("with_pictures")(with_pictures)
