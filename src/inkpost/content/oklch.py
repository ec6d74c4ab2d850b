"""Colours as people see them: sRGB, OKLCH, and the contrast between two."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, TypeAlias

Rgb: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each 0 to 1."""

_STEPS: Final = 100


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, 1 to 21. Source: WCAG 2.2, relative luminance."""
    lights = sorted((_luminance(parse_colour(one)), _luminance(parse_colour(other))))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def parse_colour(text: str) -> Rgb:
    """The red, green and blue of `#rgb` or `#rrggbb`, each 0 to 1. Raises: ValueError."""
    digits = text.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    if len(digits) != 6 or not text.strip().startswith("#"):
        raise ValueError(f'expected a colour such as "#0b6b5d", found "{text}"')
    value = int(digits, 16)
    return (value >> 16) / 255, (value >> 8 & 255) / 255, (value & 255) / 255


def to_hex(rgb: Rgb) -> str:
    """A colour as `#rrggbb`; what lies outside of sRGB is cut."""
    return "#" + "".join(f"{round(min(1.0, max(0.0, part)) * 255):02x}" for part in rgb)


@lru_cache(maxsize=4096)
def from_oklch(lightness: float, chroma: float, hue: float) -> str:
    """The colour `#rrggbb` of that lightness (0 to 1), chroma and hue (degrees).

    Chroma gives way where sRGB ends.
    """
    for step in range(_STEPS + 1):
        rgb = _from_oklch(lightness, chroma * (1 - step / _STEPS), math.radians(hue))
        if all(-0.002 <= part <= 1.002 for part in rgb):
            return to_hex(rgb)
    return to_hex((lightness, lightness, lightness))


def _luminance(rgb: Rgb) -> float:
    red, green, blue = (_to_linear(part) for part in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _to_linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else math.pow((part + 0.055) / 1.055, 2.4)


def _from_linear(part: float) -> float:
    return part * 12.92 if part <= 0.0031308 else 1.055 * math.pow(part, 1 / 2.4) - 0.055


def to_oklch(rgb: Rgb) -> tuple[float, float, float]:
    """Lightness (0 to 1), chroma and hue (radians) of a colour. Source: B. Ottosson, Oklab."""
    red, green, blue = (_to_linear(part) for part in rgb)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    medium = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    lightness = 0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
    return lightness, math.hypot(a, b), math.atan2(b, a)


def _from_oklch(lightness: float, chroma: float, hue: float) -> Rgb:
    a, b = chroma * math.cos(hue), chroma * math.sin(hue)
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        _from_linear(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
        _from_linear(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
        _from_linear(-0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short),
    )
