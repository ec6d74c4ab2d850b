"""What a build leaves in `public/`, and what stopping it in the middle does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.sites import SiteBuilder


@pytest.fixture
def built(site: SiteBuilder) -> SiteBuilder:
    """A site that was built, then changed: one post new, one changed, one gone."""
    for name in ("kept", "changed", "gone"):
        site.post(name, f"Old {name}.\n")
    assert site.blog("build").code == 0
    site.post("changed", "New changed.\n")
    site.post("added", "New added.\n")
    (site.root / "source/_posts/gone.md").unlink()
    return site


class Stopped(Exception):
    """Ends a build at a chosen moment."""


def stop_at(left: list[int], call: Callable[..., Any], error: BaseException) -> Callable[..., Any]:
    """A function that fails once. left: how many calls succeed before; below 0 once it failed."""

    def run(*args: Any, **options: Any) -> Any:
        left[0] -= 1
        if left[0] == -1:
            raise error
        return call(*args, **options)

    return run


def test_unchanged_files_are_not_touched(built: SiteBuilder) -> None:
    kept = built.public / "2024/03/05/kept/index.html"
    os.utime(kept, (1, 1))
    assert built.blog("build").code == 0
    assert kept.stat().st_mtime == 1
    assert b"New changed." in built.public_files()["2024/03/05/changed/index.html"]


def test_a_file_that_was_changed_by_hand_is_put_right(built: SiteBuilder) -> None:
    built.blog("build")
    page = built.public / "2024/03/05/kept/index.html"
    right = page.read_bytes()
    page.write_bytes(right.replace(b"Old", b"Odd"))
    built.blog("build")
    assert page.read_bytes() == right
    page.unlink()
    built.blog("build")
    assert page.read_bytes() == right


def test_files_of_the_user_stay_and_empty_folders_go(built: SiteBuilder) -> None:
    (built.public / ".git").mkdir()
    (built.public / ".git" / "HEAD").write_text("ref")
    (built.public / "2024/03/05/kept/mine.txt").write_text("mine")
    built.blog("build")
    files = built.public_files()
    assert files[".git/HEAD"] == b"ref"
    assert files["2024/03/05/kept/mine.txt"] == b"mine"
    assert not (built.public / "2024/03/05/gone").exists()


def test_a_post_that_goes_leaves_the_users_file_beside_it(built: SiteBuilder) -> None:
    (built.public / "2024/03/05/gone/mine.txt").write_text("mine")
    built.blog("build")
    assert built.public_files()["2024/03/05/gone/mine.txt"] == b"mine"
    assert not (built.public / "2024/03/05/gone/index.html").exists()


def test_without_the_list_of_ours_nothing_is_removed(built: SiteBuilder) -> None:
    (built.root / ".inkpost" / "outputs").unlink()
    ended = built.blog("build")
    assert ended.code == 0
    assert "2024/03/05/gone/index.html" in built.public_files()
    assert "files that are not of this site" in ended.err


def test_a_list_of_ours_that_points_outside_removes_nothing_there(built: SiteBuilder) -> None:
    keep = built.write("keep.txt", "mine")
    with (built.root / ".inkpost" / "outputs").open("a") as file:
        file.write("../keep.txt\n/etc/hostname-that-is-not\n")
    built.blog("build")
    assert keep.read_text() == "mine"


def test_the_state_folder_keeps_itself_out_of_git(built: SiteBuilder) -> None:
    assert "outputs" in (built.root / ".inkpost" / ".gitignore").read_text().split("\n")


def test_the_cache_may_lie_elsewhere(
    site: SiteBuilder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("INKPOST_CACHE_DIR", str(tmp_path / "elsewhere"))
    site.post("a")
    assert site.blog("build").code == 0
    assert (tmp_path / "elsewhere" / "outputs").is_file()
    assert not (site.root / ".inkpost").exists()


@pytest.mark.parametrize("name", ["replace", "hardlink_to", "mkdir", "write_bytes", "unlink"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_public_is_as_it_was_or_new_wherever_publishing_stops(
    built: SiteBuilder, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    before, original = built.public_files(), getattr(Path, name)
    for count in range(80):
        copy = SiteBuilder(built.root.parent / f"{name}-{count}")
        shutil.copytree(built.root, copy.root, dirs_exist_ok=True)
        with monkeypatch.context() as patch:
            left = [count]
            patch.setattr(Path, name, stop_at(left, original, error))
            ended = copy.blog("build")
        assert "Traceback" not in ended.err
        after = copy.public_files()
        if ended.code == 0:
            assert "2024/03/05/added/index.html" in after
        else:
            assert ended.code == (130 if isinstance(error, KeyboardInterrupt) else 1)
            assert after == before, f"stopped at call {count} of {name}"
            assert not list(copy.root.rglob("*.part"))
        assert not (copy.root / ".public.inkpost").exists()
        if left[0] >= 0:
            return  # it was not called that often
    pytest.fail("the build never came to its end")


def test_a_full_disk_is_told_in_one_line(
    built: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = OSError(28, "No space left on device", str(built.public / "x.html"))
    write = Path.write_bytes

    def refuse(file: Path, data: bytes) -> int:
        if ".public.inkpost" in file.as_posix():
            raise full
        return write(file, data)

    monkeypatch.setattr(Path, "write_bytes", refuse)
    ended = built.blog("build")
    assert ended.code == 1
    assert ended.errors == [
        'error: cannot write "public" (x.html): no space left on device; it is left as it was'
    ]


def test_a_publication_that_was_killed_between_renames_is_carried_on(
    built: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the process had gone: neither the roll-back nor the removal of the stage runs."""
    clean = SiteBuilder(built.root.parent / "clean")
    for file in (built.root / "source/_posts").iterdir():
        clean.write(f"source/_posts/{file.name}", file.read_bytes())
    clean.build()
    import inkpost.io.publish as module

    with monkeypatch.context() as patch:
        patch.setattr(module, "_roll_back", lambda stage, public: None)
        patch.setattr(shutil, "rmtree", lambda *args, **options: None)
        patch.setattr(Path, "replace", stop_at([4], Path.replace, Stopped()))
        with pytest.raises(Stopped):
            built.build()
    assert (built.root / ".public.inkpost" / "plan.json").is_file()
    assert built.build().published
    assert built.public_files() == clean.public_files()
    assert not (built.root / ".public.inkpost").exists()


