"""Dates of front matter become the instants that Hexo gives them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from inkpost.errors import ConfigError
from inkpost.hexo.frontmatter import parse_front_matter
from inkpost.hexo.jsdate import Offset, load_zone, parse_js_date, resolve_date
from tests.shared import shared_path

TABLE = json.loads((Path(__file__).parents[1] / "data" / "js_dates.json").read_text("utf-8"))


def instant(when: datetime) -> str:
    text = when.astimezone(UTC).isoformat(timespec="milliseconds")
    return text.replace("+00:00", "Z")


def resolve(
    value: object,
    spelling: str | None = None,
    *,
    zone: str = "Asia/Shanghai",
    process: str = "UTC",
    offset: Offset = "exact",
) -> str | None:
    found = resolve_date(value, spelling, timezone=zone, process_timezone=process, offset=offset)
    return instant(found) if found else None


@pytest.mark.parametrize("zone", sorted(TABLE["zones"]))
def test_texts_are_dates_as_in_v8(zone: str) -> None:
    wrong = []
    for text, expected in zip(TABLE["texts"], TABLE["zones"][zone], strict=True):
        found = parse_js_date(text)
        if found is not None and found.tzinfo is None:
            found = found.replace(tzinfo=load_zone(zone))
        got = found and instant(found)
        if got != expected:
            wrong.append((text, expected, got))
    assert wrong == []


@pytest.mark.shared
@pytest.mark.parametrize("site", ["fm-dates-ny", "fm-dates-sh", "fm-dates-same", "fm-basic"])
def test_hexo_offset_gives_recorded_dates(site: str) -> None:
    base = shared_path("conformance", "sites", site)
    pages = json.loads(shared_path("conformance", "expected", site, "pages.json").read_text())
    config = yaml.safe_load((base / "_config.yml").read_text("utf-8"))
    process = json.loads((base / "oracle.json").read_text()).get("tz", "UTC")
    recorded = {}
    for record in pages.values():
        page = record["probe"]["page"]
        if page.get("layout") == "post":
            recorded[page["title"]] = page
    checked = 0
    wrong = []
    for file in sorted((base / "source" / "_posts").rglob("*.md")):
        try:
            found = parse_front_matter(file.read_text("utf-8"), path=file.name, careful=False)
        except Exception:
            continue
        for key in ("date", "updated"):
            value = found.data.get(key)
            page = recorded.get(str(found.data.get("title")))
            if value is None or page is None or not page.get(key):
                continue
            got = resolve(
                value,
                found.spelling.get((key,)),
                zone=config["timezone"],
                process=process,
                offset="hexo",
            )
            checked += 1
            if got != page[key]:
                wrong.append((file.name, key, page[key], got))
    assert wrong == []
    assert checked > 5


def test_exact_reads_wall_clock_time_in_the_site_zone() -> None:
    when = datetime(2024, 3, 5, 9, tzinfo=UTC)
    assert resolve(when, "2024-03-05 09:00:00") == "2024-03-05T01:00:00.000Z"
    assert resolve(datetime(2024, 3, 5, tzinfo=UTC), "2024-03-05") == "2024-03-04T16:00:00.000Z"
    assert resolve("2024-3-5 9:00") == "2024-03-05T01:00:00.000Z"
    assert resolve("2024-03-05") == "2024-03-04T16:00:00.000Z"
    assert resolve("2024/03/05 09:00") == "2024-03-05T01:00:00.000Z"


def test_exact_keeps_a_written_offset() -> None:
    when = datetime(2024, 2, 2, 19, 5, 6, tzinfo=UTC)
    for spelling in ("2024-02-03T04:05:06+09:00", "2024-02-03 04:05:06 +9", "2024-02-02T19:05:06Z"):
        assert resolve(when, spelling) == "2024-02-02T19:05:06.000Z"
    assert resolve("2024-02-03T04:05:06+09:00") == "2024-02-02T19:05:06.000Z"
    assert resolve("Wed, 01 Jan 2020 12:00:00 GMT") == "2020-01-01T12:00:00.000Z"


def test_a_number_is_milliseconds() -> None:
    assert resolve(1577880000000) == "2020-01-01T12:00:00.000Z"


@pytest.mark.parametrize(
    "value", [0, None, "", "soon", "2024年3月5日", {"a": 1}, float("nan"), 1e300]
)
def test_what_is_no_date_gives_none(value: object) -> None:
    assert resolve(value) is None
    assert resolve(value, offset="hexo") is None


def test_unset_zone_is_that_of_the_process() -> None:
    when = datetime(2024, 3, 5, 9, tzinfo=UTC)
    for offset in ("exact", "hexo"):
        got = resolve(when, "2024-03-05 09:00:00", zone="", process="Asia/Tokyo", offset=offset)
        assert got == "2024-03-05T00:00:00.000Z"


def test_unknown_zone_is_an_error() -> None:
    with pytest.raises(ConfigError, match="Mars/Base"):
        resolve("2024-03-05", zone="Mars/Base")
