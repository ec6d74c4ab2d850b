"""A small share of the kills and interrupts that `make prove` makes."""

from __future__ import annotations

from tests.faults.publish import run_interrupts, run_kills


def test_a_build_that_is_killed_loses_nothing() -> None:
    assert run_kills(8, seed=4).startswith("8 kills")


def test_a_build_that_is_interrupted_leaves_a_whole_site() -> None:
    assert run_interrupts(6, seed=4).startswith("6 builds")
