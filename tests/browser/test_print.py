"""What comes out of the printer: light, whole, without what only a screen needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.checks import too_wide
from tests.browser.chromium import Chromium
from tests.browser.sites import ROOT_PAGES

SHEET = 680
"""A4 between margins of 15 mm, in px."""
POSTS = ("math post", "code post", "paper post", "diagram post", "roadmap", "config page")
FOR_SCREENS = """() => [...document.querySelectorAll(".site-header, .site-footer, nav, button")]
  .filter((each) => each.getClientRects().length)
  .map((each) => each.outerHTML.slice(0, 80))"""
CUT = """() => [...document.querySelectorAll("main *")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1)
  .filter((each) => getComputedStyle(each).overflowX !== "visible")
  .map((each) => [each.outerHTML.slice(0, 80), each.scrollWidth, each.clientWidth])"""
COLOURS = (
    """() => ["backgroundColor", "color"].map((name) => getComputedStyle(document.body)[name])"""
)
NOTE_DRAWN = """() => addEventListener("beforeprint", () => {
  const drawings = [...document.querySelectorAll("pre.mermaid")]
  window.drawn = drawings.map((each) => each.querySelector("svg")?.id)
})"""
DRAWN = '[...document.querySelectorAll("pre.mermaid svg")]'


@pytest.mark.parametrize("name", POSTS)
def test_posts_are_light_and_whole(browser: Chromium, root_site: str, name: str) -> None:
    with browser.page(root_site, colorScheme="dark") as page:
        page.go(ROOT_PAGES[name])
        page.call("page.emulateMedia", {"media": "print"})
        assert too_wide(page, SHEET) == ""
        assert page.js(CUT) == []
        assert page.js(FOR_SCREENS) == []
        assert page.js(COLOURS) == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_diagrams_not_yet_seen_are_printed(
    browser: Chromium, root_site: str, scheme: str, tmp_path: Path
) -> None:
    window = {"width": 1000, "height": 300}
    with browser.page(root_site, viewport=window, colorScheme=scheme) as page:
        page.go(ROOT_PAGES["diagram post"])
        page.wait("() => window.inkpost")
        assert not any("mermaid" in url for url in page.requests)
        page.js(NOTE_DRAWN)
        page.call("page.pdf", {"path": str(tmp_path / "post.pdf")})
        assert page.js("() => window.drawn") == ["diagram-0-light", "diagram-1-light"]
        page.wait(f"() => {DRAWN}.every((each) => each.id.endsWith('-{scheme}'))")
        assert page.js("() => document.documentElement.dataset.scheme ?? null") is None
        assert page.console == []


def test_a_chosen_dark_scheme_is_kept(browser: Chromium, root_site: str, tmp_path: Path) -> None:
    with browser.page(root_site, colorScheme="light") as page:
        page.go("/").js("() => localStorage.setItem('scheme', 'dark')")
        page.go(ROOT_PAGES["diagram post"])
        page.wait("() => window.inkpost")
        page.js(NOTE_DRAWN)
        page.call("page.pdf", {"path": str(tmp_path / "post.pdf")})
        assert page.js("() => window.drawn") == ["diagram-0-light", "diagram-1-light"]
        assert page.js("() => document.documentElement.dataset.scheme") == "dark"
