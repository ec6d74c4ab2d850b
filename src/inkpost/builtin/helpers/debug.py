"""Helpers that show values while a theme is being written."""

from __future__ import annotations

from collections.abc import Mapping

from inkpost.builtin.helpers.args import is_missing
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.jstext import to_text
from inkpost.model import Json

_MAX_DEPTH = 2


def inspect(_ctx: HelperContext, value: Json = None, *_options: Json, **_keywords: Json) -> str:
    """A value as text for people, two levels deep. Source: hexo 8.1 helper/debug."""
    return _shown(value, 0)


def log(ctx: HelperContext, *values: Json) -> str:
    """Report values among the build's findings; prints nothing. Source: hexo 8.1 helper/debug."""
    ctx.warn("log", " ".join(v if isinstance(v, str) else _shown(v, 0) for v in values))
    return ""


def _shown(value: Json, depth: int) -> str:
    if is_missing(value):
        return "undefined" if value is not None else "null"
    if isinstance(value, str):
        return repr(str(value))
    if isinstance(value, Mapping):
        if depth > _MAX_DEPTH:
            return "[Object]"
        inner = ", ".join(f"{key}: {_shown(item, depth + 1)}" for key, item in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        if depth > _MAX_DEPTH:
            return "[Array]"
        inner = ", ".join(_shown(item, depth + 1) for item in value)
        return f"[ {inner} ]" if inner else "[]"
    return to_text(value)


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    ext.helper("inspect")(inspect)
    ext.helper("log")(log)
