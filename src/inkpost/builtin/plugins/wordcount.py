"""hexo-wordcount 6: how long a text is and how long it takes to read."""

from __future__ import annotations

import re
from functools import lru_cache

from inkpost.builtin.helpers.args import field, options_of, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import round_half_up
from inkpost.hexo.html import strip_html
from inkpost.hexo.jstext import number_text
from inkpost.model import Json

_CHINESE = re.compile(r"[\u4e00-\u9fa5]")
_WORD = re.compile(
    r"[a-zA-Z0-9_\u0392-\u03c9\u0400-\u04ff]+"
    r"|[\u4e00-\u9fff\u3400-\u4dbf\uf900-\ufaff\u3040-\u309f\uac00-\ud7af\u0400-\u04ff]+"
    r"|[\u00e4\u00c4\u00e5\u00c5\u00f6\u00d6]+|[A-Za-z0-9_]+"
)


@lru_cache(maxsize=4096)
def count_words(html: str) -> tuple[int, int]:
    """The Chinese characters and the other words of some HTML."""
    text = strip_html(html)
    chinese = len(_CHINESE.findall(text))
    return chinese, len(_WORD.findall(_CHINESE.sub("", text)))


def shorten(count: int) -> int | str:
    """A count below a thousand, or as "1.2k"."""
    return count if count < 1000 else f"{number_text(round_half_up(count / 100) / 10)}k"


def min2read(
    _ctx: HelperContext, content: Json = "", options: Json = None, **keywords: Json
) -> int | str:
    """Minutes to read HTML. options: cn (300), en (160): characters and words a minute."""
    chosen = options_of(options, keywords)
    chinese, other = count_words(text_of(content))
    minutes = chinese / chosen.get("cn", 300) + other / chosen.get("en", 160)
    return "1" if minutes < 1 else int(minutes)


def wordcount(_ctx: HelperContext, content: Json = "") -> int | str:
    """The words of some HTML."""
    return shorten(sum(count_words(text_of(content))))


def totalcount(ctx: HelperContext, site: Json = None) -> str:
    """The words of all posts."""

    def count() -> str:
        posts = field(site or ctx.site, "posts", ())
        return str(shorten(sum(sum(count_words(text_of(field(p, "content")))) for p in posts)))

    return ctx.cached("wordcount:total", count)


def register(ext: Extensions) -> None:
    """Register the helpers."""
    ext.helper("min2read")(min2read)
    ext.helper("wordcount")(wordcount)
    ext.helper("totalcount")(totalcount)
