"""Which folders a theme's name stands for: the site's own, one of ours, or the nearest of ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from inkpost.errors import ConfigError, Diagnostic, Span
from inkpost.model import Json

OURS = ("tessera", "folio")
BASES = (*OURS, "kit")
"""What a site's own theme may extend."""
DEFAULT_THEME = "tessera"
JINJA_ENDINGS = (".jinja", ".j2", ".html")
FOREIGN_ENDINGS = (".ejs", ".pug", ".jade", ".swig", ".njk", ".styl", ".hbs")
NEAREST: Mapping[str, str] = {
    "fluid": "tessera", "hexo-theme-fluid": "tessera", "butterfly": "tessera",
    "anzhiyu": "tessera", "solitude": "tessera", "matery": "tessera", "icarus": "tessera",
    "volantis": "tessera", "stellar": "tessera", "redefine": "tessera", "shoka": "tessera",
    "shokax": "tessera", "aurora": "tessera", "keep": "tessera", "yun": "tessera",
    "next": "folio", "landscape": "folio", "cactus": "folio", "apollo": "folio",
    "even": "folio", "maupassant": "folio", "yilia": "folio", "chic": "folio", "typo": "folio",
    "kaze": "folio", "nexmoe": "tessera", "tranquilpeak": "folio", "minos": "folio",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class LayerPlace:
    """One folder of a chain. where: the site's `themes/`, or the package's."""

    where: Literal["site", "bundled"]
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A theme's folders, nearest first. replaced: the blog's own theme gave way to ours."""

    places: tuple[LayerPlace, ...]
    replaced: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


def resolve_chain(
    name: str,
    *,
    given: bool,
    site_files: Collection[str],
    installed: bool,
    extends: Callable[[LayerPlace], Json],
    span: Span | None,
) -> Chain:
    """The folders that `theme: NAME` stands for.

    given: the configuration names the theme; it is our default where not. site_files: paths below
    the site's `themes/NAME/`. installed: the theme lies in `node_modules/`. extends: what a
    folder's `theme.yml` extends.
    Raises: ConfigError where the name stands for nothing.
    """
    if not given:
        return Chain(places=_chain_of(DEFAULT_THEME, site_files, extends))
    has_jinja = any(_is_layout(path, JINJA_ENDINGS) for path in site_files)
    if name in OURS:
        return Chain(places=_chain_of(name, site_files, extends))
    if has_jinja or _own_manifest(name, site_files, extends):
        return _chain_of_site(name, extends)
    foreign = any(path.endswith(FOREIGN_ENDINGS) for path in site_files)
    known = NEAREST.get(name.removeprefix("hexo-theme-"))
    if known or foreign or installed:
        nearest = known or DEFAULT_THEME
        told = Diagnostic(
            severity="info",
            code="theme-replaced",
            message=f'the theme "{name}" is not in Jinja; "{nearest}" is the nearest of ours',
            span=span,
            hint=f'write "theme: {nearest}" to say so yourself',
        )
        places = _chain_of(nearest, frozenset(), extends)
        return Chain(places=places, replaced=True, diagnostics=(told,))
    empty = "" if site_files else " (themes/ has no files for it)"
    raise ConfigError(
        f'the theme "{name}" was not found in themes/{name}/{empty}',
        span=span or Span(path="_config.yml"),
        hint='check the name; a submodule wants "git submodule update --init"; '
        f"ours are {' and '.join(OURS)}",
    )


def _chain_of_site(name: str, extends: Callable[[LayerPlace], Json]) -> Chain:
    """A theme of the site's own, and what it extends."""
    site = LayerPlace(where="site", name=name)
    parent = extends(site)
    if parent and str(parent) not in BASES:
        raise ConfigError(
            f'the theme "{name}" extends "{parent}", which is none of ours',
            span=Span(path=f"themes/{name}/theme.yml"),
            hint=f"extend {', '.join(BASES[:-1])} or {BASES[-1]}",
        )
    above = _chain_of(str(parent), frozenset(), extends) if parent else ()
    return Chain(places=(site, *above))


def _chain_of(
    name: str, site_files: Collection[str], extends: Callable[[LayerPlace], Json]
) -> tuple[LayerPlace, ...]:
    places = [LayerPlace(where="site", name=name)] if site_files else []
    seen: set[str] = set()
    current: Json = name
    while current and current not in seen:
        seen.add(str(current))
        place = LayerPlace(where="bundled", name=str(current))
        places.append(place)
        current = extends(place)
    return tuple(places)


def _own_manifest(
    name: str, site_files: Collection[str], extends: Callable[[LayerPlace], Json]
) -> bool:
    return "theme.yml" in site_files and bool(extends(LayerPlace(where="site", name=name)))


def _is_layout(path: str, endings: tuple[str, ...]) -> bool:
    return path.startswith("layout/") and path.endswith(endings)
