"""HTML made fit to be read away from its page: every URL absolute."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from inkpost.hexo.html import StartTag, map_start_tags

_ATTRIBUTES = ("href", "src", "poster", "cite", "data", "action", "data-src", "data-original")
# Elements of SVG refer to parts of their own picture, so they are left alone.
_ELEMENTS = frozenset(
    ("a", "area", "audio", "blockquote", "del", "embed", "form", "iframe", "img", "input", "ins",
     "link", "object", "q", "script", "source", "track", "video")
)  # fmt: skip
_CANDIDATE = re.compile(r"[^\s,]\S*(?:\s+[0-9.]+[wxh])?")


def absolute_urls(html: str, base: str) -> str:
    """HTML whose URLs are absolute. base: the URL of the page that it stands on."""

    def edit(tag: StartTag) -> str:
        for name in _ATTRIBUTES:
            value = tag.get(name)
            if value:
                tag = tag.with_attribute(name, absolute_url(value, base))
        srcset = tag.get("srcset")
        if srcset:
            tag = tag.with_attribute("srcset", _absolute_set(srcset, base))
        return tag.source

    return map_start_tags(html, _ELEMENTS, edit)


def absolute_url(url: str, base: str) -> str:
    """A URL as it is meant on the page at `base`."""
    try:
        return urljoin(base, url.strip())
    except ValueError:  # no URL at all, as "http://[x"
        return url


def _absolute_set(srcset: str, base: str) -> str:
    candidates = []
    for match in _CANDIDATE.finditer(srcset):
        url, _, size = match[0].rstrip(",").partition(" ")
        candidates.append(f"{absolute_url(url, base)} {size.strip()}".rstrip())
    return ", ".join(candidates)
