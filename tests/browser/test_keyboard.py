"""The keyboard alone: the skip link, a visible focus everywhere, nothing that traps it."""

from __future__ import annotations

import pytest

from tests.browser.chromium import PHONE, Chromium
from tests.browser.sites import ROOT_PAGES
from tests.browser.test_post import PARTS

FOCUS = """() => {
  const each = document.activeElement
  const styles = [each, each.closest(".card"), each.closest(".search-box")].filter(Boolean)
    .map((element) => getComputedStyle(element))
  const ring = ({ outlineStyle, outlineWidth, boxShadow }) =>
    outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 || boxShadow.includes("2px inset")
  const box = each.getBoundingClientRect()
  return {
    name: [each.tagName.toLowerCase(), ...each.classList].join("."),
    ring: styles.some(ring),
    shown: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0,
    at: [...document.querySelectorAll("*")].indexOf(each),
  }
}"""


def test_the_skip_link_comes_first(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go(PARTS)
        page.press("Tab")
        focus = page.js(FOCUS)
        assert focus["name"] == "a.skip-link"
        assert focus["shown"]
        assert focus["ring"]
        page.press("Enter")
        page.wait("() => document.activeElement.tagName === 'MAIN'")
        page.press("Tab")
        assert page.js("() => Boolean(document.activeElement.closest('main'))")


@pytest.mark.parametrize("name", ["index", "math post", "archive", "categories", "tags", "404"])
@pytest.mark.parametrize("viewport", [None, PHONE], ids=["desk", "phone"])
def test_focus_is_seen_at_every_stop(
    browser: Chromium, root_site: str, name: str, viewport: dict[str, int] | None
) -> None:
    size = {"viewport": viewport} if viewport else {}
    with browser.page(root_site, reducedMotion="reduce", **size) as page:
        page.go(ROOT_PAGES[name])
        stops = []
        for _ in range(25):
            page.press("Tab")
            stops.append(page.js(FOCUS))
        stops = [stop for stop in stops if not stop["name"].startswith("body")]
        unseen = [stop["name"] for stop in stops if not (stop["ring"] and stop["shown"])]
        assert unseen == []
        assert len({stop["at"] for stop in stops}) > 15


def test_a_picture_opens_by_key(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go(PARTS)
        page.wait("() => document.querySelector('.prose img.zoomable')")
        page.js(
            """() => {
              const picture = document.querySelector(".prose img.zoomable")
              const target = picture.closest("a") || picture
              target.focus()
            }"""
        )
        page.press("Enter")
        page.wait("() => document.querySelector('dialog.zoom-dialog[open]')")
        page.press("Escape")
        page.wait("() => !document.querySelector('dialog[open]')")
        assert page.js("() => Boolean(document.activeElement.closest('.prose'))")


def test_brackets_go_to_the_neighbours(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go("/2026/03/02/findable/")
        page.press("[")
        page.wait("() => location.pathname === '/2026/03/03/long-code/'")
        page.wait("() => document.readyState === 'complete'")
        page.press("]")
        page.wait("() => location.pathname === '/2026/03/02/findable/'")
