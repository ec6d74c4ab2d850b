from __future__ import annotations

import os
from pathlib import Path

import pytest

from inkpost.io.madefiles import MadeFiles
from inkpost.model import Tree


class Maker:
    """Counts how often it is asked."""

    def __init__(self, data: bytes) -> None:
        self.data, self.calls = data, 0

    def __call__(self) -> bytes:
        self.calls += 1
        return self.data


def tree() -> Tree:
    return Tree(files={}, read={"a": b"a"}.__getitem__)


def test_a_file_is_made_when_it_is_read_and_kept(tmp_path: Path) -> None:
    make = Maker(b"data")
    made = MadeFiles(tree(), tmp_path / "p")
    key = made.add("recipe", ".png", make)
    assert make.calls == 0
    assert made.tree.read(key) == made.tree.read(key) == b"data"
    assert made.tree.files[key].digest
    again = MadeFiles(tree(), tmp_path / "p")
    assert again.add("recipe", ".png", make) == key
    assert again.read(key) == b"data"
    assert again.size_of(key) == 4
    assert make.calls == 1


def test_other_files_are_the_trees() -> None:
    made = MadeFiles(tree(), None)
    assert made.tree.read("a") == b"a"
    with pytest.raises(KeyError):
        made.tree.read("b")


def test_another_recipe_is_another_file(tmp_path: Path) -> None:
    made = MadeFiles(tree(), tmp_path)
    keys = [made.add(recipe, ".png", Maker(recipe.encode())) for recipe in ("1", "2")]
    made.make_all(keys)
    assert [made.read(key) for key in keys] == [b"1", b"2"]


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 40])
def test_a_damaged_file_is_made_again(tmp_path: Path, damage: bytes) -> None:
    make = Maker(b"data")
    made = MadeFiles(tree(), tmp_path)
    key = made.add("recipe", ".png", make)
    made.read(key)
    (file,) = (each for each in tmp_path.iterdir() if each.suffix == ".png")
    file.write_bytes(damage)
    assert made.read(key) == b"data"
    assert make.calls == 2


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    make = Maker(b"data")
    made = MadeFiles(tree(), tmp_path / "file" / "below")
    key = made.add("recipe", ".png", make)
    assert made.read(key) == made.read(key) == b"data"
    assert made.size_of(key) == 4
    assert make.calls == 1
    made.prune()


def test_the_folder_is_ignored_by_git_and_holds_no_drafts(tmp_path: Path) -> None:
    made = MadeFiles(tree(), tmp_path)
    made.make_all([made.add(str(n), ".png", Maker(b"x")) for n in range(20)])
    names = sorted(each.name for each in tmp_path.iterdir())
    assert names[0] == ".gitignore"
    assert len(names) == 21
    assert (tmp_path / ".gitignore").read_bytes() == b"*\n"


def test_what_is_not_used_goes_when_all_is_too_much(tmp_path: Path) -> None:
    old = MadeFiles(tree(), tmp_path)
    old.make_all([old.add(f"old {n}", ".png", Maker(bytes(1000))) for n in range(5)])
    new = MadeFiles(tree(), tmp_path, limit=3000)
    keys = [new.add(f"new {n}", ".png", Maker(bytes(1000))) for n in range(4)]
    new.make_all(keys)
    new.prune()
    left = [each for each in tmp_path.iterdir() if each.suffix == ".png"]
    assert sorted(each.name for each in left) == sorted(key.rpartition("/")[2] for key in keys)


def test_what_a_killed_build_left_goes(tmp_path: Path) -> None:
    made = MadeFiles(tree(), tmp_path)
    made.read(made.add("recipe", ".png", Maker(b"data")))
    (tmp_path / ".x.png.1.part").write_bytes(b"half")
    (tmp_path / ".y.png.2.part").write_bytes(b"half of another build, at work now")
    os.utime(tmp_path / ".x.png.1.part", (1, 1))
    made.prune()
    assert {each.name for each in tmp_path.iterdir() if each.suffix == ".part"} == {".y.png.2.part"}
