"""hexo-permalink-pinyin 1: Chinese URLs in Latin letters."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from inkpost.contexts import FilterContext
from inkpost.errors import ConfigError
from inkpost.extend import Extensions

_CHINESE = re.compile(r"[\u3400-\u9fff]")
_ENDS = re.compile(r"([./])")
_SEPARATED = re.compile(r"[^\w./]+|_+")


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
    """A path in small letters, Chinese and accented ones as plain Latin; slashes and dots stay.

    Letters of other scripts stay too, where the original spells them.
    """
    spelled = _CHINESE.sub(lambda match: f" {_reading(match[0])} ", path)
    plain = "".join(
        char for char in unicodedata.normalize("NFKD", spelled) if not unicodedata.combining(char)
    )
    plain = unicodedata.normalize("NFC", plain.lower())
    pieces = _ENDS.split(plain)
    return "".join(_SEPARATED.sub(separator, part).strip(separator) for part in pieces)


def _reading(char: str) -> str:
    own = _own_readings().get(char)
    if own is not None:
        return own
    try:
        from pypinyin import lazy_pinyin  # lazy: large tables, wanted by few blogs
    except ImportError as error:
        raise ConfigError(
            "permalink_pinyin needs the readings of Chinese characters",
            hint='install them with "pip install inkpost[pinyin]"',
        ) from error
    return str(lazy_pinyin(char)[0]).replace("v", "u")


@cache
def _own_readings() -> Mapping[str, str]:
    """Characters that the original reads in another way, so that URLs stay as they were."""
    text = files(__package__).joinpath("pinyin_readings.json").read_text("utf-8")
    return {char: reading for reading, chars in json.loads(text).items() for char in chars}


def register(ext: Extensions) -> None:
    """Register the filter."""
    ext.filter("post_permalink")(to_pinyin)
