"""Where a name that an author wrote points: one resolver for every context."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import PurePosixPath
from urllib.parse import unquote

from inkpost.hexo.permalink import extension
from inkpost.hexo.postasset import picture_sources
from inkpost.hexo.urls import UrlRules, path_to_url, url_for
from inkpost.model import Asset, Page, Post

_ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//|/|#|\?|$)", re.IGNORECASE)
_TAIL = re.compile(r"[?#]")


class AssetResolver:
    """Finds the files that belong to a document.

    assets: all assets of the site; enabled: False leaves every name in a text to Hexo's own rule.
    """

    def __init__(self, assets: Iterable[Asset], urls: UrlRules, *, enabled: bool = True) -> None:
        self._by_source: Mapping[str, Asset] = {asset.source: asset for asset in assets}
        self._urls = urls
        self._enabled = enabled

    def find(self, document: Post | Page, name: str) -> Asset | None:
        """The asset that `name`, as written in the document's text, means: a bare name, one with
        the asset folder before it, or the way from the document's file; encoded or not."""
        return self.find_own(document, name) if self._enabled else None

    def find_own(self, document: Post | Page, name: str) -> Asset | None:
        """As `find`, for names outside of texts, which Hexo has no rule for."""
        found = self._match(document, name)
        return found[0] if found else None

    def url(self, document: Post | Page, name: str) -> str | None:
        """The root-absolute URL of the asset that `name` means, its query and fragment kept."""
        return self.own_url(document, name) if self._enabled else None

    def own_url(self, document: Post | Page, name: str) -> str | None:
        """As `url`, for names outside of texts."""
        found = self._match(document, name) or self._match_decomposed(name)
        return path_to_url(self._urls, found[0].path) + found[1] if found else None

    def stock_picture(self, document: Post | Page, name: str, *, markdown_it: bool) -> str | None:
        """The path of the post's file that a picture in its text means to stock Hexo, or None."""
        for source in picture_sources(document.source, name, markdown_it=markdown_it):
            found = self._by_source.get(source)
            if found is not None and found.owner:
                return found.path
        return None

    def stock_url(self, document: Post | Page, slug: str) -> str | None:
        """The URL of the post's file that a tag names, or None.

        Source: Hexo 8.1.2 tag asset_path.
        """
        found = self._by_source.get(f"{document.asset_dir}{slug}")
        if found is None or found.owner != document.id:
            return None
        return url_for(self._urls, found.path)

    def find_at(self, path: str) -> Asset | None:
        """The asset at a path of the site, written with or without the site's root, encoded or
        not."""
        root = self._urls.root
        for reading, _ in _readings(path):
            for each in (reading.removeprefix(root), reading):
                plain = each.lstrip("/")
                found = self._by_path.get(plain) or self._by_path.get(_folded(plain))
                if found:
                    return found
        return None

    def nearest(self, document: Post | Page, name: str) -> str | None:
        """How to write the name of the picture that `name` may have meant, or None: one of the
        document's own files, else a file of that name anywhere on the site."""
        wanted = unquote(_TAIL.split(name)[0]).replace("\\", "/").rpartition("/")[2].casefold()
        if not wanted:
            return None
        own = {
            source.removeprefix(folder).casefold(): source.removeprefix(folder)
            for folder in _folders(document)
            for source in self._by_source
            if source.startswith(folder)
        }
        for candidate, shown in own.items():
            if candidate.rpartition("/")[2] == wanted:
                return shown
        elsewhere = self._by_name.get(wanted)
        if elsewhere:
            return f"/{elsewhere.path}"
        near = difflib.get_close_matches(wanted, own, n=1, cutoff=0.6)
        return own[near[0]] if near else None

    def _match(self, document: Post | Page, name: str) -> tuple[Asset, str] | None:
        """The asset, and the query and fragment behind its name."""
        if _ELSEWHERE.match(name):
            return None
        for reading, tail in _readings(name):
            for source in _candidates(document, reading):
                found = self._by_source.get(source) or self._by_folded.get(_folded(source))
                if found:
                    return found, tail
        return None

    def _match_decomposed(self, name: str) -> tuple[Asset, str] | None:
        """The asset at a site path whose letters and accents are apart on the disk only."""
        if (name.isascii() and "%" not in name) or not name.startswith("/"):
            return None
        cut = _TAIL.search(name)
        head, tail = (name[: cut.start()], name[cut.start() :]) if cut else (name, "")
        asset = self.find_at(head)
        spelled = asset is not None and unquote(head).endswith(asset.path)
        return None if asset is None or spelled else (asset, tail)

    @cached_property
    def _by_folded(self) -> Mapping[str, Asset]:
        # Disks of Macs take names apart into letters and accents; authors type them whole.
        return {_folded(source): asset for source, asset in self._by_source.items()}

    @cached_property
    def _by_path(self) -> Mapping[str, Asset]:
        assets = self._by_source.values()
        return {_folded(each.path): each for each in assets} | {each.path: each for each in assets}

    @cached_property
    def _by_name(self) -> Mapping[str, Asset]:
        return {
            asset.source.rpartition("/")[2].casefold(): asset
            for asset in reversed(list(self._by_source.values()))
            if not asset.owner
        }


def _readings(name: str) -> Iterator[tuple[str, str]]:
    """What a reference may name, best first, each with what is then left of it."""
    yield name, ""
    if "%" in name:
        yield unquote(name), ""
    cut = _TAIL.search(name)
    if cut:
        head, tail = name[: cut.start()], name[cut.start() :]
        yield head, tail
        if "%" in head:
            yield unquote(head), tail


def _folders(document: Post | Page) -> list[str]:
    """Folders, "…/", that are a document's own when they exist, nearest first."""
    stem = document.source.removesuffix(extension(document.source))
    bases = [document.asset_dir.rstrip("/").removesuffix(".assets"), stem]
    folders = [f"{base}{ending}" for base in bases if base for ending in ("/", ".assets/")]
    return list(dict.fromkeys([*filter(None, [document.asset_dir]), *folders]))


def _candidates(document: Post | Page, name: str) -> Iterator[str]:
    """Paths below the source folder that a relative name may mean, best first."""
    plain = name.replace("\\", "/")
    inside = join_below("", plain)
    if inside:
        for folder in _folders(document):
            yield folder + inside
            own = PurePosixPath(folder.rstrip("/").removesuffix(".assets")).name
            for prefix in (f"{own}/", f"{own}.assets/"):
                if inside.startswith(prefix):
                    yield folder + inside.removeprefix(prefix)
    beside = join_below(document.source.rpartition("/")[0], plain)
    if beside:
        yield beside


def join_below(folder: str, name: str) -> str | None:
    """The path that `name` means in a folder below the source folder; None where it leads out of
    the source folder, or is that folder."""
    parts = folder.split("/") if folder else []
    for part in name.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts) or None


def _folded(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)
