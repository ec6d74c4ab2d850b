"""Helpers that put other templates and kept pieces into a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup

from inkpost.builtin.helpers.args import html, is_missing, options_of, text_of
from inkpost.contexts import HelperContext
from inkpost.errors import TemplateError
from inkpost.extend import Extensions
from inkpost.model import Json


def partial(
    ctx: HelperContext, name: Json, values: Json = None, options: Json = None, **keywords: Json
) -> Markup:
    """The HTML of another template. values: its variables; options: only, cache.

    only: without the page's variables; cache: keep the HTML for the whole build, true or a name.
    Raises: TemplateError. Source: hexo 8.1 helper/partial.
    """
    if not isinstance(name, str):
        raise TemplateError("partial takes the name of a template as text")
    chosen = options_of(options, keywords)
    local: Mapping[str, Json] = values if isinstance(values, Mapping) else {}
    only = bool(chosen.get("only"))
    cache = chosen.get("cache")
    if cache:
        key = cache if isinstance(cache, str) else f"partial:{name}"
        return html(ctx.cached(key, lambda: ctx.partial(name, local, only=only)))
    return html(ctx.partial(name, local, only=only))


def fragment_cache(
    ctx: HelperContext, key: Json, make: Json = None, *, caller: Callable[[], str] | None = None
) -> Markup:
    """What a macro, a function or the body of `{% call %}` makes, kept for the whole build.

    Source: hexo 8.1 helper/fragment_cache.
    """
    run = caller if is_missing(make) else make
    if not callable(run):
        raise TemplateError("fragment_cache takes a function or the body of a call block")
    return html(ctx.cached(text_of(key), lambda: text_of(run())))


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    ext.helper("partial")(partial)
    ext.helper("fragment_cache")(fragment_cache)
