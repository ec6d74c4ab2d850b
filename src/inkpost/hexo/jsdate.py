"""The instants that the dates of front matter stand for."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from typing import Final, Literal, TypeAlias
from zoneinfo import ZoneInfo

from inkpost.errors import ConfigError
from inkpost.hexo.jsdatetext import DateText, read_date_text
from inkpost.model import Json

Offset: TypeAlias = Literal["exact", "hexo"]

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_WRITTEN_OFFSET: Final = re.compile(r":\d\d(?:\.\d*)?[ \t]*(?:Z|[-+]\d\d?(?::\d\d)?)")


@cache
def load_zone(name: str) -> tzinfo:
    """The time zone of an IANA name.

    Raises: ConfigError for a name that the time-zone database does not have.
    """
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise ConfigError(
            f'the time zone "{name}" is not known', hint='write a name such as "Asia/Shanghai"'
        ) from error


def parse_js_date(text: str) -> datetime | None:
    """The date that a text spells by the rules of JavaScript's `Date`, or None.

    Aware where the text names a zone or is a bare ISO day (which JavaScript takes as UTC), naive
    where it means local time. Dates outside the years 1 to 9999 are None.
    """
    found = read_date_text(text)
    if found is None:
        return None
    if found.offset_s is not None:
        return _with_offset(found.wall, found.offset_s)
    return found.wall if found.iso_day else found.wall.replace(tzinfo=None)


def resolve_date(
    value: Json,
    spelling: str | None,
    *,
    timezone: str,
    process_timezone: str,
    offset: Offset,
) -> datetime | None:
    """The instant, in UTC, of a date in front matter; None where Hexo finds no date in it.

    value: as YAML or JSON gave it; spelling: a plain scalar as written. timezone: of the site, ""
    where unset; process_timezone: of the machine. offset: "exact" makes a written offset, `Z` or
    number the instant and reads all else as wall-clock time of the site; "hexo" is stock Hexo,
    where everything passes the process's zone and offsets are applied twice.

    Raises: ConfigError for an unknown time zone.
    Source: hexo 8.1.2 processors (toDate, adjustDateForTimezone), hexo-front-matter 4.2.1.
    """
    process = load_zone(process_timezone)
    site = load_zone(timezone) if timezone else None
    try:
        if offset == "exact":
            return _resolve_exactly(value, spelling, site or process)
        instant = _to_js_date(value, process)
        if instant is None or site is None:
            return instant
        shift = _js_offset(process, instant) - _js_offset(site, instant)
        return instant - timedelta(minutes=shift)
    except (OverflowError, ValueError):
        return None


def has_written_offset(spelling: str) -> bool:
    """Whether a YAML timestamp names its offset from UTC."""
    return _WRITTEN_OFFSET.search(spelling) is not None


def _resolve_exactly(value: Json, spelling: str | None, zone: tzinfo) -> datetime | None:
    if isinstance(value, datetime):
        # A timestamp without an offset was read as if in UTC; its fields are wall-clock time.
        return value if has_written_offset(spelling or "") else _in_zone(value, zone)
    found = _to_instant_or_text(value)
    if found is None or isinstance(found, datetime):
        return found
    if found.offset_s is not None:
        return _with_offset(found.wall, found.offset_s)
    return _in_zone(found.wall, zone)


def _to_js_date(value: Json, process: tzinfo) -> datetime | None:
    """`new Date(value)` after hexo-front-matter's own shift of YAML dates."""
    if isinstance(value, datetime):
        return value + timedelta(minutes=_js_offset(process, value))
    found = _to_instant_or_text(value)
    if found is None or isinstance(found, datetime):
        return found
    if found.offset_s is not None:
        return _with_offset(found.wall, found.offset_s)
    return found.wall if found.iso_day else _in_zone(found.wall, process)


def _to_instant_or_text(value: Json) -> datetime | DateText | None:
    if isinstance(value, int | float):
        # `true` is the number 1 to JavaScript; 0 and NaN are no date to Hexo.
        if not value or math.isnan(value) or math.isinf(value):
            return None
        return _EPOCH + timedelta(milliseconds=math.trunc(value))
    if isinstance(value, list):
        value = ",".join("" if item is None else str(item) for item in value)
    return read_date_text(value) if isinstance(value, str) else None


def _in_zone(wall: datetime, zone: tzinfo) -> datetime:
    """The instant of wall-clock fields; in a gap or an overlap the offset before it counts."""
    return wall.replace(tzinfo=zone).astimezone(UTC)


def _with_offset(wall: datetime, offset_s: int) -> datetime:
    return (wall - timedelta(seconds=offset_s)).astimezone(UTC)


def _js_offset(zone: tzinfo, instant: datetime) -> int:
    """Minutes west of UTC, as `getTimezoneOffset` gives them."""
    offset = instant.astimezone(zone).utcoffset()
    assert offset is not None
    return -int(offset.total_seconds() / 60)
