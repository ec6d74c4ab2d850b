"""Finer points of setting: columns of drawings, marks beside formulas, rows that come late."""

from __future__ import annotations

import pytest

from tests.browser.checks import layout_shift
from tests.browser.chromium import DESK, PHONE, Chromium
from tests.browser.sites import ROOT_PAGES

FINDABLE = "/2026/03/02/findable/"
PARTS = "/2026/03/04/parts/"
CLIPBOARD = ["clipboard-read", "clipboard-write"]

COLUMNS = """() => [...document.querySelectorAll(".diagram pre")].flatMap((pre) => {
  const probe = document.createElement("span")
  probe.textContent = "0".repeat(100)
  pre.append(probe)
  const column = probe.getBoundingClientRect().width / 100
  probe.remove()
  return [...pre.querySelectorAll(".cjk")]
    .map((run) => run.getBoundingClientRect().width / column / [...run.textContent].length)
})"""
ROWS = """() => [...document.querySelectorAll(".diagram pre")].flatMap((pre) => {
  const tops = [...pre.querySelectorAll(".line")].map((line) => line.getBoundingClientRect().top)
  return tops.slice(1).map((top, index) => top - tops[index])
})"""
# A mark that stands further left than the formula before it ends begins a line. Behind a long
# formula the mark itself has no size.
STRANDED = """() => [...document.querySelectorAll(".prose .katex")].filter((formula) => {
  const wrap = formula.closest(".math-tail") || formula
  const next = formula.nextSibling || wrap.nextSibling
  if (next?.className === "math-mark") {
    const shown = formula.querySelector(`[data-tail="${next.textContent}"]`)
    return !shown || parseFloat(getComputedStyle(next).fontSize) > 0
  }
  if (next?.nodeType !== 3 || !/^[，。；：、！？）」』》】,.;:!?)]/.test(next.data)) return false
  const range = new Range()
  range.setStart(next, 0)
  range.setEnd(next, 1)
  const ends = [...formula.querySelectorAll(".katex-base")].at(-1).getBoundingClientRect().right
  return range.getBoundingClientRect().left < ends - 4
}).map((formula) => formula.querySelector("annotation").textContent)"""
PART_OF_A_DISPLAY = """() => {
  const boxes = document.querySelectorAll(".prose .katex-display .katex-base")[0].children
  const range = new Range()
  range.setStart(boxes[1], 0)
  range.setEnd(boxes[boxes.length - 1], 0)
  getSelection().addRange(range)
}"""

NUMBERS = """() => [...document.querySelectorAll(".katex-tag")].map((number) => {
  const display = number.closest(".katex-display")
  const text = new Range()
  text.selectNodeContents(number)
  const [ended] = [...display.querySelectorAll(".katex-base")].slice(-1)
  display.scrollLeft = display.scrollWidth
  const { left, right } = text.getBoundingClientRect()
  return [left - ended.getBoundingClientRect().right, display.getBoundingClientRect().right - right]
})"""
"""Of each formula with a number: the room before the number, the room after it."""


@pytest.mark.parametrize("name", ["roadmap", "diagram post", "code post"])
def test_full_width_characters_of_drawings_take_two_columns(
    browser: Chromium, root_site: str, name: str
) -> None:
    with browser.page(root_site) as page:
        page.go(ROOT_PAGES[name])
        widths = page.js(COLUMNS)
        assert widths
        assert [width for width in widths if abs(width - 2) > 0.01] == []
        rows = page.js(ROWS)
        assert max(rows) - min(rows) < 0.5


