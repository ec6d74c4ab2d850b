"""Covers for posts without a picture: drawings that follow from a post's slug."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from inkpost.builtin import cover_fields as fields
from inkpost.builtin import cover_patterns as patterns
from inkpost.builtin.cover_patterns import Canvas
from inkpost.content.oklch import from_oklch
from inkpost.hexo.jsvalue import whole_number
from inkpost.model import Json, Page, Post

FAMILIES: Final[Mapping[str, Callable[[Canvas], str]]] = {
    "tiles": patterns.draw_tiles,
    "ring": patterns.draw_ring,
    "waves": patterns.draw_waves,
    "tree": patterns.draw_tree,
    "hilbert": patterns.draw_hilbert,
    "lanes": patterns.draw_lanes,
    "contour": patterns.draw_contour,
    "dots": patterns.draw_dots,
    "arcs": fields.draw_arcs,
    "strata": fields.draw_strata,
    "facets": fields.draw_facets,
    "bars": fields.draw_bars,
    "orbits": fields.draw_orbits,
    "weave": fields.draw_weave,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ground:
    """Lightness and chroma of what a drawing stands on, from its top to its foot, and of its three
    inks; lift: how much lighter a ground of dark yellow is, which is mud otherwise."""

    top: tuple[float, float]
    foot: tuple[float, float]
    ink: tuple[float, float]
    soft: tuple[float, float]
    spark: tuple[float, float]
    lift: float = 0.0


# A cover must not change when other posts come or go, so a post cannot know what stands beside it
# in a list. What keeps neighbours apart is the number of looks: every family on three grounds.
GROUNDS: Final[Mapping[str, _Ground]] = {
    "deep": _Ground(
        top=(0.37, 0.07),
        foot=(0.27, 0.06),
        ink=(0.9, 0.06),
        soft=(0.72, 0.1),
        spark=(0.84, 0.12),
        lift=0.1,
    ),
    "mid": _Ground(
        top=(0.62, 0.1),
        foot=(0.5, 0.1),
        ink=(0.97, 0.03),
        soft=(0.84, 0.07),
        spark=(0.92, 0.12),
        lift=0.06,
    ),
    "pale": _Ground(
        top=(0.95, 0.025),
        foot=(0.89, 0.045),
        ink=(0.47, 0.1),
        soft=(0.66, 0.1),
        spark=(0.6, 0.17),
    ),
}

_WIDTH: Final = 320
_DEFAULT_RATIO: Final = 16 / 9
# Hues that keep apart and sit well beside each other; categories take them by their name.
_HUES: Final = (182, 255, 28, 300, 145, 45, 225, 350, 165, 275)


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverArt:
    """A drawing. svg: the element, "" for none; hue: degrees; family: which pattern it is;
    ground: the name of what it stands on."""

    svg: str
    hue: int
    family: str
    ground: str


@lru_cache(maxsize=4096)
def cover_svg(
    slug: str,
    category: str,
    *,
    pattern: str = "pattern",
    hue: int | None = None,
    ratio: str = "16/9",
    ground: str = "auto",
) -> str:
    """The drawing for a post as an `<svg>` element, always the same for the same arguments.

    pattern: `pattern` (a family by the slug), the name of a family, `gradient`, or `none` for "".
    hue: degrees; by default the category's. ratio: width to height, such as `16/9` or `1.91`.
    ground: `auto` (by the slug), or a name of `GROUNDS`; white words can be read on `deep`.
    """
    return draw_cover(slug, category, pattern=pattern, hue=hue, ratio=ratio, ground=ground).svg


def draw_cover(
    slug: str,
    category: str,
    *,
    pattern: str = "pattern",
    hue: int | None = None,
    ratio: str = "16/9",
    ground: str = "auto",
) -> CoverArt:
    """As `cover_svg`, with what was chosen."""
    hue = category_hue(category) if hue is None else hue % 360
    if pattern == "none":
        return CoverArt(svg="", hue=hue, family="none", ground="")
    numbers = _numbers(slug)
    names = tuple(FAMILIES)
    family = pattern if pattern in FAMILIES else names[next(numbers) % len(names)]
    turned = hue + next(numbers) % 25 - 12
    by_slug = tuple(GROUNDS)[next(numbers) % len(GROUNDS)]
    ground = ground if ground in GROUNDS else by_slug
    look = GROUNDS[ground]
    height = round(_WIDTH / _parse_ratio(ratio))
    canvas = Canvas(
        width=_WIDTH,
        height=height,
        numbers=numbers,
        ink=from_oklch(*look.ink, turned),
        soft=from_oklch(*look.soft, turned + 14),
        spark=from_oklch(*look.spark, turned + 140),
    )
    drawing = "" if pattern == "gradient" else FAMILIES[family](canvas)
    return CoverArt(
        svg=_frame(canvas, look, turned, _short_name(slug, str(hue), ground), drawing),
        hue=hue,
        family="gradient" if pattern == "gradient" else family,
        ground=ground,
    )


def category_hue(category: str) -> int:
    """The hue of a category in degrees, by its name."""
    return _HUES[_digest(category)[0] % len(_HUES)]


def _frame(canvas: Canvas, look: _Ground, hue: int, name: str, drawing: str) -> str:
    lift = look.lift if 45 <= hue % 360 <= 125 else 0.0
    top = from_oklch(look.top[0] + lift, look.top[1], hue)
    foot = from_oklch(look.foot[0] + lift, look.foot[1], hue + 24)
    return (
        f'<svg class="cover-art" viewBox="0 0 {canvas.width} {canvas.height}"'
        ' preserveAspectRatio="xMidYMid slice" aria-hidden="true" focusable="false"'
        ' xmlns="http://www.w3.org/2000/svg">'
        f'<linearGradient id="{name}" x2="1" y2="1"><stop stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{foot}"/></linearGradient>'
        f'<path fill="url(#{name})" d="M0 0h{canvas.width}v{canvas.height}H0z"/>{drawing}</svg>'
    )


def _parse_ratio(ratio: str) -> float:
    width, _, height = ratio.replace(":", "/").partition("/")
    try:
        value = float(width) / float(height or 1)
    except (ValueError, ZeroDivisionError):
        return _DEFAULT_RATIO
    return value if 0.5 <= value <= 5 else _DEFAULT_RATIO


def _short_name(*parts: str) -> str:
    return "cov-" + hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def _numbers(slug: str) -> Iterator[int]:
    """Endless numbers from 0 to 255 that follow from the slug."""
    block = _digest(slug)
    while True:
        yield from block
        block = hashlib.sha256(block).digest()


def draw_post_cover(
    document: Post | Page,
    theme: Mapping[str, Json],
    *,
    ratio: str | None = None,
    ground: str = "auto",
) -> str:
    """The generated cover of a document as its front matter and the theme's settings want it.

    ratio: by default the theme's; ground: see `cover_svg`.
    """
    settings = theme.get("cover")
    settings = settings if isinstance(settings, Mapping) else {}
    slug = document.slug if isinstance(document, Post) else document.source
    chains = document.categories if isinstance(document, Post) else ()
    category = chains[0][0] if chains else ""
    hues = settings.get("hue_by_category")
    chosen = document.meta.get("cover_hue")
    if chosen is None and isinstance(hues, Mapping):
        chosen = hues.get(category)
    return cover_svg(
        slug,
        category,
        pattern=str(document.meta.get("cover_pattern") or settings.get("generate") or "pattern"),
        hue=whole_number(chosen, 0) if isinstance(chosen, int | float) else None,
        ratio=ratio or str(settings.get("ratio") or "16/9"),
        ground=ground,
    )
