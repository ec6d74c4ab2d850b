"""Filters that plug-ins have on documents before the index is built, and on posts' paths."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from inkpost.config import Config
from inkpost.errors import Diagnostic, Span, warning
from inkpost.extend import Extensions, call_plugin
from inkpost.model import Json, Page, Post

Warn = Callable[[Diagnostic], None]


def filter_documents(
    documents: Iterable[Post | Page], extensions: Extensions, config: Config, warn: Warn
) -> tuple[Post | Page, ...]:
    """The documents after the filters `before_index`, which take and give a sequence of them.

    Raises: PluginError naming the plug-in that fails.
    """
    kept = tuple(documents)
    return tuple(_run("before_index", kept, extensions, _Context(config, warn, None)))


def path_filter(
    extensions: Extensions, config: Config, warn: Warn
) -> Callable[[str, Post], str] | None:
    """What the filters `post_permalink` make of a post's path; None where there are none."""
    if not extensions.filters.get("post_permalink"):
        return None

    def change(path: str, post: Post) -> str:
        return str(_run("post_permalink", path, extensions, _Context(config, warn, post)))

    return change


class _Context:
    """What such a filter may ask."""

    def __init__(self, config: Config, warn: Warn, document: Post | None) -> None:
        self._config, self._warn, self.document = config, warn, document
        self.urls = config.urls
        self.path = document.path if document else ""

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""
        return self._config.get(name, default)

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Report a finding."""
        place = span or (Span(path=self.document.file) if self.document else None)
        self._warn(warning(code, message, span=place, hint=hint))


def _run(name: str, value: Any, extensions: Extensions, context: _Context) -> Any:
    place = Span(path=context.document.file) if context.document else None
    for each in extensions.filters.get(name, ()):
        result = call_plugin(f'filter "{name}"', each.plugin, each.run, value, context, span=place)
        value = value if result is None else result
    return value
