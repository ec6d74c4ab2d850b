"""Helpers that work on text."""

from __future__ import annotations

from markupsafe import Markup

from inkpost.builtin.helpers.args import html, options_of, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo import html as markup
from inkpost.hexo import jstext
from inkpost.hexo import strings as texts
from inkpost.model import Json


def strip_html(_ctx: HelperContext, text: Json = "") -> str:
    """HTML without its tags; entities stay, so HTML stays HTML.

    Source: hexo 8.1 helper/format.
    """
    return _like(text, markup.strip_html(text_of(text)))


def trim(_ctx: HelperContext, text: Json = "") -> str:
    """Text without white space at its ends. Source: hexo 8.1 helper/format."""
    return _like(text, jstext.trim(text_of(text)))


def titlecase(_ctx: HelperContext, text: Json = "") -> str:
    """English text as a title. Source: hexo 8.1 helper/format."""
    return _like(text, texts.titlecase(text_of(text)))


def word_wrap(_ctx: HelperContext, text: Json = "", options: Json = None, **keywords: Json) -> str:
    """Text with lines of at most `width` (80) characters where words allow.

    Source: hexo 8.1 helper/format.
    """
    width = options_of(options, keywords).get("width") or 80
    return _like(text, texts.word_wrap(text_of(text), width=int(width)))


def truncate(_ctx: HelperContext, text: Json = "", options: Json = None, **keywords: Json) -> str:
    """Text cut to `length` (30), `omission` ("...") included; separator: where it may be cut.

    Source: hexo 8.1 helper/format.
    """
    chosen = options_of(options, keywords)
    cut = texts.truncate(
        text_of(text),
        length=int(chosen.get("length") or 30),
        omission=text_of(chosen.get("omission")) or "...",
        separator=text_of(chosen.get("separator")),
    )
    return _like(text, cut)


def escape_html(_ctx: HelperContext, text: Json = "") -> Markup:
    """Text as HTML. Source: hexo 8.1 helper/format."""
    return html(markup.escape_html(text_of(text)))


def number_format(_ctx: HelperContext, number: Json, options: Json = None, **keywords: Json) -> str:
    """A number with its thousands set apart. options: precision, delimiter, separator.

    Source: hexo 8.1 helper/number_format.
    """
    chosen = options_of(options, keywords)
    return texts.number_format(
        number,
        precision=chosen.get("precision"),
        delimiter=text_of(chosen.get("delimiter")) or ",",
        separator=text_of(chosen.get("separator")) or ".",
    )


def markdown(
    ctx: HelperContext, text: Json = "", _options: Json = None, **_keywords: Json
) -> Markup:
    """The HTML of a Markdown text. Source: hexo 8.1 helper/markdown."""
    return html(ctx.markdown(text_of(text)))


def render(
    ctx: HelperContext, text: Json = "", engine: Json = "", _options: Json = None, **_kw: Json
) -> Json:
    """What the renderer for a file ending makes of a text. Source: hexo 8.1 helper/render."""
    made = ctx.render(text_of(text), text_of(engine))
    return html(made) if isinstance(made, str) else made


def _like(source: Json, text: str) -> str:
    """The text, marked as HTML where what it was made of was."""
    return html(text) if isinstance(source, Markup) else text


def register(ext: Extensions) -> None:
    """Register the helpers of this module."""
    for helper in (
        strip_html,
        trim,
        titlecase,
        word_wrap,
        truncate,
        escape_html,
        number_format,
        markdown,
        render,
    ):
        ext.helper(helper.__name__)(helper)
