"""`blog cover`: writes the drawing of a post's cover as a file to be edited."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

import click

from inkpost.commands.examples import examples_of
from inkpost.commands.session import Session
from inkpost.errors import BlogError
from inkpost.hexo.jsvalue import whole_number

FOLDER: Final = "img/covers"
PATTERNS: Final = (
    "tiles", "ring", "waves", "tree", "hilbert", "lanes", "contour", "dots",
    "arcs", "strata", "facets", "bars", "orbits", "weave", "gradient",
)  # fmt: skip

_WIDTH, _HEIGHT = 320, 180
_SIZES: Final = (24, 20, 17, 14)
_MARGIN: Final = 20
_MOST_LINES: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class CoverOptions:
    """What is to be drawn. category, pattern, hue: None for those of the post with that title,
    else what follows from the title. text: whether the title stands on it."""

    title: str
    category: str | None = None
    pattern: str | None = None
    hue: int | None = None
    text: bool = True
    config_files: tuple[str, ...] = ()


@click.command("cover", epilog=examples_of("cover"))
@click.argument("title")
@click.option("-c", "--category", help="Take the colour of this category.")
@click.option("-p", "--pattern", type=click.Choice(PATTERNS), help="Draw this pattern.")
@click.option("--hue", type=click.IntRange(0, 360), help="Take this hue.")
@click.option("--text/--no-text", default=True, help="Write the title on it, or leave it out.")
@click.pass_context
def cover(
    ctx: click.Context, title: str, category: str | None, pattern: str | None, hue: int | None,
    text: bool,
) -> None:  # fmt: skip
    """Write a cover as an SVG to edit, below source/img/covers/.

    It looks like the cover that the post called TITLE has now. Nothing is overwritten.
    """
    session: Session = ctx.obj
    options = CoverOptions(
        title=title, category=category, pattern=pattern, hue=hue, text=text,
        config_files=session.config_files,
    )  # fmt: skip
    ctx.exit(run_cover(session.root, options))


def run_cover(root: Path, options: CoverOptions) -> int:
    """Write the file and tell what to add to the post; returns the exit code.

    Raises: BlogError where there is no site, the file is there already or cannot be written.
    """
    from inkpost.builtin.covers import draw_cover  # lazy, as all below: keeps start-up fast
    from inkpost.commands.newfiles import write_new
    from inkpost.configfiles import OpenOptions, load_config
    from inkpost.hexo.newpost import NewPlan
    from inkpost.hexo.slug import slugize

    config = load_config(root, OpenOptions(config_files=options.config_files))
    settings = config.get("theme_config.cover")
    settings = settings if isinstance(settings, Mapping) else {}
    slug, category, meta = _post_of(root, options)
    slug = slug or slugize(options.title) or "untitled"
    category = options.category if options.category is not None else category
    hues = settings.get("hue_by_category")
    hue = options.hue if options.hue is not None else meta.get("cover_hue")
    if hue is None and isinstance(hues, Mapping):
        hue = hues.get(category)
    pattern = options.pattern or meta.get("cover_pattern") or settings.get("generate")
    art = draw_cover(
        slug,
        category,
        pattern=str(pattern) if pattern in PATTERNS else "pattern",
        hue=whole_number(hue, 0) if isinstance(hue, int | float) else None,
        ground="deep" if options.text else "auto",
    )
    name = slug.rpartition("/")[2]
    path = f"{config.source_dir}/{FOLDER}/{name}.svg"
    text = editable_svg(art.svg, options.title, shown=options.text)
    try:
        write_new(root, NewPlan(path=path, text=text), replace=False)
    except FileExistsError:
        raise BlogError(
            f'"{path}" is there already', hint="rename or remove it to draw it anew"
        ) from None
    sys.stdout.write(f"created: {path}\n")
    sys.stdout.write(f"add to the front matter: index_img: /{FOLDER}/{name}.svg\n")
    return 0


def editable_svg(svg: str, title: str, *, shown: bool) -> str:
    """A drawing as a file of its own: an element a line, its title as text to edit."""
    from inkpost.io.sharecard import break_lines  # lazy

    label = f"<title>{escape(title, quote=False)}</title>"
    size = f'role="img" width="{4 * _WIDTH}" height="{4 * _HEIGHT}"'
    svg = svg.replace(' class="cover-art"', "", 1)
    svg = svg.replace('aria-hidden="true" focusable="false"', size, 1)
    head, _, body = svg.partition(">")
    lines: list[str] = []
    for points in _SIZES:
        room = (_WIDTH - 2 * _MARGIN) / points
        lines = break_lines(title, lambda line, room=room: _ems(line) <= room)  # type: ignore[misc]
        if len(lines) <= _MOST_LINES:
            break
    step = round(points * 1.35)
    first = _HEIGHT - _MARGIN - step * (len(lines) - 1)
    words = "".join(
        f'<text x="{_MARGIN}" y="{first + number * step}">{escape(line, quote=False)}</text>'
        for number, line in enumerate(lines)
    )
    written = (
        f'<g font-family="system-ui, sans-serif" font-size="{points}" font-weight="600"'
        f' fill="#fff" stroke="#0008" stroke-width="3" paint-order="stroke">{words}</g>'
    )
    body = body.removesuffix("</svg>") + (written if shown else "") + "</svg>"
    return f"{head}>{label}{body}".replace("><", ">\n<").replace(">\n</text>", "></text>") + "\n"


def _ems(line: str) -> float:
    """About how wide a line is, in its own font size."""
    return sum(0.56 if ord(char) < 0x2E80 else 1.0 for char in line)


def _post_of(root: Path, options: CoverOptions) -> tuple[str, str, Mapping[str, Any]]:
    """Slug, category and front matter of the post with that title or file name; else nothing."""
    from inkpost.commands.build import build_time  # lazy, as below
    from inkpost.configfiles import OpenOptions
    from inkpost.engine import Engine, EngineOptions

    opening = OpenOptions(config_files=options.config_files, drafts=True)
    try:
        with Engine(root, EngineOptions(opening=opening, command="cover")) as engine:
            index = engine.survey(build_time())
    except BlogError:  # a post that cannot be read does not matter here
        return "", "", {}
    for post in index.posts:
        stem = post.source.rpartition("/")[2].rpartition(".")[0]
        if options.title in (post.title, stem, post.slug):
            return post.slug, post.categories[0][0] if post.categories else "", post.meta
    return "", "", {}
