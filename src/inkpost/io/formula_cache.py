"""The formulas set by earlier builds, in a SQLite file that a build can always do without."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path

from inkpost.model import Typeset

_SCHEMA = "CREATE TABLE IF NOT EXISTS formulas (key BLOB PRIMARY KEY, value BLOB NOT NULL)"
_FIELDS = ("html", "mathml", "plain", "error", "position")
_CHUNK = 500
_LIMIT = 50_000
_BUSY_TIMEOUT_S = 2.0


class FormulaCache:
    """Key -> formula, set. path: the file, or None for a cache that lives in memory.

    A file that is damaged is made anew; one that is locked or cannot be written is not used.
    """

    def __init__(self, path: Path | None) -> None:
        self._db = _open(path)

    def close(self) -> None:
        """Close the file; the oldest entries beyond 50,000 are dropped."""
        db, self._db = self._db, None
        if db is None:
            return
        with contextlib.suppress(sqlite3.Error), db:
            db.execute(
                "DELETE FROM formulas WHERE rowid <= (SELECT max(rowid) FROM formulas) - ?",
                (_LIMIT,),
            )
        db.close()

    def read(self, keys: Iterable[bytes]) -> dict[bytes, Typeset]:
        """What is known of these keys."""
        found: dict[bytes, Typeset] = {}
        wanted = list(dict.fromkeys(keys))
        for start in range(0, len(wanted), _CHUNK):
            chunk = wanted[start : start + _CHUNK]
            marks = ",".join("?" * len(chunk))
            query = f"SELECT key, value FROM formulas WHERE key IN ({marks})"  # noqa: S608
            for key, value in self._fetch(query, chunk):
                formula = _unpack(value)
                if formula is not None:
                    found[key] = formula
        return found

    def write(self, formulas: Mapping[bytes, Typeset]) -> None:
        """Remember these formulas, if the file lets us."""
        if self._db is None or not formulas:
            return
        rows = [(key, _pack(formula)) for key, formula in formulas.items()]
        with contextlib.suppress(sqlite3.Error), self._db as db:
            db.executemany("INSERT OR REPLACE INTO formulas VALUES (?, ?)", rows)

    def _fetch(self, query: str, keys: list[bytes]) -> list[tuple[bytes, bytes]]:
        if self._db is None:
            return []
        try:
            return self._db.execute(query, keys).fetchall()
        except sqlite3.Error:
            return []


def _open(path: Path | None) -> sqlite3.Connection | None:
    if path is None:
        return _connect(":memory:")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    try:
        return _connect(str(path))
    except sqlite3.OperationalError:
        return None
    except sqlite3.DatabaseError:
        # Not a database, or a damaged one: what it held can be set again.
        try:
            path.unlink(missing_ok=True)
            return _connect(str(path))
        except (OSError, sqlite3.Error):
            return None


def _connect(name: str) -> sqlite3.Connection:
    db = sqlite3.connect(name, timeout=_BUSY_TIMEOUT_S, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=OFF")
        db.execute(_SCHEMA)
        db.execute("SELECT key, value FROM formulas LIMIT 1").fetchall()
    except BaseException:
        db.close()
        raise
    return db


def _pack(formula: Typeset) -> bytes:
    values = [getattr(formula, name) for name in _FIELDS]
    return zlib.compress(json.dumps(values).encode(), 6)


def _unpack(value: object) -> Typeset | None:
    """The formula in a row, or None where the row is not one that we wrote."""
    if not isinstance(value, bytes):
        return None
    try:
        html, mathml, plain, error, position = json.loads(zlib.decompress(value))
    except (zlib.error, ValueError, TypeError):
        return None
    texts = (html, mathml, plain)
    if not all(isinstance(text, str) for text in texts):
        return None
    if not isinstance(error, str | None) or not isinstance(position, int | None):
        return None
    return Typeset(html=html, mathml=mathml, plain=plain, error=error, position=position)
