"""Glob patterns with the meaning that Hexo's micromatch gives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from wcmatch import glob as wcglob

_FLAGS = wcglob.BRACE | wcglob.EXTGLOB | wcglob.GLOBSTAR | wcglob.FORCEUNIX


def compile_globs(patterns: str | Sequence[str] | None) -> Callable[[str], bool]:
    """A test whether a path matches any of the patterns; none match nothing.

    Source: micromatch 4.0 isMatch, for `skip_render`, `include`, `exclude` and `ignore`.
    """
    listed = [patterns] if isinstance(patterns, str) else list(patterns or ())
    tests = [_compile(pattern) for pattern in listed if pattern]
    return lambda path: any(test(path) for test in tests)


def _compile(pattern: str) -> Callable[[str], bool]:
    negated = False
    while pattern.startswith("!") and not pattern.startswith("!("):
        negated, pattern = not negated, pattern[1:]
    plain = pattern.removeprefix("./")
    include, _ = wcglob.translate(plain, flags=_FLAGS)
    regexes = [re.compile(source) for source in include]

    def test(path: str) -> bool:
        matched = path == pattern or any(regex.match(path) for regex in regexes)
        return matched is not negated

    return test
