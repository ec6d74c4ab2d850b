from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.content.oklch import contrast, from_oklch, parse_colour, to_hex
from inkpost.theme.colour import DARK_SURFACES, LIGHT_SURFACES, MIN_CONTRAST, derive_accent


@given(st.integers(0, 0xFFFFFF))
def test_any_accent_can_be_read_on_every_surface(value: int) -> None:
    accent = derive_accent(f"#{value:06x}")
    assert all(contrast(accent.light, surface) >= MIN_CONTRAST for surface in LIGHT_SURFACES)
    assert all(contrast(accent.dark, surface) >= MIN_CONTRAST for surface in DARK_SURFACES)
    assert derive_accent(f"#{value:06x}") == accent


def test_a_readable_accent_is_kept() -> None:
    accent = derive_accent("#0b6b5d")
    assert accent.light == "#0b6b5d"
    assert not accent.moved


def test_a_pale_accent_is_moved() -> None:
    accent = derive_accent("#ff0")
    assert accent.moved
    assert accent.light != "#ffff00"


@pytest.mark.parametrize("text", ["red", "#12", "#12345", "0b6b5d", "#gggggg"])
def test_what_is_no_colour_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"colour|invalid"):
        derive_accent(text)


def test_contrast_of_black_and_white() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)


@given(st.integers(0, 0xFFFFFF))
def test_colours_survive_reading_and_writing(value: int) -> None:
    assert to_hex(parse_colour(f"#{value:06x}")) == f"#{value:06x}"


def test_colours_outside_of_srgb_give_up_chroma() -> None:
    assert from_oklch(0.6, 0.4, 140).startswith("#")
    assert from_oklch(1, 0, 0) == "#ffffff"
