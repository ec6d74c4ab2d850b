"""Pages of a list, as hexo-pagination 4.0 cuts them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from inkpost.hexo.jstext import to_text
from inkpost.model import Json, Layout, Listing, Route


def paginate(
    base: str,
    post_ids: Sequence[str],
    *,
    per_page: int,
    layouts: Iterable[str],
    pagination_dir: str,
    values: Mapping[str, Json],
    generator: str,
) -> list[Route]:
    """The routes of a list. base: path of its first page; per_page: 0 puts all on one."""
    if base and not base.endswith("/"):
        base += "/"
    total = math.ceil(len(post_ids) / per_page) if per_page else 1
    pattern = f"{pagination_dir}/%d/"

    def path_of(number: int) -> str:
        return base if number == 1 else base + pattern.replace("%d", str(number))

    routes = []
    for current in range(1, total + 1):
        start = (current - 1) * per_page
        chosen = post_ids[start : start + per_page] if per_page else post_ids
        listing = Listing(
            post_ids=tuple(chosen),
            values={
                "base": base,
                "total": total,
                "current": current,
                "current_url": path_of(current),
                "prev": current - 1 if current > 1 else 0,
                "prev_link": path_of(current - 1) if current > 1 else "",
                "next": current + 1 if current < total else 0,
                "next_link": path_of(current + 1) if current < total else "",
                **values,
            },
        )
        routes.append(
            Route(
                path=path_of(current),
                body=Layout(layouts=tuple(layouts), page=listing),
                generator=generator,
            )
        )
    return routes


def to_per_page(value: Json) -> int:
    """A configured `per_page` as Hexo counts with it: anything false is 0, one page for all."""
    try:
        return (
            max(int(float(to_text(value))), 0) if value and value is not True else int(bool(value))
        )
    except ValueError:
        return 0
