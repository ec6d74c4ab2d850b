"""Where a name that an author wrote points: one resolver for every context."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath
from urllib.parse import unquote

from inkpost.hexo.urls import UrlRules, path_to_url
from inkpost.model import Asset, Page, Post

_ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//|/|#|\?|$)", re.IGNORECASE)


class AssetResolver:
    """Finds the files that belong to a document.

    assets: all assets of the site; enabled: False leaves every name to Hexo's own rule.
    """

    def __init__(self, assets: Iterable[Asset], urls: UrlRules, *, enabled: bool = True) -> None:
        self._by_source: Mapping[str, Asset] = {asset.source: asset for asset in assets}
        self._urls = urls
        self._enabled = enabled

    def find(self, document: Post | Page, name: str) -> Asset | None:
        """The asset that `name`, as written in the document, means: a bare name, or one with the
        asset folder before it, encoded or not."""
        if not self._enabled or _ELSEWHERE.match(name):
            return None
        plain = unquote(name.partition("#")[0].partition("?")[0])
        for candidate in (name, plain):
            for source in _candidates(document, candidate):
                if source in self._by_source:
                    return self._by_source[source]
        return None

    def url(self, document: Post | Page, name: str) -> str | None:
        """The root-absolute URL of the asset that `name` means, its query and fragment kept."""
        asset = self.find(document, name)
        if asset is None:
            return None
        tail = re.search(r"[?#].*$", name)
        kept = tail[0] if tail and name not in (asset.source, unquote(asset.source)) else ""
        return path_to_url(self._urls, asset.path) + kept

    def nearest(self, document: Post | Page, name: str) -> str | None:
        """The name of the document's asset that looks most like `name`."""
        own = [
            source.removeprefix(document.asset_dir)
            for source in self._by_source
            if document.asset_dir and source.startswith(document.asset_dir)
        ]
        near = difflib.get_close_matches(unquote(name), own, n=1, cutoff=0.5)
        return near[0] if near else None


def _candidates(document: Post | Page, name: str) -> Iterable[str]:
    """Paths below the source folder that a relative name may mean, best first."""
    clean = _normal(name)
    if clean is None:
        return
    folder = document.asset_dir
    if folder:
        base = folder.rstrip("/").removesuffix(".assets")
        name = PurePosixPath(base).name
        yield folder + clean
        for own in (f"{base}/", f"{base}.assets/"):
            for prefix in (f"{name}/", f"{name}.assets/"):
                if clean.startswith(prefix):
                    yield own + clean.removeprefix(prefix)
            yield own + clean
    beside = PurePosixPath(document.source).parent
    yield clean if str(beside) == "." else f"{beside}/{clean}"


def _normal(name: str) -> str | None:
    parts: list[str] = []
    for part in name.replace("\\", "/").split("/"):
        if part in ("", "."):
            continue
        if part == "..":
            return None
        parts.append(part)
    return "/".join(parts) or None
