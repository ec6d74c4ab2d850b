"""hexo-abbrlink 2: a post's URL from a short number made of its title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from inkpost.contexts import FilterContext
from inkpost.errors import Span
from inkpost.extend import Extensions
from inkpost.model import Json, Page, Post


def crc16(text: str) -> int:
    """The CRC-16 (polynomial 0x8005, reflected, from 0) of a text in UTF-8."""
    crc = 0
    for byte in text.encode("utf-8"):
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ 0xA001 if crc & 1 else crc >> 1
    return crc


def number_posts(documents: Sequence[Post | Page], ctx: FilterContext) -> list[Post | Page]:
    """Documents of which every post has an `abbrlink`; those without get the next free one.

    Other than the original this writes nothing into the sources, and says so.
    """
    taken: set[Json] = set()
    out: list[Post | Page] = []
    for document in documents:
        if not isinstance(document, Post) or not _wants_number(document, ctx):
            out.append(document)
            continue
        own = document.meta.get("abbrlink")
        if not own or ctx.value("abbrlink.force"):
            own = _number(document.title, ctx, taken)
            document = replace(document, meta={**document.meta, "abbrlink": own})
            ctx.warn(
                "abbrlink",
                f"the post has no abbrlink; its title gives {own}",
                span=Span(path=document.file),
                hint=f'write "abbrlink: {own}" in its front matter to keep its URL',
            )
        taken.add(own)
        out.append(document)
    return out


def _wants_number(post: Post, ctx: FilterContext) -> bool:
    if post.layout != "post":
        return False
    shows_drafts = ctx.value("abbrlink.drafts") or ctx.value("render_drafts")
    return bool(shows_drafts) or not post.source.startswith("_drafts/")


def _number(title: str, ctx: FilterContext, taken: set[Json]) -> Json:
    is_long = ctx.value("abbrlink.alg") == "crc32"
    number = crc32(title.encode("utf-8")) if is_long else crc16(title)
    as_hex = ctx.value("abbrlink.rep") == "hex"
    while (f"{number:x}" if as_hex else number) in taken:
        number += 1
    return f"{number:x}" if as_hex else number


def register(ext: Extensions) -> None:
    """Register the filter."""
    ext.filter("before_index")(number_posts)
