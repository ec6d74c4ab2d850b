"""Width and height of pictures, read from their first bytes."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

from inkpost.model import Asset, Tree

_RASTER = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp", ".ico")
_SVG = re.compile(rb"<svg\b[^>]*>", re.IGNORECASE)
_LENGTH = re.compile(
    rb"""\s(width|height)\s*=\s*["']\s*([0-9.]+)\s*(?:px)?\s*["']""", re.IGNORECASE
)
_BOX = re.compile(
    rb"""\sviewBox\s*=\s*["']\s*[-0-9.]+[\s,]+[-0-9.]+[\s,]+([0-9.]+)[\s,]+([0-9.]+)""",
    re.IGNORECASE,
)


class ImageSizes:
    """Sizes of a site's pictures in pixels, each read once."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._known: dict[str, tuple[int, int] | None] = {}

    def of(self, asset: Asset) -> tuple[int, int] | None:
        """Width and height of an asset, or None where it is no picture that we know."""
        digest = self._tree.files[asset.key].digest
        if digest not in self._known:
            self._known[digest] = measure(asset.source, lambda: self._tree.read(asset.key))
        return self._known[digest]


def measure(name: str, read: Callable[[], bytes]) -> tuple[int, int] | None:
    """Width and height of a picture by its name and bytes, or None."""
    ending = name.lower()[name.rfind(".") :]
    if ending == ".svg":
        return _measure_svg(read())
    if ending not in _RASTER:
        return None
    from PIL import Image, UnidentifiedImageError  # lazy: a text site never needs it

    try:
        with Image.open(BytesIO(read())) as picture:
            width, height = picture.size
            # A PNG without EXIF would be decoded whole in search of it.
            may_turn = picture.format != "PNG" or "exif" in picture.info
            turned = may_turn and picture.getexif().get(0x0112, 1) in (5, 6, 7, 8)
    except (OSError, UnidentifiedImageError, ValueError, SyntaxError, Image.DecompressionBombError):
        return None
    return (height, width) if turned else (width, height)


def _measure_svg(data: bytes) -> tuple[int, int] | None:
    head = _SVG.search(data)
    if head is None:
        return None
    lengths = {name.lower(): float(value) for name, value in _LENGTH.findall(head[0])}
    box = _BOX.search(head[0])
    width = lengths.get(b"width") or (float(box[1]) if box else 0)
    height = lengths.get(b"height") or (float(box[2]) if box else 0)
    return (round(width), round(height)) if width and height else None
