"""Small pictures of every type, made here."""

from __future__ import annotations

import io
import random
import struct
import zlib

from PIL import Image


def png(seed: int, size: int = 4) -> bytes:
    """A PNG whose bytes differ from those of any other seed."""
    source = random.Random(seed)
    rows = b"".join(b"\0" + source.randbytes(3 * size) for _ in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def made_by_pillow(kind: str) -> bytes:
    """A picture of one of pillow's formats."""
    picture = Image.new("RGB", (16, 16), (200, 30, 90))
    target = io.BytesIO()
    picture.save(target, kind)
    return target.getvalue()


SVG = b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"><rect width="4"/></svg>'
