"""Which of KaTeX's font files a formula is drawn with."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_FONTS: Final = (
    ("mathnormal", "Math-Italic"),
    ("mathbf", "Main-Bold"),
    ("mathit", "Main-Italic"),
    ("boldsymbol", "Math-BoldItalic"),
    ("mathbb", "AMS-Regular"),
    ("mathcal", "Caligraphic-Regular"),
    ("mathfrak", "Fraktur-Regular"),
    ("mathscr", "Script-Regular"),
    ("mathsf", "SansSerif-Regular"),
    ("mathtt", "Typewriter-Regular"),
    ("texttt", "Typewriter-Regular"),
    ("delimsizing size1", "Size1-Regular"),
    ("delim-size1", "Size1-Regular"),
    ("op-symbol small-op", "Size1-Regular"),
    ("delimsizing size2", "Size2-Regular"),
    ("op-symbol large-op", "Size2-Regular"),
    ("delimsizing size3", "Size3-Regular"),
    ("delimsizing size4", "Size4-Regular"),
    ("delim-size4", "Size4-Regular"),
)
"""What stands in a class attribute -> the font that it needs. Source: katex.css 0.19."""
_AMS_SIGN: Final = re.compile(r'amsrm"[^>]*>([^<]*)')
_AMS_FIRST_PART: Final = frozenset("□≲≳⩽⩾")
"""The signs, not letters, that the first of the two parts of this font has (`hatch_build.py`)."""


@lru_cache(maxsize=16_384)
def formula_fonts(html: str) -> frozenset[str]:
    """The font files that a formula as KaTeX's HTML uses, such as `Main-Regular`.

    Second parts are left out, but of the one font whose every use says which sign it is.
    """
    if '"katex"' not in html:
        return frozenset()
    found = {"Main-Regular", *(font for mark, font in _FONTS if mark in html)}
    if "amsrm" in html:
        signs = set("".join(_AMS_SIGN.findall(html)))
        if signs & _AMS_FIRST_PART:
            found.add("AMS-Regular")
        if signs - _AMS_FIRST_PART:
            found.add("AMS-Regular-rest")
    return frozenset(found)
