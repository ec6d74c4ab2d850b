"""The pictures that stand for a document: its cover, and what links to it show."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from inkpost.hexo.urls import path_to_url
from inkpost.model import Asset, Json, Page, Post, Reference
from inkpost.site.state import SiteState

COVER_KEYS: Final = ("index_img", "cover", "thumbnail", "banner_img", "top_img")
# Those of them with which an author refuses a cover.
_REFUSALS: Final = ("index_img", "cover")
_COLOUR: Final = re.compile(
    r"#[0-9a-f]{3,8}$|(?:rgb|hsl|linear-gradient|radial-gradient|var)\b|[a-z]+$", re.IGNORECASE
)
_URL: Final = re.compile(r"(?:https?:)?//|data:", re.IGNORECASE)
# What other sites show of a link.
_RASTER: Final = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".avif", ".bmp")


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that was named. url: for `src`; asset: the file behind it, or None elsewhere."""

    url: str
    asset: Asset | None = None


def find_picture(state: SiteState, document: Post | Page, value: Json) -> Picture | None:
    """The picture that a value of front matter or a theme's setting means, or None.

    value: a URL, the name of a file of the document's own, or a site path.
    """
    name = value.strip() if isinstance(value, str) else ""
    if not name or is_colour(name):
        return None
    if _URL.match(name):
        return Picture(name)
    own = state.assets.find_own(document, name)
    url = state.assets.own_url(document, name) if own else None
    if own and url:
        return Picture(url, own)
    found = state.site_asset(name)
    return Picture(path_to_url(state.config.urls, found.path), found) if found else None


def is_colour(value: str) -> bool:
    """Whether a value is a colour, which Butterfly's `cover` and `top_img` may be."""
    return _COLOUR.match(value) is not None


def cover_name(document: Post | Page) -> tuple[str, str] | None:
    """The key and value that name the document's cover, or None."""
    meta = document.meta
    for key in COVER_KEYS:
        value = _first(meta.get(key))
        if isinstance(value, str) and value.strip() and not is_colour(value.strip()):
            return key, value
    photos = _photos(document)
    return ("photos", photos[0]) if photos else None


def refuses_cover(document: Post | Page) -> bool:
    """Whether the author wants no cover, as with Butterfly's `cover: false`."""
    return any(document.meta.get(key) is False for key in _REFUSALS)


def cover_picture(state: SiteState, document: Post | Page) -> Picture | None:
    """The document's own cover, else the theme's common one; None where one is to be drawn, or
    none is wanted."""
    if refuses_cover(document):
        return None
    named = cover_name(document)
    found = find_picture(state, document, named[1]) if named else None
    if found:
        return found
    common = state.theme_value("cover.default")
    if not isinstance(common, str) or not common:
        return None
    return find_picture(state, document, common) or Picture(common)


def share_picture(state: SiteState, document: Post | Page) -> Picture | None:
    """What links to the document show: `og_img`, the cover, `photos`, the first raster picture of
    the site in the text; None where the author has none."""
    for found in _candidates(state, document):
        if found and not found.url.startswith("data:") and _is_raster(found.url):
            return found
    return None


def share_card(state: SiteState, document: Post | Page) -> str | None:
    """The path of the drawing that links to a post show for want of a picture, or None."""
    if not isinstance(document, Post) or not state.makes_cards or refuses_cover(document):
        return None
    if share_picture(state, document) or not state.drawn_cover(document):
        return None
    base = document.path.removesuffix("index.html").removesuffix(".html").strip("/")
    return f"covers/{base or document.slug}.png"


def shown_assets(state: SiteState, document: Post | Page) -> Iterator[Asset]:
    """The site's files among the pictures of a document: of its text, its photos, its cover."""
    named = [cover_picture(state, document)]
    named += [find_picture(state, document, each) for each in _photos(document)]
    for found in named:
        if found and found.asset:
            yield found.asset
    for image in state.rendered[document.id].facts.images:
        asset = _site_file(state, image)
        if asset:
            yield asset


def _candidates(state: SiteState, document: Post | Page) -> Iterator[Picture | None]:
    yield find_picture(state, document, document.meta.get("og_img"))
    yield cover_picture(state, document)
    for photo in _photos(document):
        yield find_picture(state, document, photo)
    for image in state.rendered[document.id].facts.images:
        asset = _site_file(state, image)
        if asset:
            yield Picture(path_to_url(state.config.urls, asset.path), asset)


def _site_file(state: SiteState, image: Reference) -> Asset | None:
    if image.tag != "img" or not image.url.startswith("/") or image.url.startswith("//"):
        return None
    return state.site_asset(image.url)


def _photos(document: Post | Page) -> tuple[str, ...]:
    if isinstance(document, Post):
        return tuple(each for each in document.photos if isinstance(each, str) and each)
    value = document.meta.get("photos")
    values = value if isinstance(value, list | tuple) else [value]
    return tuple(each for each in values if isinstance(each, str) and each)


def _first(value: Json) -> Json:
    return value[0] if isinstance(value, list | tuple) and value else value


def _is_raster(url: str) -> bool:
    path = re.split("[?#]", url, maxsplit=1)[0].lower()
    name = path.rpartition("/")[2]
    # A picture host's URL may have no ending.
    return path.endswith(_RASTER) or (_URL.match(url) is not None and "." not in name)
