"""The variants of a site's accent colour that can be read on the theme's surfaces."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inkpost.content.oklch import contrast, from_oklch, parse_colour, to_hex, to_oklch

MIN_CONTRAST: Final = 4.5
LIGHT_SURFACES: Final = ("#f4f6f6", "#ffffff", "#f0f3f3")
DARK_SURFACES: Final = ("#14181b", "#1c2226", "#20272b")

_STEPS: Final = 200
# Perceived lightness that a readable accent starts from, before it is moved for contrast.
_DARK_START: Final = 0.72
_LIGHT_TINT: Final = 0.12
_DARK_TINT: Final = 0.18
_GREY: Final = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Accent:
    """An accent for both schemes, each `#rrggbb`.

    light, dark: for text and lines; the tints: for grounds under text. moved: whether the light
    variant had to leave the colour that was asked for.
    """

    light: str
    light_tint: str
    dark: str
    dark_tint: str
    moved: bool


@lru_cache(maxsize=64)
def derive_accent(
    colour: str,
    light_surfaces: tuple[str, ...] = LIGHT_SURFACES,
    dark_surfaces: tuple[str, ...] = DARK_SURFACES,
) -> Accent:
    """An accent whose contrast is at least 4.5 : 1 on every surface of both schemes.

    colour: `#rgb` or `#rrggbb`. The hue stays; lightness moves, and chroma where sRGB ends.

    Raises: ValueError where the colour cannot be read.
    """
    given = parse_colour(colour)
    lightness, chroma, hue = to_oklch(given)
    light = _readable(lightness, chroma, hue, light_surfaces, darker=True)
    start = max(lightness, _DARK_START)
    dark = _readable(start, min(chroma, 0.16), hue, dark_surfaces, darker=False)
    return Accent(
        light=light,
        light_tint=_mix(light_surfaces[1], light, _LIGHT_TINT),
        dark=dark,
        dark_tint=_mix(dark_surfaces[1], dark, _DARK_TINT),
        moved=light != to_hex(given),
    )


def _readable(
    lightness: float, chroma: float, hue: float, surfaces: Sequence[str], *, darker: bool
) -> str:
    chroma = 0.0 if chroma < _GREY else chroma
    for step in range(_STEPS + 1):
        share = step / _STEPS
        moved = lightness * (1 - share) if darker else lightness + (1 - lightness) * share
        found = from_oklch(moved, chroma, math.degrees(hue))
        if all(contrast(found, surface) >= MIN_CONTRAST for surface in surfaces):
            return found
    return "#000000" if darker else "#ffffff"


def _mix(ground: str, colour: str, share: float) -> str:
    one, other = parse_colour(ground), parse_colour(colour)
    red, green, blue = (a + (b - a) * share for a, b in zip(one, other, strict=True))
    return to_hex((red, green, blue))
