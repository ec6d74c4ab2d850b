"""Equivalents of small Hexo plug-ins, switched on by the blog that names the original."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Protocol

from inkpost.extend import Extensions

PLUGINS: Mapping[str, str] = {
    "hexo-abbrlink": "abbrlink",
    "hexo-auto-category": "auto_category",
    "hexo-auto-excerpt": "auto_excerpt",
    "hexo-excerpt": "auto_excerpt",
    "hexo-filter-emoji": "emoji",
    "hexo-filter-nofollow": "nofollow",
    "hexo-generator-alias": "alias",
    "hexo-generator-feed": "feed_hexo",
    "hexo-generator-search": "search_xml",
    "hexo-generator-searchdb": "searchdb",
    "hexo-generator-sitemap": "sitemap_hexo",
    "hexo-hide-posts": "hide_posts",
    "hexo-lazyload": "lazyload",
    "hexo-lazyload-image": "lazyload",
    "hexo-native-lazy-load": "lazyload",
    "hexo-permalink-pinyin": "permalink_pinyin",
    "hexo-reading-time": "reading_time",
    "hexo-symbols-count-time": "symbols_count",
    "hexo-word-counter": "symbols_count",
    "hexo-wordcount": "wordcount",
}
"""npm name -> the module here that does its work."""


class _Config(Protocol):
    def has_plugin(self, *names: str) -> bool:
        """Whether the blog has one of the plug-ins, by npm name."""


def register(ext: Extensions, config: _Config) -> None:
    """Register the equivalents of the plug-ins that a blog names."""
    modules = dict.fromkeys(name for npm, name in PLUGINS.items() if config.has_plugin(npm))
    for name in modules:
        import_module(f"{__name__}.{name}").register(ext)
