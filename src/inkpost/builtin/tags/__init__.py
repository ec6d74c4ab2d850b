"""Tag plug-ins: Hexo's own, those that left its core, and those of the loved themes."""

from __future__ import annotations

from importlib import import_module

from inkpost.extend import Extensions

FAMILIES = (
    "quotes",
    "code",
    "links",
    "posts",
    "media",
    "notes",
    "folds",
    "tabs",
    "gallery",
    "cards",
    "diagrams",
    "embeds",
    "formulas",
)
"""The modules that hold tag plug-ins, in the order of registration."""


def register(ext: Extensions) -> None:
    """Register every tag plug-in that ships with the package."""
    for family in FAMILIES:
        import_module(f"{__name__}.{family}").register(ext)
