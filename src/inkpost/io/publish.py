"""Puts finished files into the output folder: all of them, or none."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from inkpost.errors import BlogError
from inkpost.model import Output

LIST_NAME = "outputs"
_PLAN_NAME = "plan.json"
_INNER_STAGE = ".inkpost-stage"
# A folder may refuse to go while the system still holds what was in it.
_TRIES = 3
_PLAN_PARTS = ("write", "remove", "all")


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What publishing did. foreign: files in the folder that are neither ours nor a route's, looked
    for only where the list of ours is missing."""

    written: tuple[str, ...] = ()
    reused: int = 0
    removed: tuple[str, ...] = ()
    foreign: tuple[str, ...] = ()


def publish_outputs(
    outputs: Mapping[str, Output],
    read: Callable[[str], bytes],
    public: Path,
    state: Path,
    *,
    prune: bool = True,
) -> Published:
    """Make `public` hold `outputs`: stage what changed, then rename, then remove what is stale.

    public: the output folder. state: the folder with the list of files of ours. prune: False
    leaves files of ours that no route owns, for a site that was only made in part. Unchanged files
    are not touched; files that we did not write are never removed.
    Raises: BlogError when the disk is full or a folder cannot be written; `public` is then as it
    was.
    """
    try:
        with _alone(state):
            return _publish(outputs, read, public, state, prune=prune)
    except OSError as error:
        raise _to_error(error, public) from error


def _publish(
    outputs: Mapping[str, Output],
    read: Callable[[str], bytes],
    public: Path,
    state: Path,
    *,
    prune: bool,
) -> Published:
    finish_interrupted(public, state)
    ours = _read_list(state)
    changed = [output for output in outputs.values() if _differs(output, read, public)]
    stale = sorted(path for path in ours or () if path not in outputs)
    plan = {
        "write": [output.path for output in changed],
        "remove": stale if prune else [],
        "all": sorted({*outputs, *(() if prune else stale)}),
    }
    if plan["write"] or plan["remove"]:
        # An interrupt may come anywhere, while the place is being chosen as well.
        with _undone_on_error(public):
            stage = _choose_stage(public)
            _stage(changed, read, stage, plan)
            _settle(plan, stage, public, state)
        _drop(stage)
    elif ours is None or ours != frozenset(plan["all"]):
        _write_list(state, plan["all"])
    return Published(
        written=tuple(plan["write"]),
        reused=len(outputs) - len(changed),
        removed=tuple(plan["remove"]),
        foreign=tuple(_foreign(public, outputs)) if ours is None else (),
    )


def finish_interrupted(public: Path, state: Path) -> None:
    """Carry on a publication that was killed between its renames; drop one killed earlier.

    Raises: OSError where it cannot be carried on.
    """
    for stage in _stages(public):
        plan = _read_plan(stage)
        if plan is not None:
            with _undone_on_error(public):
                _settle(plan, stage, public, state)
        _drop(stage)


def _settle(plan: Mapping[str, list[str]], stage: Path, public: Path, state: Path) -> None:
    """Carry out what is staged."""
    _carry_out(plan, stage, public)
    _write_list(state, plan["all"])


@contextmanager
def _undone_on_error(public: Path) -> Iterator[None]:
    """Put everything back after any error, an interrupt too; a stage for which that fails stays,
    and the next run carries it on."""
    try:
        yield
    except BaseException:
        for stage in _stages(public):
            if _roll_back(stage, public):
                _drop(stage)
        raise


def _drop(stage: Path) -> None:
    """Remove a stage, whatever interrupts that."""
    try:
        _remove(stage)
    except BaseException:
        _remove(stage)
        raise


def _remove(stage: Path) -> None:
    for _ in range(_TRIES):
        shutil.rmtree(stage, ignore_errors=True)
        if not stage.exists():
            return


def _stages(public: Path) -> tuple[Path, Path]:
    """Where files may wait: beside the output folder, or within it."""
    real = public.resolve()
    return real.parent / f".{real.name}.inkpost", real / _INNER_STAGE


def _choose_stage(public: Path) -> Path:
    """The folder in which files wait: beside the output folder, or within where that is a disk of
    its own, or nothing can be written beside it."""
    beside, within = _stages(public)
    if not public.is_dir():
        return beside
    try:
        beside.mkdir()
        beside.rename(within)  # refused between two disks, and between two mounts of one
        within.rmdir()
    except OSError:
        with suppress(OSError):
            beside.rmdir()
        return within
    return beside


def remove_published(public: Path, state: Path, *, whole: bool) -> int:
    """Remove the output folder and the list of what is ours in it; returns how many files went.

    whole: everything below the folder goes; otherwise only files of ours, for a folder that lies
    outside the site or behind a link.
    Raises: BlogError where a file cannot be removed; the list then stays.
    """
    ours = _read_list(state) or frozenset()
    files = [path for path in public.rglob("*") if not path.is_dir() or path.is_symlink()]
    gone = files if whole else [public / path for path in sorted(ours)]
    count = 0
    try:
        for file in gone:
            if file.is_file() or file.is_symlink():
                file.unlink()
                count += 1
        for file in gone:
            _drop_empty_folders(file.parent, public)
        if whole and public.is_dir():
            shutil.rmtree(public)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise BlogError(
            f'cannot empty "{public.name}": {reason}', hint="correct the folder's rights"
        ) from error
    (state / LIST_NAME).unlink(missing_ok=True)
    return count