@pytest.mark.parametrize("width", [1440, 390, 360, 320])
@pytest.mark.parametrize("name", ["math post", "paper post", "code post"])
def test_no_line_begins_with_the_mark_after_a_formula(
    browser: Chromium, root_site: str, name: str, width: int
) -> None:
    with browser.page(root_site, viewport={"width": width, "height": 900}) as page:
        page.go(ROOT_PAGES[name])
        assert page.js("() => document.querySelectorAll('.math-tail').length") >= 1
        assert page.js(STRANDED) == []
        assert page.js("() => document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [1440, 320, 200])
def test_the_number_of_a_formula_stands_behind_it(
    browser: Chromium, root_site: str, width: int
) -> None:
    with browser.page(root_site, viewport={"width": width, "height": 900}) as page:
        page.go(ROOT_PAGES["math post"])
        rooms = page.js(NUMBERS)
        assert len(rooms) >= 2
        assert [room for room in rooms if room[0] <= 0 or abs(room[1]) > 3] == []


def test_a_list_of_posts_shows_the_mark_itself(browser: Chromium, root_site: str) -> None:
    with browser.page(root_site) as page:
        page.go("/")
        hidden = """() => [...document.querySelectorAll(".excerpt .math-mark")]
          .filter((mark) => parseFloat(getComputedStyle(mark).fontSize) < 10).length"""
        assert page.js(hidden) == 0


def test_a_part_of_a_displayed_formula_is_copied_as_a_displayed_one(
    browser: Chromium, sample: str
) -> None:
    with browser.page(sample, permissions=CLIPBOARD) as page:
        page.go(PARTS)
        page.js(PART_OF_A_DISPLAY)
        page.press("Control+c")
        copied = page.clipboard()
        assert copied.startswith(r"$$\mathbf{A} =")
        assert copied.endswith(r"\mathbf{V}$$")


def test_the_field_of_a_page_costs_nothing_until_it_is_used(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go("/search/")
        assert [url for url in page.requests if "/search." in url or "search-" in url] == []
        page.press("/")
        page.type("涨潮")
        page.wait("() => document.querySelector('.search-page .search-result mark')")
        assert page.js("() => document.activeElement.value") == "涨潮"
        assert page.console == []


@pytest.mark.parametrize("viewport", [DESK, PHONE])
def test_guesses_for_a_lost_page_move_nothing(
    browser: Chromium, sample: str, viewport: dict[str, int]
) -> None:
    place = "() => document.querySelector('main .button').getBoundingClientRect().top"
    with browser.page(sample, viewport=viewport) as page:
        page.go("/no/such/thing-at-all/")
        assert page.js("() => document.querySelectorAll('.related h2').length") == 1
        before = page.js(place)
    with browser.page(sample, viewport=viewport) as page:
        page.go("/2026/findabel/")
        page.wait("() => document.querySelectorAll('.related h2').length === 2")
        hrefs = page.js("() => [...document.querySelectorAll('.related a')].map((a) => a.pathname)")
        assert hrefs[0] == FINDABLE
        assert hrefs.count(FINDABLE) == 1
        assert abs(page.js(place) - before) <= 1
        assert layout_shift(page) <= 0.01


def test_the_bars_of_the_browser_follow_the_button(browser: Chromium, sample: str) -> None:
    bars = "() => [...document.querySelectorAll('[name=theme-color]')].map((bar) => bar.content)"
    with browser.page(sample) as page:
        page.go("/")
        light, dark = page.js(bars)
        assert light in ("#f4f6f6", "#ffffff")
        assert dark == "#14181b"
        page.click("[data-scheme-toggle]")
        assert page.js(bars) == ["rgb(20, 24, 27)"] * 2
        page.go("/")
        assert page.js(bars) == ["rgb(20, 24, 27)"] * 2
        page.click("[data-scheme-toggle]")
        shown = {"#f4f6f6": "rgb(244, 246, 246)", "#ffffff": "rgb(255, 255, 255)"}
        assert page.js(bars) == [shown[light]] * 2


def test_the_look_of_an_enlarged_picture_comes_with_the_first(
    browser: Chromium, sample: str
) -> None:
    asked = (
        "() => performance.getEntriesByType('resource').some((e) => e.name.includes('css/zoom.'))"
    )
    with browser.page(sample) as page:
        page.go(PARTS)
        page.wait("() => document.querySelector('.zoomable')")
        assert not page.js(asked)
        page.click(".zoomable")
        page.wait("() => document.querySelector('.zoom-dialog[open]')")
        assert page.js(asked)
        look = "() => getComputedStyle(document.querySelector('.zoom-close')).position"
        assert page.js(look) == "fixed"
