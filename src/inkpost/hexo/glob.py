"""Glob patterns with the meaning that Hexo's micromatch gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

from inkpost.hexo.globregex import to_regex


def compile_globs(patterns: str | Sequence[str] | None) -> Callable[[str], bool]:
    """A test whether a path matches any of the patterns; without patterns nothing does.

    Source: micromatch 4.0 isMatch, for `skip_render`, `include`, `exclude` and `ignore`.
    """
    listed = tuple(patterns) if isinstance(patterns, list | tuple) else (patterns,)
    known = tuple(pattern for pattern in listed if isinstance(pattern, str) and pattern)
    return _compile(known)


@cache
def _compile(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    tests = [(pattern, to_regex(pattern).match) for pattern in patterns]

    def is_match(path: str) -> bool:
        if not path:
            return False
        return any(path == pattern or match(path) for pattern, match in tests)

    return is_match
