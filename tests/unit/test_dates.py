"""Dates that a file does not say itself."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from inkpost.content.dates import from_ns, settle_dates
from inkpost.model import SourceFile
from tests.unit.documents import make, parse

MTIME = datetime(2022, 2, 2, 2, 2, 2, 500_000, tzinfo=UTC)
CTIME = datetime(2022, 3, 3, tzinfo=UTC)
FIRST = datetime(2020, 1, 1, tzinfo=UTC)
LAST = datetime(2021, 1, 1, tzinfo=UTC)
DATED = "---\ndate: 2019-09-09\n---\n"
COMMITTED: Mapping[str, tuple[datetime, datetime]] = {"source/_posts/trip.md": (FIRST, LAST)}


def settle(
    text: str, commits: Mapping[str, tuple[datetime, datetime]] | None = None,
     source: str = "_posts/trip.md",
    **config: Any,
) -> tuple[datetime, datetime | None, list[str]]:  # fmt: skip
    settings = make(**config)
    parsed = parse(text, settings, source)
    file = SourceFile(
        path=f"source/{source}",
        size=1,
        mtime_ns=int(MTIME.timestamp() * 1e9),
        ctime_ns=int(CTIME.timestamp() * 1e9),
        digest="",
    )
    document = settle_dates(parsed, file, (commits or {}).get, settings)
    return document.date, document.updated, [item.code for item in document.diagnostics]


def test_a_missing_date_comes_from_the_first_commit() -> None:
    assert settle("x", COMMITTED) == (FIRST, FIRST, [])


def test_without_git_it_is_the_files_time_with_a_warning() -> None:
    assert settle("x") == (MTIME, MTIME, ["no-date"])


def test_a_page_without_a_date_is_no_reason_for_a_warning() -> None:
    assert settle("x", source="about/index.md") == (MTIME, MTIME, [])


def test_stock_hexo_takes_the_files_times_and_says_nothing() -> None:
    assert settle("x", COMMITTED, dialect="hexo") == (CTIME, MTIME, [])
    date, updated, _ = settle(DATED, COMMITTED, dialect="hexo")
    assert (date.year, updated) == (2019, MTIME)


def test_git_may_be_left_unasked() -> None:
    assert settle("x", COMMITTED, date_from="name") == (MTIME, MTIME, ["no-date"])
    assert settle("x", COMMITTED, date_from="hexo") == (CTIME, CTIME, [])


@pytest.mark.parametrize(
    ("option", "updated"),
    [("mtime", "date"), ("date", "date"), ("git", "git"), ("empty", None), ("other", "date")],
)
def test_when_a_post_was_updated(option: str, updated: str | None) -> None:
    date, found, _ = settle(DATED, COMMITTED, updated_option=option)
    assert found == {"date": date, "git": LAST, None: None}[updated]


def test_git_without_a_commit_of_the_file_gives_the_date() -> None:
    date, updated, _ = settle(DATED, {}, updated_option="git")
    assert updated == date


@pytest.mark.parametrize(("option", "updated"), [
    ("mtime", MTIME), ("empty", None), ("date", datetime(2019, 9, 9, tzinfo=UTC)),
])  # fmt: skip
def test_when_a_post_was_updated_in_stock_hexo(option: str, updated: datetime | None) -> None:
    assert settle(DATED, COMMITTED, dialect="hexo", updated_option=option)[1] == updated


def test_what_the_front_matter_says_wins() -> None:
    text = "---\ndate: 2019-09-09\nupdated: 2019-10-10\n---\n"
    for option in ("mtime", "date", "git", "empty"):
        updated = settle(text, COMMITTED, updated_option=option)[1]
        assert updated == datetime(2019, 10, 10, tzinfo=UTC)


def test_a_files_time_is_kept_to_the_millisecond() -> None:
    assert from_ns(1_500_000_000_123_999_999) == datetime.fromtimestamp(1_500_000_000.123, UTC)
