"""One snapshot of a site's files: what is there, with digests, and a way to read it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from inkpost.errors import BlogError, Span
from inkpost.model import SourceFile, ThemeLayer, Tree

BUNDLED = "inkpost:"
_NEVER = frozenset({".git", "node_modules", ".venv", "__pycache__", ".DS_Store"})


class Snapshot:
    """A growing set of files under keys, read at most once each.

    root: the site's folder, absolute.
    """

    def __init__(self, root: Path, *, follow_symlinks: bool = False) -> None:
        self.root = root
        self.follow_symlinks = follow_symlinks
        self.files: dict[str, SourceFile] = {}
        self.places: dict[str, Path] = {}
        self.errors: list[BlogError] = []
        self._kept: dict[str, bytes] = {}

    def add_folder(
        self, folder: Path, prefix: str, ignored: Callable[[str], bool] = lambda _: False
    ) -> dict[str, str]:
        """Take in the files below `folder`; returns path below it -> key.

        ignored: told an absolute POSIX path; a folder that it refuses is not entered.
        """
        found = {}
        for file in sorted(self._walk(folder, ignored, ())):
            below = file.relative_to(folder).as_posix()
            found[below] = self.add_file(file, prefix + below)
        return found

    def add_file(self, file: Path, key: str) -> str:
        """Take in one file under `key`; a file that vanished meanwhile is left out."""
        try:
            stat = file.stat()
            data = file.read_bytes()
        except FileNotFoundError:
            return key
        except OSError as error:
            self.errors.append(
                BlogError(f"cannot read the file: {error.strerror}", span=Span(path=key))
            )
            return key
        self.places[key] = file
        if len(data) < 1 << 16:
            self._kept[key] = data
        self.files[key] = SourceFile(
            path=key,
            size=len(data),
            mtime_ns=stat.st_mtime_ns,
            ctime_ns=stat.st_ctime_ns,
            digest=hashlib.blake2b(data, digest_size=16).hexdigest(),
        )
        return key

    def read(self, key: str) -> bytes:
        """The bytes of a file that was taken in."""
        kept = self._kept.get(key)
        return self.places[key].read_bytes() if kept is None else kept

    def tree(self, layers: tuple[ThemeLayer, ...] = (), **more: Mapping[str, object]) -> Tree:
        """The snapshot as it stands."""
        return Tree(files=dict(self.files), read=self.read, layers=layers, **more)  # type: ignore[arg-type]  # only `git_dates` comes here

    def _walk(
        self, folder: Path, ignored: Callable[[str], bool], above: tuple[str, ...]
    ) -> Iterator[Path]:
        real = os.path.realpath(folder)
        if real in above:
            return  # a link to a folder around it
        try:
            entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        except FileNotFoundError:
            return
        for entry in entries:
            if entry.name in _NEVER or ignored(entry.path):
                continue
            if entry.is_symlink() and not self._may_follow(entry.path):
                continue
            if entry.is_dir():
                yield from self._walk(Path(entry.path), ignored, (*above, real))
            elif entry.is_file():
                yield Path(entry.path)

    def _may_follow(self, path: str) -> bool:
        target = Path(os.path.realpath(path))
        if self.follow_symlinks or target.is_relative_to(self.root.resolve()):
            return True
        shown = Path(path).relative_to(self.root).as_posix()
        self.errors.append(
            BlogError(
                f'"{shown}" is a link that leaves the site',
                span=Span(path=shown),
                hint="set follow_symlinks: true to allow it",
            )
        )
        return False
