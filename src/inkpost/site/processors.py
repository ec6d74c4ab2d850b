"""Source files that plug-ins' processors take and make data of."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from inkpost.errors import BlogError, Diagnostic, Span
from inkpost.extend import Extensions, call_plugin
from inkpost.hexo.glob import compile_globs
from inkpost.hexo.permalink import extension
from inkpost.model import Json

_WILD = re.compile(r"\*[A-Za-z_]\w*")
_NAMED = re.compile(r":[A-Za-z_]\w*")


def run_processors(
    sources: Mapping[str, str], read: Callable[[str], bytes], extensions: Extensions
) -> tuple[dict[str, Json], frozenset[str], tuple[Diagnostic, ...]]:
    """Data by name, the files that are taken, and the errors of processors that fail.

    sources: path below the source folder -> key. A processor that gives None leaves the file to
    the next, at last to us; any other value becomes `site.data` under the file's path without
    `_data/` and ending. Files in folders that Hexo ignores are offered as well.
    """
    data: dict[str, Json] = {}
    found: list[Diagnostic] = []
    for pattern, run, plugin in extensions.processors:
        matches = compile_globs(to_glob(pattern))
        for path, key in sources.items():
            name = path.removeprefix("_data/").removesuffix(extension(path))
            if name in data or not matches(path):
                continue
            try:
                value = call_plugin(
                    f'processor "{pattern}"', plugin, run, path, read(key), span=Span(path=key)
                )
            except BlogError as error:
                found.append(error.to_diagnostic())
                continue
            if value is not None:
                data[name] = value
    taken = frozenset(
        path
        for path in sources
        if path.removeprefix("_data/").removesuffix(extension(path)) in data
    )
    return data, taken, tuple(found)


def to_glob(pattern: str) -> str:
    """A pattern with Hexo's `:name` and `*name` as a glob. Source: hexo-util 4.0, Pattern."""
    return _NAMED.sub("*", _WILD.sub("**", pattern))
