"""First and last commit of every file, from git, in one call."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path


def read_git_dates(root: Path, folder: str) -> dict[str, tuple[datetime, datetime]]:
    """Site-relative path -> (first commit, last commit) of the files below `folder`.

    Empty where there is no git, no repository, or only a shallow clone, whose dates are not the
    files' own.
    """
    if _git(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        return {}
    log = _git(
        root, "-c", "core.quotePath=false", "log", "--format=%x00%ct", "--name-only",
        "--no-renames", "--relative", "-z", "--", folder,
    )  # fmt: skip
    dates: dict[str, tuple[datetime, datetime]] = {}
    when = datetime.fromtimestamp(0, UTC)
    for part in log.split("\0"):
        name = part.strip("\n")
        if name.isdigit():
            when = datetime.fromtimestamp(int(name), UTC)
        elif name:
            dates[name] = (when, dates[name][1] if name in dates else when)
    return dates


def _git(root: Path, *words: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - fixed words, no shell
            ["git", *words],  # noqa: S607 - the user's own git
            cwd=root, capture_output=True, text=True, check=False, encoding="utf-8",
        )  # fmt: skip
    except OSError:
        return ""
    return done.stdout if done.returncode == 0 else ""


class GitDates(Mapping[str, tuple[datetime, datetime]]):
    """Commit dates of files, asked of git only when one is wanted."""

    def __init__(self, root: Path, folder: str) -> None:
        self._root, self._folder = root, folder
        self._dates: dict[str, tuple[datetime, datetime]] | None = None

    def _all(self) -> dict[str, tuple[datetime, datetime]]:
        if self._dates is None:
            self._dates = read_git_dates(self._root, self._folder)
        return self._dates

    def __getitem__(self, name: str) -> tuple[datetime, datetime]:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())
