"""What a browser would do with a finished page."""

from __future__ import annotations

import re

_TAG = re.compile(r"<(script|img|iframe|source|video|audio|embed|object|link|form)\b([^>]*)>")
_VALUE = re.compile(r'\b(src|srcset|href|data|action|rel)="([^"]*)"')
_ASKING = frozenset(
    ("stylesheet", "preload", "modulepreload", "preconnect", "dns-prefetch", "prefetch", "icon")
)


def requests_of(html: str, host: str = "quay.example") -> list[str]:
    """The URLs of other hosts that a page asks for by itself, scripts left aside."""
    found = []
    for name, attributes in _TAG.findall(html):
        values = dict(_VALUE.findall(attributes))
        if name == "link" and not _ASKING.intersection(values.get("rel", "").split()):
            continue
        found += [values[key] for key in ("src", "srcset", "href", "data") if key in values]
    return [url for url in found if "//" in url and f"//{host}/" not in url]
