"""What every page must satisfy, asked of Chromium or of html-validate."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.browser.chromium import Page, find_node, find_tool

HTML_RULES: Final = Path(__file__).with_name("html-validate.json")
NARROW: Final = 320

_AXE: Final = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ["violations"] })
  const cut = ({ html }) => html.slice(0, 160)
  return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(cut) }))
}"""
_SHIFTS: Final = """() => new Promise((done) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: "layout-shift", buffered: true })
  requestAnimationFrame(() => setTimeout(() => done(sum), 50))
})"""
_WIDEST: Final = """() => {
  const isWide = (each) => each.getBoundingClientRect().right > innerWidth + 1
  const name = (each) => [each.tagName.toLowerCase(), ...each.classList].join(".")
  return [...document.querySelectorAll("body *")].filter(isWide).slice(0, 5).map(name)
}"""
_SENT: Final = """() => ["navigation", "resource"]
  .flatMap((type) => performance.getEntriesByType(type))
  .filter(({ name }) => !name.startsWith("data:"))
  .map(({ entryType, initiatorType, name, encodedBodySize }) => [
    name, entryType === "navigation" ? "html" : new URL(name).pathname.split(".").pop(),
    encodedBodySize, initiatorType === "img",
  ])"""


@dataclass(frozen=True, slots=True)
class Weight:
    """What a page asks for, in bytes as sent. by_kind: "html", "css", "js", "woff2", …

    pictures: the requests that `<img>` makes.
    """

    requests: int
    by_kind: dict[str, int]
    pictures: int = 0

    @property
    def total(self) -> int:
        """All bytes."""
        return sum(self.by_kind.values())

    def of(self, *kinds: str) -> int:
        """The bytes of some kinds."""
        return sum(self.by_kind.get(kind, 0) for kind in kinds)


def axe_violations(page: Page) -> list[str]:
    """What axe-core finds wrong on the page shown, one line a rule."""
    page.call("page.addScriptTag", {"path": str(find_tool("axe-core", "axe.min.js"))})
    found = page.js(_AXE)
    return [f"{each['id']} ({len(each['nodes'])}): {each['nodes'][0]}" for each in found]


def layout_shift(page: Page) -> float:
    """The cumulative layout shift of the page shown."""
    return float(page.js(_SHIFTS))


def too_wide(page: Page, width: int = NARROW) -> str:
    """What makes the page scroll sideways in a window of some width; "" where nothing does."""
    page.call("page.setViewportSize", {"width": width, "height": 800})
    actual = page.js("() => document.documentElement.scrollWidth")
    return "" if actual == width else f"{actual} px wide at {width}: {page.js(_WIDEST)}"


def weigh(page: Page, without: tuple[str, ...] = ()) -> Weight:
    """What the page shown has taken from the network.

    without: parts of addresses that do not count.
    """
    entries = [entry for entry in page.js(_SENT) if not any(part in entry[0] for part in without)]
    by_kind: dict[str, int] = {}
    for _, kind, size, _ in entries:
        by_kind[kind] = by_kind.get(kind, 0) + size
    return Weight(len(entries), by_kind, sum(is_picture for *_, is_picture in entries))


def html_errors(files: Iterable[Path]) -> list[str]:
    """What html-validate finds wrong in some files, one line each."""
    tool = find_tool("html-validate", "bin", "html-validate.mjs")
    done = subprocess.run(
        [find_node(), tool, "--config", HTML_RULES, "--formatter", "json", *files],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.stdout.startswith("["), done.stderr
    return [
        f"{result['filePath']}:{each['line']}: {each['ruleId']}: {each['message']}"
        for result in json.loads(done.stdout)
        for each in result["messages"]
    ]
