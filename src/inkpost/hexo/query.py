"""Queries of Hexo's database: `{layout: "post", date: {$gt: …}}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from re import Pattern
from typing import TypeAlias, TypeVar

from inkpost.hexo.jsvalue import compare, is_comparable, strict_equal
from inkpost.model import Json

T = TypeVar("T")
Query: TypeAlias = Mapping[str, Json] | Callable[[T], Json]
Test = Callable[[T], bool]
Operator = Callable[[Json, Json], bool]


def compile_query(query: Query[T], get: Callable[[T, str], Json]) -> Test[T]:
    """A test of elements from a query; a function is the test itself.

    Raises: TypeError for an operator that Hexo does not have.
    Source: warehouse 6.0 QueryParser and SchemaType.
    """
    if not isinstance(query, Mapping):
        function = query
        return lambda element: bool(function(element))
    tests = [_compile_part(key, value, get) for key, value in query.items()]
    return lambda element: all(test(element) for test in tests)


def _compile_part(key: str, value: Json, get: Callable[[T, str], Json]) -> Test[T]:
    if key in ("$and", "$or", "$nor"):
        tests = [compile_query(item, get) for item in value]
        if key == "$and":
            return lambda element: all(test(element) for test in tests)
        wanted = key == "$or"
        return lambda element: any(test(element) for test in tests) is wanted
    if key == "$not":
        test = compile_query(value, get)
        return lambda element: not test(element)
    if key == "$where":
        return lambda element: bool(value(element))
    return _compile_field(key, value, get)


def _compile_field(name: str, value: Json, get: Callable[[T, str], Json]) -> Test[T]:
    if not isinstance(value, Mapping):
        return lambda element: _matches(get(element, name), value)
    tests: list[Test[T]] = []
    for key, wanted in value.items():
        if key.startswith("$"):
            tests.append(_compile_operator(name, key, wanted, get))
        else:
            tests.append(_compile_field(f"{name}.{key}", wanted, get))
    return lambda element: all(test(element) for test in tests)


def _compile_operator(name: str, key: str, wanted: Json, get: Callable[[T, str], Json]) -> Test[T]:
    operator = _OPERATORS.get(key)
    if operator is None:
        known = ", ".join(sorted(_OPERATORS))
        raise TypeError(f'expected one of {known} in a query, found "{key}"')
    return lambda element: operator(get(element, name), wanted)


def _matches(value: Json, wanted: Json) -> bool:
    if isinstance(wanted, Pattern):
        return isinstance(value, str) and wanted.search(value) is not None
    return strict_equal(value, wanted)


def _is_in(value: Json, wanted: Json) -> bool:
    values = value if isinstance(value, list | tuple) else [value]
    return any(_matches(one, item) for one in values for item in wanted)


def _has_all(value: Json, wanted: Json) -> bool:
    if not isinstance(value, list | tuple):
        return False
    return all(any(_matches(one, item) for one in value) for item in wanted)


def _has_size(value: Json, wanted: Json) -> bool:
    return bool((len(value) if value else 0) == wanted)


def _on_date(part: Callable[[datetime], int]) -> Operator:
    return lambda value, wanted: isinstance(value, datetime) and part(value) == wanted


def _ordered(test: Callable[[int], bool]) -> Operator:
    return lambda value, wanted: is_comparable(value, wanted) and test(compare(value, wanted))


_AT_LEAST = _ordered(lambda result: result >= 0)
_AT_MOST = _ordered(lambda result: result <= 0)
_EXISTS: Operator = lambda value, wanted: (value is not None) is wanted  # noqa: E731 - a table
_OPERATORS: Mapping[str, Operator] = {
    "$exist": _EXISTS,
    "$exists": _EXISTS,
    "$ne": lambda value, wanted: not _matches(value, wanted),
    "$lt": _ordered(lambda result: result < 0),
    "$lte": _AT_MOST,
    "$max": _AT_MOST,
    "$gt": _ordered(lambda result: result > 0),
    "$gte": _AT_LEAST,
    "$min": _AT_LEAST,
    "$in": _is_in,
    "$nin": lambda value, wanted: not _is_in(value, wanted),
    "$all": _has_all,
    "$size": _has_size,
    "$length": _has_size,
    "$day": _on_date(lambda date: date.day),
    # Months count from zero, as in JavaScript.
    "$month": _on_date(lambda date: date.month - 1),
    "$year": _on_date(lambda date: date.year),
}
