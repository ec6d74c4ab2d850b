"""Ids of headings: the ones that Hexo gives, so that published anchors stay; unique on a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from markdown_it.token import Token

from inkpost.hexo.marked_inline import LexerState, MarkedInline
from inkpost.hexo.markup import escape_html
from inkpost.hexo.slug import heading_slug

_MARKUP = re.compile(r"[\\`*_~\[<&\"']|--|\.\.\.|://|www\.|@| {2,}$")


class HeadingIds:
    """Gives the ids of one document's headings.

    used: ids of the page and how often each was wanted; it is added to. case: 0 as written,
    1 lower, 2 upper case. alias: a heading that begins with a link to an anchor takes the
    anchor's name.
    """

    def __init__(
        self,
        inline: MarkedInline,
        used: dict[str, int],
        *,
        references: Mapping[str, Any],
        case: int = 0,
        unique: bool = True,
        alias: bool = False,
    ) -> None:
        self.inline, self.used, self.alias = inline, used, alias
        self.references, self.case, self.unique = references, case, unique

    def __call__(self, token: Token) -> str:
        """The id of the heading whose content is this inline token."""
        first = token.children[0] if self.alias and token.children else None
        target = str(first.attrs.get("href", "")) if first else ""
        if target.startswith("#"):
            slug = heading_slug(target[1:], case=self.case)
        else:
            slug = source_slug(token.content, self.inline, self.references, self.case)
        return unique_id(slug, self.used) if self.unique else counted_id(slug, self.used)


def source_slug(source: str, inline: MarkedInline, references: Mapping[str, Any], case: int) -> str:
    """The id that stock Hexo makes of a heading's source; may be empty."""
    if not _MARKUP.search(source):
        return heading_slug(escape_html(source), case=case)
    state = LexerState(references=references)
    return heading_slug("".join(map(_html, inline.read(source, state))), case=case)


def _html(token: Token) -> str:
    if token.type in ("marked_text", "html_inline"):
        return token.content
    return escape(token.content) if token.type == "code_inline" else ""


def unique_id(slug: str, used: dict[str, int]) -> str:
    """An id that is not in used yet: the slug, or the slug with the next free number."""
    slug = slug or "section"
    count = used.get(slug, 0)
    while count and f"{slug}-{count}" in used:
        count += 1
    used[slug] = count + 1
    if not count:
        return slug
    used[f"{slug}-{count}"] = 1
    return f"{slug}-{count}"


def counted_id(slug: str, used: dict[str, int]) -> str:
    """The id as Hexo counts: a number after every repetition, which may meet another id."""
    count = used.get(slug, 0)
    used[slug] = count + 1
    return f"{slug}-{count}" if count else slug
