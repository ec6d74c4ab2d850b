"""What a build takes over from the one before it: all that did not read what has changed.

Only one kind of change is looked into, that of documents' texts, which an author who writes makes
all the time. After any other the whole site is made anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from inkpost.model import Index, MadePage, Page, Post, Rendered, Route, SourceFile, SourceText
from inkpost.reads import Key, Kind

# Everything else that a page can read is the same where only texts have changed.
_LOOSE = frozenset((Kind.CONTENT, Kind.FILE, Kind.CLOCK, Kind.ROUTE))


class PageReads:
    """A recorder that keeps what the text of a document, or time, can change."""

    def __init__(self) -> None:
        self.keys: set[Key] = set()

    def read(self, key: Key) -> None:
        """Keep `key` where it matters."""
        if key.kind in _LOOSE:
            self.keys.add(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPage:
    """A page as it was made. reads: what it was made from, as far as that can change."""

    route: Route
    made: MadePage
    reads: frozenset[Key]


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """A build without an error, as the next one needs it.

    files: key -> file, of the whole snapshot. paths: of all routes. forms: what was made of
    pictures, to be compared. pages: those that a template made, by their paths.
    """

    files: Mapping[str, SourceFile]
    documents: Mapping[str, Post | Page]
    texts: Mapping[str, SourceText]
    rendered: Mapping[str, Rendered]
    paths: frozenset[str]
    forms: object
    pages: Mapping[str, KeptPage]


class Reuse:
    """What this build takes over from `before`, and what it leaves to the next.

    files: of this build's snapshot; now: its time. before: None makes everything anew.
    """

    def __init__(
        self, before: Build | None, files: Mapping[str, SourceFile], now: datetime
    ) -> None:
        self._before, self._files, self._now = before, files, now
        self._texts: Mapping[str, SourceText] = {}
        # Names of the documents whose texts have changed, and ids of those rendered anew.
        self._changes: frozenset[str] = frozenset()
        self._stale: frozenset[str] = frozenset()
        self._forms: object = None
        self._paths: frozenset[str] = frozenset()
        # Paths that are new or gone.
        self._moved: frozenset[str] = frozenset()
        self._pages: dict[str, KeptPage] = {}

    def rendered(self, index: Index, texts: Mapping[str, SourceText]) -> Mapping[str, Rendered]:
        """Document id -> its content of the build before, for those that can keep it.

        texts: document id -> its text as it is now.
        """
        self._texts = texts
        changed = self._changed(index)
        if self._before is None or changed is None:
            self._before = None
            return {}
        self._changes = frozenset(name for each in changed for name in (each.source, each.file))
        kept = {
            name: content
            for name, content in self._before.rendered.items()
            if name not in self._changes and not self._reads_text(content.reads)
        }
        self._stale = frozenset(index.documents.keys() - kept.keys())
        return kept

    def settle(self, routes: Mapping[str, Route], forms: object) -> None:
        """Note what this build has, before its pages are made; with other forms of pictures than
        before none is taken over."""
        self._forms, self._paths = forms, frozenset(routes)
        if self._before is not None:
            self._moved = self._paths ^ self._before.paths
            if self._before.forms != forms:
                self._before = None

    def page(self, path: str, route: Route) -> MadePage | None:
        """The page of the build before, or None where it has to be made."""
        kept = self._before.pages.get(path) if self._before else None
        if kept is None or kept.route != route or self._is_stale(kept.reads):
            return None
        self._pages[path] = kept
        return kept.made

    def keep(self, path: str, route: Route, made: MadePage, reads: set[Key]) -> None:
        """Note a page that has been made."""
        self._pages[path] = KeptPage(route=route, made=made, reads=frozenset(reads))

    def leave(self, index: Index, rendered: Mapping[str, Rendered]) -> Build:
        """What the next build may take over from this one."""
        return Build(
            files=self._files,
            documents=index.documents,
            texts=self._texts,
            rendered=rendered,
            paths=self._paths,
            forms=self._forms,
            pages=self._pages,
        )

    def _changed(self, index: Index) -> list[Post | Page] | None:
        """The documents whose texts have changed; None where anything else has."""
        before = self._before
        if before is None or list(before.documents) != list(index.documents):
            return None
        if before.files.keys() != self._files.keys():
            return None
        keys = {key for key, file in self._files.items() if file.digest != before.files[key].digest}
        documents = index.documents
        if any(before.documents[name] != document for name, document in documents.items()):
            return None
        changed = [
            document
            for name, document in documents.items()
            if before.texts[name] != self._texts[name]
        ]
        return changed if keys == {each.file for each in changed} else None

    def _reads_text(self, reads: Iterable[Key]) -> bool:
        return any(key.kind is Kind.FILE and key.name in self._changes for key in reads)

    def _is_stale(self, reads: Iterable[Key]) -> bool:
        return any(map(self._has_changed, reads))

    def _has_changed(self, key: Key) -> bool:
        if key.kind is Kind.CONTENT:
            return key.name in self._stale
        if key.kind is Kind.FILE:
            return key.name in self._changes
        if key.kind is Kind.ROUTE:
            return key.name in self._moved or (key.name == "*" and bool(self._moved))
        # What was read of the clock: the whole of it, a day or a year.
        return not self._now.isoformat().startswith(key.name)
