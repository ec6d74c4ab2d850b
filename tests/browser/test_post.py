"""What a reader does on a post: contents, code, formulas, pictures, the scheme."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.chromium import PHONE, Chromium, Page
from tests.browser.sites import ROOT_PAGES

PARTS = "/2026/03/04/parts/"
LISTING = "/2026/03/03/long-code/"
DISPLAYED = (
    r"$$\mathbf{A} = \operatorname{softmax}"
    r"\left(\frac{\mathbf{Q}\mathbf{K}^\top}{\sqrt{d_k}}\right)\mathbf{V}$$"
)
CLIPBOARD = ["clipboard-read", "clipboard-write"]

CURRENT = """(id) => {
  const link = document.querySelector("#ink-toc a[aria-current]")
  return link && decodeURIComponent(link.hash.slice(1)) === id
}"""
IN_VIEW = """(id) => {
  const { top } = document.getElementById(id).getBoundingClientRect()
  return top >= -1 && top < innerHeight
}"""
FIRST_SET = """() => {
  new MutationObserver(() => {
    if (!window.schemeSet && document.documentElement?.dataset.scheme) {
      window.schemeSet = { at: performance.now(), body: Boolean(document.body) }
    }
  }).observe(document, { subtree: true, childList: true, attributes: true })
}"""
PAINTED = "() => performance.getEntriesByName('first-paint').length > 0"
SCHEME = "() => document.documentElement.dataset.scheme || null"


def heading_ids(page: Page) -> list[str]:
    ids: list[str] = page.js(
        """() => [...document.querySelectorAll("#ink-toc a")]
        .map((link) => decodeURIComponent(link.hash.slice(1)))"""
    )
    return ids


@pytest.mark.parametrize("name", ["math post", "code post", "roadmap", "page"])
def test_contents_links_lead_to_headings(browser: Chromium, root_site: str, name: str) -> None:
    with browser.page(root_site, reducedMotion="reduce") as page:
        page.go(ROOT_PAGES[name])
        ids = heading_ids(page)
        assert len(ids) >= 3
        lost = "(ids) => ids.filter((id) => !/^H[1-6]$/.test(document.getElementById(id)?.tagName))"
        assert page.js(lost, ids) == []
        for id_ in (ids[0], ids[-1]):
            page.js("(id) => document.querySelector(`#ink-toc a[href='#${id}']`).click()", id_)
            page.wait(IN_VIEW, id_)


def test_contents_list_follows_the_scroll(browser: Chromium, sample: str) -> None:
    low = {"width": 1440, "height": 480}
    with browser.page(sample, viewport=low, reducedMotion="reduce") as page:
        page.go(PARTS)
        ids = heading_ids(page)
        page.wait(CURRENT, ids[0])
        for id_ in ids[1:-1]:
            page.js("(id) => document.getElementById(id).scrollIntoView()", id_)
            page.wait(CURRENT, id_)
        page.js("() => scrollTo(0, document.documentElement.scrollHeight)")
        page.wait(CURRENT, ids[-1])
        assert page.js("() => document.querySelectorAll('#ink-toc [aria-current]').length") == 1


def test_contents_of_a_long_page_stay_in_view(browser: Chromium, root_site: str) -> None:
    with browser.page(root_site, reducedMotion="reduce") as page:
        page.go(ROOT_PAGES["roadmap"])
        page.js("() => scrollTo(0, document.documentElement.scrollHeight)")
        page.wait(CURRENT, heading_ids(page)[-1])
        place = page.js(
            """() => {
              const link = document.querySelector("#ink-toc a[aria-current]")
              const { top, bottom } = link.getBoundingClientRect()
              return top >= 0 && bottom <= innerHeight
            }"""
        )
        assert place


def test_the_sheet_of_a_phone(browser: Chromium, sample: str) -> None:
    with browser.page(sample, viewport=PHONE, hasTouch=True, reducedMotion="reduce") as page:
        page.go(PARTS)
        is_open = "() => document.getElementById('ink-toc').matches(':popover-open')"
        assert not page.js(is_open)
        page.click(".toc-button")
        assert page.js(is_open)
        box = page.js(
            """() => {
              const sheet = document.getElementById("ink-toc")
              const { left, right, bottom } = sheet.getBoundingClientRect()
              return { left, right, bottom }
            }"""
        )
        assert box == {"left": 0, "right": PHONE["width"], "bottom": PHONE["height"]}
        last = heading_ids(page)[-1]
        page.click("#ink-toc li:last-child > a")
        page.wait(IN_VIEW, last)
        assert not page.js(is_open)


def test_copied_code_is_the_code_alone(browser: Chromium, sample: str) -> None:
    with browser.page(sample, permissions=CLIPBOARD) as page:
        page.go(PARTS)
        assert copied(page, ".highlight:has(.tok-gp)") == "echo one\none\necho two\ntwo"
        assert copied(page, ".highlight.python") == (
            "def falling(items):\n    ordered = sorted(items, reverse=True)\n    return ordered\n"
            "\n\nprint(falling([3, 1, 2]))"
        )
        assert copied(page, ".highlight.diagram").startswith("┌────────┐    ┌────────┐\n│")


def test_selected_code_has_no_numbers(browser: Chromium, sample: str) -> None:
    with browser.page(sample, permissions=CLIPBOARD) as page:
        page.go(PARTS)
        page.js(
            """() => {
              getSelection().selectAllChildren(document.querySelector(".highlight.python pre"))
            }"""
        )
        page.press("Control+c")
        assert page.clipboard().startswith("def falling(items):\n    ordered = ")


def copied(page: Page, figure: str) -> str:
    page.js("() => navigator.clipboard.writeText('')")
    page.click(f"{figure} .code-tool:has-text('复制')")
    page.wait("() => navigator.clipboard.readText()")
    return page.clipboard()


def test_a_long_listing_unfolds(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go(LISTING)
        height = "() => document.querySelector('.highlight pre').clientHeight"
        folded = page.js(height)
        page.click(".code-unfold")
        assert page.js(height) > folded * 2
        assert page.js("() => document.querySelector('.code-unfold').ariaExpanded") == "true"


@pytest.mark.parametrize(
    ("formula", "tex"),
    [
        (".prose p .katex", r"$\alpha^2 + \beta^2$"),
        (
            ".prose .katex-display",
            DISPLAYED,
        ),
    ],
)
def test_a_copied_formula_is_its_tex(
    browser: Chromium, sample: str, formula: str, tex: str
) -> None:
    with browser.page(sample, permissions=CLIPBOARD) as page:
        page.go(PARTS)
        page.js(
            """(selector) => {
              const range = new Range()
              range.selectNode(document.querySelector(selector))
              getSelection().addRange(range)
            }""",
            formula,
        )
        page.press("Control+c")
        assert "".join(page.clipboard().split()) == "".join(tex.split())


def test_what_is_too_wide_scrolls_by_keyboard(browser: Chromium, sample: str) -> None:
    with browser.page(sample, viewport=PHONE) as page:
        page.go(PARTS)
        labels = page.js(
            """() => [...document.querySelectorAll(".prose [role=region]")]
            .map((each) => each.tabIndex === 0 && each.ariaLabel)"""
        )
        assert len(labels) >= 2
        assert all(labels)
        assert len(set(labels)) == len(labels)


def test_a_picture_is_shown_large(browser: Chromium, sample: str) -> None:
    with browser.page(sample) as page:
        page.go(PARTS)
        page.wait("() => document.querySelector('.prose img.zoomable')")
        is_open = "() => document.querySelector('dialog.zoom-dialog[open] img')?.naturalWidth > 0"
        page.click(".prose img.zoomable")
        page.wait(is_open)
        page.press("Escape")
        page.wait("() => !document.querySelector('dialog[open]')")
        page.click(".prose img.zoomable")
        page.wait(is_open)
        page.click(".zoom-close")
        page.wait("() => !document.querySelector('dialog[open]')")


def test_the_scheme_is_remembered_and_never_flashes(browser: Chromium, sample: str) -> None:
    with browser.page(sample, colorScheme="light") as page:
        page.before_scripts(FIRST_SET)
        page.go("/")
        ground = "() => getComputedStyle(document.body).backgroundColor"
        light = page.js(ground)
        assert page.js(SCHEME) is None
        page.click("[data-scheme-toggle]")
        assert page.js(SCHEME) == "dark"
        dark = page.js(ground)
        assert dark != light
        page.go(PARTS)
        assert (page.js(SCHEME), page.js(ground)) == ("dark", dark)
        page.wait(PAINTED)
        assert page.js("() => window.schemeSet.body") is False
        early = "() => schemeSet.at < performance.getEntriesByName('first-paint')[0].startTime"
        assert page.js(early)
        page.click("[data-scheme-toggle]")
        assert (page.js(SCHEME), page.js(ground)) == ("light", light)


def test_the_scheme_follows_the_system_until_chosen(browser: Chromium, sample: str) -> None:
    with browser.page(sample, colorScheme="dark") as page:
        page.go("/")
        look = "() => getComputedStyle(document.documentElement).colorScheme"
        assert page.js(look) == "dark"
        page.call("page.emulateMedia", {"colorScheme": "light"})
        assert page.js(look) == "light"


def test_holding_the_toggle_returns_to_the_system(browser: Chromium, sample: str) -> None:
    with browser.page(sample, colorScheme="light") as page:
        page.go("/")
        page.click("[data-scheme-toggle]")
        assert page.js(SCHEME) == "dark"
        page.call("page.click", "[data-scheme-toggle]", {"delay": 900})
        assert page.js(SCHEME) is None
        assert page.js("() => localStorage.getItem('scheme')") is None


def test_footnotes_of_folio_stand_beside_the_text(
    browser: Chromium, address_of: Callable[[str, str], str]
) -> None:
    hidden = "() => document.querySelector('.footnotes').getBoundingClientRect().height <= 1"
    with browser.page(address_of("sample", "folio"), reducedMotion="reduce") as page:
        page.go(PARTS)
        assert "脚注的内容在这里" in page.texts(".sidenote")[0]
        assert page.js(hidden)
        beside = """() => {
          const [note, call] = [".sidenote", ".footnote-ref"].map((s) => document.querySelector(s))
          const [one, other] = [note, call].map((each) => each.getBoundingClientRect())
          return one.right < other.left && Math.abs(one.top - other.top) < 60
        }"""
        assert page.js(beside)
        # Who follows the link by keyboard gets the note itself.
        page.js("() => document.querySelector('.footnote-ref a').focus()")
        page.press("Enter")
        page.wait("() => document.querySelector('.footnotes').getBoundingClientRect().height > 20")


def test_formulas_are_a_little_larger_than_the_text(browser: Chromium, sample: str) -> None:
    ratio = """() => {
      const size = (each) => parseFloat(getComputedStyle(each).fontSize)
      const formula = document.querySelector(".prose p .katex")
      return size(formula) / size(formula.closest("p"))
    }"""
    with browser.page(sample) as page:
        assert page.go(PARTS).js(ratio) == pytest.approx(1.08, abs=0.005)
