"""What a page may weigh, and what else it must be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.browser.checks import Weight, axe_violations, layout_shift, too_wide, weigh
from tests.browser.chromium import DESK, PHONE, Chromium, Page
from tests.browser.sites import ROOT_PAGES

KIB = 1024
SCHEMES = ("light", "dark")
VIEWPORTS = (DESK, PHONE)
MAX_SHIFT = 0.01
LIMITS = {
    "css+js": 20 * KIB,
    "index": 30 * KIB,
    "katex css": 5 * KIB,
    "math fonts": 80 * KIB,
    "search code": 8 * KIB,
}
"""Bytes as sent. "css+js" is of pages without formulas; "index" all but the author's rasters.

Fonts and KaTeX's sheet count to the end of the page, all else as the page is opened.
"""
LIBRARIES = ("/mermaid/",)
"""Do not count: they come when a reader is near what needs them, which may be at once."""
WISHED = 14 * KIB
"""What "css+js" should keep to; more is noted, and fails above its limit only."""
INDEX_REQUESTS = 6
"""Pictures of the author's, which covers are, do not count."""
SEARCH_BYTES_PER_POST = 60 * KIB / 100
RASTERS = ("png", "jpg", "jpeg", "webp", "gif", "avif")
_WHEN_FOUND = """() => {
  const sent = () => performance.getEntriesByType("resource")
    .filter(({ name }) => name.endsWith(".json"))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  new MutationObserver(() => {
    if (document.querySelector(".search-result")) window.searchBytes ||= sent()
  }).observe(document.querySelector(".search-results"), { childList: true })
}"""
_SCROLL = """async () => {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
    scrollTo({ top, behavior: "instant" })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
  await document.fonts.ready
}"""
_KATEX_CSS = """() => performance.getEntriesByType("resource")
  .filter(({ name }) => name.endsWith("/katex.min.css"))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
OWN_NOISE = "Failed to load resource: the server responded with a status of 404"


@dataclass(slots=True)
class Row:
    """What was found of one page of one theme, over all widths and schemes."""

    theme: str
    name: str
    weight: Weight = field(default_factory=lambda: Weight(0, {}))
    katex_css: int = 0
    axe: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    console: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    wide: list[str] = field(default_factory=list)
    shift: float = 0.0

    @property
    def failures(self) -> Iterator[str]:
        """One line for each gate that the page does not pass."""
        for kind in ("axe", "html", "console", "foreign", "wide"):
            yield from (f"{kind}: {each}" for each in dict.fromkeys(getattr(self, kind)))
        if self.shift > MAX_SHIFT:
            yield f"layout shift {self.shift:.4f} > {MAX_SHIFT}"
        yield from self._weights()

    def _weights(self) -> Iterator[str]:
        weight = self.weight
        has_math = weight.by_kind.get("woff2", 0) > 0
        if has_math:
            yield from over("math fonts", weight.of("woff2"))
            yield from over("katex css", self.katex_css)
        else:
            yield from over("css+js", weight.of("css", "js"))
        if self.name == "index":
            yield from over("index", weight.total - weight.of(*RASTERS))
            if (asked := weight.requests - weight.pictures) > INDEX_REQUESTS:
                yield f"{asked} requests > {INDEX_REQUESTS}"

    @property
    def notes(self) -> Iterator[str]:
        """One line for each wish that the page does not meet."""
        if not self.weight.of("woff2"):
            yield from over("css+js", self.weight.of("css", "js"), WISHED)


def over(name: str, actual: float, limit: float | None = None) -> Iterator[str]:
    """A line where something weighs more than it may."""
    allowed = LIMITS[name] if limit is None else limit
    if actual > allowed:
        yield f"{name} {actual / KIB:.1f} KiB > {allowed / KIB:.1f}"


def examine(browser: Chromium, base: str, theme: str, name: str) -> Row:
    """Look at a page in both widths and both schemes, and at 320 px."""
    row = Row(theme, name)
    for viewport in VIEWPORTS:
        for scheme in SCHEMES:
            with browser.page(base, viewport=viewport, colorScheme=scheme) as page:
                page.go(ROOT_PAGES[name])
                row.shift = max(row.shift, layout_shift(page))
                if viewport is DESK and scheme == "light":
                    row.weight, row.katex_css = _weigh_reading(page)
                row.axe += axe_violations(page)
                row.wide += filter(None, [too_wide(page, viewport["width"]), too_wide(page)])
                row.console += [
                    line for line in page.console if not (name == "404" and OWN_NOISE in line)
                ]
                row.foreign += page.foreign
    return row


def _weigh_reading(page: Page) -> tuple[Weight, int]:
    """The page as it is opened, with the fonts of the whole of it; the bytes of KaTeX's sheet."""
    opened = weigh(page, LIBRARIES)
    page.js(_SCROLL)
    fonts = {"woff2": weigh(page).of("woff2")}
    return replace(opened, by_kind=opened.by_kind | fonts), page.js(_KATEX_CSS)


def file_of(public: Path, name: str) -> Path:
    """The file of a page of the root site."""
    file = public / ROOT_PAGES[name].lstrip("/") / "index.html"
    return file if file.exists() else public / "404.html"


def examine_search(browser: Chromium, base: str) -> Iterator[str]:
    """One line for each gate that the search does not pass."""
    with browser.page(base) as page:
        page.go("/")
        before = weigh(page)
        if any("search" in url.rpartition("/")[2] for url in page.requests):
            yield "loaded before it was opened"
        page.press("/")
        page.wait("() => document.querySelector('.search-dialog[open]')")
        page.js(_WHEN_FOUND)
        page.type("缓存")
        page.wait("() => window.searchBytes")
        yield from over("search code", weigh(page).of("js") - before.of("js"))
        posts = page.js(
            "async () => (await (await fetch('/search-index.json')).json()).docs.length"
        )
        allowed = max(posts, 100) * SEARCH_BYTES_PER_POST
        yield from over("search data", page.js("() => window.searchBytes"), allowed)
