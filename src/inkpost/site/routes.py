"""All routes of a site: the generators run, and who has a path that two want."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from inkpost.contexts import SiteContext
from inkpost.errors import BlogError, Diagnostic, Span, warning
from inkpost.extend import Extensions, Generator, call_plugin
from inkpost.hexo.routing import format_route
from inkpost.model import Route
from inkpost.site.routecheck import clashes, path_fault, replaced_file, told_faults

# An author's file always wins over what is only made from a theme or by a plug-in of ours.
_YIELDING = frozenset(
    {"theme-asset", "katex", "mermaid", "picture", "term-index", "feed", "sitemap", "robots"}
)

# `a/./b` is the file `a/b` on every disk.
_HERE = re.compile(r"(^|/)(?:\./)+")


def run_generators(
    extensions: Extensions, site: SiteContext
) -> tuple[dict[str, Route], tuple[Diagnostic, ...]]:
    """Formatted path -> route, the later of two with one path, as in Hexo; and what was found.

    A generator that fails, or a route that cannot be, is reported; all others stand.
    """
    keep_query = site.config.improved("path_chars")
    refused = frozenset(
        item.span.path for item in site.index.diagnostics if item.code == "same-url" and item.span
    )
    found: list[Diagnostic] = []
    site = replace(site, warn=found.append)
    routes: dict[str, Route] = {}
    faults: list[tuple[Route, Diagnostic]] = []
    for name, generator in extensions.generators.items():
        try:
            made = call_plugin(
                f'generator "{name}"', generator.plugin, _routes_of, generator.run, site
            )
        except BlogError as error:
            found.append(error.to_diagnostic())
            continue
        for route in made:
            path = _HERE.sub(r"\1", format_route(route.path, keep_query=keep_query))
            fault = path_fault(path, route, site)
            if fault is not None:
                faults.append((route, fault))
            elif _takes(path, route, routes, site, refused):
                routes[path] = route
    found += told_faults(faults)
    for path, fault in list(clashes(routes, site)):
        found.append(fault)
        routes.pop(path, None)
    return routes, tuple(found)


def _routes_of(run: Generator, site: SiteContext) -> list[Route]:
    made = list(run(site))
    for item in made:
        if not isinstance(item, Route):
            raise TypeError(f"routes were expected, found {type(item).__name__}")
    return made


def _takes(
    path: str,
    route: Route,
    routes: Mapping[str, Route],
    site: SiteContext,
    refused: frozenset[str],
) -> bool:
    """Whether a route gets its path. refused: files of which the index told already."""
    other = routes.get(path)
    if other is None:
        return True
    if route.generator in _YIELDING or other.generator in _YIELDING:
        takes = route.generator not in _YIELDING
        lost = replaced_file(path, *((route, other) if takes else (other, route)), site)
        if lost is not None:
            site.warn(lost)
        return takes
    told = route.origin in refused or other.origin in refused
    if (route.origin or other.origin) and route.origin != other.origin and not told:
        winner, loser = (route.origin or route.generator), (other.origin or other.generator)
        site.warn(
            warning(
                "same-url",
                f'"/{path}" comes from both {loser} and {winner}; {winner} is used',
                span=Span(path=route.origin or other.origin),
                hint="give the file another permalink or name",
            )
        )
    return True
