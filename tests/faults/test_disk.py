"""Disks that are full, small or read-only: one line, and `public/` as it was."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.sites import SiteBuilder

BIG = "A line of words that takes room on the disk.\n\n" * 6000


def mount(*words: str) -> None:
    try:
        done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip(f"mounting is not allowed here: {done.stderr.strip()}")


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount("-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder))
    yield folder
    with suppress(FileNotFoundError):
        subprocess.run(["umount", "-l", str(folder)], check=False)


def refused(site: SiteBuilder, reason: str) -> None:
    """Build; the one error names the reason, and nothing in `public/` has changed."""
    before = site.public_files()
    ended = site.blog("build")
    assert ended.code == 1, ended
    assert len(ended.errors) == 1, ended.err
    assert reason in ended.errors[0].lower()
    assert "hint: " in ended.err
    assert site.public_files() == before


def test_a_full_disk_leaves_the_old_site(small_disk: Path) -> None:
    site = SiteBuilder(small_disk / "site")
    site.post("first", "Old words.\n")
    assert site.blog("build").code == 0
    for number in range(3):
        site.post(f"big-{number}", BIG)
    fill(small_disk / "filler")
    refused(site, "no space left on device")
    assert not (site.root / ".public.inkpost").exists()
    (small_disk / "filler").unlink()
    (site.root / "source/_posts/big-2.md").unlink()
    (site.root / "source/_posts/big-1.md").unlink()
    (site.root / "source/_posts/big-0.md").unlink()
    site.post("second", "New words.\n")
    assert site.blog("build").code == 0
    assert "2024/03/05/second/index.html" in site.public_files()


def fill(file: Path) -> None:
    """Leave a hundred kilobytes on a disk."""
    with suppress(OSError), file.open("wb", buffering=0) as stream:
        while True:
            stream.write(b"\0" * 4096)
    with file.open("r+b") as stream:
        stream.truncate(max(0, file.stat().st_size - 100_000))


def test_a_first_build_on_a_full_disk_leaves_nothing(small_disk: Path) -> None:
    site = SiteBuilder(small_disk / "site")
    site.post("first", BIG)
    fill(small_disk / "filler")
    refused(site, "no space left on device")
    assert site.public_files() == {}


def test_a_disk_without_room_for_the_cache_still_builds(
    small_disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cache lies on the full disk, `public/` elsewhere."""
    site = SiteBuilder(tmp_path / "site")
    site.post("first", "The sum $a^2 + b^2$.\n")
    (small_disk / "state").mkdir()
    monkeypatch.setenv("INKPOST_CACHE_DIR", str(small_disk / "state"))
    with suppress(OSError), (small_disk / "filler").open("wb", buffering=0) as stream:
        while True:
            stream.write(b"\0" * 4096)
    ended = site.blog("build")
    assert "Traceback" not in ended.err
    assert ended.code in (0, 1)
    if ended.code:
        assert len(ended.errors) == 1
        assert site.public_files() == {}


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[SiteBuilder]:
    """A built site whose `public/` cannot be written, for root either."""
    site = SiteBuilder(tmp_path / "site")
    site.post("first", "Old words.\n")
    assert site.blog("build").code == 0
    mount("--bind", str(site.public), str(site.public))
    mount("-o", "remount,bind,ro", str(site.public))
    yield site
    subprocess.run(["umount", "-l", str(site.public)], check=False)


def test_a_read_only_public_is_told_in_one_line(read_only: SiteBuilder) -> None:
    read_only.post("first", "New words.\n")
    refused(read_only, "read-only file system")
    assert not (read_only.root / ".public.inkpost").exists()


def test_a_read_only_public_that_is_right_is_no_error(read_only: SiteBuilder) -> None:
    assert read_only.blog("build").code == 0


def test_a_file_that_may_not_grow_is_told_in_one_line(site: SiteBuilder) -> None:
    site.post("first", "Old words.\n")
    assert site.blog("build").code == 0
    before = site.public_files()
    site.post("first", BIG)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))

    done = subprocess.run(
        [sys.executable, "-m", "inkpost", "build"],
        cwd=site.root, capture_output=True, text=True, check=False, timeout=60, preexec_fn=limit,
    )  # fmt: skip
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    assert done.stderr.count("error: ") == 1
    assert "file too large" in done.stderr
    assert site.public_files() == before
    assert not (site.root / ".public.inkpost").exists()


def test_a_site_on_a_read_only_disk_is_told_and_not_harmed(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "site")
    site.post("first", "Words with $x$.\n")
    mount("--bind", str(site.root), str(site.root))
    mount("-o", "remount,bind,ro", str(site.root))
    try:
        ended = site.blog("build")
    finally:
        subprocess.run(["umount", "-l", str(site.root)], check=False)
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert "read-only file system" in ended.errors[0]
    assert not site.public.exists()


def test_an_output_folder_on_a_disk_of_its_own_is_published(site: SiteBuilder) -> None:
    site.public.mkdir()
    mount("-t", "tmpfs", "-o", "size=4m", "tmpfs", str(site.public))
    try:
        site.post("first", "Old words.\n")
        site.write("public/mine.txt", "mine")
        assert site.blog("build").code == 0
        site.post("first", "New words.\n")
        assert site.blog("build").code == 0
        files = site.public_files()
    finally:
        subprocess.run(["umount", "-l", str(site.public)], check=False)
    assert b"New words." in files["2024/03/05/first/index.html"]
    assert files["mine.txt"] == b"mine"
    assert not any(".inkpost" in path for path in files)


def test_an_output_folder_that_is_a_link_to_another_disk_is_published(
    site: SiteBuilder, small_disk: Path
) -> None:
    (small_disk / "www").mkdir()
    site.public.symlink_to(small_disk / "www", target_is_directory=True)
    site.post("first", "Words.\n")
    assert site.blog("build").code == 0
    assert (small_disk / "www/2024/03/05/first/index.html").is_file()
    assert sorted(path.name for path in small_disk.iterdir()) == ["www"]
