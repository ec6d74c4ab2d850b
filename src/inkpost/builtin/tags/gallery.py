"""Pictures side by side: `gallery`, `gi`, `grouppicture`, `gp`."""

from __future__ import annotations

import re

from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall

_PICTURE = re.compile(
    r"<a\b[^>]*>\s*<img\b[^>]*>\s*</a>|<figure\b[^>]*>(?:(?!</figure>)[\s\S])*</figure>|<img\b[^>]*>"
)
_TAG = re.compile(r"<[^>]*>")
_ROWS = re.compile(r"\d+(?:-\d+)*")
_DEFAULT_ROW = 3


def gallery(call: TagCall, ctx: TagContext) -> str:
    """The pictures of the body in rows: `total rows`, as in `5 3-2`; three in a row by default."""
    html = ctx.render_markdown(call.body or "")
    pictures = _PICTURE.findall(html)
    if not pictures or _TAG.sub("", _PICTURE.sub("", html)).strip():
        return f'<div class="gallery">{html}</div>'
    rows = "".join(
        f'<div class="gallery-row">{"".join(row)}</div>' for row in _rows(call.args, pictures)
    )
    return f'<div class="gallery">{rows}</div>'


def _rows(args: tuple[str, ...], pictures: list[str]) -> list[list[str]]:
    plan = next((arg for arg in reversed(args) if "-" in arg and _ROWS.fullmatch(arg)), "")
    sizes = [int(size) for size in plan.split("-") if size and int(size)]
    rows: list[list[str]] = []
    rest = list(pictures)
    for size in sizes:
        row, rest = rest[:size], rest[size:]
        rows += [row] if row else []
    width = sizes[-1] if sizes else _DEFAULT_ROW
    return rows + [rest[i : i + width] for i in range(0, len(rest), width)]


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("gallery", "gi", "grouppicture", "gp", ends=True)(gallery)
