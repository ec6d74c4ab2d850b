"""hexo-permalink-pinyin 1: Chinese URLs in Latin letters."""

from __future__ import annotations

import re
from functools import lru_cache

from inkpost.errors import ConfigError
from inkpost.extend import Extensions, FilterContext

_UNSAFE = re.compile(r"[^a-zA-Z0-9\-_.~/]+")
_CHINESE = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


def to_pinyin(path: str, ctx: FilterContext) -> str | None:
    """A post's path in Latin letters: each character's reading, words apart by the separator.

    Raises: ConfigError where the readings are not installed.
    """
    if not ctx.value("permalink_pinyin.enable"):
        return None
    exclude = ctx.value("permalink_pinyin.exclude")
    if exclude and re.search(str(exclude), path):
        return None
    return romanize(path, str(ctx.value("permalink_pinyin.separator") or "-"))


@lru_cache(maxsize=4096)
def romanize(path: str, separator: str = "-") -> str:
    """A path in small Latin letters; slashes and dots stay."""
    spaced = _CHINESE.sub(lambda match: f" {_reading(match[0])} ", path)
    parts = []
    for part in spaced.split("/"):
        plain = _UNSAFE.sub(separator, part.strip().lower())
        parts.append(plain.strip(separator))
    return "/".join(parts)


def _reading(char: str) -> str:
    try:
        from pypinyin import lazy_pinyin  # lazy: large tables, wanted by few blogs
    except ImportError as error:
        raise ConfigError(
            "permalink_pinyin needs the readings of Chinese characters",
            hint='install them with "pip install inkpost[pinyin]"',
        ) from error
    return str(lazy_pinyin(char)[0])


def register(ext: Extensions) -> None:
    """Register the filter."""
    ext.filter("post_permalink")(to_pinyin)
