"""Files that a build makes from others, kept by what they were made from."""

from __future__ import annotations

import hashlib
import os
import time
from collections import ChainMap
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import Final

from inkpost.io.publish import write_atomically
from inkpost.model import BUNDLED, SourceFile, Tree

MADE: Final = f"{BUNDLED}made/"
"""What the keys of made files begin with."""

_DIGEST_SIZE: Final = 16
_ABANDONED_S: Final = 3600
_LIMIT_BYTES: Final = 256 * 1024 * 1024

Make = Callable[[], bytes]


class MadeFiles:
    """Files that are made when they are first read, and kept in a folder from then on.

    tree: the snapshot to which they are added. folder: None keeps nothing. A file is known by its
    recipe: a text that names everything that its bytes follow from.
    """

    def __init__(self, tree: Tree, folder: Path | None, *, limit: int = _LIMIT_BYTES) -> None:
        self._folder, self._limit = folder, limit
        self._under = tree.read
        self._files: dict[str, SourceFile] = {}
        self._makes: dict[str, Make] = {}
        self._unkept: dict[str, bytes] = {}
        self._lock = Lock()
        files = ChainMap(self._files, dict(tree.files))
        self.tree = replace(tree, files=files, read=self.read)

    def add(self, recipe: str, ending: str, make: Make) -> str:
        """The key of a file that `make` can make. ending: of its name, with the dot."""
        digest = hashlib.blake2b(recipe.encode(), digest_size=_DIGEST_SIZE).hexdigest()
        key = f"{MADE}{digest}{ending}"
        if key not in self._files:
            self._files[key] = SourceFile(path=key, size=0, mtime_ns=0, ctime_ns=0, digest=digest)
            self._makes[key] = make
        return key

    def read(self, key: str) -> bytes:
        """The bytes of a file of the tree, made now where they are not at hand.

        Raises: OSError as the tree does; what `make` raises.
        """
        make = self._makes.get(key)
        if make is None:
            return self._under(key)
        data = self._kept(key)
        if data is None:
            data = make()
            self._keep(key, data)
        return data

    def keep(self, recipe: str, make: Make) -> bytes:
        """The bytes that `make` makes, or made in an earlier build by the same recipe.

        Raises: what `make` raises.
        """
        return self.read(self.add(recipe, "", make))

    def size_of(self, key: str) -> int:
        """The bytes of a made file, counted."""
        if self._folder is not None and key not in self._unkept:
            with suppress(OSError):
                return (self._folder / self._name(key)).stat().st_size - _DIGEST_SIZE
        return len(self.read(key))

    def make_all(self, keys: Iterable[str]) -> None:
        """Make what is not at hand yet, several at a time."""
        wanted = [key for key in dict.fromkeys(keys) if key in self._makes]
        missing = [key for key in wanted if self._kept(key) is None]
        if not missing:
            return
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for _ in pool.map(self._make, missing):
                pass

    def _make(self, key: str) -> None:
        self.read(key)

    def prune(self) -> None:
        """Drop what this build did not ask for, longest unused first, while all is too much."""
        if self._folder is None or not self._folder.is_dir():
            return
        mine = {self._name(key) for key in self._files}
        known = [(file, file.stat()) for file in self._folder.iterdir() if file.is_file()]
        total = sum(stat.st_size for _, stat in known)
        for file, stat in known:
            if file.suffix == ".part" and stat.st_mtime < time.time() - _ABANDONED_S:
                file.unlink(missing_ok=True)  # of a build that was killed
        for file, stat in sorted(known, key=lambda item: item[1].st_mtime_ns):
            if total <= self._limit:
                return
            if file.name not in mine and not file.name.startswith("."):
                with suppress(OSError):
                    file.unlink()
                    total -= stat.st_size

    def _kept(self, key: str) -> bytes | None:
        """The bytes as they were kept; None where there are none, or they are damaged."""
        if self._folder is None:
            return self._unkept.get(key)
        try:
            data = (self._folder / self._name(key)).read_bytes()
        except OSError:
            return self._unkept.get(key)
        seal, body = data[:_DIGEST_SIZE], data[_DIGEST_SIZE:]
        return body if _seal(body) == seal else None

    def _keep(self, key: str, data: bytes) -> None:
        if self._folder is None:
            self._unkept[key] = data
            return
        try:
            with self._lock:
                ignore = self._folder / ".gitignore"
                if not ignore.exists():
                    write_atomically(ignore, b"*\n")
            write_atomically(self._folder / self._name(key), _seal(data) + data)
        except OSError:  # a cache that cannot be kept stops no build
            self._unkept[key] = data

    @staticmethod
    def _name(key: str) -> str:
        return key.removeprefix(MADE)


def _seal(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST_SIZE).digest()
