"""Tells of changed files: the first change of a burst at once, the rest together."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterable
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

    on_change: called with site-relative paths, in one thread, never twice at once; what a link
    leads to outside of the site has its absolute path. follow_links: watch that as well, where
    the link is there at the start.
    """

    def __init__(
        self,
        root: Path,
        on_change: Callable[[set[str]], None],
        ignored: tuple[str, ...],
        *,
        follow_links: bool = False,
    ) -> None:
        self._root, self._on_change = root.resolve(), on_change
        self._ignored = (*_IGNORED, *ignored)
        self._pending: set[str] = set()
        self._wake = threading.Condition()
        self._stopped = False
        linked = _linked_folders(self._root) if follow_links else ()
        self._observer = _start_observer((self._root, *linked), self._note)
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
        file = Path(path)
        if file.is_relative_to(self._root):
            file = file.relative_to(self._root)
        name = file.as_posix()
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
            self._wait_until_stable(self._root / name for name in changed)
            self._on_change(changed)

    def _wait_until_stable(self, files: Iterable[Path]) -> None:
        """Wait while files are being written; an editor may empty one first and fill it later."""
        waited = 0.0
        open_files = {file: _state(file) for file in files}
        while open_files:
            with self._wake:
                if self._wake.wait_for(lambda: self._stopped, timeout=_STABLE_S):
                    return
            waited += _STABLE_S
            states = {file: (before, _state(file)) for file, before in open_files.items()}
            open_files = {
                file: after
                for file, (before, after) in states.items()
                if after != before or (_is_empty(after) and waited < _EMPTY_S)
            }


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


def _start_observer(
    folders: Iterable[Path], note: Callable[[str], None]
) -> Observer | PollingObserver:  # type: ignore[valid-type]  # `Observer` is chosen by platform
    observer = Observer()
    try:
        for folder in folders:
            observer.schedule(_Handler(note), str(folder), recursive=True)
        observer.start()
    except OSError:  # too many folders for the system's own watching
        polling = PollingObserver(timeout=0.5)
        for folder in folders:
            polling.schedule(_Handler(note), str(folder), recursive=True)
        polling.start()
        return polling
    return observer


def _linked_folders(root: Path) -> tuple[Path, ...]:
    """The folders outside of the site that links in it lead to, or that hold a linked file."""
    found: list[Path] = []
    waiting = [root]
    while waiting:
        for parent, folders, files in os.walk(waiting.pop()):
            folders[:] = [name for name in folders if f"{name}/" not in _IGNORED]
            for path in (Path(parent, name) for name in (*folders, *files)):
                if not path.is_symlink() or not path.exists():
                    continue
                target = path.resolve()
                folder = target if target.is_dir() else target.parent
                known = (root, *found)
                # A link to a folder around the site would have it watched twice.
                if root.is_relative_to(folder) or any(map(folder.is_relative_to, known)):
                    continue
                found.append(folder)
                if target.is_dir():
                    waiting.append(folder)
    return tuple(found)


def _is_empty(state: tuple[int, int] | None) -> bool:
    return state is not None and state[0] == 0


def _state(file: Path) -> tuple[int, int] | None:
    try:
        stat = file.stat()
    except OSError:
        return None
    return (stat.st_size, stat.st_mtime_ns) if file.is_file() else None
