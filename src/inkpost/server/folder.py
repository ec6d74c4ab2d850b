"""The output folder as it lies there, for `blog server --static`."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

from inkpost.model import Output
from inkpost.server.live import HEARTBEAT, HEARTBEAT_S, Served


class FolderSite:
    """Serves a folder's files as they are at each request. base: the site's root in URLs."""

    def __init__(self, folder: Path, base: str) -> None:
        self._folder, self._base = folder.resolve(), base

    @property
    def served(self) -> Served:
        """What the folder holds now; links that leave it are left out."""
        outputs = {}
        for parent, _, names in os.walk(self._folder):
            for name in names:
                file = Path(parent) / name
                if file.resolve().is_relative_to(self._folder) and file.is_file():
                    path, stat = file.relative_to(self._folder).as_posix(), file.stat()
                    digest = f"{stat.st_mtime_ns:x}-{stat.st_size:x}"
                    outputs[path] = Output(path=path, digest=digest, key=path)
        return Served(outputs, self._read, self._base)

    def events(self, version: str | None = None) -> Iterator[str]:
        """Nothing but signs of life: what is served is not followed."""
        yield "retry: 500\n\n"
        quiet = threading.Event()
        while True:
            quiet.wait(HEARTBEAT_S)
            yield HEARTBEAT

    def _read(self, path: str) -> bytes:
        return (self._folder / path).read_bytes()
