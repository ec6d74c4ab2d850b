"""Text in feeds, sitemaps and search data: escaped, cut and dated as the formats want it."""

from __future__ import annotations

import html
import math
import re
from datetime import UTC, datetime
from email.utils import format_datetime

from inkpost.hexo.jstext import from_units, to_text, to_units
from inkpost.hexo.jsvalue import to_number
from inkpost.model import Json

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_CONTROL = re.compile("[\x00-\x1f\x7f]")


def escape_xml(value: Json) -> str:
    """A value as text for an element or attribute of XML; what XML cannot hold is dropped."""
    return html.escape(drop_illegal("" if value is None else to_text(value)), quote=True)


def drop_illegal(text: str) -> str:
    """Text without the characters that XML 1.0 cannot hold."""
    return _ILLEGAL.sub("", text)


def cdata(text: str) -> str:
    """Text as a CDATA section, which the text itself cannot end."""
    return f"<![CDATA[{drop_illegal(text).replace(']]>', ']]]]><![CDATA[>')}]]>"


def drop_controls(text: str) -> str:
    """Text without control characters, line breaks among them.

    Source: hexo-generator-feed 3.0.0 and -search 2.4.3, `noControlChars`.
    """
    return _CONTROL.sub("", text)


def cut_content(text: str, limit: Json, delimiter: Json = "") -> str:
    """The beginning of a text, up to the last delimiter in it where there is one.

    limit: UTF-16 units. Source: hexo-generator-feed 3.0.0, `content_limit`.
    """
    number = to_number(limit)
    units = to_units(text)
    cut = "" if math.isnan(number) else units[: int(max(0, min(number, len(units))))]
    if delimiter:
        place = cut.rfind(to_units(to_text(delimiter)))
        cut = cut[:place] if place >= 0 else cut
    return from_units(cut)


def iso_utc(when: datetime) -> str:
    """A moment as `2024-01-02T03:04:05.006Z`."""
    return when.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day_utc(when: datetime) -> str:
    """The day of a moment in UTC, as `2024-01-02`."""
    return iso_utc(when)[:10]


def rfc_utc(when: datetime) -> str:
    """A moment as `Tue, 02 Jan 2024 03:04:05 GMT`."""
    return format_datetime(when.astimezone(UTC), usegmt=True)
