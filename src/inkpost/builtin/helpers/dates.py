"""Helpers that print dates."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from markupsafe import Markup

from inkpost.builtin.helpers.args import html, is_missing, text_of
from inkpost.builtin.helpers.moments import Moment
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_dates import iso_text
from inkpost.model import Json

# Patterns that print nothing finer than a day: a footer's year, for one.
_DAY: Final = re.compile(r"[YMD\s./-]+")


def instant(ctx: HelperContext, value: Json) -> datetime:
    """The point in time that a helper's argument means; now, where it is missing.

    Raises: ValueError for what is no date.
    """
    if is_missing(value):
        return ctx.now
    if isinstance(value, Moment):
        return value.value
    found = value if isinstance(value, datetime) else ctx.to_moment(value)
    if found is None:
        raise ValueError(f'"{text_of(value)}" is no date')
    return found


def date(ctx: HelperContext, value: Json = None, pattern: Json = None) -> str:
    """A date in moment's pattern, by default `date_format`. Source: hexo 8.1 helper/date."""
    wanted = _pattern(ctx, pattern, "date_format")
    if is_missing(value) and _DAY.fullmatch(wanted):
        return ctx.format_date(ctx.today, wanted)
    return ctx.format_date(instant(ctx, value), wanted)


def time(ctx: HelperContext, value: Json = None, pattern: Json = None) -> str:
    """A time of day, by default in `time_format`. Source: hexo 8.1 helper/date."""
    return ctx.format_date(instant(ctx, value), _pattern(ctx, pattern, "time_format"))


def full_date(ctx: HelperContext, value: Json = None, pattern: Json = None) -> str:
    """A date and its time of day. Source: hexo 8.1 helper/date."""
    if text_of(pattern):
        return ctx.format_date(instant(ctx, value), text_of(pattern))
    return f"{date(ctx, value)} {time(ctx, value)}"


def date_xml(ctx: HelperContext, value: Json = None) -> str:
    """A date as machines read it, in UTC. Source: hexo 8.1 helper/date."""
    return iso_text(instant(ctx, value))


def relative_date(ctx: HelperContext, value: Json = None) -> str:
    """A date as a span of time before or after now. Source: hexo 8.1 helper/date."""
    return ctx.relative_date(instant(ctx, value))


def time_tag(ctx: HelperContext, value: Json = None, pattern: Json = None) -> Markup:
    """A date as a `<time>` element. Source: hexo 8.1 helper/date."""
    point = instant(ctx, value)
    return html(f'<time datetime="{iso_text(point)}">{date(ctx, point, pattern)}</time>')


def moment(ctx: HelperContext, value: Json = None, *_rest: Json) -> Moment:
    """A date to be formatted and compared with moment's methods, in English at first."""
    return Moment(instant(ctx, value), now=lambda: ctx.now)


def _pattern(ctx: HelperContext, pattern: Json, name: str) -> str:
    return text_of(pattern) or text_of(ctx.value(name))


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    for helper in (date, time, full_date, date_xml, relative_date, time_tag, moment):
        ext.helper(helper.__name__)(helper)
