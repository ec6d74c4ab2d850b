"""Links, anchors and pictures checked against what the site really has."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.tagliteral import decode_verbatim
from inkpost.model import Page, Post, Reference
from inkpost.site.pictures import COVER_KEYS, find_picture, is_colour
from inkpost.site.state import SiteState

# Places on the author's own machine, as they stand in a finished page.
_LOCAL_DISK = re.compile(
    r"file:|[a-z]:(?:[\\/]|%5c)|\\|%5c|~/|/?(?:Users|home)/[^/]+/", re.IGNORECASE
)
_REMOTE = re.compile(r"(?:https?:)?//", re.IGNORECASE)


_INSTEAD = {
    "index_img": "the generated cover is used until it is",
    "cover": "the generated cover is used until it is",
}


def check_references(state: SiteState, paths: Iterable[str]) -> list[Diagnostic]:
    """A warning for each link, anchor and picture of the documents that leads nowhere.

    paths: of all finished files.
    """
    checker = _Checker(state, frozenset(paths))
    found: list[Diagnostic] = []
    for document_id, content in state.rendered.items():
        document = state.index.documents[document_id]
        for link in content.facts.links:
            found += checker.link(document, link)
        for image in content.facts.images:
            found += checker.image(document, image)
        found += checker.covers(document)
    return [*found, *checker.remote_pictures()]


def _shown(url: str) -> str:
    """A URL as its author wrote it; what looks like a tag in it is no tag, and is hidden yet."""
    return decode_verbatim(unquote(url))


class _Checker:
    """Knows every path and anchor of the site."""

    def __init__(self, state: SiteState, routes: frozenset[str]) -> None:
        self.state, self.routes = state, routes
        self.root = state.config.urls.root
        self.host = urlsplit(state.config.text("url")).netloc
        self.remote: dict[str, Span] = {}
        self.anchors = {
            self._route(document.path): state.rendered[document_id].facts.anchors
            for document_id, document in state.index.documents.items()
        }

    def link(self, document: Post | Page, link: Reference) -> Iterable[Diagnostic]:
        """What is wrong with a link."""
        url = link.url
        if self._is_on_a_disk(url):
            yield self._on_this_disk(link.url, link.span)
            return
        target = self._target(document, url)
        if target is None:
            return
        path, anchor = target
        route = self._find(path)
        if route is None:
            hint = self._nearest(path)
            if path.lower().endswith(".md") and not self.state.config.improved("asset_links"):
                name = PurePosixPath(unquote(path)).stem
                hint = f"link to the page's URL, or write {{% post_link {name} %}}"
            message = f'"{_shown(url)}" leads to no page'
            yield warning("broken-link", message, span=link.span, hint=hint)
        elif anchor and anchor not in self.anchors.get(route, frozenset((anchor,))):
            near = difflib.get_close_matches(anchor, self.anchors[route], n=1, cutoff=0.5)
            hint = f'did you mean "#{near[0]}"?' if near else None
            message = f'the page has no part "#{anchor}"'
            yield warning("broken-anchor", message, span=link.span, hint=hint)

    def image(self, document: Post | Page, image: Reference) -> Iterable[Diagnostic]:
        """What is wrong with a picture."""
        if self._is_on_a_disk(image.url):
            yield self._on_this_disk(image.url, image.span)
            return
        if image.tag == "img":
            self._note_remote(image.url, image.span)
        target = self._target(document, image.url)
        if target is None or not target[0] or self._find(target[0]) is not None:
            return
        shown = _shown(image.url)
        near = self.state.assets.nearest(document, image.url)
        yield warning(
            "missing-picture",
            f'the picture "{shown}" is not there',
            span=image.span,
            hint=f'did you mean "{near}"?' if near else None,
        )

    def covers(self, document: Post | Page) -> Iterable[Diagnostic]:
        """What is wrong with the pictures that the front matter names."""
        for key in (*COVER_KEYS, "og_img", "photos"):
            value = document.meta.get(key)
            if key == "photos" and isinstance(document, Post):
                value = document.photos
            span = document.spans.get(key) or Span(path=document.file)
            for each in value if isinstance(value, list | tuple) else (value,):
                name = each.strip() if isinstance(each, str) else ""
                if not name or is_colour(name) or name.startswith("data:"):
                    continue
                if self._is_on_a_disk(name):
                    yield self._on_this_disk(name, span)
                    continue
                self._note_remote(name, span)
                if find_picture(self.state, document, name) or self._is_route(name):
                    continue
                near = self.state.assets.nearest(document, name)
                yield warning(
                    "missing-picture",
                    f'the picture "{name}" of "{key}" is not there',
                    span=span,
                    hint=f'did you mean "{near}"?' if near else _INSTEAD.get(key),
                )

    def remote_pictures(self) -> Iterable[Diagnostic]:
        """One line about all pictures that lie on other hosts."""
        if not self.remote:
            return
        count = len(self.remote)
        pictures, lie = ("pictures", "lie") if count > 1 else ("picture", "lies")
        yield Diagnostic(
            severity="info",
            code="remote-pictures",
            message=f'{count} {pictures} {lie} on other hosts, such as "{next(iter(self.remote))}"',
            span=next(iter(self.remote.values())),
            hint='"blog localize" brings them into the site',
        )

    def _note_remote(self, url: str, span: Span) -> None:
        if _REMOTE.match(url) and urlsplit(_plain(url)).netloc != self.host:
            self.remote.setdefault(_without_secrets(url), span)

    def _is_on_a_disk(self, url: str) -> bool:
        below = url.removeprefix(self.root)
        if not _LOCAL_DISK.match(url) and not _LOCAL_DISK.match(below):
            return False
        path = unquote(url if url.startswith("/") else "")
        return not path or self._find(path.removeprefix(self.root)) is None

    def _is_route(self, name: str) -> bool:
        return self._find(unquote(name.partition("?")[0]).removeprefix(self.root)) is not None

    def _target(self, document: Post | Page, url: str) -> tuple[str, str] | None:
        """Decoded path below the root and anchor, or None where it is not ours to check."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return None
        if parts.scheme not in ("", "http", "https") or parts.query:
            return None
        if parts.netloc and parts.netloc != self.host:
            return None
        path, anchor = unquote(parts.path), unquote(parts.fragment)
        if not path and not parts.netloc:
            return self._route(document.path), anchor
        if not path.startswith("/"):
            folder = self._route(document.path).rpartition("/")[0]
            path = f"{self.root}{folder}/{path}" if folder else self.root + path
        if not path.startswith(self.root) and f"{path}/" != self.root:
            return None  # outside of this site, such as another site on the same host
        return _without_dots(path.removeprefix(self.root)), anchor

    def _find(self, path: str) -> str | None:
        for candidate in (self._route(path), path.rstrip("/") + "/index.html", f"{path}.html"):
            if candidate.lstrip("/") in self.routes:
                return candidate.lstrip("/")
        return None

    @staticmethod
    def _route(path: str) -> str:
        path = path.lstrip("/")
        return f"{path}index.html" if not path or path.endswith("/") else path

    def _nearest(self, path: str) -> str | None:
        pages = [route for route in self.routes if route.endswith("index.html")]
        near = difflib.get_close_matches(self._route(path), pages, n=1, cutoff=0.7)
        return f'did you mean "{self.root}{near[0].removesuffix("index.html")}"?' if near else None

    @staticmethod
    def _on_this_disk(url: str, span: Span) -> Diagnostic:
        return warning(
            "local-file",
            f'"{unquote(url)}" is a file on one machine; nobody else can see it',
            span=span,
            hint="put the picture into the post's asset folder and link to its name",
        )


def _plain(url: str) -> str:
    """A URL that can be taken apart; one that cannot has no host."""
    try:
        urlsplit(url)
    except ValueError:
        return ""
    return url


def _without_secrets(url: str) -> str:
    """A URL without user, password and query."""
    return re.sub(r"//[^/@]*@", "//", url.partition("?")[0])


def _without_dots(path: str) -> str:
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            parts = parts[:-1]
        elif part != ".":
            parts.append(part)
    return "/".join(parts)
