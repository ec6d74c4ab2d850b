"""Dates as JavaScript reads and prints them."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta, tzinfo

from inkpost.model import Json

_ISO = re.compile(
    r"(\d{4})(?:-(\d\d?)(?:-(\d\d?))?)?"
    r"(?:[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d\d:?\d\d)?)?",
    re.ASCII | re.IGNORECASE,
)
_SLASHED = re.compile(r"(\d{4})/(\d\d?)/(\d\d?)(?:[ T]+(\d\d?):(\d\d)(?::(\d\d))?)?", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def iso_text(value: datetime) -> str:
    """A date in UTC with milliseconds, as `toISOString`."""
    utc = value.astimezone(UTC)
    return f"{utc:%Y-%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z".rjust(24, "0")


def js_date(value: Json, zone: tzinfo) -> datetime | None:
    """The date of a date, a number of milliseconds or a text, or None.

    zone: of texts that give none; a day alone is UTC, as in JavaScript.
    """
    if isinstance(value, datetime):
        return value if value.tzinfo else value.replace(tzinfo=zone)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        try:
            return _EPOCH + timedelta(milliseconds=value)
        except OverflowError:
            return None
    return _from_text(value.strip(), zone) if isinstance(value, str) else None


def _from_text(text: str, zone: tzinfo) -> datetime | None:
    if match := _ISO.fullmatch(text):
        day_only = match[4] is None
        offset = _offset(match[8], UTC if day_only else zone)
        fraction = (match[7] or "").ljust(6, "0")[:6]
        numbers = [match[2] or 1, match[3] or 1, match[4] or 0, match[5] or 0, match[6] or 0]
        return _build(match[1], numbers, int(fraction), offset)
    if match := _SLASHED.fullmatch(text):
        numbers = [match[2], match[3], match[4] or 0, match[5] or 0, match[6] or 0]
        return _build(match[1], numbers, 0, zone)
    return None


def _build(year: str, numbers: list[str | int], micro: int, zone: tzinfo) -> datetime | None:
    month, day, hour, minute, second = (int(number) for number in numbers)
    try:
        return datetime(int(year), month, day, hour, minute, second, micro, tzinfo=zone)
    except ValueError:
        return None


def _offset(text: str | None, default: tzinfo) -> tzinfo:
    if not text:
        return default
    if text in "Zz":
        return UTC
    parsed = datetime.strptime(text.replace(":", ""), "%z")
    return parsed.tzinfo or default