def write_atomically(file: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old bytes or the new ones, never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        draft.write_bytes(data)
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)


def _differs(output: Output, read: Callable[[str], bytes], public: Path) -> bool:
    file = public / output.path
    data = output.bytes_by(read)
    try:
        return file.stat().st_size != len(data) or file.read_bytes() != data
    except OSError:
        return True


def _stage(
    changed: Iterable[Output],
    read: Callable[[str], bytes],
    stage: Path,
    plan: Mapping[str, object],
) -> None:
    for folder in (stage / "new", stage / "old"):
        folder.mkdir(parents=True)
    for number, output in enumerate(changed):
        _staged(stage, number).write_bytes(output.bytes_by(read))
    # The plan is written last: only a complete stage is carried on by a later run.
    write_atomically(stage / _PLAN_NAME, json.dumps(plan, ensure_ascii=False).encode())


# Staged and kept files lie flat, by their number in the plan: a folder for each page would cost
# more than the page.
def _staged(stage: Path, number: int) -> Path:
    return stage / "new" / str(number)


def _kept(stage: Path, part: str, number: int) -> Path:
    return stage / "old" / f"{part}{number}"


def _carry_out(plan: Mapping[str, list[str]], stage: Path, public: Path) -> None:
    public.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(plan["remove"]):
        _set_aside(public / path, _kept(stage, "remove", number))
    made: set[Path] = set()
    for number, path in enumerate(plan["write"]):
        staged, file = _staged(stage, number), public / path
        if not staged.exists():
            continue  # moved before the interruption
        if file.parent not in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            made.add(file.parent)
        _keep(file, _kept(stage, "write", number))
        staged.replace(file)
    for path in plan["remove"]:
        _drop_empty_folders((public / path).parent, public)


def _set_aside(file: Path, kept: Path) -> None:
    if file.is_file() or file.is_symlink():
        file.replace(kept)
        _drop_empty_folders(file.parent, None)


def _keep(file: Path, kept: Path) -> None:
    """Keep the old bytes for a roll-back, without a moment in which the file is absent."""
    if not file.is_file() or kept.exists():
        return
    try:
        kept.hardlink_to(file)
    except OSError:
        shutil.copy2(file, kept)


def _drop_empty_folders(folder: Path, top: Path | None) -> None:
    while folder != top and folder.is_dir():
        try:
            folder.rmdir()
        except OSError:
            return
        folder = folder.parent


def _roll_back(stage: Path, public: Path) -> bool:
    """Put back what was replaced or set aside, and take out what was new; False where that
    failed too, so that the next run has to carry on."""
    plan = _read_plan(stage)
    if plan is None:
        return True
    complete = True
    for number, path in enumerate(plan["write"]):
        file, kept = public / path, _kept(stage, "write", number)
        if not _staged(stage, number).exists() and not kept.exists():
            with suppress(OSError):
                file.unlink(missing_ok=True)
            _drop_empty_folders(file.parent, public)
        complete = _put_back(kept, file) and complete
    for number, path in enumerate(plan["remove"]):
        complete = _put_back(_kept(stage, "remove", number), public / path) and complete
    return complete


def _put_back(kept: Path, file: Path) -> bool:
    """Put a kept file back into its place, where there is one; False where that failed."""
    if not kept.is_file() and not kept.is_symlink():
        return True
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        kept.replace(file)
    except OSError:
        return False
    return True


def _read_plan(stage: Path) -> dict[str, list[str]] | None:
    """The plan of a publication, or None where there is none that can be carried out."""
    try:
        plan = json.loads((stage / _PLAN_NAME).read_text("utf-8"))
        parts = {name: list(plan[name]) for name in _PLAN_PARTS}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    # Files are kept by their number, so that a plan with a foreign path in it is no plan of ours.
    return parts if all(_is_below(path) for paths in parts.values() for path in paths) else None


def _is_below(path: str) -> bool:
    """Whether a noted path lies in the output folder; a list may have been written by others."""
    return bool(path) and not path.startswith("/") and ".." not in path.split("/")


@contextmanager
def _alone(state: Path) -> Iterator[None]:
    """Wait until no other process publishes this site; the system ends the wait when one dies."""
    try:
        import fcntl  # lazy: systems without it publish unguarded
    except ImportError:
        yield
        return
    folder = state / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "publish").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _read_list(state: Path) -> frozenset[str] | None:
    """The files of ours, or None where nothing is known of them."""
    try:
        return frozenset(filter(_is_below, (state / LIST_NAME).read_text("utf-8").split("\n")))
    except (OSError, UnicodeDecodeError):
        return None


def _write_list(state: Path, paths: Iterable[str]) -> None:
    state.mkdir(parents=True, exist_ok=True)
    write_atomically(state / LIST_NAME, "".join(f"{path}\n" for path in sorted(paths)).encode())


def _foreign(public: Path, outputs: Mapping[str, Output]) -> list[str]:
    found = []
    for folder, folders, names in os.walk(public):
        folders[:] = [name for name in folders if name != _INNER_STAGE]
        for name in names:
            path = (Path(folder) / name).relative_to(public).as_posix()
            if path not in outputs:
                found.append(path)
    return sorted(found)


def _to_error(error: OSError, public: Path) -> BlogError:
    reason = (error.strerror or str(error)).lower()
    file = f" ({Path(str(error.filename)).name})" if error.filename else ""
    return BlogError(
        f'cannot write "{public.name}"{file}: {reason}; it is left as it was',
        hint="free some space, or correct what is in the way, then build again",
    )
