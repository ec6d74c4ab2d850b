"""A small share of the edits that `make prove` makes."""

from __future__ import annotations

from tests.faults.edits import run_sequences


def test_a_refresh_after_any_edits_equals_a_clean_build() -> None:
    assert "4 sequences" in run_sequences(4, seed=7)
