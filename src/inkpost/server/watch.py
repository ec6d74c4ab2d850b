"""Tells of changed files: the first change of a burst at once, the rest together."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from watchdog.events import FileSystemEvent, FileSystemEventHandler
from watchdog.observers import Observer
from watchdog.observers.polling import PollingObserver

_SEEN = frozenset({"created", "deleted", "modified", "moved"})
_STABLE_S = 0.02
_EMPTY_S = 2.0
_IGNORED = (".git/", ".inkpost/", "node_modules/", ".venv/", "__pycache__/")


class Watcher:
    """Watches a site's folder. ignored: site-relative folders of our own output.

    on_change: called with site-relative paths, in one thread, never twice at once.
    """

    def __init__(
        self, root: Path, on_change: Callable[[set[str]], None], ignored: tuple[str, ...]
    ) -> None:
        self._root, self._on_change = root.resolve(), on_change
        self._ignored = (*_IGNORED, *ignored)
        self._pending: set[str] = set()
        self._wake = threading.Condition()
        self._stopped = False
        self._observer = _start_observer(self._root, self._note)
        self._thread = threading.Thread(target=self._run, name="inkpost-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End watching."""
        with self._wake:
            self._stopped = True
            self._wake.notify_all()
        self._observer.stop()
        self._thread.join(timeout=5)

    def _note(self, path: str) -> None:
        try:
            name = Path(path).relative_to(self._root).as_posix()
        except ValueError:
            return
        if name == "." or f"{name}/".startswith(self._ignored) or "/.git/" in name:
            return
        with self._wake:
            self._pending.add(name)
            self._wake.notify_all()

    def _run(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._pending or self._stopped)
                if self._stopped:
                    return
                changed, self._pending = self._pending, set()
            for name in changed:
                self._wait_until_stable(self._root / name)
            self._on_change(changed)

    def _wait_until_stable(self, file: Path) -> None:
        """Wait while a file is being written; an editor may empty it first and fill it later."""
        waited = 0.0
        before = _state(file)
        while True:
            with self._wake:
                if self._wake.wait_for(lambda: self._stopped, timeout=_STABLE_S):
                    return
            waited += _STABLE_S
            after = _state(file)
            is_empty = after is not None and after[0] == 0
            if after == before and not (is_empty and waited < _EMPTY_S):
                return
            before = after


def own_folders(public: str) -> tuple[str, ...]:
    """The site-relative folders that a publication writes. public: the output folder's name."""
    return (f"{public}/", f".{public}.inkpost/")


class _Handler(FileSystemEventHandler):
    def __init__(self, note: Callable[[str], None]) -> None:
        self._note = note

    def on_any_event(self, event: FileSystemEvent) -> None:
        """Take what changes a file; opening and closing one does not."""
        if event.event_type not in _SEEN or (event.is_directory and event.event_type == "modified"):
            return
        self._note(str(event.src_path))
        if getattr(event, "dest_path", ""):
            self._note(str(event.dest_path))


def _start_observer(root: Path, note: Callable[[str], None]) -> Observer | PollingObserver:  # type: ignore[valid-type]  # `Observer` is chosen by platform
    observer = Observer()
    observer.schedule(_Handler(note), str(root), recursive=True)
    try:
        observer.start()
    except OSError:  # too many folders for the system's own watching
        polling = PollingObserver(timeout=0.5)
        polling.schedule(_Handler(note), str(root), recursive=True)
        polling.start()
        return polling
    return observer


def _state(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return (stat.st_size, stat.st_mtime_ns) if file.is_file() else None
