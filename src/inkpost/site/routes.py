"""All routes of a site: the generators run, and who has a path that two want."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inkpost.errors import BlogError, Diagnostic, PluginError, Span, warning
from inkpost.extend import Extensions, SiteContext
from inkpost.hexo.routing import format_route
from inkpost.model import Route

# An author's file always wins over what is only made from a theme or by a plug-in of ours.
_YIELDING = frozenset(
    {"theme-asset", "katex", "mermaid", "term-index", "feed", "sitemap", "robots"}
)


def run_generators(
    extensions: Extensions, site: SiteContext, errors: list[Diagnostic]
) -> dict[str, Route]:
    """Formatted path -> route, the later of two with one path, as in Hexo.

    errors: a failing generator's error is added; the others run all the same.
    """
    keep_query = site.config.improved("path_chars")
    routes: dict[str, Route] = {}
    for name, generator in extensions.generators.items():
        try:
            for route in generator.run(site):
                path = format_route(route.path, keep_query=keep_query)
                _check(path, route)
                if _takes(path, route, routes, site.warn):
                    routes[path] = route
        except BlogError as error:
            errors.append(error.to_diagnostic())
        except Exception as error:  # a plug-in may fail in any way
            failed = PluginError(
                f'generator "{name}" of {generator.plugin} failed: {type(error).__name__}: {error}',
                hint="run with --debug to see where",
            )
            failed.__cause__ = error
            errors.append(failed.to_diagnostic())
    return routes


def _takes(
    path: str, route: Route, routes: Mapping[str, Route], warn: Callable[[Diagnostic], None]
) -> bool:
    """Whether a route gets its path; two authors' files are refused in the index already."""
    other = routes.get(path)
    if other is None:
        return True
    if route.generator in _YIELDING or other.generator in _YIELDING:
        return route.generator not in _YIELDING
    if (route.origin or other.origin) and route.origin != other.origin:
        winner, loser = (route.origin or route.generator), (other.origin or other.generator)
        warn(
            warning(
                "same-url",
                f'"/{path}" comes from both {loser} and {winner}; {winner} is used',
                span=Span(path=route.origin or other.origin),
                hint="give the file another permalink or name",
            )
        )
    return True


def _check(path: str, route: Route) -> None:
    parts = path.split("/")
    if ".." in parts or "" in parts or "\0" in path:
        raise BlogError(
            f'the path "{path}" would leave the output folder or is no path',
            span=Span(path=route.origin or "_config.yml"),
            hint="correct the permalink",
        )
