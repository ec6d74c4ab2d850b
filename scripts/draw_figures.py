"""Draws the pictures of the root site's own posts; run it again after a change and commit both.

    python scripts/draw_figures.py

Needs pillow, which inkpost brings along.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw

POSTS = Path(__file__).parent.parent / "source" / "_posts"
SCALE = 4  # drawn this many times too large, then reduced: smooth edges without a font


def tiles_svg() -> str:
    """Q in rows, K and V in columns, one tile at work: the picture of the two loops."""
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-40 -8 800 450" width="800" height="450"'
        ' font-family="system-ui, sans-serif" font-size="17">'
    )
    parts = [
        head,
        '<rect x="-40" y="-8" width="800" height="450" fill="#fff"/>',
    ]
    for column in range(6):
        fill = "#cfe8e2" if column == 3 else "#eef3f3"
        parts.append(box(220 + column * 60, 40, 56, 60, fill))
    for row in range(5):
        fill = "#f7dcc0" if row == 1 else "#eef3f3"
        parts.append(box(100, 130 + row * 56, 60, 52, fill))
        for column in range(6):
            done = (column, row) < (3, 1) if column == 3 else column < 3
            active = (column, row) == (3, 1)
            fill = "#0b6b5d" if active else "#e2f0ed" if done else "#f8fafa"
            parts.append(box(220 + column * 60, 130 + row * 56, 56, 52, fill))
        parts.append(box(610, 130 + row * 56, 60, 52, "#f7dcc0" if row == 1 else "#eef3f3"))
    labels = [
        (130, 120, "Q"),
        (400, 28, "K, V"),
        (640, 120, "O, m, ℓ"),
        (428, 217, "S"),
        (400, 430, "深色：正在片上的一块；浅绿：已经算过，没有写回"),
    ]
    for x, y, text in labels:
        fill = "#ffffff" if text == "S" else "#1d2528"
        parts.append(f'<text x="{x}" y="{y}" text-anchor="middle" fill="{fill}">{text}</text>')
    return "\n".join([*parts, "</svg>", ""])


def box(x: int, y: int, width: int, height: int, fill: str) -> str:
    """One rounded rectangle with the common outline."""
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="4" fill="{fill}"'
        ' stroke="#9fb0b2"/>'
    )


def attention_png(size: int = 48, cell: int = 12) -> Image.Image:
    """A causal attention matrix as a heat map: near keys and the first one weigh most."""
    picture = Image.new("RGB", (size * cell, size * cell), "#ffffff")
    draw = ImageDraw.Draw(picture)
    for row, weights in enumerate(attention_rows(size)):
        strongest = max(weights)
        for column, weight in enumerate(weights):
            shade = (weight / strongest) ** 0.6
            left, top = column * cell, row * cell
            draw.rectangle((left, top, left + cell - 2, top + cell - 2), fill=blend(shade))
    return picture


def attention_rows(size: int) -> Iterator[list[float]]:
    """The rows of a made-up attention matrix, each summing to one."""
    for row in range(size):
        scores = [
            2.2 * math.exp(-(row - column) / 4) + 1.4 * (column == 0) + 0.9 * math.cos(column * 1.7)
            for column in range(row + 1)
        ]
        total = sum(math.exp(score) for score in scores)
        yield [math.exp(score) / total for score in scores]


def blend(share: float) -> tuple[int, int, int]:
    """From pale to the theme's green."""
    low, high = (238, 243, 243), (11, 107, 93)
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(low, high, strict=True))
    return red, green, blue


def spacing_png(width: int = 960, height: int = 540) -> Image.Image:
    """Floating-point numbers on a line: dense near zero, half as dense after each power of two."""
    picture = Image.new("RGB", (width * SCALE, height * SCALE), "#10202b")
    draw = ImageDraw.Draw(picture)
    for line in range(7):
        middle = height * SCALE * (line + 1) // 8
        draw.line(
            (60 * SCALE, middle, (width - 60) * SCALE, middle), fill="#2f4858", width=2 * SCALE
        )
        for value in small_floats(bits=line + 1):
            x = (60 + value * (width - 120) / 16) * SCALE
            radius = (6 - line * 0.55) * SCALE
            draw.ellipse((x - radius, middle - radius, x + radius, middle + radius), fill="#ffb454")
    return picture.resize((width, height), Image.Resampling.LANCZOS)


def small_floats(*, bits: int) -> list[float]:
    """All numbers from 1/4 up to 16 with so many bits of fraction."""
    steps = 2**bits
    return [
        2.0**exponent * (1 + step / steps) for exponent in range(-2, 4) for step in range(steps)
    ]


def main() -> None:
    """Write all pictures beside the posts that show them."""
    Path(POSTS, "flash-tiling").mkdir(exist_ok=True)
    Path(POSTS, "floating-point").mkdir(exist_ok=True)
    Path(POSTS, "flash-tiling", "tiles.svg").write_text(tiles_svg(), encoding="utf-8")
    attention_png().save(POSTS / "flash-tiling" / "attention.png", optimize=True)
    spacing_png().save(POSTS / "floating-point" / "spacing.png", optimize=True)


if __name__ == "__main__":
    main()
