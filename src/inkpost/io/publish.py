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
    stage = _stage_of(public)
    try:
        finish_interrupted(public, state)
        ours = _read_list(state)
        changed = [output for output in outputs.values() if _differs(output, read, public)]
        stale = sorted(path for path in ours or () if path not in outputs)
        plan = {
            "write": [output.path for output in changed],
            "remove": stale if prune else [],
            "all": sorted({*outputs, *(() if prune else stale)}),
        }
        _stage(changed, read, stage, plan)
        _carry_out(plan, stage, public)
        _write_list(state, plan["all"])
    except BaseException:
        if _roll_back(stage, public):
            shutil.rmtree(stage, ignore_errors=True)
        raise
    shutil.rmtree(stage, ignore_errors=True)
    return Published(
        written=tuple(plan["write"]),
        reused=len(outputs) - len(changed),
        removed=tuple(plan["remove"]),
        foreign=tuple(_foreign(public, outputs)) if ours is None else (),
    )


def finish_interrupted(public: Path, state: Path) -> None:
    """Carry on a publication that was killed between its renames; drop one killed earlier.

    Raises: OSError where it cannot be carried on; what was staged then stays.
    """
    stage = _stage_of(public)
    plan = _read_plan(stage)
    if plan is not None:
        _carry_out(plan, stage, public)
        _write_list(state, plan["all"])
    shutil.rmtree(stage, ignore_errors=True)


def _stage_of(public: Path) -> Path:
    return public.parent / f".{public.name}.inkpost"


def remove_published(public: Path, state: Path) -> int:
    """Remove the output folder and its list; returns how many files went."""
    count = sum(1 for path in public.rglob("*") if path.is_file()) if public.is_dir() else 0
    shutil.rmtree(public, ignore_errors=True)
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
    data = _bytes(output, read)
    try:
        return file.stat().st_size != len(data) or file.read_bytes() != data
    except OSError:
        return True


def _bytes(output: Output, read: Callable[[str], bytes]) -> bytes:
    return output.data if output.data is not None else read(output.key or "")


def _stage(
    changed: Iterable[Output],
    read: Callable[[str], bytes],
    stage: Path,
    plan: Mapping[str, object],
) -> None:
    new = stage / "new"
    new.mkdir(parents=True)
    made: set[Path] = set()
    for output in changed:
        file = new / output.path
        if file.parent not in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            made.add(file.parent)
        file.write_bytes(_bytes(output, read))
    # The plan is written last: only a complete stage is carried on by a later run.
    write_atomically(stage / _PLAN_NAME, json.dumps(plan, ensure_ascii=False).encode())


def _carry_out(plan: Mapping[str, list[str]], stage: Path, public: Path) -> None:
    public.mkdir(parents=True, exist_ok=True)
    for path in plan["remove"]:
        _set_aside(public / path, stage / "old" / path)
    made: set[Path] = set()
    for path in plan["write"]:
        staged, file = stage / "new" / path, public / path
        if not staged.exists():
            continue  # moved before the interruption
        if file.parent not in made:
            file.parent.mkdir(parents=True, exist_ok=True)
            made.add(file.parent)
        _keep(file, stage / "old" / path)
        staged.replace(file)
    for path in plan["remove"]:
        _drop_empty_folders((public / path).parent, public)


def _set_aside(file: Path, kept: Path) -> None:
    if file.is_file() or file.is_symlink():
        kept.parent.mkdir(parents=True, exist_ok=True)
        file.replace(kept)
        _drop_empty_folders(file.parent, None)


def _keep(file: Path, kept: Path) -> None:
    """Keep the old bytes for a roll-back, without a moment in which the file is absent."""
    if not file.is_file() or kept.exists():
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
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
    old, plan = stage / "old", _read_plan(stage)
    if plan is None:
        return True
    complete = True
    for path in plan["write"]:
        file = public / path
        if not (stage / "new" / path).exists() and not (old / path).exists():
            with suppress(OSError):
                file.unlink(missing_ok=True)
            _drop_empty_folders(file.parent, public)
    for kept in [kept for kept in old.rglob("*") if kept.is_file() or kept.is_symlink()]:
        target = public / kept.relative_to(old)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            kept.replace(target)
        except OSError:
            complete = False
    return complete


def _read_plan(stage: Path) -> dict[str, list[str]] | None:
    """The plan of a publication, or None where there is none that can be carried out."""
    try:
        plan = json.loads((stage / _PLAN_NAME).read_text("utf-8"))
        return {name: [path for path in plan[name] if _is_below(path)] for name in _PLAN_PARTS}
    except (OSError, ValueError, KeyError, TypeError):
        return None


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
    for folder, _, names in os.walk(public):
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
