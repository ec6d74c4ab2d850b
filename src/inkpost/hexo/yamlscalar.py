"""What a plain YAML scalar means: YAML 1.2 core with timestamps, as js-yaml 4 reads it."""

from __future__ import annotations

import base64
import binascii
import math
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from inkpost.model import Json

SAFE_INTEGER: Final = 2**53
"""The largest whole number that JavaScript keeps exactly; above it a number is a float."""

_TAG = "tag:yaml.org,2002:"
_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_BOOLS = {
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_INT = re.compile(
    r"(?P<sign>[-+]?)(?:0b(?P<b>[01]+)|0x(?P<x>[0-9a-fA-F]+)|0o(?P<o>[0-7]+)|\d+)", re.ASCII
)
_FLOAT = re.compile(r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?", re.ASCII)
_INFINITE = re.compile(r"(?P<sign>[-+]?)\.(?:inf|Inf|INF)")
_NAN = frozenset({".nan", ".NaN", ".NAN"})
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_TIMESTAMP = re.compile(
    r"(\d{4})-(\d\d?)-(\d\d?)(?:[Tt]|[ \t]+)(\d\d?):(\d\d):(\d\d)(?:\.(\d*))?"
    r"(?:[ \t]*(?:Z|([-+])(\d\d?)(?::(\d\d))?))?",
    re.ASCII,
)
_BASE64 = re.compile(r"[A-Za-z0-9+/=\r\n]*")


class ScalarError(ValueError):
    """A scalar that its explicit tag does not accept, or a date that no calendar holds."""


def to_number(value: float) -> int | float:
    """A JavaScript number: whole values that are exact are `int`, all others `float`."""
    if abs(value) <= SAFE_INTEGER and value == int(value):
        return int(value)
    return float(value)


def parse_int(text: str) -> int | float | None:
    """The whole number that `text` spells, or None. Beyond 2**53 it is a float."""
    match = _INT.fullmatch(text)
    if match is None:
        return None
    sign = -1 if match["sign"] == "-" else 1
    for name, base in (("b", 2), ("x", 16), ("o", 8)):
        if match[name]:
            number = int(match[name], base)
            break
    else:
        digits = text.lstrip("+-")
        if len(digits) > 400:  # past the range of a double, and of Python's own int limit
            return None
        number = int(digits)
    if number <= SAFE_INTEGER:
        return sign * number
    try:
        return sign * float(number)
    except OverflowError:
        return None


def parse_float(text: str) -> int | float | None:
    """The number that `text` spells, or None."""
    if _FLOAT.fullmatch(text):
        number = float(text)
        return None if math.isinf(number) else to_number(number)
    match = _INFINITE.fullmatch(text)
    if match:
        return -math.inf if match["sign"] == "-" else math.inf
    return math.nan if text in _NAN else None


def parse_timestamp(text: str) -> datetime | None:
    """The instant that `text` spells, in UTC, or None. Months, days and times roll over.

    Raises: ScalarError for an instant outside the years 1 to 9999.
    """
    match = _DATE.fullmatch(text) or _TIMESTAMP.fullmatch(text)
    if match is None:
        return None
    groups = match.groups()
    year, month, day = int(groups[0]), int(groups[1]), int(groups[2])
    if len(groups) == 3:
        return utc_datetime(year, month, day)
    hour, minute, second = int(groups[3]), int(groups[4]), int(groups[5])
    milliseconds = int((groups[6] or "0")[:3].ljust(3, "0"))
    offset = 0
    if groups[7]:
        offset = int(groups[8]) * 60 + int(groups[9] or 0)
        offset = -offset if groups[7] == "-" else offset
    return utc_datetime(year, month, day, hour, minute - offset, second, milliseconds)


def utc_datetime(
    year: int,
    month: int,
    day: int,
    hour: int = 0,
    minute: int = 0,
    second: int = 0,
    millisecond: int = 0,
) -> datetime:
    """The instant in UTC; every part may lie outside its range and rolls over.

    Years 0 to 99 are 1900 to 1999, as in JavaScript's `Date.UTC`.

    Raises: ScalarError for an instant outside the years 1 to 9999.
    """
    if 0 <= year <= 99:
        year += 1900
    year, month = year + (month - 1) // 12, (month - 1) % 12 + 1
    try:
        return datetime(year, month, 1, tzinfo=UTC) + timedelta(
            days=day - 1, hours=hour, minutes=minute, seconds=second, milliseconds=millisecond
        )
    except (OverflowError, ValueError) as error:
        raise ScalarError("the date lies outside the years 1 to 9999") from error


def parse_binary(text: str) -> bytes | None:
    """The bytes of a base64 text, or None."""
    if not _BASE64.fullmatch(text):
        return None
    digits = re.sub(r"[\r\n]", "", text)
    if len(digits) % 4:
        return None
    try:
        return base64.b64decode(digits)
    except binascii.Error:
        return None


def resolve_plain(text: str) -> Json:
    """The value of a scalar without quotes and without a tag.

    Raises: ScalarError for a date outside the years 1 to 9999.
    """
    if text in _NULLS:
        return None
    if text in _BOOLS:
        return _BOOLS[text]
    first = text[0]
    if not (first.isascii() and (first.isdigit() or first in "+-.")):
        return text
    for parse in (parse_int, parse_float, parse_timestamp):
        value = parse(text)
        if value is not None:
            return value
    return text


def _explicit_null(text: str) -> tuple[bool, Json]:
    return text in _NULLS, None


def _explicit_bool(text: str) -> tuple[bool, Json]:
    return text in _BOOLS, _BOOLS.get(text)


def _explicit(parse: Callable[[str], Json]) -> Callable[[str], tuple[bool, Json]]:
    def resolve(text: str) -> tuple[bool, Json]:
        value = parse(text)
        return value is not None, value

    return resolve


_EXPLICIT: Final[dict[str, Callable[[str], tuple[bool, Json]]]] = {
    _TAG + "null": _explicit_null,
    _TAG + "bool": _explicit_bool,
    _TAG + "int": _explicit(parse_int),
    _TAG + "float": _explicit(parse_float),
    _TAG + "timestamp": _explicit(parse_timestamp),
    _TAG + "binary": _explicit(parse_binary),
    _TAG + "merge": lambda text: (text in ("", "<<"), text or None),
}
_EMPTY: Final[dict[str, Callable[[], Json]]] = {
    _TAG + "seq": list,
    _TAG + "omap": list,
    _TAG + "pairs": list,
    _TAG + "map": dict,
    _TAG + "set": dict,
}


def resolve_tagged(tag: str, text: str) -> Json:
    """The value of a scalar with an explicit tag.

    Raises: ScalarError where the tag is unknown or does not take the text.
    """
    if tag in ("!", _TAG + "str"):
        return text
    if not text and tag in _EMPTY:
        return _EMPTY[tag]()
    resolve = _EXPLICIT.get(tag)
    if resolve is None:
        raise ScalarError(f'the tag "{tag.replace(_TAG, "!!")}" is not known')
    good, value = resolve(text)
    if not good:
        raise ScalarError(f'the tag "{tag.replace(_TAG, "!!")}" does not take "{text}"')
    return value