def test_a_stage_that_was_never_complete_is_dropped(built: SiteBuilder) -> None:
    built.write(".public.inkpost/new/2024/half.html", "half")
    assert built.build().published
    assert not (built.root / ".public.inkpost").exists()
    assert not (built.public / "2024/half.html").exists()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"write": 3}', '{"write": ["x"]}'])
def test_a_plan_that_cannot_be_read_is_dropped(built: SiteBuilder, text: str) -> None:
    built.write(".public.inkpost/plan.json", text)
    ended = built.blog("build")
    assert "Traceback" not in ended.err
    assert ended.code == 0, ended.err
    assert b"New changed." in built.public_files()["2024/03/05/changed/index.html"]


def test_public_may_be_a_link_to_a_folder(site: SiteBuilder, tmp_path: Path) -> None:
    (tmp_path / "www").mkdir()
    site.public.symlink_to(tmp_path / "www", target_is_directory=True)
    site.post("a")
    assert site.blog("build").code == 0
    assert (tmp_path / "www" / "index.html").is_file()
    assert site.public.is_symlink()


def test_another_output_folder_may_be_named(site: SiteBuilder) -> None:
    site.configure(public_dir="docs/site")
    site.post("a")
    assert site.blog("build").code == 0
    assert (site.root / "docs/site/index.html").is_file()
    assert not site.public.exists()


def test_clean_removes_what_was_made_and_nothing_else(built: SiteBuilder) -> None:
    built.build()
    built.write(".inkpost/images.json", "{}")
    sources = {file for file in built.root.rglob("*") if "public" not in file.parts}
    ended = built.blog("clean")
    assert ended.code == 0
    assert not built.public.exists()
    left = set(built.root.rglob("*"))
    gone = {file.name for file in sources - left}
    again = ("outputs", "cache.sqlite", "cache.sqlite-wal", "cache.sqlite-shm", "locks", "made")
    of_cache = {file.name for file in sources if "made" in file.parts}
    assert gone <= {*again, *of_cache, "publish"}
    assert of_cache <= gone
    assert (built.root / ".inkpost/images.json").read_text() == "{}"
    assert built.build().published


HOLDS_THE_SITE = (".", "..", "source/..", "source", "source/deep", "themes/..")


@pytest.mark.parametrize("folder", HOLDS_THE_SITE)
@pytest.mark.parametrize("command", ["build", "clean"])
def test_an_output_folder_that_holds_sources_is_refused(
    site: SiteBuilder, folder: str, command: str
) -> None:
    site.post("a")
    site.configure(public_dir=folder)
    before = sorted(site.root.parent.rglob("*"))
    ended = site.blog(command)
    assert ended.code == 1
    assert "Traceback" not in ended.err
    assert "public_dir" in ended.err
    after = [file for file in site.root.parent.rglob("*") if ".inkpost" not in file.parts]
    assert sorted(after) == before


def test_an_absolute_output_folder_that_holds_the_site_is_refused(site: SiteBuilder) -> None:
    site.post("a")
    site.configure(public_dir=str(site.root.parent))
    for command in ("build", "clean"):
        ended = site.blog(command)
        assert ended.code == 1
        assert "public_dir" in ended.err
    assert (site.root / "source/_posts/a.md").is_file()


def test_an_output_folder_beside_the_site_is_allowed(site: SiteBuilder) -> None:
    site.post("a")
    site.configure(public_dir="../www")
    assert site.blog("build").code == 0
    assert (site.root.parent / "www/index.html").is_file()
