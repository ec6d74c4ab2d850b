"""Files that cannot be read, and places that cannot be written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.site.refusing import leftovers, refuse
from tests.sites import SiteBuilder


@pytest.fixture
def powerless() -> Callable[[Path], None]:
    """Makes a path unreadable in a way that holds for root too: a loop of links."""

    def spoil(path: Path) -> None:
        path.unlink(missing_ok=True)
        path.symlink_to(path.name)

    return spoil


def test_a_file_that_cannot_be_read_is_told(
    built: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = built.post("first", "New words.\n")
    read = Path.read_bytes

    def refused(file: Path) -> bytes:
        if file == target:
            raise PermissionError(13, "Permission denied", str(file))
        return read(file)

    monkeypatch.setattr(Path, "read_bytes", refused)
    refuse(built, r"^source/_posts/first\.md:1:1: error: cannot read it: .*[Pp]ermission denied")


def test_a_link_to_itself_is_told_and_not_followed(
    built: SiteBuilder, powerless: Callable[[Path], None]
) -> None:
    powerless(built.root / "source" / "_posts" / "first.md")
    ended = built.blog("build")
    assert ended.code in (0, 1)
    assert "Traceback" not in ended.err


def test_a_named_pipe_does_not_hang_the_build(built: SiteBuilder) -> None:
    os.mkfifo(built.root / "source" / "pipe.md")
    os.mkfifo(built.root / "source" / "_posts" / "pipe.md")
    assert built.blog("build").code == 0


def test_a_file_in_place_of_the_output_folder_is_told(site: SiteBuilder) -> None:
    site.post("first")
    site.write("public", "mine")
    ended = site.blog("build")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert "public" in ended.errors[0]
    assert (site.root / "public").read_text() == "mine"
    assert not leftovers(site)


def test_a_file_of_the_user_in_place_of_a_folder_is_told(built: SiteBuilder) -> None:
    built.post("third", permalink="notes/third/")
    (built.public / "notes").write_text("mine")
    ended = refuse(built, r'error: cannot write "public"')
    assert (built.public / "notes").read_text() == "mine"
    assert ended.err.count("error: ") == 1


def test_a_folder_of_the_user_in_place_of_a_file_is_told(built: SiteBuilder) -> None:
    built.post("third", permalink="third.html")
    folder = built.public / "third.html"
    folder.mkdir()
    (folder / "mine.txt").write_text("mine")
    refuse(built, r'error: cannot write "public"')
    assert (folder / "mine.txt").read_text() == "mine"


def test_a_folder_that_is_ours_may_become_a_file_and_back(built: SiteBuilder) -> None:
    built.post("third", permalink="third/")
    assert built.blog("build").code == 0
    built.post("third", permalink="third")
    assert built.blog("build").code == 0
    assert (built.public / "third").is_file()
    built.post("third", permalink="third/")
    assert built.blog("build").code == 0
    assert (built.public / "third" / "index.html").is_file()
