"""Small sites made in a temporary folder."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from inkpost.engine import Engine, EngineOptions, Made

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
CONFIG = "title: Harbour\nurl: https://blog.example\ntimezone: UTC\n"
PLAIN_THEME = {
    "themes/plain/layout/layout.jinja": (
        "<!DOCTYPE html><html><head><title>{{ page.title }}</title></head>"
        "<body>{{ body }}</body></html>"
    ),
    "themes/plain/layout/index.jinja": (
        "{% for post in page.posts %}<h2>{{ post.title }}</h2>{% endfor %}"
    ),
    "themes/plain/layout/post.jinja": "<article>{{ page.content }}</article>",
}
"""A theme of three templates, in use with `theme: plain`."""


def write_site(root: Path, files: Mapping[str, str], config: str = "") -> Path:
    """A site with our plain theme; config: added to the least that it needs."""
    lines = config if "theme:" in config else f"theme: plain\n{config}"
    for path, text in {"_config.yml": f"{CONFIG}{lines}", **PLAIN_THEME, **files}.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root


def make_site(root: Path, files: Mapping[str, str], config: str = "") -> Made:
    """The site, made in memory."""
    write_site(root, files, config)
    with Engine(root, EngineOptions()) as engine:
        return engine.make(NOW)


def text_of(made: Made, path: str) -> str:
    """The text of one finished file."""
    data = made.outputs[path].data
    assert data is not None
    return data.decode("utf-8")
