"""Which fonts a formula needs, known before the browser meets it."""

from __future__ import annotations

from pathlib import Path

from inkpost.formula import fonts
from inkpost.formula.fonts import formula_fonts
from tests.shared import absent
from tests.sites import SiteBuilder, text_of

ROOT = Path(__file__).parents[2]


def test_the_fonts_of_a_formula() -> None:
    html = '<span class="katex"><span class="mord mathnormal">x</span><span class="mord mathbb">'
    assert formula_fonts(html) == {"Main-Regular", "Math-Italic", "AMS-Regular"}
    assert formula_fonts("<p>mathbf</p>") == frozenset()
    sign = '<span class="katex"><span class="mrel amsrm">{}</span></span>'
    assert formula_fonts(sign.format("⩽")) == {"Main-Regular", "AMS-Regular"}
    assert formula_fonts(sign.format("∤")) == {"Main-Regular", "AMS-Regular-rest"}


def test_every_font_that_is_asked_for_is_shipped() -> None:
    every = "".join(mark for mark, _ in fonts._FONTS) + 'amsrm">∤'
    folder = ROOT / "src/inkpost/assets/katex/fonts"
    if not folder.is_dir():
        absent("KaTeX, which is brought in while the package is built,")
    for name in formula_fonts(f'<span class="katex">{every}'):
        assert (folder / f"KaTeX_{name}.woff2").is_file()


def test_a_page_asks_for_the_fonts_of_all_its_formulas(site: SiteBuilder) -> None:
    site.configure(theme="tessera")
    site.post("one", "Here $x$ and there $\\mathbb{R}$, and $\\mathfrak{g}$ in a table.\n")
    page = text_of(site.make(), "2024/03/05/one/index.html")
    wanted = ("AMS-Regular", "Fraktur-Regular", "Main-Regular", "Math-Italic")
    asked = [line for line in page.splitlines() if 'as="font"' in line]
    assert [name for name in wanted if any(f"KaTeX_{name}.woff2" in line for line in asked)] == [
        *wanted
    ]
    assert len(asked) == len(wanted)
