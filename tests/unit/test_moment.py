"""Dates are printed as moment prints them."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.hexo.helpers_dates import iso_text
from inkpost.hexo.moment import format_moment, moment_locale, relative_time

TABLE = json.loads((Path(__file__).parents[1] / "data" / "moment.json").read_text("utf-8"))
NOON = datetime(2024, 3, 5, 12, 0, 0, tzinfo=ZoneInfo("Asia/Shanghai"))


def at(epoch_ms: int, zone: str = "UTC") -> datetime:
    start = datetime(1970, 1, 1, tzinfo=UTC)
    return (start + timedelta(milliseconds=epoch_ms)).astimezone(ZoneInfo(zone))


def test_formats_are_those_of_moment() -> None:
    wrong = []
    for locale, when, zone, pattern, expected in TABLE["format"]:
        got = format_moment(at(when, zone), pattern, locale)
        if got != expected:
            wrong.append((locale, pattern, expected, got))
    assert wrong == []
    assert len(TABLE["format"]) > 400


def test_relative_times_are_those_of_moment() -> None:
    wrong = []
    for locale, when, now, zone, bare, expected in TABLE["relative"]:
        got = relative_time(at(when), at(now, zone), locale, suffix=not bare)
        if got != expected:
            wrong.append((locale, when, now, expected, got))
    assert wrong == []


@pytest.mark.parametrize(("language", "locale"), TABLE["languages"])
def test_language_finds_its_locale(language: str, locale: str) -> None:
    assert moment_locale(language) == locale


def test_zone_has_a_name_only_where_it_is_named() -> None:
    assert format_moment(NOON, "z Z") == "CST +08:00"
    assert format_moment(NOON.astimezone(UTC), "z Z") == "UTC +00:00"
    fixed = NOON.astimezone(timezone(timedelta(hours=-3, minutes=-30)))
    assert format_moment(fixed, "z|Z|ZZ") == "|-03:30|-0330"


def test_line_ends_in_a_pattern_vanish() -> None:
    assert format_moment(NOON, "YYYY\nMM") == "202403"


WHEN = st.datetimes(datetime(1900, 1, 1), datetime(2199, 12, 31), timezones=st.just(UTC))  # noqa: DTZ001


@given(WHEN)
def test_iso_pattern_reads_back(when: datetime) -> None:
    text = format_moment(when, "YYYY-MM-DDTHH:mm:ss.SSSZ")
    assert datetime.fromisoformat(text) == when.replace(microsecond=when.microsecond // 1000 * 1000)


@given(WHEN, st.text(max_size=20), st.sampled_from(["en", "zh-cn", "ru", "ar", "ja"]))
def test_any_pattern_gives_text(when: datetime, pattern: str, locale: str) -> None:
    assert isinstance(format_moment(when, pattern, locale), str)


@given(WHEN, WHEN)
def test_past_is_ago_and_future_is_ahead(when: datetime, now: datetime) -> None:
    text = relative_time(when, now)
    if abs((when - now).total_seconds()) >= 1:
        assert text.startswith("in ") == (when > now)
        assert text.endswith(" ago") == (when < now)


def test_one_moment_is_written_in_each_zone_and_twice_in_the_hour_that_comes_twice() -> None:
    utc = datetime(2024, 10, 27, 0, 30, tzinfo=UTC)
    zones = ("UTC", "Asia/Shanghai", "Europe/Berlin")
    assert [format_moment(utc.astimezone(ZoneInfo(each)), "HH:mm Z") for each in zones] == [
        "00:30 +00:00",
        "08:30 +08:00",
        "02:30 +02:00",
    ]
    first = datetime(2024, 10, 27, 2, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    second = first.replace(fold=1)
    assert first == second
    assert [format_moment(each, "Z") for each in (first, second)] == ["+02:00", "+01:00"]
    assert [iso_text(each)[11:16] for each in (first, second)] == ["00:30", "01:30"]
