"""Smaller forms of the author's pictures, as browsers choose among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from inkpost.config import Config
from inkpost.hexo.defaults import get_dotted
from inkpost.hexo.urls import path_to_url
from inkpost.model import Asset, Json
from inkpost.options import VARIANT_KINDS, is_variant_width
from inkpost.site.state import SiteState

_WIDTHS: Final = (480, 960, 1440)


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantWish:
    """What is to be made. widths: pixels, ascending; kinds: in the order of `VARIANT_KINDS`."""

    widths: tuple[int, ...] = _WIDTHS
    kinds: tuple[str, ...] = VARIANT_KINDS


def read_wish(config: Config, theme: Mapping[str, Json]) -> VariantWish | None:
    """What `image.variants` of the site, else of the theme, asks for; None for nothing."""
    given = config.get("image.variants") or get_dotted(theme, "image.variants")
    if given is True:
        return VariantWish()
    if not isinstance(given, Mapping):
        return None
    widths, kinds = given.get("widths"), given.get("formats")
    listed = widths if isinstance(widths, list | tuple) else (widths,)
    chosen = {each for each in listed if is_variant_width(each)}
    named = kinds if isinstance(kinds, list | tuple) else (kinds,) if kinds else VARIANT_KINDS
    wanted = {str(each).lower() for each in named}
    return VariantWish(
        widths=tuple(sorted(chosen)) or _WIDTHS,
        kinds=tuple(kind for kind in VARIANT_KINDS if kind in wanted),
    )


def widths_set(state: SiteState, asset: Asset, kind: str) -> str:
    """The `srcset` of an asset's forms of one kind, or ""."""
    return ", ".join(
        f"{path_to_url(state.config.urls, each.path)} {each.width}w"
        for each in state.variants(asset)
        if each.kind == kind
    )
