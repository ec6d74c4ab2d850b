"""Whether a link that a theme makes leads anywhere."""

from __future__ import annotations

import re
from collections.abc import Container
from urllib.parse import unquote

_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)


def leads_somewhere(url: str, routes: Container[str], root: str = "/") -> bool:
    """Whether a URL is another host's, a place on the page, or that of a page or file of the site.

    url: with or without a slash before it, with or without the site's `root`.
    """
    url = url.strip()
    if _ELSEWHERE.match(url) or url.startswith("#"):
        return True
    path = unquote(re.split("[?#]", url, maxsplit=1)[0])
    names = [path.lstrip("/")]
    if root != "/" and f"{path.rstrip('/')}/".startswith(root):
        names.append(path[len(root) :].lstrip("/"))
    return any(
        each in routes
        for name in names
        for each in (name, f"{name}index.html", f"{name}/index.html", f"{name}.html")
    )
