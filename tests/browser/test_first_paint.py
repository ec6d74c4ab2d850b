"""What the first paint shows stays where it is, however slowly the rest of the page comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from tests.browser.checks import layout_shift
from tests.browser.chromium import DESK, PHONE, Chromium
from tests.browser.conftest import OutputOf
from tests.browser.serving import listening

PAINTED = """() => new Promise((done) => {
  new PerformanceObserver(done).observe({ type: "paint", buffered: true })
  setTimeout(done, 250)
})"""
"""Waits for the first paint, which may have to wait for the rest: for a quarter of a second."""


class _Halting(SimpleHTTPRequestHandler):
    """Sends the home page up to a place, the rest when it is told to."""

    def __init__(self, place: str, go_on: threading.Event, *args: Any, **options: Any) -> None:
        self._place, self._go_on = place.encode(), go_on
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        """Answer as ever, the home page in two parts."""
        if self.path != "/":
            return super().do_GET()
        data = Path(self.directory, "index.html").read_bytes()
        first, place, rest = data.partition(self._place)
        assert place, self._place
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(first + place)
        self.wfile.flush()
        self._go_on.wait(30)
        self.wfile.write(rest)
        return None

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's
        """Say nothing."""


@contextmanager
def halting(folder: Path, place: str) -> Iterator[tuple[str, threading.Event]]:
    """Serve a folder, its home page up to a place; gives address and event for the rest."""
    go_on = threading.Event()
    handler = partial(_Halting, place, go_on, directory=str(folder))
    with listening(handler) as base:
        try:
            yield base, go_on
        finally:
            go_on.set()


@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    "place",
    ['class="brand"', '<nav class="menu"', "</nav>", "data-search", '<p class="meta">', "</h2>"],
)
def test_nothing_moves_as_the_rest_comes(
    browser: Chromium, output_of: OutputOf, theme: str, window: dict[str, int], place: str
) -> None:
    with (
        halting(output_of("root", theme), place) as (base, go_on),
        browser.page(base, viewport=window) as page,
    ):
        page.call("page.goto", f"{base}/", {"waitUntil": "commit"})
        page.js(PAINTED)
        go_on.set()
        page.wait("() => document.readyState === 'complete'")
        assert layout_shift(page) == 0
        assert page.js("() => performance.getEntriesByType('paint').length")


def test_a_list_is_painted_before_all_of_it_is_there(
    browser: Chromium, output_of: OutputOf
) -> None:
    with (
        halting(output_of("root", "folio"), "</h2>") as (base, go_on),
        browser.page(base) as page,
    ):
        page.call("page.goto", f"{base}/", {"waitUntil": "commit"})
        page.wait("() => performance.getEntriesByName('first-contentful-paint').length")
        assert not go_on.is_set()
