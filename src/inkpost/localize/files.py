"""Files that appear whole or not at all: locks, staging, and what a killed run left behind."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import itertools
import os
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from inkpost.io.statefolder import state_folder

LOCK_WAIT_S = 120.0
_NO_LINKS = (errno.EPERM, errno.EXDEV, errno.ENOTSUP, errno.EMLINK, errno.ENOSYS, errno.EACCES)


class BusyError(OSError):
    """A post that another run is at work on."""


def lock_folder(root: Path) -> Path:
    """Where locks and unfinished files lie; `INKPOST_CACHE_DIR` moves it."""
    folder = state_folder(root) / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _try_lock(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt  # lazy: exists there only

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # lazy: does not exist on Windows

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_same_file(file: IO[bytes], path: Path) -> bool:
    with contextlib.suppress(OSError):
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    return False


@contextlib.contextmanager
def hold_lock(
    folder: Path,
    name: str,
    *,
    wait_s: float = LOCK_WAIT_S,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[None]:
    """Hold the lock of a name; it ends with the process, and its file with the lock.

    Raises: BusyError when another process keeps it for too long.
    """
    path = folder / (hashlib.sha256(name.encode("utf-8")).hexdigest()[:24] + ".lock")
    end = time.monotonic() + wait_s
    while True:
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = path.open("ab")
        except FileNotFoundError:
            continue  # another run has just removed the empty folder
        # A lock on a file that its last owner has removed keeps nobody out.
        if _try_lock(file) and _is_same_file(file, path):
            break
        file.close()
        if time.monotonic() >= end:
            raise BusyError("another run is at work on it")
        pause(0.05)
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            path.unlink()
        file.close()


@dataclass(slots=True)
class Staging:
    """A folder of one run for files that are not finished yet.

    On another file system than the site it cannot be renamed from; files are then staged beside
    their place and noted in `outside`, so that the next run removes what a kill leaves.
    """

    folder: Path
    numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def new_file(self) -> Path:
        """A path in the folder that is not used yet."""
        return self.folder / f"{next(self.numbers)}.part"

    def place(self, staged: Path, target: Path) -> bool:
        """Put a staged file at a place where nothing is yet, too; whether it could be.

        The staged file is to be synced before; an existing one is never touched.
        """
        try:
            os.link(staged, target)
        except FileExistsError:
            return False
        except OSError as error:
            if error.errno not in _NO_LINKS:
                raise
            if os.path.lexists(target):
                return False
            copy = self.new_file()
            shutil.copyfile(staged, copy)
            sync_file(copy)
            self._move(copy, target)
        return True

    def replace(self, target: Path, data: bytes, *, expected: bytes | None = None) -> bool:
        """Give an existing file new bytes at once, keeping its mode and a link to it.

        expected: what it must hold until then, if anything; whether the file was replaced.
        """
        target = target.resolve()
        found = target.stat()
        staged = self.new_file()
        staged.write_bytes(data)
        _keep_owner(staged, found)
        sync_file(staged)
        if expected is not None and target.read_bytes() != expected:
            staged.unlink()
            return False
        self._move(staged, target)
        return True

    def _move(self, staged: Path, target: Path) -> None:
        try:
            staged.replace(target)
        except OSError as error:
            if error.errno != errno.EXDEV:
                raise
            beside = target.with_name(f".inkpost-{os.getpid()}-{staged.stem}.tmp")
            with (self.folder / "outside").open("a", encoding="utf-8") as list_file:
                list_file.write(f"{beside}\n")
            shutil.copy2(staged, beside)
            _keep_owner(beside, staged.stat())
            sync_file(beside)
            beside.replace(target)
            staged.unlink()
        sync_folder(target.parent)


def _keep_owner(file: Path, like: os.stat_result) -> None:
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):
            os.chown(file, like.st_uid, like.st_gid)
    file.chmod(stat.S_IMODE(like.st_mode))


def sync_file(file: Path) -> None:
    """Have a file's bytes on disk, not only on their way."""
    with file.open("rb+") as opened:
        os.fsync(opened.fileno())


def sync_folder(folder: Path) -> None:
    """Have the names of a folder on disk."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def open_staging(root: Path) -> Iterator[Staging]:
    """A staging folder for this run; what killed runs left is removed first."""
    folder = lock_folder(root)
    with hold_lock(folder, "staging"):
        _sweep(folder)
        own = Path(tempfile.mkdtemp(prefix="run-", dir=folder))
        alive = (own / "alive").open("ab")
        _try_lock(alive)
    try:
        yield Staging(own)
    finally:
        alive.close()
        shutil.rmtree(own, ignore_errors=True)
        with contextlib.suppress(OSError):
            folder.rmdir()


def _sweep(folder: Path) -> None:
    """Remove what killed runs left: their locks, which nobody holds, and their staging."""
    for lock in sorted(folder.glob("*.lock")):
        with contextlib.suppress(OSError), lock.open("ab") as opened:
            if _try_lock(opened) and _is_same_file(opened, lock):
                lock.unlink()
    for run in sorted(folder.glob("run-*")):
        try:
            alive = (run / "alive").open("ab")
        except OSError:
            shutil.rmtree(run, ignore_errors=True)
            continue
        with alive:
            if not _try_lock(alive):
                continue
            outside = run / "outside"
            if outside.exists():
                for line in outside.read_text(encoding="utf-8").splitlines():
                    if Path(line).name.startswith(".inkpost-"):
                        Path(line).unlink(missing_ok=True)
        shutil.rmtree(run, ignore_errors=True)
