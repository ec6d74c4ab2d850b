"""A generator: `tides.json` for other programs, and a page `/tides/` made by the theme.

Copy this file into the `scripts/` folder of a site. The page uses the theme's layout `tides`, or
`archive` where there is none.
"""

import json
from collections.abc import Iterable

from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.model import Layout, Listing, Route, Text


def register(ext: Extensions) -> None:
    """Register the generator."""

    @ext.generator("tides")
    def tides(site: SiteContext) -> Iterable[Route]:
        posts = [post for post in site.index.posts if post.meta.get("tide")]
        data = [{"title": post.title, "tide": post.meta["tide"]} for post in posts]
        yield Route(path="tides.json", body=Text(text=json.dumps(data, ensure_ascii=False)))
        listing = Listing(title="Tides", post_ids=tuple(post.id for post in posts))
        layout = Layout(layouts=("tides", "archive", "index"), page=listing)
        yield Route(path="tides/", body=layout)
