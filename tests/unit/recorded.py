"""Recorded calls of Hexo's helpers, and a stand-in for the page on which they ran."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from jinja2 import Undefined

from inkpost.builtin.helpers.args import as_collection
from inkpost.hexo.helpers_dates import js_date
from inkpost.hexo.moment import format_moment, moment_locale, relative_time
from inkpost.hexo.urls import UrlRules
from inkpost.hexo.yamldoc import load_yaml
from tests.shared import shared_path

NOW = datetime(2024, 1, 1, tzinfo=UTC)
UNSUPPORTED = ("partial/", "md/", "render/", "i18n/")
"""Calls that need templates, Markdown, renderers or language files."""


@dataclass
class FakeContext:
    """As much of a `HelperContext` as helpers that make no text of others need."""

    page: Any
    site: Any
    config: Mapping[str, Any]
    path: str
    url: str
    urls: UrlRules
    language: str = "en"
    theme: Any = None
    now: datetime = NOW
    today: datetime = NOW
    kept: dict[str, str] = field(default_factory=dict)
    warned: list[str] = field(default_factory=list)

    def value(self, name: str, default: Any = None) -> Any:
        value: Any = self.config
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        return default if value is None else value

    def to_moment(self, value: Any) -> datetime | None:
        return js_date(value, UTC)

    def format_date(self, value: datetime, pattern: str) -> str:
        return format_moment(value.astimezone(UTC), pattern, moment_locale(self.language))

    def relative_date(self, value: datetime) -> str:
        return relative_time(value, self.now, moment_locale(self.language))

    def cached(self, key: str, make: Callable[[], str]) -> str:
        return self.kept.setdefault(key, make())

    def warn(self, code: str, message: str, hint: str | None = None) -> None:
        self.warned.append(message)


def load_calls() -> dict[str, list[Any]]:
    """Call id -> helper and arguments."""
    text = shared_path("conformance/probe-theme/_config.yml").read_text("utf-8")
    config: Any = load_yaml(text, path="_config.yml").value
    calls = config["calls_every"] | config["calls_full"]
    return {key: call for key, call in calls.items() if not key.startswith(UNSUPPORTED)}


def load_pages() -> dict[str, Any]:
    """Route -> record of the site `helpers`."""
    text = shared_path("conformance/expected/helpers/pages.json").read_text("utf-8")
    pages: dict[str, Any] = json.loads(text)
    return pages


def recorded_runs() -> Iterator[tuple[str, str, list[Any], Any]]:
    """Route, call id, call, recorded result."""
    calls = load_calls()
    for route, record in load_pages().items():
        for name, expected in record["probe"]["helpers"].items():
            if name in calls:
                yield route, name, calls[name], expected


def make_context(pages: Mapping[str, Any], route: str) -> FakeContext:
    """The context of one recorded page."""
    facts = pages["probe.html"]["probe"]["site"]
    posts = {item["path"]: _post(item) for item in facts["posts"]}
    site = SimpleNamespace(
        posts=as_collection([posts[path] for path in facts["posts_by_date"]]),
        categories=as_collection([_term(item, posts) for item in facts["categories"]]),
        tags=as_collection([_term(item, posts) for item in facts["tags"]]),
    )
    probe = pages[route]["probe"]
    own = probe["page"]
    page = dict(own) | own.get("custom", {})
    for key in ("date", "updated"):
        page[key] = _date(own[key]) if own.get(key) else None
    page["__index"] = probe["is"]["is_home"]
    page["__post"] = probe["is"]["is_post"]
    page["__page"] = probe["is"]["is_page"]
    config = facts["config"]
    rules = UrlRules(config["url"], config["root"])
    return FakeContext(page, site, config, probe["path"], probe["url"], rules)


def resolve(value: Any, ctx: FakeContext) -> Any:
    """An argument as the probe theme builds it."""
    if isinstance(value, list):
        return [resolve(item, ctx) for item in value]
    if not isinstance(value, Mapping):
        return value
    if "$ref" in value:
        return _reference(value["$ref"], ctx)
    if "$date" in value or "$moment" in value:
        return _date(value.get("$date") or value["$moment"])
    if "$ago" in value:
        return ctx.now - timedelta(seconds=value["$ago"])
    if "$undefined" in value:
        return Undefined()
    if "$fn" in value:
        return {
            "upper": lambda text: str(text).upper(),
            "bracket": lambda text: f"[{text}]",
            "const": lambda: value["value"],
        }[value["$fn"]]
    return {key: resolve(item, ctx) for key, item in value.items()}


def _reference(name: str, ctx: FakeContext) -> Any:
    head, _, rest = name.partition(".")
    value = getattr(ctx, head)
    if not rest:
        return value
    return value.get(rest) if isinstance(value, Mapping) else getattr(value, rest)


def _date(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _post(item: Mapping[str, Any]) -> SimpleNamespace:
    return SimpleNamespace(**{**item, "date": _date(item["date"])})


def _term(item: Mapping[str, Any], posts: Mapping[str, Any]) -> SimpleNamespace:
    own = as_collection([posts[path] for path in item["posts"]])
    return SimpleNamespace(**{"parent": None, **item, "posts": own})
