"""Filters of plug-ins that belong to no page: on documents, paths, and the site as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from inkpost.config import Config
from inkpost.errors import Diagnostic, Span, warning
from inkpost.extend import Extensions, call_plugin
from inkpost.model import Json, Output, Page, Post
from inkpost.reads import digest_of

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


def run_filters(name: str, value: Json, extensions: Extensions, config: Config, warn: Warn) -> Json:
    """The value after the filters of a name that runs once for a whole site.

    Raises: PluginError naming the plug-in that fails.
    """
    return _run(name, value, extensions, _Context(config, warn, None))


def filter_outputs(
    outputs: Mapping[str, Output],
    extensions: Extensions,
    config: Config,
    warn: Warn,
    read: Callable[[str], bytes],
) -> dict[str, Output]:
    """The finished files after the filters `after_generate`, which take and give path -> bytes.

    What they add, change or leave out is written so. read: the bytes of a file by its key.
    Raises: PluginError naming the plug-in that fails.
    """
    if not extensions.filters.get("after_generate"):
        return dict(outputs)
    before = {path: output.bytes_by(read) for path, output in outputs.items()}
    after = run_filters("after_generate", dict(before), extensions, config, warn)
    return {
        path: outputs[path] if before.get(path) == data else _made(path, data)
        for path, data in after.items()
    }


def _made(path: str, data: bytes | str) -> Output:
    data = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    return Output(path=path, digest=digest_of(data), data=data)


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
