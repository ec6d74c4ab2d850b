"""How JavaScript compares values, where sorting and querying in templates show it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from inkpost.hexo.jstext import to_text, trim
from inkpost.model import Json

K = TypeVar("K", float, bytes)


def compare(left: Json, right: Json) -> int:
    """-1, 0 or 1 as `<` and `>` say; 0 too where two values cannot be compared.

    None is a missing value: it comes before every date and is equal to everything else.
    Source: warehouse 6.0 SchemaType.compare; Hexo 8.1.2 SchemaTypeMoment.compare for dates.
    """
    if isinstance(left, datetime) or isinstance(right, datetime):
        return _compare_dates(left, right)
    if left is None or right is None:
        return 0
    left, right = _primitive(left), _primitive(right)
    if isinstance(left, str) and isinstance(right, str):
        return _compare_keys(_sort_key(left), _sort_key(right))
    return _compare_keys(to_number(left), to_number(right))


def is_comparable(left: Json, right: Json) -> bool:
    """Whether `<=` and `>=` may hold: no side is missing or no number where one is needed."""
    if left is None or right is None:
        return False
    left, right = _primitive(left), _primitive(right)
    if isinstance(left, str) and isinstance(right, str):
        return True
    return not (math.isnan(to_number(left)) or math.isnan(to_number(right)))


def strict_equal(left: Json, right: Json) -> bool:
    """Whether two values are `===`, dates by their instant and lists by their elements."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(strict_equal, left, right))
    return bool(left == right)


def whole_number(value: Json, default: int) -> int:
    """The whole number that a value of a configuration means; the default where it means none."""
    try:
        return int(value)
    except (TypeError, ValueError, OverflowError):
        return default


def to_number(value: Json) -> float:
    """A value as `Number(value)` reads it."""
    if value is None:
        return 0.0
    if isinstance(value, bool | int | float):
        return float(value)
    if isinstance(value, datetime):
        return value.timestamp() * 1000
    text = trim(to_text(value))
    if not text:
        return 0.0
    try:
        if text[:2].lower() in ("0x", "0o", "0b"):
            return float(int(text, 0))
        # Python reads more spellings ("1_000", "nan", "inf") than JavaScript does.
        plain = text.lstrip("+-")
        return float(text) if plain[:1] in "0123456789." and "_" not in text else _named(text)
    except ValueError:
        return math.nan


def _named(text: str) -> float:
    infinities = {"Infinity": math.inf, "+Infinity": math.inf, "-Infinity": -math.inf}
    return infinities.get(text, math.nan)


def _primitive(value: Json) -> Json:
    if isinstance(value, datetime):
        return to_number(value)
    is_object = isinstance(value, Mapping | Sequence) and not isinstance(value, str)
    return to_text(value) if is_object else value


def _compare_dates(left: Json, right: Json) -> int:
    if not left or not right:
        return bool(left) - bool(right)
    return _compare_keys(to_number(left), to_number(right))


def _compare_keys(left: K, right: K) -> int:
    return (left > right) - (left < right)


def _sort_key(text: str) -> bytes:
    return text.encode("utf-16-be", "surrogatepass")
