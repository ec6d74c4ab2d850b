"""A rendered site, ready to be looked at: what views and generators work on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from inkpost.assetlinks import AssetResolver
from inkpost.config import Config
from inkpost.hexo.defaults import get_dotted
from inkpost.hexo.urls import path_to_url
from inkpost.model import Asset, Index, Json, Page, PictureVariant, Post, Rendered
from inkpost.site.related import RelatedPosts
from inkpost.site.series import Series, find_series

Size = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class SiteState:
    """One build's site. theme: the merged theme configuration; now: in the site's zone.

    read_text: the text of a file by its key. draw_cover: post -> a generated cover's SVG, or "".
    image_size: an asset -> (width, height) in pixels, or None. variants: an asset -> its smaller
    forms, narrowest first. makes_cards: whether generated covers become pictures for links.
    """

    index: Index
    rendered: Mapping[str, Rendered]
    config: Config
    theme: Mapping[str, Json]
    now: datetime
    draw_cover: Callable[[Post | Page, Mapping[str, Json]], str] = lambda post, theme: ""
    read_text: Callable[[str], str] = lambda key: ""
    image_size: Callable[[Asset], Size | None] = lambda asset: None
    variants: Callable[[Asset], Sequence[PictureVariant]] = lambda asset: ()
    makes_cards: bool = False

    def theme_value(self, name: str, default: Json = None) -> Json:
        """A value of the theme's configuration by its dotted name."""
        return get_dotted(self.theme, name, default)

    @cached_property
    def assets(self) -> AssetResolver:
        """The resolver of names that authors wrote."""
        return AssetResolver(
            self.index.assets, self.config.urls, enabled=self.config.improved("asset_links")
        )

    def site_asset(self, value: str) -> Asset | None:
        """The asset at a site path, written with or without the site's root."""
        return self.assets.find_at(value)

    def site_picture(self, value: str) -> str | None:
        """The URL of a picture at a site path, or None where no such file is on the site."""
        found = self.site_asset(value)
        return path_to_url(self.config.urls, found.path) if found else None

    @cached_property
    def newest(self) -> tuple[Post, ...]:
        """All posts, newest first."""
        documents = self.index.documents
        posts = (documents[post_id] for post_id in self.index.newest)
        return tuple(post for post in posts if isinstance(post, Post))

    @cached_property
    def years(self) -> Mapping[str, int]:
        """Year -> how many posts of it lists show, by the dates that pages show."""
        zone = self.config.page_zone
        posts = (post for post in self.newest if post.meta.get("hide") is not True)
        return Counter(f"{post.date.astimezone(zone).year:04d}" for post in posts)

    @cached_property
    def place(self) -> Mapping[str, int]:
        """Post id -> its place in `newest`."""
        return {post.id: place for place, post in enumerate(self.newest)}

    @cached_property
    def series(self) -> Mapping[str, Series]:
        """Post id -> the series that it belongs to."""
        titles = self.theme_value("series.detect_titles", True)
        return find_series(self.newest, titles=titles is not False)

    @cached_property
    def related(self) -> RelatedPosts:
        """Finds related posts."""
        return RelatedPosts(self.index)

    @cached_property
    def _covers(self) -> dict[str, str]:
        return {}

    def drawn_cover(self, document: Post | Page) -> str:
        """The generated cover of a document, drawn once."""
        if document.id not in self._covers:
            self._covers[document.id] = self.draw_cover(document, self.theme)
        return self._covers[document.id]

    def neighbour(self, post: Post, step: int) -> Post | None:
        """The next newer (step -1) or older (step 1) post, or None at the end."""
        place = self.place[post.id] + step
        return self.newest[place] if 0 <= place < len(self.newest) else None
