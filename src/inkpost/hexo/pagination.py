"""How a list is cut into pages. Source: hexo-pagination 4.0."""

from __future__ import annotations

import math

from inkpost.hexo.jstext import to_text
from inkpost.model import Json


def count_pages(count: int, per_page: int) -> int:
    """The number of pages for so many posts; per_page: 0 puts all on one."""
    return math.ceil(count / per_page) if per_page else 1


def page_of_list(base: str, number: int, folder: str) -> str:
    """The path of a page of a list. base: of the first, ending in "/" or empty; number: 1-based;
    folder: `pagination_dir`."""
    return base if number == 1 else base + f"{folder}/%d/".replace("%d", str(number), 1)


def page_values(base: str, number: int, total: int, folder: str = "") -> dict[str, Json]:
    """What templates of a page of a list see of its neighbours, by Hexo's names."""
    values: dict[str, Json] = {
        "base": base,
        "total": total,
        "current": number,
        "current_url": page_of_list(base, number, folder),
    }
    for name, other in (("prev", number - 1), ("next", number + 1)):
        is_there = 1 <= other <= total
        values[name] = other if is_there else 0
        values[f"{name}_link"] = page_of_list(base, other, folder) if is_there else ""
    return values


def to_per_page(value: Json) -> int:
    """A configured `per_page` as Hexo counts with it: anything false is 0, one page for all."""
    if not value or value is True:
        return int(bool(value))
    try:
        return max(int(float(to_text(value))), 0)
    except ValueError:
        return 0
