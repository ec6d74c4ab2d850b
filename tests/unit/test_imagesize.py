from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from inkpost.io.imagesize import measure


def picture(kind: str, size: tuple[int, int] = (30, 20), **options: Any) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#357").save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP"])
def test_raster_pictures(kind: str) -> None:
    assert measure(f"a.{kind.lower()}", lambda: picture(kind)) == (30, 20)


@pytest.mark.parametrize(
    ("turn", "size"), [(1, (30, 20)), (3, (30, 20)), (6, (20, 30)), (8, (20, 30))]
)
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_camera_held_upright(kind: str, turn: int, size: tuple[int, int]) -> None:
    exif = Image.Exif()
    exif[0x0112] = turn
    assert measure(f"a.{kind}", lambda: picture(kind, exif=exif)) == size


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('width="40" height="30"', (40, 30)),
        ("width='40px' height='30.4px'", (40, 30)),
        ('viewBox="0 0 64 48"', (64, 48)),
        ('width="100%" viewBox="0 0 64 48"', (64, 48)),
        ("", None),
    ],
)
def test_svg(head: str, size: tuple[int, int] | None) -> None:
    data = f"<?xml version='1.0'?><svg {head}><path/></svg>".encode()
    assert measure("a.svg", lambda: data) == size


@pytest.mark.parametrize("data", [b"", b"<html>", picture("PNG")[:12]])
def test_what_is_no_picture(data: bytes) -> None:
    assert measure("a.png", lambda: data) is None
    assert measure("a.txt", lambda: data) is None


def test_the_pixels_of_a_png_are_not_read() -> None:
    whole = picture("PNG", (3000, 2000))
    assert measure("a.png", lambda: whole[: len(whole) // 2]) == (3000, 2000)
