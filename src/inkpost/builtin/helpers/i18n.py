"""Helpers that take the theme's texts in the page's language."""

from __future__ import annotations

import math

from inkpost.builtin.helpers.args import is_missing, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.model import Json


def translate(ctx: HelperContext, key: Json = "", *args: Json) -> str:
    """The text of a key with its arguments filled in. Source: hexo-i18n 3.0."""
    name = text_of(key)
    return ctx.translate(name, *args) if name else ""


def translate_plural(ctx: HelperContext, key: Json = "", count: Json = None, *_rest: Json) -> str:
    """The text of a key in the form for `count`. Source: hexo-i18n 3.0."""
    name = text_of(key)
    return ctx.translate_plural(name, _number(count)) if name else ""


def _number(value: Json) -> float:
    if is_missing(value) or value == "":
        return 0
    try:
        number = float(value)
    except (TypeError, ValueError):
        return math.nan
    return int(number) if number.is_integer() else number


def register(ext: Extensions) -> None:
    """Register both helpers."""
    ext.helper("__")(translate)
    ext.helper("_p")(translate_plural)
