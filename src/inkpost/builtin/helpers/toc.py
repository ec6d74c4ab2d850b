"""The helper that makes a contents list of HTML."""

from __future__ import annotations

from markupsafe import Markup

from inkpost.builtin.helpers.args import html, options_of, text_of
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.tochtml import toc_html
from inkpost.model import Json


def toc(_ctx: HelperContext, content: Json = "", options: Json = None, **keywords: Json) -> Markup:
    """The headings of HTML as nested lists. Options as Hexo's. Source: hexo 8.1 helper/toc."""
    return html(toc_html(text_of(content), options_of(options, keywords)))


def register(ext: Extensions) -> None:
    """Register the helper of this module."""
    ext.helper("toc")(toc)
