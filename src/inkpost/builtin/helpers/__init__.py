"""Hexo's template helpers, one module for each family."""

from __future__ import annotations

from importlib import import_module

from inkpost.extend import Extensions

FAMILIES = (
    "urls",
    "elements",
    "conditions",
    "strings",
    "dates",
    "lists",
    "cloud",
    "paginator",
    "toc",
    "open_graph",
    "i18n",
    "partials",
    "debug",
    "own",
    "theming",
)
"""The modules that hold helpers, in the order of registration."""


def register(ext: Extensions) -> None:
    """Register every helper that ships with the package."""
    for family in FAMILIES:
        import_module(f"{__name__}.{family}").register(ext)
