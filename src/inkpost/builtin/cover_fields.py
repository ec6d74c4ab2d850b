"""More families of drawings on generated covers: those that fill the canvas from edge to edge."""

from __future__ import annotations

import itertools
import math
from typing import Final

from inkpost.builtin.cover_patterns import Canvas, show_number, show_point

_TAU: Final = 2 * math.pi
# How far the handles of a cubic curve reach for a quarter of a circle.
_QUARTER: Final = 0.5523


def draw_arcs(canvas: Canvas) -> str:
    """Square tiles with two quarter circles each, turned by chance: endless winding ways."""
    columns = canvas.pick(6, 8)
    size = canvas.width / columns
    rows = math.ceil(canvas.height / size)
    top = (canvas.height - rows * size) / 2
    half = size / 2
    ways: list[list[str]] = [[], []]
    lit = canvas.pick(0, columns - 1), canvas.pick(0, rows - 1)
    for row in range(rows):
        for column in range(columns):
            x, y = column * size, top + row * size
            turned = canvas.pick(0, 1)
            near = abs(column - lit[0]) + abs(row - lit[1]) <= 1
            corners = (x, x + size) if turned else (x + size, x)
            first = _arc(corners[0], y, half, 1 if turned else -1, 1)
            other = _arc(corners[1], y + size, half, -1 if turned else 1, -1)
            ways[near].extend((first, other))
    thick = show_number(size * 0.2)
    return (
        f'<g fill="none" stroke-linecap="round" stroke-width="{thick}">'
        f'<path stroke="{canvas.soft}" opacity=".6" d="{"".join(ways[0])}"/>'
        f'<path stroke="{canvas.ink}" d="{"".join(ways[1])}"/></g>'
    )


def draw_strata(canvas: Canvas) -> str:
    """Layers of land, one behind the other, and a disc above them."""
    layers = canvas.pick(4, 6)
    width, height = canvas.width, canvas.height
    x, y = width * (0.2 + 0.6 * canvas.share()), height * (0.2 + 0.12 * canvas.share())
    disc = show_number(height * 0.2)
    parts = [
        (
            f'<path fill="none" stroke="{canvas.spark}" stroke-linecap="round"'
            f' stroke-width="{disc}" d="M{show_point((x, y))}h0"/>'
        )
    ]
    for layer in range(layers):
        level = height * (0.38 + 0.52 * layer / layers)
        swell = height * (0.06 + 0.09 * canvas.share())
        phase, waves = canvas.share() * _TAU, 0.7 + 1.4 * canvas.share()
        steps = 8
        points = [
            (width * k / steps, level + swell * math.sin(phase + waves * _TAU * k / steps))
            for k in range(steps + 1)
        ]
        ridge = f"M-2 {show_number(points[0][1])}L{show_point(points[0])}"
        for before, here in itertools.pairwise(points):
            middle = show_number((before[0] + here[0]) / 2)
            ridge += f"C{middle} {show_number(before[1])} {middle} {show_number(here[1])} "
            ridge += show_point(here)
        opacity = show_number(0.25 + 0.6 * (layer + 1) / layers)
        ink = canvas.ink if layer == layers - 1 else canvas.soft
        parts.append(
            f'<path fill="{ink}" opacity="{opacity}"'
            f' d="{ridge}L{width + 2} {height + 2}L-2 {height + 2}z"/>'
        )
    return "".join(parts)


def draw_facets(canvas: Canvas) -> str:
    """A surface of triangles that catch the light, one of them most."""
    columns, rows = 7, 4
    wide, high = canvas.width / columns, canvas.height / rows

    def corner(column: int, row: int) -> tuple[float, float]:
        inner = 0 < column < columns, 0 < row < rows
        dx = (canvas.share() - 0.5) * wide * 0.66 if inner[0] else 0.0
        dy = (canvas.share() - 0.5) * high * 0.66 if inner[1] else 0.0
        return column * wide + dx, row * high + dy

    net = [[corner(column, row) for column in range(columns + 1)] for row in range(rows + 1)]
    shades: list[list[str]] = [[], [], [], []]
    lit = canvas.pick(0, 2 * columns * rows - 1)
    count = 0
    for row in range(rows):
        for column in range(columns):
            a, b = net[row][column], net[row][column + 1]
            c, d = net[row + 1][column], net[row + 1][column + 1]
            for three in ((a, b, c), (b, d, c)) if canvas.pick(0, 1) else ((a, b, d), (a, d, c)):
                shade = 3 if count == lit else canvas.pick(0, 3) % 3
                shades[shade].append("M" + "L".join(_round_point(each) for each in three) + "z")
                count += 1
    looks = ((canvas.soft, 0.12), (canvas.soft, 0.34), (canvas.soft, 0.62), (canvas.spark, 0.95))
    return "".join(
        f'<path fill="{ink}" opacity="{show_number(opacity)}" d="{"".join(paths)}"/>'
        for (ink, opacity), paths in zip(looks, shades, strict=True)
        if paths
    )


