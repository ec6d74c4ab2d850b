"""Helpers against the calls that were recorded with Hexo 8.1.2."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.builtin.helpers import register
from inkpost.extend import Extensions
from tests.unit.recorded import load_pages, make_context, recorded_runs, resolve


@pytest.fixture(scope="module")
def helpers() -> dict[str, Any]:
    ext = Extensions()
    register(ext)
    return {name: entry.run for name, entry in ext.helpers.items()}


def test_recorded_calls_give_the_recorded_text(helpers: dict[str, Any]) -> None:
    pages = load_pages()
    contexts = {route: make_context(pages, route) for route in pages}
    wrong, count = [], 0
    for route, name, call, expected in recorded_runs():
        ctx = contexts[route]
        arguments = [resolve(item, ctx) for item in call[1:]]
        try:
            found = helpers[call[0]](ctx, *arguments)
        except ValueError:
            found = {"$error": True}
        count += 1
        if found != expected:
            wrong.append((route, name, str(found), expected))
    assert count > 250
    assert not wrong
