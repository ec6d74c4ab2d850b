"""Dates of posts by what git, the file's name and the disk say; with a real repository."""

from __future__ import annotations

import os
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkpost.io.gitdates import GitDates, read_git_dates
from tests.sites import SiteBuilder, codes, text_of

ENV = {
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.example", "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@b.example", "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_CONFIG_SYSTEM": "/dev/null",
}  # fmt: skip


def git(root: Path, *words: str, when: str = "2020-01-01T00:00:00+00:00") -> None:
    subprocess.run(
        ["git", *words], cwd=root, check=True, capture_output=True,
        env={**os.environ, **ENV, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when},
    )  # fmt: skip


def commit(root: Path, when: str) -> None:
    git(root, "add", "-A")
    git(root, "commit", "-qm", "x", when=when)


@pytest.fixture
def repository(site: SiteBuilder) -> SiteBuilder:
    """A site whose undated post was committed twice."""
    site.write("themes/plain/layout/post.jinja", "<i>{{ date(page.updated, 'YYYY-MM-DD') }}</i>")
    site.write("source/_posts/trip 旅.md", "First.\n")
    git(site.root, "init", "-q")
    commit(site.root, "2021-02-03T04:05:06+08:00")
    site.write("source/_posts/trip 旅.md", "Second.\n")
    commit(site.root, "2022-03-04T05:06:07+00:00")
    os.utime(site.root / "source/_posts/trip 旅.md", (1, 1))
    return site


def test_the_first_and_last_commit_of_each_file(repository: SiteBuilder) -> None:
    found = read_git_dates(repository.root, "source")
    assert found == {
        "source/_posts/trip 旅.md": (
            datetime(2021, 2, 2, 20, 5, 6, tzinfo=UTC),
            datetime(2022, 3, 4, 5, 6, 7, tzinfo=UTC),
        )
    }


def test_an_undated_post_has_the_date_of_its_first_commit(repository: SiteBuilder) -> None:
    made = repository.make()
    assert "<i>2021-02-02</i>" in text_of(made, "2021/02/02/trip 旅/index.html")
    assert codes(made.diagnostics, "warning") == []


def test_updated_is_that_of_the_last_commit_where_asked_for(repository: SiteBuilder) -> None:
    repository.configure(updated_option="git")
    made = repository.make()
    assert "<i>2022-03-04</i>" in text_of(made, "2021/02/02/trip 旅/index.html")


def test_a_file_that_was_never_committed_has_its_own_time(repository: SiteBuilder) -> None:
    file = repository.write("source/_posts/new.md", "New.\n")
    stamp = datetime(2023, 4, 5, 6, tzinfo=UTC).timestamp()
    os.utime(file, (stamp, stamp))
    made = repository.make()
    assert "2023/04/05/new/index.html" in made.outputs
    assert codes(made.diagnostics, "warning") == ["no-date"]


def test_a_date_in_the_files_name_comes_before_git(repository: SiteBuilder) -> None:
    repository.configure(new_post_name=":year-:month-:day-:title.md")
    repository.write("source/_posts/2019-08-07-named.md", "Named.\n")
    commit(repository.root, "2023-01-01T00:00:00+00:00")
    assert "2019/08/07/named/index.html" in repository.make().outputs


def test_a_shallow_clone_tells_nothing(repository: SiteBuilder, tmp_path: Path) -> None:
    url = f"file://{repository.root}"
    git(tmp_path, "clone", "-q", "--depth", "1", url, "shallow")
    assert read_git_dates(tmp_path / "shallow", "source") == {}
    git(tmp_path, "clone", "-q", url, "whole")
    assert len(read_git_dates(tmp_path / "whole", "source")) == 1


def test_a_site_below_the_repositorys_root(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "repo" / "blog")
    site.write("source/_posts/trip.md", "First.\n")
    git(tmp_path / "repo", "init", "-q")
    commit(tmp_path / "repo", "2021-02-03T00:00:00+00:00")
    assert set(read_git_dates(site.root, "source")) == {"source/_posts/trip.md"}
    assert "2021/02/03/trip/index.html" in site.make().outputs


def test_where_there_is_no_repository_or_no_git(
    site: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    site.write("source/_posts/trip.md", "First.\n")
    assert read_git_dates(site.root, "source") == {}
    monkeypatch.setenv("PATH", "/nowhere")
    assert read_git_dates(site.root, "source") == {}
    assert codes(site.make().diagnostics, "warning") == ["no-date"]


def test_git_is_not_asked_where_every_date_is_written(
    site: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Path] = []

    def ask(root: Path, folder: str) -> dict[str, object]:
        asked.append(root)
        return {}

    monkeypatch.setattr("inkpost.io.gitdates.read_git_dates", ask)
    site.post("a")
    site.make()
    assert asked == []
    dates = GitDates(site.root, "source")
    assert (dates.get("x"), len(dates), list(dates)) == (None, 0, [])
    assert len(asked) == 1


# -- zones


@pytest.mark.parametrize("zone", ["UTC", "America/Los_Angeles", "Asia/Tokyo"])
def test_urls_do_not_move_with_the_machines_zone(site: SiteBuilder, zone: str) -> None:
    site.configure(timezone="Asia/Shanghai")
    site.post("trip", date="2024-03-05 00:30:00")
    assert site.run("build", TZ=zone).code == 0
    files = site.public_files()
    assert "2024/03/05/trip/index.html" in files
    assert "archives/2024/03/index.html" in files


@pytest.mark.parametrize(("zone", "day"), [("UTC", "04"), ("Asia/Tokyo", "05")])
def test_urls_that_were_published_otherwise_may_stay(
    site: SiteBuilder, zone: str, day: str
) -> None:
    site.configure(timezone="Asia/Shanghai", permalink_timezone="process")
    site.post("trip", date="2024-03-05 00:30:00")
    assert site.run("build", TZ=zone).code == 0
    assert f"2024/03/{day}/trip/index.html" in site.public_files()


def test_an_unset_zone_is_the_machines_with_a_warning_that_names_it(site: SiteBuilder) -> None:
    site.configure(timezone="")
    site.post("trip", date="2024-03-05 00:30:00")
    ended = site.run("build", TZ="Asia/Tokyo")
    assert "Asia/Tokyo" in "".join(ended.warnings)
    assert "2024/03/05/trip/index.html" in site.public_files()
    site.configure(timezone="", permalink=":title/")
    assert site.run("build", TZ="Asia/Tokyo").warnings == []


@pytest.mark.parametrize("zone", ["CST-8", ":Asia/Shanghai", "EST5EDT,M3.2.0,M11.1.0", "Nowhere/X"])
def test_any_zone_of_the_process_will_do(site: SiteBuilder, zone: str) -> None:
    site.configure(timezone="")
    site.post("trip", date="2024-03-05 12:30:00")
    ended = site.run("build", TZ=zone)
    assert ended.code == 0, ended.err
    assert "2024/03/05/trip/index.html" in site.public_files()
