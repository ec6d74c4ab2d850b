"""Colours of the tag cloud: the notations that Hexo reads, and mixing."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inkpost.hexo.csscolors import NAMED
from inkpost.hexo.helpers_markup import round_half_up, rounded

_HEX3 = re.compile(r"#[0-9a-f]{3}")
_HEX6 = re.compile(r"#[0-9a-f]{6}")
_ALPHA = r"\s*,?\s*(0?\.?\d+)?\s*\)"
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})" + _ALPHA, re.ASCII)
_HSL = re.compile(r"hsla?\(\s*(\d{1,3})\s*,\s*(\d{1,3})%\s*,\s*(\d{1,3})%" + _ALPHA, re.ASCII)


@dataclass(frozen=True, slots=True)
class Color:
    """A colour. red, green, blue: 0 to 255; alpha: 0 to 1."""

    red: int
    green: int
    blue: int
    alpha: float = 1

    def mix(self, other: Color, ratio: float) -> Color:
        """The colour at `ratio` of the way to the other one. ratio: 0 to 1."""
        if ratio in (0, 1):
            return other if ratio else self

        def between(start: float, end: float) -> float:
            return start + (end - start) * ratio

        return Color(
            round_half_up(between(self.red, other.red)),
            round_half_up(between(self.green, other.green)),
            round_half_up(between(self.blue, other.blue)),
            between(self.alpha, other.alpha),
        )

    def __str__(self) -> str:
        if self.alpha != 1:
            return f"rgba({self.red}, {self.green}, {self.blue}, {rounded(self.alpha, 2)})"
        parts = (self.red, self.green, self.blue)
        digits = [f"{part:02x}" for part in parts]
        if any(part % 17 for part in parts):
            return "#" + "".join(digits)
        return "#" + "".join(pair[0] for pair in digits)


def parse_color(text: str) -> Color:
    """The colour that a text names: a word, `#rgb`, `#rrggbb`, `rgb()`, `rgba()` or `hsl()`.

    Raises: ValueError. Source: hexo-util 4.0 Color.
    """
    text = text.lower()
    if text in NAMED:
        return _from_hex(NAMED[text])
    if _HEX3.fullmatch(text):
        return _from_hex("".join(digit * 2 for digit in text[1:]))
    if _HEX6.fullmatch(text):
        return _from_hex(text[1:])
    if match := _RGB.fullmatch(text):
        color = Color(int(match[1]), int(match[2]), int(match[3]), _alpha(match[4]))
    elif match := _HSL.fullmatch(text):
        hue, saturation, light = int(match[1]) / 360, int(match[2]) / 100, int(match[3]) / 100
        color = _from_hsl(hue, saturation, light, _alpha(match[4]))
    else:
        raise ValueError(f'"{text}" is no colour')
    if max(color.red, color.green, color.blue) > 255 or not 0 <= color.alpha <= 1:
        raise ValueError(f'"{text}" is out of range')
    return color


def _alpha(text: str | None) -> float:
    return float(text) if text else 1


def _from_hex(digits: str) -> Color:
    return Color(int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))


def _from_hsl(hue: float, saturation: float, light: float, alpha: float) -> Color:
    high = light * (1 + saturation) if light < 0.5 else light + saturation - light * saturation
    low = 2 * light - high
    third = 1 / 3
    return Color(
        _channel(low, high, hue + third),
        _channel(low, high, hue),
        _channel(low, high, hue - third),
        alpha,
    )


def _channel(low: float, high: float, hue: float) -> int:
    hue = hue + 1 if hue < 0 else hue - 1 if hue > 1 else hue
    if hue * 6 < 1:
        value = low + (high - low) * hue * 6
    elif hue * 2 < 1:
        value = high
    elif hue * 3 < 2:
        value = low + (high - low) * (2 / 3 - hue) * 6
    else:
        value = low
    return round_half_up(value * 255)
