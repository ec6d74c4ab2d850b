"""The list of where every localized picture came from: `.inkpost/images.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inkpost.errors import BlogError, Span
from inkpost.io.statefolder import own_folder
from inkpost.localize.files import (
    Staging,
    hold_lock,
    lock_folder,
    open_staging,
    sync_file,
)

FILE = "images.json"
PATH = f".inkpost/{FILE}"
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One link of a post to a localized picture. url: the characters that stood there before."""

    name: str
    url: str


Links = tuple[Origin, ...]


class Manifest:
    """The list of a site: site-relative path of a post -> its links in order."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._file = root / ".inkpost" / FILE
        self._seen: tuple[int, ...] = ()
        self._links: dict[str, Links] = {}
        self._texts: dict[str, str] = {}

    def read(self) -> dict[str, Links]:
        """The list as it is on disk.

        Raises: BlogError for a file that is not as we write it.
        """
        seen = self._signature()
        if seen != self._seen:
            self._links = _read(self._file) if seen else {}
            self._texts = {post: _to_text(post, links) for post, links in self._links.items()}
            self._seen = seen
        return dict(self._links)

    def change(
        self, staging: Staging, post: str, change: Callable[[Links], Sequence[Origin]]
    ) -> None:
        """Change the links of one post while no other run does, at once."""
        with hold_lock(lock_folder(self.root), PATH):
            before = self.read().get(post, ())
            after = tuple(change(before))
            if after == before:
                return
            self._links.pop(post, None)
            self._texts.pop(post, None)
            if after:
                self._links[post] = after
                self._texts[post] = _to_text(post, after)
            self._write(staging)

    def _write(self, staging: Staging) -> None:
        posts = ",\n".join(text for _, text in sorted(self._texts.items()))
        text = f'{{\n "version": {_VERSION},\n "posts": {{\n{posts}\n }}\n}}\n'
        if self._file.exists():
            staging.replace(self._file, text.encode("utf-8"))
        else:
            own_folder(self.root)
            staged = staging.new_file()
            staged.write_bytes(text.encode("utf-8"))
            sync_file(staged)
            staging.place(staged, self._file)
        self._seen = self._signature()

    def _signature(self) -> tuple[int, ...]:
        try:
            found = self._file.stat()
        except FileNotFoundError:
            return ()
        return found.st_ino, found.st_mtime_ns, found.st_size


def _read(file: Path) -> dict[str, Links]:
    try:
        return _from_data(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BlogError(
            "the list of picture origins cannot be read",
            span=Span(path=PATH),
            hint="take it from version control, or remove it and lose the way back",
        ) from error


def _from_data(data: Any) -> dict[str, Links]:
    if data["version"] != _VERSION:
        message = "another version"
        raise ValueError(message)
    return {
        str(post): tuple(Origin(name=str(item["name"]), url=str(item["url"])) for item in items)
        for post, items in data["posts"].items()
    }


def _to_text(post: str, links: Links) -> str:
    """A post's part of the file: one line a link, so that changes can be read in a diff."""
    lines = [f"   {_to_json({'name': item.name, 'url': item.url})}" for item in links]
    return f"  {_to_json(post)}: [\n" + ",\n".join(lines) + "\n  ]"


def _to_json(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    # A file name that is no UTF-8 holds characters which only an escape can stand for.
    return text if text.isprintable() else json.dumps(value)


def merge_origins(new: Sequence[Origin], old: Sequence[Origin]) -> Links:
    """The links a post has now, then those it no longer has and whose origin only we know."""
    known = {(item.name, item.url) for item in new}
    rest = [item for item in old if (item.name, item.url) not in known]
    return (*new, *dict.fromkeys(rest))


def move_origins(root: Path, before: str, after: str) -> None:
    """Follow a post to its new site-relative path, as when a draft is published."""
    manifest = Manifest(root)
    moved = manifest.read().get(before, ())
    if not moved:
        return
    with open_staging(root) as staging:
        manifest.change(staging, after, lambda old: merge_origins(moved, old))
        manifest.change(staging, before, lambda _: ())
