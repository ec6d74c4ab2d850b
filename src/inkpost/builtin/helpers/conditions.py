"""Helpers that ask what kind of page is being made."""

from __future__ import annotations

from inkpost.builtin.helpers.args import field, given, is_missing, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.model import Json

_INDEX = "/index.html"


def is_current(ctx: HelperContext, path: Json = None, strict: Json = False) -> bool:
    """Whether the page's path begins with the path, or with `strict` is it.

    Hexo 8.1: "/" is the home page alone; hexo.md §4, 46. Source: hexo 8.1 helper/is.
    """
    current = _rooted(ctx.path)
    wanted = text_of(given(path, "/"))
    if strict:
        return current == _rooted(wanted + "index.html" if wanted.endswith("/") else wanted)
    if wanted.endswith(_INDEX):
        wanted = wanted.removesuffix(_INDEX) + "/"
    if wanted == "/":
        return current == _INDEX
    return current.startswith(_rooted(wanted))


def _rooted(path: str) -> str:
    return path if path[:1] in ("/", "") else f"/{path}"


def is_home(ctx: HelperContext) -> bool:
    """Whether the page is one of the home pages."""
    return bool(field(ctx.page, "__index"))


def is_home_first_page(ctx: HelperContext) -> bool:
    """Whether the page is the first home page."""
    return is_home(ctx) and field(ctx.page, "current") == 1


def is_post(ctx: HelperContext) -> bool:
    """Whether the page is a post."""
    return bool(field(ctx.page, "__post"))


def is_page(ctx: HelperContext) -> bool:
    """Whether the page is a page of the author's."""
    return bool(field(ctx.page, "__page"))


def is_archive(ctx: HelperContext) -> bool:
    """Whether the page is an archive."""
    return bool(field(ctx.page, "archive"))


def is_year(ctx: HelperContext, year: Json = None) -> bool:
    """Whether the page is the archive of a year, or of that year."""
    if not is_archive(ctx):
        return False
    own = field(ctx.page, "year")
    return bool(own) if _is_empty(year) else _same(own, year)


def is_month(ctx: HelperContext, year: Json = None, month: Json = None) -> bool:
    """Whether the page is the archive of a month; one argument is the month, two year and month."""
    if not is_archive(ctx):
        return False
    own_year, own_month = field(ctx.page, "year"), field(ctx.page, "month")
    if _is_empty(year):
        return bool(own_year and own_month)
    if _is_empty(month):
        return _same(own_month, year)
    return _same(own_year, year) and _same(own_month, month)


def is_category(ctx: HelperContext, name: Json = None) -> bool:
    """Whether the page is a category's, or that category's."""
    own = field(ctx.page, "category")
    return bool(own) if _is_empty(name) else _same(own, name)


def is_tag(ctx: HelperContext, name: Json = None) -> bool:
    """Whether the page is a tag's, or that tag's."""
    own = field(ctx.page, "tag")
    return bool(own) if _is_empty(name) else _same(own, name)


def _is_empty(value: Json) -> bool:
    return is_missing(value) or value in ("", 0)


def _same(left: Json, right: Json) -> bool:
    # JavaScript's === tells the text "2020" from the number.
    return bool(left == right)


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    for helper in (
        is_current,
        is_home,
        is_home_first_page,
        is_post,
        is_page,
        is_archive,
        is_year,
        is_month,
        is_category,
        is_tag,
    ):
        ext.helper(helper.__name__)(helper)