def draw_bars(canvas: Canvas) -> str:
    """The bars of a spectrum, up and down from the middle."""
    count = canvas.pick(22, 30)
    pitch = canvas.width / count
    middle = canvas.height / 2
    phase, slope = canvas.share() * _TAU, 0.16 + 0.22 * canvas.share()
    lit = canvas.pick(count // 4, 3 * count // 4)
    bars: list[list[str]] = [[], [], []]
    for n in range(count):
        swell = 0.5 + 0.5 * math.sin(phase + slope * n)
        reach = canvas.height * (0.05 + 0.3 * swell + 0.09 * canvas.share())
        x = show_number((n + 0.5) * pitch)
        shade = 2 if n == lit else 1 if abs(n - lit) < 4 else 0
        bars[shade].append(f"M{x} {show_number(middle - reach)}v{show_number(2 * reach)}")
    looks = ((canvas.soft, 0.6), (canvas.ink, 0.85), (canvas.spark, 1))
    return (
        f'<g fill="none" stroke-linecap="round" stroke-width="{show_number(pitch * 0.5)}">'
        + "".join(
            f'<path stroke="{ink}" opacity="{show_number(opacity)}" d="{"".join(paths)}"/>'
            for (ink, opacity), paths in zip(looks, bars, strict=True)
        )
        + "</g>"
    )


def draw_orbits(canvas: Canvas) -> str:
    """Circles around a corner, a body on each."""
    x = canvas.width * (0.08 if canvas.pick(0, 1) else 0.92)
    y = canvas.height * (0.15 + 0.7 * canvas.share())
    count = canvas.pick(6, 8)
    gap = canvas.width * 0.95 / count
    circles: list[str] = []
    bodies: list[str] = []
    lit = canvas.pick(1, count - 3)
    centre = math.atan2(canvas.height / 2 - y, canvas.width / 2 - x)
    spark = ""
    for n in range(count):
        radius = gap * (n + 0.8)
        circles.append(_circle(x, y, radius))
        angle = centre + (canvas.share() - 0.5) * min(2.4, canvas.height / radius)
        body = f"M{show_point((x + radius * math.cos(angle), y + radius * math.sin(angle)))}h0"
        if n == lit:
            spark = body
        else:
            bodies.append(body)
    return (
        f'<g fill="none" stroke="{canvas.soft}" stroke-linecap="round">'
        f'<path stroke-width="1.3" opacity=".7" d="{"".join(circles)}"/>'
        f'<path stroke="{canvas.ink}" stroke-width="9" d="{"".join(bodies)}"/>'
        f'<path stroke="{canvas.spark}" stroke-width="16" d="{spark}"/>'
        f'<path stroke="{canvas.ink}" stroke-width="26" d="M{show_point((x, y))}h0"/></g>'
    )


def draw_weave(canvas: Canvas) -> str:
    """Ribbons that run across each other at a slant."""
    count = canvas.pick(5, 7)
    pitch = canvas.width * 1.5 / count
    lean = canvas.height * (0.7 + 0.5 * canvas.share())
    thick = pitch * 0.34
    lit = canvas.pick(1, count - 2)
    down: list[str] = []
    up: list[str] = []
    bright = ""
    for n in range(count):
        x = pitch * n - canvas.width * 0.25 + (canvas.share() - 0.5) * pitch * 0.3
        one = f"M{show_point((x - lean / 2, -10))}L{show_point((x + lean / 2, canvas.height + 10))}"
        back = f"M{show_point((x + lean, -10))}L{show_point((x - lean, canvas.height + 10))}"
        if n == lit:
            bright = one
        else:
            down.append(one)
        up.append(back)
    return (
        f'<g fill="none" stroke="{canvas.soft}" stroke-width="{show_number(thick)}">'
        f'<path opacity=".35" d="{"".join(down)}"/>'
        f'<path stroke="{canvas.spark}" opacity=".9" d="{bright}"/>'
        f'<path opacity=".5" d="{"".join(up)}"/></g>'
    )


def _arc(x: float, y: float, radius: float, right: int, down: int) -> str:
    """A quarter circle around a corner: from the point beside it to the point below or above."""
    handle = radius * _QUARTER
    start = x + right * radius, y
    end = x, y + down * radius
    return (
        f"M{show_point(start)}C{show_point((start[0], y + down * handle))}"
        f" {show_point((x + right * handle, end[1]))} {show_point(end)}"
    )


def _circle(x: float, y: float, radius: float) -> str:
    handle = radius * _QUARTER
    parts = [f"M{show_point((x + radius, y))}"]
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1)):
        end = (-b, a)
        first = x + a * radius - b * handle, y + b * radius + a * handle
        second = x + end[0] * radius + a * handle, y + end[1] * radius + b * handle
        last = x + end[0] * radius, y + end[1] * radius
        parts.append(f"C{show_point(first)} {show_point(second)} {show_point(last)}")
    return "".join(parts)


def _round_point(place: tuple[float, float]) -> str:
    return f"{round(place[0])} {round(place[1])}"
