"""JavaScript switched off: everything that is to be read can be read."""

from __future__ import annotations

import pytest

from tests.browser.checks import too_wide
from tests.browser.chromium import PHONE, Chromium
from tests.browser.sites import ROOT_PAGES
from tests.browser.test_post import IN_VIEW, PARTS, heading_ids

SHOWN = """(selector) => {
  const each = document.querySelector(selector)
  return Boolean(each?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    && each.getBoundingClientRect().height > 0
}"""


@pytest.mark.parametrize("name", ["index", "math post", "archive", "categories", "tags", "404"])
def test_title_navigation_and_text_are_there(browser: Chromium, root_site: str, name: str) -> None:
    with browser.page(root_site, javaScriptEnabled=False) as page:
        page.go(ROOT_PAGES[name])
        for selector in ("h1", ".site-header .menu a", "main p, main li", ".site-footer"):
            assert page.js(SHOWN, selector), selector
        assert not page.js(SHOWN, "[data-scheme-toggle]")
        assert too_wide(page) == ""


def test_a_post_is_whole(browser: Chromium, sample: str) -> None:
    with browser.page(sample, javaScriptEnabled=False) as page:
        page.go(PARTS)
        for selector in (
            ".prose .katex-html",
            ".prose .highlight code",
            ".prose table",
            "#ink-toc a",
        ):
            assert page.js(SHOWN, selector), selector
        faces = page.js(
            """() => document.fonts.load("16px KaTeX_Main").then((found) => found.length)"""
        )
        assert faces == 1
        page.js("() => document.querySelector('.prose img').scrollIntoView()")
        page.wait("() => document.querySelector('.prose img').naturalWidth > 0")
        assert page.js("() => Boolean(document.querySelector('.prose a[href$=\".png\"] img'))")


def test_contents_links_work(browser: Chromium, sample: str) -> None:
    with browser.page(sample, javaScriptEnabled=False) as page:
        page.go(PARTS)
        page.click("#ink-toc li:last-child > a")
        page.wait(IN_VIEW, heading_ids(page)[-1])


def test_contents_on_a_phone(browser: Chromium, sample: str) -> None:
    with browser.page(sample, javaScriptEnabled=False, viewport=PHONE) as page:
        page.go(PARTS)
        assert not page.js(SHOWN, ".toc-inline nav")
        page.click(".toc-inline summary")
        assert page.js(SHOWN, ".toc-inline nav a")
        page.click(".toc-inline li:last-child > a")
        page.wait(IN_VIEW, heading_ids(page)[-1])
        page.click(".toc-button")
        assert page.js("() => document.getElementById('ink-toc').matches(':popover-open')")


def test_pages_of_a_list_are_reached(browser: Chromium, sample: str) -> None:
    with browser.page(sample, javaScriptEnabled=False) as page:
        page.go("/")
        page.click("a[rel=next]")
        page.wait("() => location.pathname === '/page/2/'")
        assert page.texts("main h2") == ["找得到的东西", "最早的一篇"]


def test_the_search_button_leads_to_the_archive(browser: Chromium, sample: str) -> None:
    with browser.page(sample, javaScriptEnabled=False) as page:
        page.go("/")
        page.click("[data-search]")
        page.wait("() => location.pathname === '/archives/'")
