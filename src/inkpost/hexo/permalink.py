"""Permalinks: patterns with `:name` segments, the paths of posts and pages, names of sources."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from posixpath import basename

from inkpost.hexo.jstext import number_text, to_text
from inkpost.hexo.slug import slugize
from inkpost.model import Json

_NAME = re.compile(r":(\w*[^_\W])", re.ASCII)
POST_NAMES = (
    "id", "title", "name", "post_title", "year", "month", "day", "hour", "minute", "second",
    "i_month", "i_day", "timestamp", "hash", "category",
)  # fmt: skip
"""What every post has a value for."""

# What `new_post_name` allows for each part of a date; every other name takes any text.
_DATE_SEGMENTS = {
    "year": "[0-9]{4}",
    "month": "[0-9]{2}",
    "day": "[0-9]{2}",
    "i_month": "[0-9]{1,2}",
    "i_day": "[0-9]{1,2}",
    "hash": "[0-9a-f]{12}",
}


@dataclass(frozen=True, slots=True)
class PermalinkInput:
    """What a post's path is made of.

    date: aware, in the zone for URLs. category_slug: of the last category, or None.
    id: the front matter's, else the post's identity. values: the other front matter and what
    the file name gave.
    """

    slug: str
    title: str
    date: datetime
    category_slug: str | None
    id: Json
    values: Mapping[str, Json]


def format_permalink(pattern: str, values: Mapping[str, Json]) -> str:
    """The pattern with each `:name` replaced; a name without a value becomes `undefined`.

    Source: hexo-util 4.0 Permalink.stringify.
    """
    return _NAME.sub(lambda match: _value_text(values, match[1]), pattern)


def parse_permalink(
    pattern: str, path: str, *, segments: Mapping[str, str] | None = None
) -> dict[str, str] | None:
    """What each `:name` of the pattern stands for in a path, or None when it does not match.

    segments: name -> regular expression without groups; without one a name takes the shortest
    text that fits. Source: hexo-util 4.0 Permalink.parse.
    """
    names, regex = _compile(pattern, tuple((segments or {}).items()))
    match = regex.match(path)
    return dict(zip(names, match.groups(), strict=True)) if match else None


def post_path(
    rule: str,
    post: PermalinkInput,
    *,
    defaults: Mapping[str, Json],
    own: str | None = None,
    asset_folder: bool = False,
    default_category: str = "uncategorized",
) -> str:
    """The URL path of a post, decoded; with a leading slash when the post names its own.

    rule: `permalink`; defaults: `permalink_defaults`; own: the front matter's `permalink`;
    asset_folder: the post's files lie below its path, so that it must be a folder or a page.
    Source: Hexo 8.1.2 filter post_permalink.
    """
    if own:
        # Hexo 8.1: values are not put into a post's own permalink; golden perm-override.
        path = own if own.startswith("/") else f"/{own}"
    else:
        category = default_category if post.category_slug is None else post.category_slug
        fixed = {**_date_values(post), "category": category}
        path = format_permalink(rule, {**defaults, **post.values, **fixed})
    if asset_folder and not path.endswith(("/", ".html")):
        path += "/"
    return path


def names_of(pattern: str) -> tuple[str, ...]:
    """Each `:name` of a pattern once, in order, without its colon."""
    return tuple(dict.fromkeys(_NAME.findall(pattern)))


def page_path(source: str, own: str | None, renderable: bool, output: str) -> str:
    """The URL path of a file outside the posts, decoded.

    source: below the source folder; own: the front matter's `permalink`; output: extension that
    the renderer makes. Source: Hexo 8.1.2 processor asset.
    """
    if not renderable:
        return source
    if not own:
        return f"{source.removesuffix(extension(source))}.{output}"
    path = f"{own}index" if own.endswith("/") else own
    return path if extension(path) else f"{path}.{output}"


def post_slug_from_source(source: str, new_post_name: str) -> tuple[str, dict[str, str]]:
    """A post's slug, and what its file name says by `new_post_name` (year, month, lang …).

    source: below the source folder or below `_posts/`. A name that does not fit the pattern
    gives its slugized path and no values. Source: Hexo 8.1.2 processor post.
    """
    for folder in ("_posts/", "_drafts/"):
        if source.startswith(folder):
            source = source.removeprefix(folder)
            break
    name = source.removesuffix(extension(source))
    pattern = new_post_name.removesuffix(extension(new_post_name))
    values = parse_permalink(pattern, name, segments=_DATE_SEGMENTS) if pattern else None
    if values is None:
        return slugize(name), {}
    return values.get("title", slugize(name)), values


def extension(path: str) -> str:
    """The extension of a path with its dot, or ""; a leading dot does not begin one.

    Source: Node's path.posix.extname.
    """
    name = basename(path.rstrip("/"))
    dot = name.rfind(".")
    return name[dot:] if dot > 0 and name != ".." else ""


def _value_text(values: Mapping[str, Json], name: str) -> str:
    return to_text(values[name]) if name in values else "undefined"


@cache
def _compile(
    pattern: str, segments: tuple[tuple[str, str], ...]
) -> tuple[tuple[str, ...], re.Pattern[str]]:
    known = dict(segments)
    parts = _NAME.split(pattern)
    # Odd parts are names, the others stand for themselves.
    names = tuple(parts[1::2])
    regex = "".join(
        f"({known.get(part, '.+?')})" if index % 2 else re.escape(part)
        for index, part in enumerate(parts)
    )
    return names, re.compile(f"^{regex}\\Z")


def _date_values(post: PermalinkInput) -> dict[str, Json]:
    date, seconds = post.date, math.floor(post.date.timestamp())
    digest = hashlib.sha1(f"{post.slug}{seconds}".encode(), usedforsecurity=False).hexdigest()
    return {
        "id": post.id,
        "title": post.slug,
        "name": basename(post.slug),
        "post_title": slugize(post.title, case=1),
        "year": f"{date.year:04d}",
        "month": f"{date.month:02d}",
        "day": f"{date.day:02d}",
        "hour": f"{date.hour:02d}",
        "minute": f"{date.minute:02d}",
        "second": f"{date.second:02d}",
        "i_month": str(date.month),
        "i_day": str(date.day),
        "timestamp": number_text(seconds),
        "hash": digest[:12] if post.slug else None,
    }
