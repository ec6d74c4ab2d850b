"""The generators that ship: posts, pages, assets, lists, feeds, theme files."""

from __future__ import annotations

from inkpost.builtin import search
from inkpost.builtin.generators import assets, documents, feeds, lists, sitemaps
from inkpost.extend import Extensions


def register(ext: Extensions) -> None:
    """Register the generators, in Hexo's order."""
    for module in (assets, documents, lists, feeds, sitemaps, search):
        module.register(ext)
