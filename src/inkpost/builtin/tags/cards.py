"""Links as cards, and days in a row: `flink`, `linkgrid`, `lg`, `galleryGroup`, `timeline`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from inkpost.builtin.tags.media import media_url
from inkpost.builtin.tags.words import attribute
from inkpost.contexts import TagContext
from inkpost.errors import TagError
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall
from inkpost.hexo.urls import url_for
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json

_DAY = re.compile(r"<!--\s*timeline(?:[ \t]+([^\n]*?))?\s*-->\n?([\s\S]*?)<!--\s*endtimeline\s*-->")


def flink(call: TagCall, ctx: TagContext) -> str:
    """Groups of links as cards, written in YAML as in `_data/link.yml`.

    Raises: TagError where the body is no list, or no YAML.
    Source: hexo-theme-butterfly 5.7.0 tag/flink.
    """
    line = call.span.line + 1
    found = load_yaml(call.body or "", path=call.span.path, first_line=line, error=TagError).value
    entries = found if isinstance(found, list) else ()
    groups = [each for each in entries if isinstance(each, Mapping)]
    if not groups:
        raise TagError(
            "flink holds no list of links",
            span=call.span,
            hint='write entries of "class_name" and "link_list", as in _data/link.yml',
        )
    if not any("link_list" in group for group in groups):
        groups = [{"link_list": groups}]
    return "".join(_group(group, ctx) for group in groups)


def _group(group: Mapping[str, Json], ctx: TagContext) -> str:
    name, about = _text(group, "class_name"), _text(group, "class_desc")
    links = group.get("link_list")
    cards = (
        _card(_text(link, "name"), _text(link, "link"), _text(link, "descr"),
              _text(link, "avatar"), ctx)
        for link in (links if isinstance(links, list) else ())
        if isinstance(link, Mapping)
    )  # fmt: skip
    head = f'<p class="friends-title"><strong>{attribute(name)}</strong></p>' if name else ""
    return f"{head}{f'<p>{attribute(about)}</p>' if about else ''}{_cards(cards)}"


def link_grid(call: TagCall, ctx: TagContext) -> str:
    """Links as cards, one a line: `name | address | words | picture`.

    Arguments: a picture for those without, what stands between, how a comment begins.
    Source: hexo-theme-next 8.29.0 tags/link-grid.
    """
    image, between, comment = (*call.args, *("", "|", "%")[len(call.args) :])[:3]
    cards = []
    for line in (call.body or "").splitlines():
        if not line.strip() or line.strip().startswith(comment):
            continue
        name, url, about, own = (*(part.strip() for part in line.split(between)), "", "", "")[:4]
        cards.append(_card(name, url, about, own or image, ctx))
    return _cards(cards)


def _cards(cards: Iterable[str]) -> str:
    return f'<ul class="friends">{"".join(f"<li>{card}</li>" for card in cards)}</ul>'


def _card(name: str, url: str, about: str, image: str, ctx: TagContext) -> str:
    shown = (
        f'<img class="friend-face" src="{attribute(media_url(ctx, image))}" alt="" width="56"'
        ' height="56" loading="lazy">'
        if image
        else f'<span class="friend-letter" aria-hidden="true">{attribute(name[:1] or "?")}</span>'
    )
    words = f"<span>{attribute(about)}</span>" if about else ""
    return (
        f'<a class="friend" href="{attribute(url_for(ctx.urls, url))}">{shown}'
        f'<span class="friend-text"><strong>{attribute(name or url)}</strong>{words}</span></a>'
    )


def _text(values: Mapping[str, Json], name: str) -> str:
    value = values.get(name)
    return "" if value is None else str(value)


def gallery_group(call: TagCall, ctx: TagContext) -> str:
    """A picture that leads to a gallery: `name words address picture`.

    Source: hexo-theme-butterfly 5.7.0 tag/gallery.
    """
    name, about, url, image = (*(part.strip() for part in call.args), "", "", "", "")[:4]
    words = f"<br>{attribute(about)}" if about else ""
    return (
        f'<figure class="gallery-group"><a href="{attribute(url_for(ctx.urls, url))}">'
        f'<img src="{attribute(media_url(ctx, image))}" alt="{attribute(name)}"></a>'
        f"<figcaption><strong>{attribute(name)}</strong>{words}</figcaption></figure>"
    )


def timeline(call: TagCall, ctx: TagContext) -> str:
    """Days one below the other: `headline, colour`; the colour is the theme's to say.

    Raises: TagError where there is no day.
    Source: hexo-theme-butterfly 5.7.0 tag/timeline.
    """
    days = _DAY.findall(call.body or "")
    if not days:
        raise TagError(
            "timeline holds no day",
            span=call.span,
            hint="write each day between <!-- timeline DAY --> and <!-- endtimeline -->",
        )
    headline = call.raw_args.partition(",")[0].strip().strip("\"'")
    head = f'<p class="timeline-head">{ctx.render_inline(headline)}</p>' if headline else ""
    items = "".join(
        f'<li><p class="timeline-day">{ctx.render_inline(day.strip())}</p>'
        f"{ctx.render_markdown(body)}</li>"
        for day, body in days
    )
    return f'{head}<ol class="timeline">{items}</ol>'


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("flink", ends=True, body="text")(flink)
    ext.tag("linkgrid", "lg", ends=True, body="text")(link_grid)
    ext.tag("galleryGroup")(gallery_group)
    ext.tag("timeline", ends=True)(timeline)
