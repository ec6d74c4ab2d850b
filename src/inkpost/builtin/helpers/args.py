"""How helpers read their arguments and the views, as Hexo's JavaScript would."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup

from inkpost.contexts import HelperContext
from inkpost.hexo.collection import Collection
from inkpost.hexo.helpers_markup import link_url
from inkpost.hexo.jstext import to_text
from inkpost.model import Json

Options = dict[str, Any]


def is_missing(value: object) -> bool:
    """Whether an argument was left out: None, or a name that the template does not have."""
    return value is None or isinstance(value, Undefined)


def given(value: Json, default: Json = None) -> Json:
    """The value, or the default where it is missing."""
    return default if is_missing(value) else value


def options_of(positional: Json, keywords: Mapping[str, Json]) -> Options:
    """One map of options from a map given in place and keyword arguments, which win.

    Options that are missing are left out; `class_` is another word for `class`.
    """
    out: Options = {}
    if positional is None and not keywords:
        return out
    if isinstance(positional, Mapping):
        out.update(positional)
    out.update({key.removesuffix("_"): value for key, value in keywords.items()})
    return {key: value for key, value in out.items() if not isinstance(value, Undefined)}


def field(view: Any, name: str, default: Json = None) -> Json:
    """One value of a view, a map or an object, the default where it has none."""
    if is_missing(view):
        return default
    get = getattr(view, "get", None)
    return given(get(name) if callable(get) else getattr(view, name, None), default)


def text_of(value: Json) -> str:
    """A value as plain text, "" where it is missing; HTML that is marked safe loses the mark."""
    if type(value) is str:
        return value
    return "" if is_missing(value) else to_text(str(value) if isinstance(value, str) else value)


def link(ctx: HelperContext, path: Json) -> str:
    """The URL of a path as the page links to it."""
    return link_url(ctx.urls, given(path, "/"), base=ctx.path)


def list_and_options(
    first: Json, second: Json, keywords: Mapping[str, Json], default: Callable[[], Json]
) -> tuple[Collection[Any], Options]:
    """A collection and the options of a list helper.

    As in Hexo the collection may be left out: then the first argument is the options.
    """
    if isinstance(first, Mapping) and is_missing(second):
        first, second = None, first
    items = default() if is_missing(first) else first
    return as_collection(items), options_of(second, keywords)


def as_collection(items: Json) -> Collection[Any]:
    """A collection of anything that can be iterated; an empty one of nothing."""
    if isinstance(items, Collection):
        return items
    return Collection(list(items) if isinstance(items, Iterable) else [], dotted)


def dotted(view: Any, name: str) -> Json:
    """The value of a view under a name with dots, None where there is none."""
    for part in name.split("."):
        view = field(view, part)
    return view


def transformed(options: Mapping[str, Json], value: Json) -> str:
    """A value as text, passed through the option `transform` where there is one."""
    change = options.get("transform")
    return to_text(change(value)) if callable(change) else to_text(value)


def html(text: str) -> Markup:
    """Text that is HTML, which templates print as it is."""
    return Markup(text)  # noqa: S704 - helpers escape what Hexo escapes


def list_values(value: Json) -> list[Json]:
    """The items of a list, or the one value that stands for a list."""
    if is_missing(value):
        return []
    return list(value) if isinstance(value, list | tuple) else [value]
