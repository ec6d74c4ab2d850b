"""Every sign of a formula comes from a font of KaTeX's, and from no larger part than it needs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from inkpost.io.katex import KatexEngine, Run
from tests.browser.chromium import Chromium, Page
from tests.browser.serving import serve
from tests.shared import ROOT, absent

ASSETS = ROOT / "src/inkpost/assets/katex"
RARE = {
    r"\mathfrak{g}": ("Fraktur-Regular", "g"),
    r"\mathscr{A}": ("Script-Regular", "A"),
    r"\varnothing": ("AMS-Regular-rest", "∅"),
    r"\nleftrightarrow": ("AMS-Regular-rest", "↮"),
    r"\circledS": ("AMS-Regular-rest", "Ⓢ"),
    r"\heartsuit": ("Main-Regular-rest", "♡"),
    r"\varpi": ("Math-Italic-rest", "ϖ"),
    r"\mathbf{\Xi}": ("Main-Bold-rest", "Ξ"),
    r"\boldsymbol{\varsigma}": ("Math-BoldItalic-rest", "ς"),
}
"""Formula -> the part that its sign is in, and the sign."""
EVERYDAY = {
    r"a \neq b \le \frac{c}{2} \cdot \log_2 \hat{x} \in \{\ldots\}": {
        "Main-Regular", "Math-Italic",
    },
    r"\mathbf{w} \leftarrow \mathbf{w} - \eta \nabla_\theta \mathcal{L}": {
        "Main-Bold", "Main-Regular", "Math-Italic", "Caligraphic-Regular",
    },
    r"x \leqslant \mathbb{E}[\text{损失}]": {"AMS-Regular", "Main-Regular", "Math-Italic"},
}  # fmt: skip
"""Formula -> all that it may load."""
_WIDTH = """(sign) => {
  const walker = document.createTreeWalker(
    document.querySelector(".katex-html"), NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.data.includes(sign)) continue
    const range = document.createRange()
    range.selectNodeContents(walker.currentNode)
    const size = parseFloat(getComputedStyle(walker.currentNode.parentElement).fontSize)
    return range.getBoundingClientRect().width / size
  }
}"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a page for each formula lies, `/0.html` the first of `RARE`."""
    if not (ASSETS / "katex.min.css").is_file():
        absent("KaTeX, which is brought in while the package is built,")
    folder = Path(shutil.copytree(ASSETS, tmp_path_factory.mktemp("formulas") / "site"))
    with KatexEngine() as engine:
        run = Run(formulas=tuple((tex, False) for tex in (*RARE, *EVERYDAY)))
        for number, result in enumerate(engine.typeset([run], timeout_s=60)[0]):
            (folder / f"{number}.html").write_text(
                '<!doctype html><meta charset="utf-8"><link rel="stylesheet" '
                f'href="katex.min.css"><p style="font-size:100px">{result.html}</p>',
                encoding="utf-8",
            )
    with serve(folder) as base:
        yield base


def loaded(page: Page) -> set[str]:
    page.js("() => document.fonts.ready.then(() => true)")
    return {
        url.rpartition("/")[2].removeprefix("KaTeX_").removesuffix(".woff2")
        for url in page.requests
        if url.endswith(".woff2")
    }


@pytest.mark.parametrize("tex", RARE)
def test_a_rare_sign_comes_from_the_part_that_has_it(
    browser: Chromium, address: str, tex: str
) -> None:
    from fontTools.ttLib import TTFont

    part, sign = RARE[tex]
    font = TTFont(ASSETS / f"fonts/KaTeX_{part}.woff2")
    width = font["hmtx"][font.getBestCmap()[ord(sign)]][0] / font["head"].unitsPerEm
    with browser.page(address) as page:
        page.go(f"/{list(RARE).index(tex)}.html")
        assert part in loaded(page)
        assert page.js(_WIDTH, sign) == pytest.approx(width, abs=0.002)


@pytest.mark.parametrize("tex", EVERYDAY)
def test_an_everyday_formula_loads_first_parts_only(
    browser: Chromium, address: str, tex: str
) -> None:
    with browser.page(address) as page:
        page.go(f"/{len(RARE) + list(EVERYDAY).index(tex)}.html")
        assert loaded(page) == EVERYDAY[tex]
