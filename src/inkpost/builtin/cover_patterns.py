"""The families of drawings on generated covers. Each fills its canvas with a few paths."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

_TAU: Final = 2 * math.pi


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """Where a family draws. width, height: units; ink, soft, spark: `#rrggbb`, light to strong.

    numbers: the choices, 0 to 255 each.
    """

    width: int
    height: int
    numbers: Iterator[int]
    ink: str
    soft: str
    spark: str

    def pick(self, low: int, high: int) -> int:
        """A choice between two numbers, both possible."""
        return low + next(self.numbers) % (high - low + 1)

    def share(self) -> float:
        """A choice from 0 up to 1."""
        return next(self.numbers) / 256


def draw_tiles(canvas: Canvas) -> str:
    """A matrix of tiles, some lit, as a kernel walks over them."""
    columns = canvas.pick(8, 11)
    size = canvas.width / columns
    rows = math.ceil(canvas.height / size)
    gap = size * 0.12
    top = (canvas.height - rows * size) / 2
    side = show_number(size - 2 * gap)
    shades: list[list[str]] = [[], [], [], []]
    focus = canvas.pick(0, columns - 1), canvas.pick(0, rows - 1)
    for row in range(rows):
        for column in range(columns):
            far = abs(column - focus[0]) + abs(row - focus[1]) + canvas.pick(0, 3)
            shade = 3 if column == focus[0] and row == focus[1] else max(0, 2 - far // 3)
            corner = f"M{show_number(column * size + gap)} {show_number(top + row * size + gap)}"
            shades[shade].append(f"{corner}h{side}v{side}h-{side}z")
    strokes = f'stroke-width="{show_number(gap)}" stroke-linejoin="round"'
    inks = (canvas.soft, canvas.soft, canvas.ink, canvas.spark)
    return "".join(
        f'<path fill="{ink}" stroke="{ink}" {strokes} opacity="{opacity}" d="{"".join(paths)}"/>'
        for ink, opacity, paths in zip(inks, (0.2, 0.48, 0.85, 1), shades, strict=True)
        if paths
    )


def draw_ring(canvas: Canvas) -> str:
    """Nodes on a ring with every link between them, one of them on its way."""
    count = canvas.pick(7, 11)
    x = canvas.width * (0.36 + 0.28 * canvas.share())
    y, radius = canvas.height / 2, canvas.height * 0.37
    turn = canvas.share() * _TAU
    places = [
        (
            x + radius * math.cos(turn + _TAU * n / count),
            y + radius * math.sin(turn + _TAU * n / count),
        )
        for n in range(count)
    ]
    links = "".join(
        f"M{show_point(places[a])}L{show_point(places[b])}"
        for a in range(count)
        for b in range(a + 2, count)
    )
    rim = "M" + "L".join(show_point(place) for place in places) + "z"
    nodes = "".join(f"M{show_point(place)}h0" for place in places)
    hop = canvas.pick(0, count - 1)
    step = f"M{show_point(places[hop])}L{show_point(places[(hop + count // 3) % count])}"
    return (
        f'<g fill="none" stroke="{canvas.soft}" stroke-linecap="round">'
        f'<path opacity=".38" d="{links}"/><path stroke-width="2" opacity=".9" d="{rim}"/>'
        f'<path stroke="{canvas.spark}" stroke-width="2.6" d="{step}"/>'
        f'<path stroke="{canvas.ink}" stroke-width="10" d="{nodes}"/>'
        f'<path stroke="{canvas.spark}" stroke-width="10" d="M{show_point(places[hop])}h0"/></g>'
    )


def draw_waves(canvas: Canvas) -> str:
    """A bundle of curves that meet in one place."""
    count = canvas.pick(11, 15)
    meet = canvas.width * (0.3 + 0.35 * canvas.share())
    level = canvas.height * (0.4 + 0.2 * canvas.share())
    lift, fall = canvas.pick(35, 75), canvas.pick(30, 80)
    width = canvas.width
    paths = []
    for n in range(count):
        spread = n / (count - 1) - 0.5
        left, right = level + spread * 2.1 * lift, level - spread * 2.1 * fall
        begin = f"M-4 {show_number(left)}C{show_number(meet * 0.4)} {show_number(left - lift)}"
        knot = f"{show_number(meet * 0.6)} {show_number(level + spread * 8)} {show_number(meet)}"
        bend = f"{show_number(level + spread * 7)}S{show_number(meet + (width - meet) * 0.6)}"
        end = f"{show_number(right + fall)} {width + 4} {show_number(right)}"
        paths.append(f"{begin} {knot} {bend} {end}")
    bright = paths.pop(canvas.pick(1, count - 2))
    return (
        f'<g fill="none" stroke-width="1.2"><path stroke="{canvas.soft}" opacity=".85"'
        f' d="{"".join(paths)}"/>'
        f'<path stroke="{canvas.spark}" stroke-width="2.4" d="{bright}"/></g>'
    )


def draw_tree(canvas: Canvas) -> str:
    """A tree that grows from the left, one way through it lit."""
    depth = 4
    width, height = canvas.width, canvas.height
    way = canvas.pick(0, 2**depth - 1)
    edges: list[str] = []
    lit: list[str] = []
    nodes: list[str] = []
    columns = [width * (0.1 + 0.8 * (level / depth) ** 0.9) for level in range(depth + 1)]
    for level in range(depth):
        for n in range(2**level):
            start = columns[level], height * (n + 0.5) / 2**level
            nodes.append(f"M{show_point(start)}h0")
            for child in (2 * n, 2 * n + 1):
                end = columns[level + 1], height * (child + 0.5) / 2 ** (level + 1)
                half = show_number((start[0] + end[0]) / 2)
                edge = (
                    f"M{show_point(start)}C{half} {show_number(start[1])}"
                    f" {half} {show_number(end[1])} {show_point(end)}"
                )
                (lit if way >> (depth - level - 1) == child else edges).append(edge)
    leaves = [(columns[depth], height * (n + 0.5) / 2**depth) for n in range(2**depth) if n != way]
    goal = columns[depth], height * (way + 0.5) / 2**depth
    return (
        f'<g fill="none" stroke="{canvas.soft}" stroke-linecap="round" stroke-width="1.3">'
        f'<path opacity=".7" d="{"".join(edges)}"/>'
        f'<path stroke="{canvas.spark}" stroke-width="2.6" d="{"".join(lit)}"/>'
        f'<path stroke="{canvas.ink}" stroke-width="7" d="{"".join(nodes)}"/>'
        f'<path stroke="{canvas.soft}" stroke-width="5" d="{_dots(leaves)}"/>'
        f'<path stroke="{canvas.spark}" stroke-width="8" d="M{show_point(goal)}h0"/></g>'
    )


def draw_hilbert(canvas: Canvas) -> str:
    """A line that visits every cell of a grid once, part of the way lit."""
    order = 4
    cells = 2**order
    size = canvas.width / cells
    places = [_hilbert_cell(order, n) for n in range(cells * cells)]
    turns = canvas.pick(0, 3)
    if turns & 1:
        places = [(cells - 1 - x, y) for x, y in places]
    if turns & 2:
        places = [(x, cells - 1 - y) for x, y in places]
    top = (canvas.height - canvas.width) / 2
    # Only the middle rows of the square are on the canvas.
    shown = [n for n, (_, y) in enumerate(places) if 3 < y < cells - 4]
    begin = shown[canvas.pick(0, 255) * len(shown) // 256]
    length = canvas.pick(24, 72)
    whole = _steps(places, size, top)
    part = _steps(places[begin : begin + length], size, top)
    return (
        f'<g fill="none" stroke-linecap="round" stroke-linejoin="round" stroke="{canvas.soft}">'
        f'<path stroke-width="4" opacity=".5" d="{whole}"/>'
        f'<path stroke="{canvas.ink}" stroke-width="4" d="{part}"/></g>'
    )


def draw_lanes(canvas: Canvas) -> str:
    """Bars on lanes, as work is laid out in a pipeline."""
    lanes = canvas.pick(6, 8)
    pitch = canvas.height / lanes
    thick = pitch * 0.5
    rows: list[list[str]] = [[], [], []]
    lit = canvas.pick(1, lanes - 2)
    shift = canvas.pick(8, 22)
    for lane in range(lanes):
        x = -20.0 + shift * lane - canvas.pick(0, 30)
        y = pitch * (lane + 0.5)
        while x < canvas.width + 20:
            long = canvas.pick(14, 62)
            shade = canvas.pick(0, 2)
            if lane == lit and 90 < x < 200 and not rows[2]:
                shade = 3
            path = f"M{show_number(x)} {show_number(y)}h{long}"
            if shade == 3:
                rows[2].append(path)
            elif shade:
                rows[shade - 1].append(path)
            x += long + thick + 5
    looks = ((canvas.soft, 0.4), (canvas.ink, 0.8), (canvas.spark, 1))
    return (
        f'<g fill="none" stroke-linecap="round" stroke-width="{show_number(thick)}">'
        + "".join(
            f'<path stroke="{ink}" opacity="{opacity}" d="{"".join(paths)}"/>'
            for (ink, opacity), paths in zip(looks, rows, strict=True)
            if paths
        )
        + "</g>"
    )


def draw_contour(canvas: Canvas) -> str:
    """Lines of equal height around two tops."""
    x, y = (
        canvas.width * (0.25 + 0.5 * canvas.share()),
        canvas.height * (0.3 + 0.4 * canvas.share()),
    )
    dx, dy = canvas.pick(-4, 4), canvas.pick(-3, 3)
    phase = canvas.share() * _TAU
    rings = []
    count = 11
    for n in range(1, count + 1):
        radius = 7 + n * n * 0.55 + n * 9
        points = []
        for k in range(8):
            angle = _TAU * k / 8
            wobble = (
                1 + 0.16 * math.sin(2 * angle + phase) + 0.1 * math.sin(3 * angle - phase + n / 5)
            )
            reach = radius * wobble
            points.append(
                (x + dx * n + 1.35 * reach * math.cos(angle), y + dy * n + reach * math.sin(angle))
            )
        rings.append(_closed_curve(points))
    lit = rings.pop(canvas.pick(1, 4))
    return (
        f'<g fill="none" stroke-width="1.2"><path stroke="{canvas.soft}" opacity=".8"'
        f' d="{"".join(rings)}"/><path stroke="{canvas.spark}" stroke-width="2.4" d="{lit}"/></g>'
    )


def draw_dots(canvas: Canvas) -> str:
    """A screen of dots that swell along a wave."""
    columns = 19
    pitch = canvas.width / columns
    rows = math.ceil(canvas.height / pitch)
    phase, slope = canvas.share() * _TAU, 0.25 + 0.5 * canvas.share()
    bend = 0.1 + 0.25 * canvas.share()
    sizes: list[list[str]] = [[] for _ in range(5)]
    for row in range(rows):
        for column in range(columns):
            height = math.sin(phase + column * slope * 0.62 + math.sin(row * bend + phase) * 2.2)
            step = round((height + 1) * 2.5)
            if step:
                place = ((column + 0.5) * pitch, (row + 0.5) * pitch)
                sizes[step - 1].append(f"M{round(place[0])} {round(place[1])}h0")
    widths = (2, 4.5, 7, 9.5, 12)
    inks = (canvas.soft, canvas.soft, canvas.soft, canvas.ink, canvas.ink)
    return (
        '<g fill="none" stroke-linecap="round">'
        + "".join(
            f'<path stroke="{ink}" stroke-width="{width}" opacity="{show_number(0.45 + n * 0.12)}"'
            f' d="{"".join(paths)}"/>'
            for n, (ink, width, paths) in enumerate(zip(inks, widths, sizes, strict=True))
            if paths
        )
        + "</g>"
    )


def show_number(value: float) -> str:
    """A number as paths have it: one digit behind the point, none that says nothing."""
    text = f"{value:.1f}"
    return text.removesuffix(".0").removeprefix("0") or "0" if text != "-0.0" else "0"


def show_point(place: tuple[float, float]) -> str:
    """A point as paths have it."""
    return f"{show_number(place[0])} {show_number(place[1])}"


def _dots(places: list[tuple[float, float]]) -> str:
    return "".join(f"M{show_point(place)}h0" for place in places)


def _closed_curve(points: list[tuple[float, float]]) -> str:
    """A smooth closed line through the middles between neighbours."""
    middles = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        for a, b in zip(points, points[1:] + points[:1], strict=True)
    ]
    parts = [f"M{round(middles[-1][0])} {round(middles[-1][1])}"]
    for point, middle in zip(points, middles, strict=True):
        parts.append(f"Q{round(point[0])} {round(point[1])} {round(middle[0])} {round(middle[1])}")
    return "".join(parts) + "z"


def _hilbert_cell(order: int, index: int) -> tuple[int, int]:
    x = y = 0
    side = 1
    while side < 2**order:
        right = 1 & (index // 2)
        up = 1 & (index ^ right)
        if up == 0:
            if right == 1:
                x, y = side - 1 - x, side - 1 - y
            x, y = y, x
        x += side * right
        y += side * up
        index //= 4
        side *= 2
    return x, y


def _steps(places: list[tuple[int, int]], size: float, top: float) -> str:
    """A way over neighbouring cells, straight runs in one."""
    first = places[0]
    parts = [
        f"M{show_number((first[0] + 0.5) * size)} {show_number((first[1] + 0.5) * size + top)}"
    ]
    run = (0, 0)
    for before, here in pairwise(places):
        step = here[0] - before[0], here[1] - before[1]
        if run[0] * step[0] + run[1] * step[1] > 0:
            run = run[0] + step[0], run[1] + step[1]
            continue
        parts.append(_run(run, size))
        run = step
    return "".join((*parts, _run(run, size)))


def _run(run: tuple[int, int], size: float) -> str:
    if run[0]:
        return f"h{show_number(run[0] * size)}"
    return f"v{show_number(run[1] * size)}" if run[1] else ""
