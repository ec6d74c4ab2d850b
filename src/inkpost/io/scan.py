"""One snapshot of a site's files: what is there, with digests, and a way to read it."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from inkpost.errors import BlogError, Span
from inkpost.model import SourceFile, ThemeLayer, Tree
from inkpost.reads import digest_of

_SMALL = 1 << 16
_RACY_NS = 2_000_000_000
_READABLE = "correct its rights, or list it under ignore"
_NEVER = frozenset({".git", "node_modules", ".venv", "__pycache__", ".DS_Store"})


class Snapshot:
    """A growing set of files under keys.

    root: the site's folder, absolute. before: an earlier snapshot; a file whose size and times
    are as they were then keeps its digest and is not read.
    """

    def __init__(
        self,
        root: Path,
        *,
        follow_symlinks: bool = False,
        before: Snapshot | None = None,
    ) -> None:
        self.root = root
        self.follow_symlinks = follow_symlinks
        self.files: dict[str, SourceFile] = {}
        self.errors: list[BlogError] = []
        self.started_ns = time.time_ns()
        self._before = before
        self._places: dict[str, Path] = {}
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
            if self.add_file(file, prefix + below):
                found[below] = prefix + below
        return found

    def add_file(self, file: Path, key: str) -> bool:
        """Take in one file under `key`; False where it vanished meanwhile or cannot be read."""
        try:
            stat = file.stat()
            known = self._before.files.get(key) if self._before else None
            if known is not None and self._is_same(known, stat):
                self.files[key] = known
            else:
                data = file.read_bytes()
                self._keep(key, data)
                self.files[key] = SourceFile(
                    path=key,
                    size=len(data),
                    mtime_ns=stat.st_mtime_ns,
                    ctime_ns=stat.st_ctime_ns,
                    digest=digest_of(data),
                )
        except FileNotFoundError:
            return False
        except OSError as error:
            self._refuse(key, f"cannot read it: {_reason(error)}", _READABLE)
            return False
        self._places[key] = file
        return True

    def read(self, key: str) -> bytes:
        """The bytes of a file, as they were when it was taken in.

        Raises: BlogError where it was changed or removed since.
        """
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        try:
            data = self._places[key].read_bytes()
        except OSError as error:
            message = f"cannot read it any more: {_reason(error)}"
            raise BlogError(message, span=Span(path=key), hint="build again") from error
        if digest_of(data) != self.files[key].digest:
            message = "it was changed while the site was built"
            raise BlogError(message, span=Span(path=key), hint="build again")
        self._keep(key, data)
        return data

    def _is_same(self, known: SourceFile, stat: os.stat_result) -> bool:
        """Whether a file can be trusted to be as it was: editors and git set times back, so that
        one changed at the moment of the last look may look the same."""
        same = (known.size, known.mtime_ns, known.ctime_ns) == (
            stat.st_size,
            stat.st_mtime_ns,
            stat.st_ctime_ns,
        )
        assert self._before is not None
        return same and stat.st_mtime_ns < self._before.started_ns - _RACY_NS

    def _keep(self, key: str, data: bytes) -> None:
        if len(data) <= _SMALL:
            self._kept[key] = data

    def _refuse(self, path: str, message: str, hint: str | None = None) -> None:
        self.errors.append(BlogError(message, span=Span(path=path), hint=hint))

    def tree(
        self, layers: tuple[ThemeLayer, ...], git_dates: Mapping[str, tuple[datetime, datetime]]
    ) -> Tree:
        """The snapshot as it stands."""
        return Tree(files=dict(self.files), read=self.read, layers=layers, git_dates=git_dates)

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
        except OSError as error:
            self._refuse(
                self._shown(str(folder)), f"cannot read the folder: {_reason(error)}", _READABLE
            )
            return
        for entry in entries:
            if not _is_text(entry.name):
                self._refuse(
                    self._shown(entry.path).encode("utf-8", "replace").decode(),
                    "the file's name is not UTF-8",
                    hint="rename it; archives from other systems keep names in other encodings",
                )
                continue
            if entry.name in _NEVER or ignored(entry.path):
                continue
            if entry.is_symlink() and not self._may_follow(entry.path):
                continue
            if _is_folder(entry):
                yield from self._walk(Path(entry.path), ignored, (*above, real))
            elif _is_file(entry):  # a named pipe or a socket would be waited for
                yield Path(entry.path)

    def _may_follow(self, path: str) -> bool:
        target = Path(os.path.realpath(path))
        if Path(path).parent.resolve().is_relative_to(target):
            return False  # a link to a folder around it, or to itself
        if self.follow_symlinks or target.is_relative_to(self.root.resolve()):
            return True
        shown = self._shown(path)
        self._refuse(
            shown,
            f'"{shown}" is a link that leaves the site',
            hint="set follow_symlinks: true to allow it",
        )
        return False

    def _shown(self, path: str) -> str:
        file = Path(path)
        return file.relative_to(self.root).as_posix() if file.is_relative_to(self.root) else path


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # links in a circle
        return False


def _is_file(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_file()
    except OSError:
        return False


def _is_text(name: str) -> bool:
    try:
        name.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
