"""Series of posts: named in front matter, or told by numbered titles."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from inkpost.model import Post

_DIGITS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "零": 0}
_PLACE = {"上": 1, "中": 2, "下": 3}
_NUMBER = r"[0-9]{1,3}|[一二三四五六七八九十百零]{1,5}|[上中下]"
_BRACKETS = re.compile(rf"^(?P<name>.+?)\s*[（(]\s*(?P<number>{_NUMBER})\s*[）)](?P<tail>.*)$")
_PART = re.compile(
    r"^(?P<name>.+?)[\s,，:：·—–-]*\b(?:part|chapter|episode)\s+(?P<number>[0-9]{1,3})\b(?P<tail>.*)$",
    re.IGNORECASE,
)
_NTH = re.compile(
    rf"^(?P<name>.+?)[\s,，:：·—-]*第(?P<number>{_NUMBER})[部篇章回讲节课](?P<tail>.*)$"
)


@dataclass(frozen=True, slots=True)
class Series:
    """A series. post_ids: in the order of its numbers."""

    name: str
    post_ids: tuple[str, ...]


def find_series(posts: Iterable[Post], *, titles: bool = True) -> dict[str, Series]:
    """Post id -> its series, of two members or more.

    titles: look for `NAME（二）`, `NAME Part 2`, `NAME 第三讲` in titles; a post opts out with
    `series: false`, and `hide: true` keeps it out. Members are ordered by number, then by date.
    """
    groups: dict[str, list[tuple[float, Post]]] = {}
    for place, post in enumerate(sorted(posts, key=lambda post: (post.date, post.source))):
        told = _told(post) if titles else None
        given = post.meta.get("series")
        if given is False or post.meta.get("hide") is True:
            continue
        if given and not isinstance(given, dict | list | bool):
            number = post.meta.get("series_number", told[1] if told else 1000 + place)
            groups.setdefault(str(given), []).append((_as_number(number, place), post))
        elif told:
            groups.setdefault(told[0], []).append((told[1], post))
    found: dict[str, Series] = {}
    for name, members in groups.items():
        if len(members) < 2:
            continue
        members.sort(key=lambda pair: pair[0])
        series = Series(name, tuple(post.id for _, post in members))
        found |= dict.fromkeys(series.post_ids, series)
    return found


def _told(post: Post) -> tuple[str, float] | None:
    for pattern in (_BRACKETS, _NTH, _PART):
        match = pattern.match(post.title)
        if match:
            number = to_number(match["number"])
            name = match["name"].strip(" ·:：—–-")
            if number is not None and name:
                return name, number
    return None


def to_number(text: str) -> int | None:
    """The number that digits, Chinese numerals up to 999, or 上, 中, 下 write."""
    if text.isdigit() and text.isascii():
        return int(text)
    if text in _PLACE:
        return _PLACE[text]
    total, digit = 0, 0
    for char in text:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in "十百":
            total += (digit or 1) * (10 if char == "十" else 100)
            digit = 0
        else:
            return None
    return total + digit


def _as_number(value: object, default: float) -> float:
    try:
        return float(str(value))
    except ValueError:
        return default
