"""The routes of a list's pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from inkpost.hexo.pagination import count_pages, page_of_list, page_values
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
) -> Iterator[Route]:
    """The routes of a list. base: path of its first page; per_page: 0 puts all on one; values:
    what else its pages have."""
    if base and not base.endswith("/"):
        base += "/"
    names = tuple(layouts)
    total = count_pages(len(post_ids), per_page)
    for number in range(1, total + 1):
        start = (number - 1) * per_page
        chosen = post_ids[start : start + per_page] if per_page else post_ids
        listing = Listing(
            post_ids=tuple(chosen),
            values={**page_values(base, number, total, pagination_dir), **values},
        )
        yield Route(
            path=page_of_list(base, number, pagination_dir),
            body=Layout(layouts=names, page=listing),
            generator=generator,
        )
