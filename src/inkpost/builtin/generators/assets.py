"""Routes of files that are copied: the author's, the theme's, and KaTeX's."""

from __future__ import annotations

from collections.abc import Iterable

from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.model import Copy, Route

KATEX_FOLDER, MERMAID_FOLDER = "katex/", "mermaid/"


def register(ext: Extensions) -> None:
    """Register the generators."""
    ext.generator("asset")(asset_routes)
    ext.generator("theme-asset")(theme_routes)
    ext.generator("katex")(katex_routes)
    ext.generator("mermaid")(mermaid_routes)
    ext.generator("picture")(picture_routes)


def asset_routes(site: SiteContext) -> Iterable[Route]:
    """A route for each of the author's files, as it stands."""
    for asset in site.index.assets:
        yield Route(path=asset.path, body=Copy(key=asset.key), generator="asset", origin=asset.key)


def theme_routes(site: SiteContext) -> Iterable[Route]:
    """The theme's own files and its bundles."""
    for path, body in site.theme_files.items():
        yield Route(path=path, body=body, generator="theme-asset")


def katex_routes(site: SiteContext) -> Iterable[Route]:
    """KaTeX's stylesheet, fonts and copy script, where the site sets formulas itself."""
    if site.config.choice("math.engine") in ("auto", "katex"):
        yield from _vendored(site, KATEX_FOLDER)


def mermaid_routes(site: SiteContext) -> Iterable[Route]:
    """Mermaid's script, where a document has a diagram; stock Hexo has none."""
    if site.config.dialect == "hexo":
        return
    if any(rendered.facts.has_diagram for rendered in site.rendered.values()):
        yield from _vendored(site, MERMAID_FOLDER)


def picture_routes(site: SiteContext) -> Iterable[Route]:
    """The pictures that the build makes: smaller forms, and drawings for links."""
    for path, body in site.pictures.items():
        yield Route(path=path, body=body, generator="picture")


def _vendored(site: SiteContext, folder: str) -> Iterable[Route]:
    for path, key in site.vendored.items():
        if path.startswith(folder):
            yield Route(path=path, body=Copy(key=key), generator=folder.strip("/"))
