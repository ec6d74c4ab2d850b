"""The record that each page of a probe site carries: what a theme can see, as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from jinja2 import Undefined
from markupsafe import Markup

from inkpost.contexts import HelperContext
from inkpost.extend import Extensions

_COPIED = [
    "title",
    "permalink",
    "path",
    "source",
    "slug",
    "layout",
    "published",
    "comments",
    "link",
    "lang",
    "canonical_path",
    "description",
    "base",
    "total",
    "current",
    "current_url",
    "prev_link",
    "next_link",
    "archive",
    "year",
    "month",
    "day",
    "category",
    "tag",
    "id",
]
_DROPPED = frozenset(_COPIED) | {
    "_id",
    "_content",
    "raw",
    "content",
    "excerpt",
    "more",
    "prev",
    "next",
    "posts",
    "date",
    "updated",
    "full_source",
    "asset_dir",
    "tags",
    "categories",
    "photos",
    "language",
    "site",
    "derived",
}
_CONDITIONS = [
    "is_home",
    "is_home_first_page",
    "is_post",
    "is_page",
    "is_archive",
    "is_year",
    "is_month",
    "is_category",
    "is_tag",
]
_POST_KEYS = [
    "path",
    "source",
    "title",
    "slug",
    "date",
    "updated",
    "layout",
    "published",
    "comments",
    "permalink",
]
_PAGE_KEYS = ["path", "source", "title", "layout", "permalink"]
# What the runner puts into a site's configuration.
_OURS = frozenset({"dialect"})
_ESCAPES = {
    "<": "\\u003c",
    ">": "\\u003e",
    "'": "\\u0027",
    "\u2028": "\\u2028",
    "\u2029": "\\u2029",
}
_MAX_DEPTH = 6
_ABSENT = object()


def register(ext: Extensions) -> None:
    """Register `probe_record`."""

    @ext.helper("probe_record")
    def probe_record(ctx: HelperContext, used: str) -> Markup:
        def call(name: str, *args: Any) -> Any:
            return ext.helpers[name].run(ctx, *args)

        text = json.dumps(_record(ctx, call, used), ensure_ascii=False)
        for char, escaped in _ESCAPES.items():
            text = text.replace(char, escaped)
        return Markup(text)


def _record(ctx: HelperContext, call: Callable[..., Any], used: str) -> dict[str, Any]:
    page, theme = ctx.page, ctx.theme
    record = {
        "layout_used": used,
        "path": ctx.path,
        "url": ctx.url,
        "page": _page(page),
        "is": {name: call(name) for name in _CONDITIONS},
    }
    calls = dict(_get(theme, "calls_every", {}))
    if _get(page, "probe", None) == "full":
        calls |= _get(theme, "calls_full", {})
    own = _get(page, "calls", None) or {}
    calls |= {f"fm/{name}": value for name, value in own.items()}
    record["helpers"] = {name: _run(ctx, call, value) for name, value in calls.items()}
    if _get(page, "probe", None):
        record["site"] = _site(ctx)
    return record


def _page(page: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for key in _COPIED:
        value = _get(page, key)
        if value is not _ABSENT:
            out[key] = _plain(value)
    when = _get(page, "date")
    if when is not _ABSENT:
        out["date"] = _iso(when)
        out["date_local"] = _local(when)
    updated = _get(page, "updated")
    if updated is not _ABSENT:
        out["updated"] = _iso(updated)
    for key in ("content", "excerpt", "more"):
        value = _get(page, key)
        if value is not _ABSENT:
            out[key] = None if value is None else str(value)
    for key in ("tags", "categories"):
        value = _get(page, key)
        if value is not _ABSENT:
            out[key] = _terms(value)
    photos, posts = _get(page, "photos"), _get(page, "posts")
    if photos is not _ABSENT:
        out["photos"] = _plain(photos)
    if posts is not _ABSENT:
        out["posts"] = _paths(posts)
    for key in ("prev", "next"):
        value = _get(page, key, None)
        if isinstance(value, int | str):
            out[key] = value
        elif value is not None:
            out[key] = {"path": _get(value, "path", None), "title": _get(value, "title", None)}
    names = (key for key in _keys(page) if key not in _DROPPED and not key.startswith("__"))
    out["custom"] = {key: _plain(_get(page, key, None)) for key in sorted(names)}
    return out


def _site(ctx: HelperContext) -> dict[str, Any]:
    site = ctx.site
    posts = [_fields(post, _POST_KEYS) | _post_terms(post) for post in _get(site, "posts", ())]
    categories = list(_get(site, "categories", ()))
    by_id = {_get(item, "_id", _get(item, "path", "")): item for item in categories}

    def parent_path(item: Any) -> Any:
        parent = _get(item, "parent", None)
        if not parent:
            return None
        above = by_id.get(parent, "?") if isinstance(parent, str) else parent
        return _get(above, "path", "?")

    return {
        "posts": sorted(posts, key=lambda item: str(item["source"])),
        "posts_by_date": _paths(_get(site, "posts").sort("-date")),
        "pages": sorted(
            (_fields(item, _PAGE_KEYS) for item in _get(site, "pages", ())),
            key=lambda item: str(item["source"]),
        ),
        "categories": sorted(
            (_term(item) | {"parent": parent_path(item)} for item in categories),
            key=lambda item: str(item["path"]),
        ),
        "tags": sorted(map(_term, _get(site, "tags", ())), key=lambda item: str(item["path"])),
        "data": _plain(_get(site, "data", {})),
        "config": {
            key: _plain(_get(ctx.config, key, None))
            for key in sorted(_keys(ctx.config))
            if key not in ("theme_config", "calls_every", "calls_full") and key not in _OURS
        },
        "theme": {
            key: _plain(_get(ctx.theme, key, None))
            for key in sorted(_keys(ctx.theme))
            if not key.startswith("calls_")
        },
    }


def _fields(view: Any, names: Iterable[str]) -> dict[str, Any]:
    out = {name: _plain(_get(view, name, None)) for name in names}
    for name in ("date", "updated"):
        if name in out:
            out[name] = _iso(_get(view, name, None))
    return out


def _post_terms(post: Any) -> dict[str, Any]:
    return {key: _paths(_get(post, key, ())) for key in ("categories", "tags")}


def _term(item: Any) -> dict[str, Any]:
    out = {key: _get(item, key, None) for key in ("name", "slug", "path", "permalink", "length")}
    return out | {"posts": _paths(_get(item, "posts").sort("-date"))}


def _run(ctx: HelperContext, call: Callable[..., Any], parts: list[Any]) -> Any:
    try:
        return _plain(call(parts[0], *[_resolve(ctx, call, part) for part in parts[1:]]))
    except Exception:
        return {"$error": True}


def _resolve(ctx: HelperContext, call: Callable[..., Any], value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_resolve(ctx, call, item) for item in value]
    if not isinstance(value, Mapping):
        return value
    if "$ref" in value:
        at: Any = ctx
        for part in value["$ref"].split("."):
            at = _get(at, part, None)
        return at
    if "$date" in value:
        return _instant(value["$date"])
    if "$moment" in value:
        return call("moment", _instant(value["$moment"]))
    if "$ago" in value:
        return ctx.now - timedelta(seconds=value["$ago"])
    if "$fn" in value:
        if value["$fn"] == "const":
            return lambda: value["value"]
        kinds = {"upper": lambda text: str(text).upper(), "bracket": lambda text: f"[{text}]"}
        return kinds[value["$fn"]]
    if "$undefined" in value:
        return Undefined()
    return {key: _resolve(ctx, call, item) for key, item in value.items()}


def _instant(value: Any) -> datetime:
    return value if isinstance(value, datetime) else datetime.fromisoformat(value)


def _plain(value: Any, depth: int = 0) -> Any:
    if value is None or isinstance(value, Undefined | bool | int):
        return None if isinstance(value, Undefined) else value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return value
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    if isinstance(value, date):
        return {"$date": _iso(value)}
    if hasattr(value, "toArray"):
        return [_get(item, "path", None) or _get(item, "name", None) for item in value.toArray()]
    if depth > _MAX_DEPTH:
        return "..."
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(value[key], depth + 1) for key in sorted(value, key=str)}
    return None if callable(value) else str(value)


def _iso(value: Any) -> Any:
    if value is None:
        return None
    if not isinstance(value, datetime):
        return str(value)
    utc = value.astimezone(UTC)
    year = f"{utc.year:04d}"
    return f"{year}-{utc:%m-%dT%H:%M:%S}.{utc.microsecond // 1000:03d}Z"


def _local(value: Any) -> Any:
    if not isinstance(value, datetime):
        return None
    own = value.astimezone()
    return f"{own.year:04d}-{own:%m-%d %H:%M:%S}"


def _terms(value: Any) -> Any:
    if hasattr(value, "toArray"):
        return [
            {key: _get(term, key, None) for key in ("name", "slug", "path")}
            for term in value.toArray()
        ]
    return _plain(value)


def _paths(items: Any) -> Any:
    return None if items is None else [_get(item, "path", None) for item in items]


def _keys(view: Any) -> Iterable[str]:
    return [str(key) for key in view]


def _get(view: Any, name: str, default: Any = _ABSENT) -> Any:
    get = getattr(view, "get", None)
    found = get(name, default) if callable(get) else getattr(view, name, default)
    return default if isinstance(found, Undefined) else found
