"""What is said of a menu's entries."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from inkpost.errors import Diagnostic, Span
from inkpost.model import Json
from inkpost.site.targets import leads_somewhere


def check_menu(
    menu: Json, spans: Mapping[str, Span], routes: Container[str], root: str
) -> Iterator[Diagnostic]:
    """A word on each entry that the site put into the menu and that leads to no page.

    spans: dotted key of the theme's settings -> its place. routes: every path of the site. Of a
    menu that the site did not write nothing is said.
    """
    if "menu" not in spans:
        return
    for name, url in _entries(menu, "menu"):
        if url and not leads_somewhere(url, routes, root):
            yield Diagnostic(
                severity="info",
                code="menu-target",
                message=f'the menu leaves "{url}" out: there is no such page',
                span=spans.get(name) or spans["menu"],
                hint="make the page, or take the entry out of the menu",
            )


def _entries(menu: Json, name: str) -> Iterator[tuple[str, str]]:
    """Dotted key and URL of each entry, those below others too."""
    if not isinstance(menu, Sequence) or isinstance(menu, str):
        return
    for place, entry in enumerate(menu):
        if not isinstance(entry, Mapping):
            continue
        own = f"{name}.{place}"
        if entry.get("submenu"):
            yield from _entries(entry["submenu"], f"{own}.submenu")
        else:
            key = "url" if entry.get("url") else "link"
            yield f"{own}.{key}", str(entry.get(key) or "")
