from __future__ import annotations

import sqlite3
import zlib
from pathlib import Path

import pytest

from inkpost.io.formula_cache import FormulaCache
from inkpost.model import Typeset

FORMULA = Typeset(html="<b>𝐐</b>", mathml="<math/>", plain="Q", error="no", position=3)


def test_what_was_written_is_read_by_the_next_build(tmp_path: Path) -> None:
    path = tmp_path / "new" / "cache.sqlite"
    first = FormulaCache(path)
    first.write({b"k": FORMULA})
    first.close()
    second = FormulaCache(path)
    assert second.read([b"k", b"other", b"k"]) == {b"k": FORMULA}
    second.close()


def test_more_keys_than_one_query_takes() -> None:
    cache = FormulaCache(None)
    formulas = {str(number).encode(): FORMULA for number in range(1200)}
    cache.write(formulas)
    assert cache.read(formulas) == formulas
    cache.close()


@pytest.mark.parametrize(
    "content", [b"not a database at all" * 100, b"", b"SQLite format 3\0" * 64]
)
def test_a_damaged_file_is_made_anew(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "cache.sqlite"
    path.write_bytes(content)
    cache = FormulaCache(path)
    cache.write({b"k": FORMULA})
    assert cache.read([b"k"]) == {b"k": FORMULA}
    cache.close()


@pytest.mark.parametrize(
    "value",
    [
        b"",
        b"junk",
        zlib.compress(b"junk"),
        zlib.compress(b'["a"]'),
        zlib.compress(b"[1, 2, 3, null, null]"),
        zlib.compress(b'["a", "b", "c", 4, null]'),
        "text",
    ],
)
def test_a_damaged_row_is_as_good_as_none(tmp_path: Path, value: object) -> None:
    path = tmp_path / "cache.sqlite"
    FormulaCache(path).close()
    db = sqlite3.connect(path)
    db.execute("INSERT INTO formulas VALUES (?, ?)", (b"k", value))
    db.commit()
    db.close()
    cache = FormulaCache(path)
    assert cache.read([b"k"]) == {}
    cache.close()


def test_a_locked_file_does_not_stop_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inkpost.io.formula_cache._BUSY_TIMEOUT_S", 0.01)
    path = tmp_path / "cache.sqlite"
    FormulaCache(path).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    cache = FormulaCache(path)
    cache.write({b"k": FORMULA})
    assert cache.read([b"k"]) == {}
    cache.close()
    other.close()


def test_a_place_that_cannot_be_written_does_not_stop_the_build(tmp_path: Path) -> None:
    blocker = tmp_path / "file"
    blocker.write_text("x")
    for path in (blocker / "cache.sqlite", tmp_path):
        cache = FormulaCache(path)
        cache.write({b"k": FORMULA})
        assert cache.read([b"k"]) == {}
        cache.close()


def test_a_table_of_another_shape_is_not_used(tmp_path: Path) -> None:
    path = tmp_path / "cache.sqlite"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE formulas (other TEXT)")
    db.close()
    cache = FormulaCache(path)
    cache.write({b"k": FORMULA})
    assert cache.read([b"k"]) == {}
    cache.close()


def test_the_oldest_entries_go_when_there_are_too_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("inkpost.io.formula_cache._LIMIT", 2)
    path = tmp_path / "cache.sqlite"
    cache = FormulaCache(path)
    for name in (b"a", b"b", b"c"):
        cache.write({name: FORMULA})
    cache.close()
    again = FormulaCache(path)
    assert set(again.read([b"a", b"b", b"c"])) == {b"b", b"c"}
    again.close()
