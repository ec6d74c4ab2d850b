"""hexo-reading-time 1: minutes to read, with a word behind."""

from __future__ import annotations

from inkpost.builtin.helpers.args import text_of
from inkpost.builtin.plugins.wordcount import count_words
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import round_half_up
from inkpost.model import Json

_WPM = 150


def reading_time(
    _ctx: HelperContext, content: Json = "", suffix: Json = None, wpm: Json = None
) -> str:
    """Minutes to read HTML, at least one. wpm: words a minute."""
    words = sum(count_words(text_of(content)))
    speed = wpm if isinstance(wpm, int | float) and wpm else _WPM
    minutes = max(1, round_half_up(words / speed))
    return f"{minutes} {suffix if isinstance(suffix, str) and suffix else 'min. read'}"


def register(ext: Extensions) -> None:
    """Register the helper."""
    ext.helper("readingTime")(reading_time)
