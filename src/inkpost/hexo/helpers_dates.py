"""Dates as JavaScript prints them, and what a helper takes for a date."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache

from inkpost.hexo.jsdate import parse_js_date
from inkpost.model import Json

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def iso_text(value: datetime) -> str:
    """A date in UTC with milliseconds, as `toISOString`."""
    return _iso_text(value, value.fold)


@lru_cache(maxsize=4096)
def _iso_text(value: datetime, _fold: int) -> str:
    # A page names its post's dates three times. Moments of the hour that comes twice are equal.
    utc = value.astimezone(UTC)
    return f"{utc.year:04d}-{utc:%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def js_date(value: Json, zone: tzinfo) -> datetime | None:
    """The date of a date, a number of milliseconds or a text, or None.

    zone: of texts that name none; a day alone is UTC, as in JavaScript.
    """
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return _EPOCH + timedelta(milliseconds=value)
        except OverflowError:
            return None
    found = parse_js_date(value) if isinstance(value, str) else value
    if not isinstance(found, datetime):
        return None
    return found if found.tzinfo else found.replace(tzinfo=zone)
