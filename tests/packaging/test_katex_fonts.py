"""KaTeX's fonts as they are shipped: cut in two, and nothing of them lost.

`tests/data/katex_fonts.json` was taken from the fonts of KaTeX 0.19.1: the signs of each, and a
digest of their widths and outlines.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.shared import ROOT, absent

FOLDER = ROOT / "src/inkpost/assets/katex"
ORIGINALS: Mapping[str, Mapping[str, str]] = json.loads(
    (ROOT / "tests/data/katex_fonts.json").read_text("utf-8")
)
LIMIT = 5 * 1024
"""Bytes of the stylesheet as sent."""


def in_ranges(signs: Iterable[int]) -> str:
    """Code points as `20-7e,a0`."""
    runs: list[list[int]] = []
    for sign in sorted(signs):
        if runs and sign == runs[-1][1] + 1:
            runs[-1][1] = sign
        else:
            runs.append([sign, sign])
    return ",".join(f"{low:x}" if low == high else f"{low:x}-{high:x}" for low, high in runs)


def covers(ranges: str, sign: int) -> bool:
    """Whether a `unicode-range` has a code point."""
    for each in ranges.replace("u+", "").split(","):
        low, _, high = each.partition("-")
        if int(low, 16) <= sign <= int(high or low, 16):
            return True
    return False


def shapes(fonts: Sequence[Any]) -> str:
    """One digest of the widths and outlines of all signs of some fonts, taken together."""
    lines = []
    for font in fonts:
        glyphs = font["glyf"]
        for sign, name in font.getBestCmap().items():
            points = list(glyphs[name].getCoordinates(glyphs)[0])
            lines.append(f"{sign:x} {font['hmtx'][name]} {points}")
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


@cache
def parts(font: str) -> tuple[Any, ...]:
    from fontTools.ttLib import TTFont

    paths = (FOLDER / f"fonts/{font}{end}.woff2" for end in ("", "-rest"))
    return tuple(TTFont(path) for path in paths if path.is_file())


@cache
def stylesheet() -> str:
    path = FOLDER / "katex.min.css"
    if not path.is_file():
        absent("KaTeX, which is brought in while the package is built,")
    return path.read_text("utf-8")


@pytest.mark.parametrize("font", ORIGINALS)
def test_the_parts_of_a_font_have_all_signs_as_they_were(font: str) -> None:
    stylesheet()
    signs = [sign for part in parts(font) for sign in part.getBestCmap()]
    assert in_ranges(signs) == ORIGINALS[font]["signs"]
    assert len(signs) == len(set(signs))
    assert shapes(parts(font)) == ORIGINALS[font]["shapes"]


@pytest.mark.parametrize("font", ORIGINALS)
def test_a_browser_asks_for_the_part_that_has_the_sign(font: str) -> None:
    css = stylesheet()
    rules = re.findall(rf"@font-face{{([^}}]*/{font}(?:-rest)?\.woff2[^}}]*)}}", css)
    for sign in {sign for part in parts(font) for sign in part.getBestCmap()}:
        # Of rules for one face the last that has the sign is asked.
        asked = next(rule for rule in reversed(rules) if covers(range_of(rule), sign))
        part = parts(font)["-rest" in asked]
        assert sign in part.getBestCmap(), f"{sign:x}"
    for rule in rules:
        # The first face with a space gives the line its height, and a zero-width space, which
        # no font has, is in every formula.
        assert "-rest" in rule or covers(range_of(rule), 0x20)
        assert len(rules) == 1 or not covers(range_of(rule), 0x200B)


def range_of(rule: str) -> str:
    found = re.search(r"unicode-range:([^;]*)", rule)
    return found[1] if found else "0-10ffff"


@pytest.mark.parametrize("font", ORIGINALS)
def test_a_changed_font_has_another_name_and_the_same_licence(font: str) -> None:
    stylesheet()
    for part in parts(font):
        texts = {each.nameID: str(each) for each in part["name"].names}
        changed = len(parts(font)) == 2 or "_Size" in font
        assert texts[1].startswith("Inkpost_" if changed else "KaTeX_")
        assert "SIL Open Font License, Version 1.1" in texts[13]
        assert "Design Science" in texts[0]


def test_the_stylesheet_keeps_to_its_weight() -> None:
    assert len(gzip.compress(stylesheet().encode(), 6)) <= LIMIT


def test_no_file_is_shipped_that_the_stylesheet_does_not_name() -> None:
    named = set(re.findall(r"url\(fonts/([^)]*)\)", stylesheet()))
    assert named == {path.name for path in Path(FOLDER, "fonts").iterdir()}
