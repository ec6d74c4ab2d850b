"""A process that has set formulas ends by itself, however it ends; the full run is a fault test."""

from __future__ import annotations

import pytest

from tests.faults.typeset import run_once
from tests.faults.typeset_child import WAYS


@pytest.mark.parametrize("way", WAYS)
def test_a_process_that_set_formulas_ends_by_itself(way: str) -> None:
    assert run_once(way, delay_s=0.2) is None
