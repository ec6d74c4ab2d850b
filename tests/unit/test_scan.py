"""The snapshot of a site's files: read once, trusted by size and times, never by luck."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from inkpost.errors import BlogError
from inkpost.io.scan import Snapshot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    for path in ("b.md", "a/c.md", "a/a.md", ".hidden", "node_modules/x.js", ".git/HEAD"):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)
    return root


def age(file: Path, seconds: float = 3600) -> None:
    """Set a file's time back, so that its state can be trusted."""
    stat = file.stat()
    stamp = stat.st_mtime_ns - int(seconds * 1e9)
    os.utime(file, ns=(stamp, stamp))


def test_files_come_in_order_under_their_keys(folder: Path) -> None:
    snapshot = Snapshot(folder)
    found = snapshot.add_folder(folder, "s/")
    assert list(found) == [".hidden", "a/a.md", "a/c.md", "b.md"]
    assert found["a/c.md"] == "s/a/c.md"
    assert snapshot.read("s/a/c.md") == b"a/c.md"
    file = snapshot.files["s/b.md"]
    assert (file.path, file.size) == ("s/b.md", 4)


def test_an_ignored_folder_is_not_entered(folder: Path) -> None:
    asked: list[str] = []

    def ignored(path: str) -> bool:
        asked.append(path)
        return path.endswith("/a")

    found = Snapshot(folder).add_folder(folder, "", ignored)
    assert list(found) == [".hidden", "b.md"]
    assert all(Path(path).is_absolute() for path in asked)
    assert not any("/a/" in path.removeprefix(str(folder)) for path in asked)


def test_a_folder_that_is_not_there_has_no_files(tmp_path: Path) -> None:
    snapshot = Snapshot(tmp_path)
    assert snapshot.add_folder(tmp_path / "nowhere", "") == {}
    assert not snapshot.add_file(tmp_path / "nowhere.md", "nowhere.md")
    assert snapshot.errors == []


def test_what_has_not_changed_is_not_read_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    age(folder / "b.md")
    before = Snapshot(folder)
    before.add_folder(folder, "")
    read: list[str] = []
    original = Path.read_bytes

    def noted(file: Path) -> bytes:
        read.append(file.name)
        return original(file)

    monkeypatch.setattr(Path, "read_bytes", noted)
    after = Snapshot(folder, before=before)
    after.add_folder(folder, "")
    assert "b.md" not in read
    assert after.files["b.md"] == before.files["b.md"]
    assert after.read("b.md") == b"b.md"


def test_a_file_of_the_last_moment_is_read_again(folder: Path) -> None:
    """Other bytes of the same number within the same tick of the clock."""
    before = Snapshot(folder)
    before.add_folder(folder, "")
    file = folder / "b.md"
    stamp = file.stat().st_mtime_ns
    file.write_text("B.md")
    os.utime(file, ns=(stamp, stamp))
    after = Snapshot(folder, before=before)
    after.add_folder(folder, "")
    assert after.read("b.md") == b"B.md"
    assert after.files["b.md"].digest != before.files["b.md"].digest


def test_a_time_that_was_put_back_is_seen_through(folder: Path) -> None:
    file = folder / "b.md"
    age(file)
    before = Snapshot(folder)
    before.add_folder(folder, "")
    stat = file.stat()
    file.write_text("B.md")
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    assert file.stat().st_mtime_ns == stat.st_mtime_ns
    after = Snapshot(folder, before=before)
    after.add_folder(folder, "")
    assert after.read("b.md") == b"B.md"


def test_a_large_file_that_changes_meanwhile_is_an_error(folder: Path) -> None:
    (folder / "big.bin").write_bytes(b"x" * 100_000)
    snapshot = Snapshot(folder)
    snapshot.add_folder(folder, "")
    (folder / "big.bin").write_bytes(b"y" * 100_000)
    with pytest.raises(BlogError, match="changed while the site was built"):
        snapshot.read("big.bin")
    (folder / "big.bin").unlink()
    with pytest.raises(BlogError, match="cannot read it any more"):
        snapshot.read("big.bin")


def test_a_small_file_is_kept_as_it_was(folder: Path) -> None:
    snapshot = Snapshot(folder)
    snapshot.add_folder(folder, "")
    (folder / "b.md").write_text("other")
    assert snapshot.read("b.md") == b"b.md"


def test_a_link_within_the_site_is_followed_and_one_that_leaves_is_told(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "x.md").write_text("out")
    (folder / "in").symlink_to(folder / "a", target_is_directory=True)
    (folder / "leak").symlink_to(tmp_path / "out", target_is_directory=True)
    (folder / "leak.md").symlink_to(tmp_path / "out" / "x.md")
    snapshot = Snapshot(folder)
    found = snapshot.add_folder(folder, "")
    assert "in/a.md" in found
    assert not any(path.startswith("leak") for path in found)
    assert [error.span.path for error in snapshot.errors if error.span] == ["leak", "leak.md"]
    allowed = Snapshot(folder, follow_symlinks=True)
    assert {"leak/x.md", "leak.md"} <= set(allowed.add_folder(folder, ""))
    assert allowed.errors == []


def test_links_that_go_round_end(folder: Path) -> None:
    (folder / "a" / "up").symlink_to(folder, target_is_directory=True)
    (folder / "self").symlink_to("self")
    (folder / "gone").symlink_to("nowhere")
    found = Snapshot(folder).add_folder(folder, "")
    assert set(found) == {".hidden", "a/a.md", "a/c.md", "b.md"}


def test_a_folder_that_cannot_be_read_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = os.scandir

    def refuse(path: Path) -> object:
        if Path(path).name == "a":
            raise PermissionError(13, "Permission denied")
        return original(path)

    monkeypatch.setattr(os, "scandir", refuse)
    snapshot = Snapshot(folder)
    snapshot.add_folder(folder, "")
    (error,) = snapshot.errors
    assert error.message == "cannot read the folder: permission denied"
    assert error.span is not None
    assert error.span.path == "a"
    assert error.hint
