"""Posts, pages and configurations as tests want them, all in memory."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import yaml

from inkpost.config import Config, make_config, read_config_file
from inkpost.content.parse import ParsedSource, ParseInput, parse_document
from inkpost.model import Page, Post


def make(text: str = "", /, **values: Any) -> Config:
    """A configuration: a file's text, or values beside the least. zone: of the process."""
    zone = values.pop("zone", "UTC")
    least = {"url": "https://quay.example", "timezone": "UTC"}
    text = text or yaml.safe_dump({**least, **values}, allow_unicode=True)
    return make_config([read_config_file("_config.yml", text)], process_timezone=zone)


def parse(
    text: str, config: Config | None = None, source: str = "_posts/trip.md", **more: Any
) -> ParsedSource:
    """A source file as it is parsed."""
    kind = {"_posts": "post", "_drafts": "draft"}.get(source.partition("/")[0], "page")
    given: dict[str, Any] = {"source": source, "file": f"source/{source}", "kind": kind, **more}
    return parse_document(ParseInput(text=text, **given), config or make())


def post(
    slug: str, title: str = "", *, day: int = 1, tags: tuple[str, ...] = (), **fields: Any
) -> Post:
    """A post of January 2024."""
    return Post(
        source=f"_posts/{slug}.md",
        file=f"source/_posts/{slug}.md",
        title=title or slug,
        date=fields.pop("date", datetime(2024, 1, day, tzinfo=UTC)),
        updated=None,
        layout=fields.pop("layout", "post"),
        path=fields.pop("path", ""),
        permalink="",
        slug=slug,
        tags=tags,
        **fields,
    )


def page(source: str, **fields: Any) -> Page:
    """A page whose path follows its source."""
    path = source.removesuffix("index.md").replace(".md", ".html")
    made = Page(
        source=source,
        file=f"source/{source}",
        title=fields.pop("title", source),
        date=datetime(2024, 1, 1, tzinfo=UTC),
        updated=None,
        layout="page",
        path=fields.pop("path", path),
        permalink="",
    )
    return replace(made, **fields)
