"""Search in the browser."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from tests.browser.chromium import PHONE, Chromium, Page

FINDABLE = "/2026/03/02/findable/"
OPEN = "() => document.querySelector('dialog.search-dialog[open]')"
FOCUSED = "() => document.activeElement.classList.contains('search-input')"
FOUND = """(href) => {
  const link = document.querySelector(".search-result:has(mark)")
  return link && decodeURIComponent(link.getAttribute("href")).startsWith(href)
}"""
FIRST = """() => {
  const link = document.querySelector(".search-result")
  const marks = [...link.querySelectorAll("mark")].map((mark) => mark.textContent)
  return [link.getAttribute("href"), marks, link.textContent]
}"""


def ask(page: Page, words: str, awaited: str = FINDABLE) -> tuple[str, list[str], str]:
    """The first result once its address begins as awaited: the address, what is marked, the text.

    Results of titles come at once, those of texts replace them when they are there.
    """
    page.type(words)
    page.wait(FOUND, awaited)
    href, marks, text = page.js(FIRST)
    return unquote(href), marks, text


@pytest.mark.parametrize(
    ("words", "section", "marked", "around"),
    [
        ("涨潮", "句子中间的词", "涨潮", "傍晚会慢慢涨潮直到"),
        ("lightho", "An-English-paragraph", "lightho", "The lighthouse keeper"),
        ("LOGB", "An-English-paragraph", "logb", "writes a logbook"),
        ("quench_the", "代码里的词", "quench_the", "def quench_the_kiln"),
        ("没有什么特别", "", "没有什么特别", "开头一段话"),
    ],
)
def test_finds(
    browser: Chromium, sample: str, words: str, section: str, marked: str, around: str
) -> None:
    with browser.page(sample) as page:
        page.go("/")
        page.press("/")
        page.wait(OPEN)
        address = FINDABLE + (f"#{section}" if section else "")
        href, marks, text = ask(page, words, address)
        assert href == address
        assert marked in [mark.lower() for mark in marks]
        assert around in text


def test_titles_come_first(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go("/")
        page.press("/")
        page.wait(OPEN)
        href, _, text = ask(page, "找得到")
        assert href.startswith(FINDABLE)
        assert text.startswith("找得到的东西")


def test_costs_nothing_until_opened(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go(FINDABLE)
        asked = [url for url in page.requests if "search" in url.rpartition("/")[2]]
        assert asked == []
        page.press("Control+k")
        page.wait(OPEN)
        ask(page, "涨潮")
        names = [url.rpartition("/")[2] for url in page.requests]
        assert "search-index.json" in names
        assert not {"search.json", "search.xml"} & set(names)
        assert page.console == []


@pytest.mark.parametrize("keys", ["/", "Control+k"])
def test_keys_open_and_close(browser: Chromium, sample: str, keys: str) -> None:
    with browser.page(sample) as page:
        page.go("/")
        page.js("() => document.querySelector('.brand').focus()")
        page.press(keys)
        page.wait(FOCUSED)
        assert page.js("() => document.activeElement.value") == ""
        page.press("Escape")
        page.wait("() => !document.querySelector('dialog[open]')")
        assert page.js("() => document.activeElement.className") == "brand"


def test_keys_choose_a_result(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go("/")
        page.press("/")
        page.wait(OPEN)
        ask(page, "涨潮", f"{FINDABLE}#")
        page.press("ArrowDown")
        chosen = page.js(
            """() => document.querySelector("[aria-selected=true]").id
              === document.querySelector(".search-input").getAttribute("aria-activedescendant")"""
        )
        assert chosen
        page.press("Enter")
        page.wait("() => decodeURIComponent(location.href).endsWith('/findable/#句子中间的词')")


def test_a_phone_opens_it_by_the_button(browser: Chromium, sample: str) -> None:
    with browser.page(sample, viewport=PHONE, hasTouch=True) as page:
        page.go(FINDABLE)
        page.click("[data-search]")
        page.wait(FOCUSED)
        href, _, _ = ask(page, "石阶")
        assert href.startswith(FINDABLE)
        page.click(".search-result")
        page.wait("() => !document.querySelector('dialog[open]')")


def test_nothing_found_is_said(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go("/")
        page.press("/")
        page.wait(OPEN)
        page.type("绝无此词")
        page.wait("() => document.querySelector('.search-status').textContent.includes('绝无此词')")


def test_the_search_page_answers_an_address(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go("/search/?q=%E6%B6%A8%E6%BD%AE")
        page.wait(FOUND, f"{FINDABLE}#句子中间的词")
