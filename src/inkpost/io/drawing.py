"""Turns our own drawings into pixels: the part of SVG that generated covers are made of."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import mul
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageDraw import ImageDraw as Pen

Point = tuple[float, float]

_TOKEN: Final = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
_NUMBERS: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "Z": 0}
# Straight pieces that a curve is drawn with.
_PIECES: Final = 14
# Masks are drawn this much larger and then reduced, which makes their edges smooth.
_FINER: Final = 2


@dataclass(frozen=True, slots=True)
class _Line:
    points: list[Point]
    closed: bool


def rasterise(svg: str, width: int) -> Picture:
    """A drawing of ours as a picture, `width` pixels wide, its height by the drawing's shape.

    Source of the drawing: `builtin.covers`; other SVG is not understood.
    """
    from PIL import Image  # lazy: few commands draw

    root = ET.fromstring(svg)  # noqa: S314 - drawn by us
    _, _, box_width, box_height = (float(part) for part in root.attrib["viewBox"].split())
    scale = width / box_width
    size = (width, round(box_height * scale))
    canvas = Image.new("RGB", size)
    for element, look in _shapes(root, {}):
        fill = look.get("fill", "#000")
        if fill.startswith("url("):
            canvas.paste(_gradient(root, size))
        else:
            _draw(canvas, element.attrib["d"], look, scale)
    return canvas


def _shapes(
    element: ET.Element, inherited: Mapping[str, str]
) -> Iterator[tuple[ET.Element, Mapping[str, str]]]:
    look = {**inherited, **{k: v for k, v in element.attrib.items() if k != "opacity"}}
    for child in element:
        name = child.tag.rpartition("}")[2]
        if name == "g":
            yield from _shapes(child, look)
        elif name == "path":
            yield child, {**look, **child.attrib}


def _gradient(root: ET.Element, size: tuple[int, int]) -> Picture:
    """The ground: from the colour of one corner to that of the opposite one."""
    from PIL import Image  # lazy

    stops = [each.attrib["stop-color"] for each in root.iter() if "stop-color" in each.attrib]
    far, near = (Image.new("RGB", size, stop) for stop in reversed(stops))
    return Image.composite(far, near, _slope(size))


@lru_cache(maxsize=4)
def _slope(size: tuple[int, int]) -> Picture:
    """From black in one corner to white in the opposite one."""
    from PIL import Image  # lazy

    down = Image.linear_gradient("L")
    across = down.transpose(Image.Transpose.ROTATE_90)
    return Image.blend(across.resize(size), down.resize(size), 0.5)


def _draw(canvas: Picture, data: str, look: Mapping[str, str], scale: float) -> None:
    """One path: its inside and its stroke, at its opacity."""
    from PIL import Image, ImageDraw  # lazy

    opacity = float(look.get("opacity", "1"))
    fine = scale * _FINER
    lines = [
        _Line([(x * fine, y * fine) for x, y in line.points], line.closed) for line in trace(data)
    ]
    size = canvas.width * _FINER, canvas.height * _FINER
    fill, stroke = look.get("fill", "#000"), look.get("stroke", "none")
    ink = stroke if stroke != "none" else fill
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    level = round(255 * opacity)
    if fill != "none":
        for line in lines:
            if len(line.points) > 2:
                pen.polygon(line.points, fill=level)
    if stroke != "none":
        thick = float(look.get("stroke-width", "1")) * fine
        round_caps = look.get("stroke-linecap") == "round"
        for line in lines:
            _stroke(pen, line, thick, level, round_caps)
    canvas.paste(ink, mask=mask.reduce(_FINER))


def _stroke(pen: Pen, line: _Line, thick: float, level: int, round_caps: bool) -> None:
    # The corner where a closed line ends is a corner like the others.
    points = [*line.points, *line.points[:2]] if line.closed else line.points
    width = max(1, round(thick))
    if len(points) > 1 and any(point != points[0] for point in points):
        pen.line(points, fill=level, width=width, joint="curve" if width > 3 else None)
    if round_caps and not line.closed:
        reach = thick / 2
        for x, y in {points[0], points[-1]}:
            pen.ellipse((x - reach, y - reach, x + reach, y + reach), fill=level)


def trace(data: str) -> list[_Line]:
    """The lines of a path, curves as short straight pieces.

    data: of a path, with the commands M L H V C S Q Z in either case.
    Raises: ValueError at any other command.
    """
    tokens = _TOKEN.findall(data)
    lines: list[_Line] = []
    points: list[Point] = []
    at, command, control = 0, "", None
    here: Point = (0.0, 0.0)
    while at < len(tokens):
        if tokens[at].isalpha():
            command, at = tokens[at], at + 1
        count = _NUMBERS.get(command.upper())
        if count is None:
            raise ValueError(f"unknown command {command!r}")
        values = [float(token) for token in tokens[at : at + count]]
        at += count
        kind = command.upper()
        if kind == "Z":
            lines.append(_Line(points, closed=True))
            points = []
            continue
        target = _absolute(kind, values, here, relative=command.islower())
        if kind == "M":
            if points:
                lines.append(_Line(points, closed=False))
            points, command = [target[-1]], "l" if command == "m" else "L"
        elif kind in "CSQ":
            if kind == "S":
                mirrored = control or here
                target = [(2 * here[0] - mirrored[0], 2 * here[1] - mirrored[1]), *target]
            points += _curve([here, *target])
            control = target[-2]
        else:
            points.append(target[-1])
        here = target[-1]
    if points:
        lines.append(_Line(points, closed=False))
    return lines


def _absolute(kind: str, values: list[float], here: Point, *, relative: bool) -> list[Point]:
    x, y = here if relative else (0.0, 0.0)
    if kind == "H":
        return [(values[0] + x, here[1])]
    if kind == "V":
        return [(here[0], values[0] + y)]
    return [(values[n] + x, values[n + 1] + y) for n in range(0, len(values), 2)]


def _curve(points: list[Point]) -> list[Point]:
    """A Bézier curve of any degree, without its first point."""
    across, down = zip(*points, strict=True)
    return [
        (sum(map(mul, shares, across)), sum(map(mul, shares, down)))
        for shares in _shares(len(points) - 1)
    ]


@cache
def _shares(degree: int) -> tuple[tuple[float, ...], ...]:
    """How much each point of a curve of that degree counts, at each of its pieces."""
    steps = [step / _PIECES for step in range(1, _PIECES + 1)]
    return tuple(
        tuple(math.comb(degree, k) * t**k * (1 - t) ** (degree - k) for k in range(degree + 1))
        for t in steps
    )
