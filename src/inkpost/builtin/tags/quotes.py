"""Quotations: `blockquote`, `quote`, `pullquote`, `centerquote`, `cq`."""

from __future__ import annotations

import re

from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.strings import titlecase
from inkpost.hexo.tagsyntax import TagCall

_LINK_AND_TITLE = re.compile(r"(\S.*)\s+(https?://\S+)\s+(.+)", re.IGNORECASE)
_LINK = re.compile(r"(\S.*)\s+(https?://\S+)", re.IGNORECASE)
_AUTHOR_AND_TITLE = re.compile(r"([^,]+),\s*([^,]+)")
_BARE = re.compile(r"^https?://|/(?:index\.html?)?$")


def blockquote(call: TagCall, ctx: TagContext) -> str:
    """A quotation with its author, source and title. Source: hexo 8.1 tag/blockquote."""
    footer = _footer(" ".join(call.args), title_case=bool(ctx.value("titlecase")))
    body = ctx.render_markdown(call.body or "")
    return f"<blockquote>{body}{f'<footer>{footer}</footer>' if footer else ''}</blockquote>"


def pullquote(call: TagCall, ctx: TagContext) -> str:
    """A quotation set apart, with the classes that are given. Source: hexo 8.1 tag/pullquote."""
    names = " ".join(("pullquote", *call.args))
    return f'<blockquote class="{names}">{ctx.render_markdown(call.body or "")}</blockquote>'


def centerquote(call: TagCall, ctx: TagContext) -> str:
    """A quotation in the middle of the column."""
    return f'<blockquote class="centerquote">{ctx.render_markdown(call.body or "")}</blockquote>'


def _footer(text: str, *, title_case: bool) -> str:
    author, source, title = text, "", ""
    if match := _LINK_AND_TITLE.search(text):
        author, source, title = match.groups()
    elif match := _LINK.search(text):
        author, source = match.groups()
    elif match := _AUTHOR_AND_TITLE.search(text):
        author, title = match.groups()
    title = titlecase(title) if title_case and title else title
    footer = f"<strong>{author}</strong>" if author else ""
    if source:
        return f'{footer}<cite><a href="{source}">{title or _BARE.sub("", source)}</a></cite>'
    return f"{footer}<cite>{title}</cite>" if title else footer


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("blockquote", "quote", ends=True)(blockquote)
    ext.tag("pullquote", ends=True)(pullquote)
    ext.tag("centerquote", "cq", ends=True)(centerquote)
