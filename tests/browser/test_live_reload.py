"""`blog server`, seen from the browser: an edit shows by itself, an error lies over the page."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.browser.chromium import Chromium
from tests.browser.sites import copy_sample_site
from tests.browser.test_post import PARTS

HAS_TEXT = "(text) => document.querySelector('main').textContent.includes(text)"


@dataclass(frozen=True, slots=True)
class Preview:
    """A running preview. site: its sources; address: without a slash at the end."""

    site: Path
    address: str

    def edit(self, path: str, old: str, new: str) -> None:
        """Replace text in a source file."""
        file = self.site / path
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    """`blog server` over a copy of the small site."""
    site = copy_sample_site(tmp_path)
    server = subprocess.Popen(
        [sys.executable, "-m", "inkpost", "server", "--port", "0"],
        cwd=site,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout
        line = server.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http://"))
        yield Preview(site, address.rstrip("/"))
    finally:
        server.terminate()
        server.wait(timeout=30)


def test_an_edit_shows_by_itself(browser: Chromium, preview: Preview) -> None:
    with browser.page(preview.address) as page:
        page.go(PARTS)
        preview.edit("source/_posts/parts.md", "结尾有几句话", "改过的几句话")
        page.wait(HAS_TEXT, "改过的几句话")
        assert page.console == []


def test_a_style_is_swapped_in_place(browser: Chromium, preview: Preview) -> None:
    own = (
        "(value) => getComputedStyle(document.documentElement).getPropertyValue('--own') === value"
    )
    with browser.page(preview.address) as page:
        page.go(PARTS)
        page.wait(own, "one")
        page.js("() => { window.sameDocument = true; scrollTo(0, 400) }")
        preview.edit("source/css/own.css", "one", "two")
        page.wait(own, "two")
        assert page.js("() => window.sameDocument === true && scrollY > 0")


def test_an_error_lies_over_the_page_until_mended(browser: Chromium, preview: Preview) -> None:
    overlay = "() => document.querySelector('[role=alert]')?.textContent || ''"
    with browser.page(preview.address) as page:
        page.go(PARTS)
        preview.edit("source/_posts/parts.md", "tags: [部件]", "tags: [部件")
        page.wait("() => document.querySelector('[role=alert]')")
        assert "source/_posts/parts.md:" in page.js(overlay)
        assert page.js("() => document.querySelector('h1').textContent.trim()") == "各种部件"
        preview.edit("source/_posts/parts.md", "tags: [部件", "tags: [部件, 新]")
        page.wait("() => !document.querySelector('[role=alert]')")
        page.wait(HAS_TEXT, "新")
