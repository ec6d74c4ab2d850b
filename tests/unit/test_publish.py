"""Publishing by itself: what is written, kept, removed, and never touched."""

from __future__ import annotations

import json
import threading
from collections.abc import Mapping
from pathlib import Path

import pytest

from inkpost.errors import BlogError
from inkpost.io.publish import Published, publish_outputs, remove_published, write_atomically
from inkpost.model import Output
from tests.sites import read_all


class Folder:
    """An output folder and the folder with its list."""

    def __init__(self, root: Path) -> None:
        self.public, self.state = root / "public", root / "state"
        self.copies: dict[str, bytes] = {}

    def publish(self, files: Mapping[str, bytes], *, prune: bool = True) -> Published:
        outputs = {
            path: Output(path=path, digest=str(hash(data)), data=data)
            for path, data in files.items()
        }
        outputs |= {path: Output(path=path, digest="", key=path) for path in self.copies}
        return publish_outputs(
            outputs, self.copies.__getitem__, self.public, self.state, prune=prune
        )


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_new_changed_same_and_stale(folder: Folder) -> None:
    done = folder.publish({"a/x": b"1", "b": b"2", "c": b"3"})
    assert (done.written, done.reused, done.removed) == (("a/x", "b", "c"), 0, ())
    done = folder.publish({"b": b"2", "c": b"4", "d/y": b"5"})
    assert (done.written, done.reused, done.removed) == (("c", "d/y"), 1, ("a/x",))
    assert read_all(folder.public) == {"b": b"2", "c": b"4", "d/y": b"5"}
    assert not (folder.public / "a").exists()
    assert (folder.state / "outputs").read_text() == "b\nc\nd/y\n"


def test_files_are_copied_by_their_key(folder: Folder) -> None:
    folder.copies["pic.png"] = b"\x89"
    assert folder.publish({"a": b"1"}).written == ("a", "pic.png")
    assert folder.publish({"a": b"1"}).written == ()
    assert read_all(folder.public)["pic.png"] == b"\x89"


def test_what_was_made_in_part_prunes_nothing_and_forgets_nothing(folder: Folder) -> None:
    folder.publish({"a": b"1", "b": b"2"})
    assert folder.publish({"a": b"3"}, prune=False).removed == ()
    assert read_all(folder.public) == {"a": b"3", "b": b"2"}
    assert folder.publish({"a": b"3"}).removed == ("b",)


def test_foreign_files_are_named_only_where_the_list_is_missing(folder: Folder) -> None:
    folder.public.mkdir()
    (folder.public / "mine").write_text("x")
    assert folder.publish({"a": b"1"}).foreign == ("mine",)
    assert folder.publish({"a": b"1"}).foreign == ()
    (folder.state / "outputs").write_bytes(b"\xff")
    assert folder.publish({"a": b"1"}).foreign == ("mine",)


@pytest.mark.parametrize("path", ["../x", "/x", "a/../../x", "a//../../x"])
def test_a_list_or_plan_of_strangers_reaches_nothing_outside(
    folder: Folder, path: str, tmp_path: Path
) -> None:
    (tmp_path / "x").write_text("mine")
    folder.publish({"a": b"1"})
    (folder.state / "outputs").write_text(f"a\n{path}\n")
    stage = tmp_path / ".public.inkpost"
    (stage / "new").mkdir(parents=True)
    plan = {"write": [path], "remove": [path], "all": [path]}
    (stage / "plan.json").write_text(json.dumps(plan))
    folder.publish({"a": b"2"})
    assert (tmp_path / "x").read_text() == "mine"
    assert read_all(folder.public) == {"a": b"2"}


def test_a_file_in_place_of_the_state_folder_is_told(folder: Folder) -> None:
    folder.state.write_text("x")
    with pytest.raises(BlogError, match='cannot write "public"'):
        folder.publish({"a": b"1"})


def test_two_at_once_wait_for_each_other(folder: Folder) -> None:
    sites = [{f"{name}/{n}": name.encode() for n in range(40)} for name in "abcd"]
    threads = [threading.Thread(target=folder.publish, args=(site,)) for site in sites * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read_all(folder.public) in sites
    assert not (folder.public.parent / ".public.inkpost").exists()


@pytest.mark.parametrize("whole", [True, False])
def test_removing_tells_how_many_files_went(folder: Folder, whole: bool) -> None:
    assert remove_published(folder.public, folder.state, whole=whole) == 0
    folder.publish({"a/x": b"1", "b": b"2"})
    assert remove_published(folder.public, folder.state, whole=whole) == 2
    assert read_all(folder.public) == {}
    assert not (folder.state / "outputs").exists()


def test_a_folder_elsewhere_keeps_what_is_not_ours(folder: Folder) -> None:
    folder.publish({"a/x": b"1"})
    (folder.public / "a" / "mine").write_text("mine")
    assert remove_published(folder.public, folder.state, whole=False) == 1
    assert read_all(folder.public) == {"a/mine": b"mine"}


def test_a_file_is_written_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "deep" / "a"
    write_atomically(file, b"old")

    def fail(_file: Path, _target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        write_atomically(file, b"new")
    assert read_all(tmp_path) == {"deep/a": b"old"}
