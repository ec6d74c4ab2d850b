"""hexo-symbols-count-time 0.7 and hexo-word-counter: symbols and minutes of posts and the site."""

from __future__ import annotations

import math
import re
from functools import lru_cache

from inkpost.builtin.helpers.args import field, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import round_half_up
from inkpost.hexo.html import strip_html
from inkpost.hexo.jstext import JS_SPACE, number_text
from inkpost.model import Json

_SPACE = re.compile(f"[{JS_SPACE}]+")
_CODE = re.compile(r"<pre>.*?</pre>")
_AWL, _WPM, _SUFFIX = 4, 275, "mins."


@lru_cache(maxsize=4096)
def count_symbols(html: str) -> int:
    """The UTF-16 units of some HTML without tags and white space."""
    text = _SPACE.sub("", strip_html(html))
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "replace")) // 2


def format_minutes(minutes: float, suffix: str) -> str:
    """Minutes as "5 mins." or, from an hour on, as "1:05"."""
    hours = math.floor(minutes / 60)
    rest = max(1, math.floor(minutes - hours * 60))
    return f"{rest} {suffix}" if hours < 1 else f"{hours}:{rest:02d}"


def symbols_count(ctx: HelperContext, post: Json) -> int | str:
    """The symbols of a post, from a thousand on as "1.2k"."""
    count = _symbols(ctx, post)
    if count > 9999:
        return f"{round_half_up(count / 1000)}k"
    return f"{number_text(round_half_up(count / 100) / 10)}k" if count > 999 else count


def symbols_time(
    ctx: HelperContext, post: Json, awl: Json = None, wpm: Json = None, suffix: Json = None
) -> str:
    """How long a post takes to read. awl: letters of a word; wpm: words a minute."""
    return _time(ctx, _symbols(ctx, post), awl, wpm, suffix)


def symbols_count_total(ctx: HelperContext, site: Json = None) -> str:
    """The symbols of all posts, in thousands or millions."""
    count = _total(ctx, site)
    if count < 1_000_000:
        return f"{round_half_up(count / 1000)}k"
    return f"{number_text(round_half_up(count / 100_000) / 10)}m"


def symbols_time_total(
    ctx: HelperContext,
    site: Json = None,
    awl: Json = None,
    wpm: Json = None,
    suffix: Json = None,
) -> str:
    """How long all posts take to read."""
    return _time(ctx, _total(ctx, site), awl, wpm, suffix)


def _time(ctx: HelperContext, count: int, awl: Json, wpm: Json, suffix: Json) -> str:
    letters = awl or ctx.value("symbols_count_time.awl") or _AWL
    words = wpm or ctx.value("symbols_count_time.wpm") or _WPM
    mark = text_of(suffix or ctx.value("symbols_count_time.suffix")) or _SUFFIX
    return format_minutes(round_half_up(count / (letters * words)), mark)


def _symbols(ctx: HelperContext, post: Json) -> int:
    html = text_of(field(post, "content"))
    if ctx.value("symbols_count_time.exclude_codeblock"):
        html = _CODE.sub("", html)
    return count_symbols(html)


def _total(ctx: HelperContext, site: Json) -> int:
    def count() -> str:
        posts = field(site or ctx.site, "posts", ())
        return str(sum(_symbols(ctx, post) for post in posts))

    return int(ctx.cached("symbols-count:total", count))


def register(ext: Extensions) -> None:
    """Register the helpers; those of hexo-wordcount keep their names to themselves."""
    ext.helper("symbolsCount")(symbols_count)
    ext.helper("symbolsTime")(symbols_time)
    ext.helper("symbolsCountTotal")(symbols_count_total)
    ext.helper("symbolsTimeTotal")(symbols_time_total)
