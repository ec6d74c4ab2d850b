"""Lists of posts, pages, tags and categories as templates use them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cmp_to_key
from typing import Generic, TypeAlias, TypeVar, overload

from inkpost.hexo.jsvalue import compare
from inkpost.hexo.query import Query, compile_query
from inkpost.model import Json

T = TypeVar("T")
U = TypeVar("U")
Get = Callable[[T, str], Json]

_Range: TypeAlias = slice
_UNSET = object()


class Collection(Generic[T]):
    """An ordered list with the methods of Hexo's database queries, none of which changes it.

    Elements are any views, of a sequence that may make them when they are asked for; values are
    read through the given get(element, dotted name), which answers None for what is not there.
    Source: warehouse 6.0 Query.
    """

    __slots__ = ("_elements", "_get")

    def __init__(self, elements: Sequence[T], get: Get[T]) -> None:
        self._elements = elements
        self._get = get

    @property
    def data(self) -> tuple[T, ...]:
        """The elements."""
        if not isinstance(self._elements, tuple):
            self._elements = tuple(self._elements)
        return self._elements

    @property
    def length(self) -> int:
        """The number of elements."""
        return len(self._elements)

    def count(self) -> int:
        """The number of elements."""
        return len(self._elements)

    size = count

    def toArray(self) -> list[T]:  # noqa: N802 - Hexo's name
        """The elements as a list."""
        return list(self.data)

    def eq(self, i: int) -> T | None:
        """The element at a position, counted from the end when negative; None outside."""
        index = _index(i)
        return self.data[index] if -len(self.data) <= index < len(self.data) else None

    def first(self) -> T | None:
        """The first element, or None."""
        return self.eq(0)

    def last(self) -> T | None:
        """The last element, or None."""
        return self.eq(-1)

    def slice(self, start: int = 0, end: int | None = None) -> Collection[T]:
        """The elements from one position up to another; negative ones count from the end."""
        stop = None if end is None else _index(end)
        return self._of(self.data[_index(start) : stop])

    def limit(self, i: int | None = None) -> Collection[T]:
        """The first elements, at most so many."""
        return self.slice(0, i)

    def skip(self, i: int = 0) -> Collection[T]:
        """All but the first elements."""
        return self.slice(i)

    def reverse(self) -> Collection[T]:
        """The elements from last to first."""
        return self._of(self.data[::-1])

    def shuffle(self) -> Collection[T]:
        """The elements in an order that looks random and is the same in every build."""
        out = list(self.data)
        state = len(out) + 1
        for index in range(len(out) - 1, 0, -1):
            state = (state * 1103515245 + 12345) % 2**31
            other = (state >> 8) % (index + 1)
            out[index], out[other] = out[other], out[index]
        return self._of(out)

    random = shuffle

    def sort(self, orderby: str | Mapping[str, Json], order: Json = None) -> Collection[T]:
        """The elements by one or more fields; equal ones keep their order.

        orderby: a name, with order 1, -1 or "desc"; or names apart by spaces, each with "-" for
        descending; or a map of name to order.
        """
        fields = [(name, _is_descending(by)) for name, by in _fields(orderby, order)]
        rows = [[self._get(each, name) for name, _ in fields] for each in self.data]
        places = range(len(rows))
        if len(fields) == 1 and all(isinstance(row[0], datetime) for row in rows):
            # What lists are ordered by most, without a comparison of two values at a time.
            moments = [row[0].timestamp() for row in rows]
            ordered = sorted(places, key=moments.__getitem__, reverse=fields[0][1])
            return self._of([self.data[place] for place in ordered])

        def by_fields(left: int, right: int) -> int:
            for (_, descending), one, other in zip(fields, rows[left], rows[right], strict=True):
                result = compare(one, other)
                if result:
                    return -result if descending else result
            return 0

        return self._of([self.data[place] for place in sorted(places, key=cmp_to_key(by_fields))])

    def find(self, query: Query[T], options: Mapping[str, Json] | None = None) -> Collection[T]:
        """The elements that a query matches. options: skip and limit, counted on the matches.

        Raises: TypeError for an operator that Hexo does not have.
        """
        matches = compile_query(query, self._get)
        found = [element for element in self.data if matches(element)]
        given = options or {}
        start = _index(given.get("skip") or 0)
        limit = given.get("limit")
        return self._of(found[start:] if limit is None else found[start : start + _index(limit)])

    def findOne(  # noqa: N802 - Hexo's name
        self, query: Query[T], options: Mapping[str, Json] | None = None
    ) -> T | None:
        """The first element that a query matches, or None."""
        return self.find(query, {**(options or {}), "limit": 1}).first()

    def filter(self, iterator: Callable[..., Json]) -> Collection[T]:
        """The elements for which a function of (element, position) answers true."""
        call = _with_arity(iterator)
        return self._of([item for index, item in enumerate(self.data) if call(item, index)])

    def map(self, iterator: Callable[..., U]) -> list[U]:
        """What a function of (element, position) makes of each element."""
        call = _with_arity(iterator)
        return [call(item, index) for index, item in enumerate(self.data)]

    def forEach(self, iterator: Callable[..., Json]) -> None:  # noqa: N802 - Hexo's name
        """Call a function of (element, position) with each element."""
        self.map(iterator)

    each = forEach

    def reduce(self, iterator: Callable[..., Json], initial: Json = _UNSET) -> Json:
        """One value from all elements, by a function of (value, element, position)."""
        return _reduce(iterator, list(enumerate(self.data)), initial)

    def reduceRight(  # noqa: N802 - Hexo's name
        self, iterator: Callable[..., Json], initial: Json = _UNSET
    ) -> Json:
        """One value from all elements, from last to first."""
        return _reduce(iterator, list(enumerate(self.data))[::-1], initial)

    def some(self, iterator: Callable[..., Json]) -> bool:
        """Whether a function of (element, position) answers true for any element."""
        call = _with_arity(iterator)
        return any(call(item, index) for index, item in enumerate(self.data))

    def every(self, iterator: Callable[..., Json]) -> bool:
        """Whether a function of (element, position) answers true for all elements."""
        call = _with_arity(iterator)
        return all(call(item, index) for index, item in enumerate(self.data))

    def indexOf(self, element: Json) -> int:  # noqa: N802 - a JavaScript list's name
        """The position of an element, or -1."""
        for index, item in enumerate(self.data):
            if item is element or item == element:
                return index
        return -1

    def populate(self, expr: Json = None) -> Collection[T]:
        """The collection itself: references are always resolved here."""
        return self

    def __iter__(self) -> Iterator[T]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self._elements)

    def __contains__(self, element: object) -> bool:
        return self.indexOf(element) >= 0

    @overload
    def __getitem__(self, key: int) -> T: ...
    @overload
    def __getitem__(self, key: _Range) -> Collection[T]: ...
    def __getitem__(self, key: int | _Range) -> T | Collection[T]:
        return self._of(self.data[key]) if isinstance(key, _Range) else self.data[key]

    def __repr__(self) -> str:
        return f"Collection({list(self.data)!r})"

    def _of(self, elements: Sequence[T]) -> Collection[T]:
        return Collection(elements, self._get)


def _fields(orderby: Json, order: Json) -> list[tuple[str, Json]]:
    if order:
        return [(str(orderby), order)]
    if isinstance(orderby, Mapping):
        return list(_flat(orderby))
    words = str(orderby).split(" ")
    return [
        (word.removeprefix("-").removeprefix("+"), -1 if word[:1] == "-" else 1) for word in words
    ]


def _flat(fields: Mapping[str, Json], prefix: str = "") -> Iterator[tuple[str, Json]]:
    for name, order in fields.items():
        if isinstance(order, Mapping):
            yield from _flat(order, f"{prefix}{name}.")
        else:
            yield prefix + name, order


def _is_descending(order: Json) -> bool:
    return order == "desc" or (order == -1 and not isinstance(order, bool))


def _index(value: Json) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        return 0


def _reduce(iterator: Callable[..., Json], items: list[tuple[int, T]], initial: Json) -> Json:
    call = _with_arity(iterator, 3)
    if initial is _UNSET or initial is None:
        if not items:
            return None
        initial, items = items[0][1], items[1:]
    for index, item in items:
        initial = call(initial, item, index)
    return initial


def _with_arity(function: Callable[..., U], most: int = 2) -> Callable[..., U]:
    """The function, given no more arguments than it takes, as in JavaScript."""
    # A Jinja macro: its Python signature takes anything, its own does not.
    names = getattr(function, "arguments", None)
    if isinstance(names, list | tuple):
        count = most if getattr(function, "catch_varargs", False) else len(names)
    else:
        count = _parameter_count(function, most)
    return (lambda *args: function(*args[:count])) if count < most else function


def _parameter_count(function: Callable[..., U], most: int) -> int:
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return 1
    if any(item.kind is item.VAR_POSITIONAL for item in parameters):
        return most
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(item.kind in positional for item in parameters)
