from __future__ import annotations

import re

import pytest

from inkpost.io.bundled import bundled_path


@pytest.mark.parametrize(
    "name",
    [
        "katex/katex.min.js",
        "katex/katex.min.css",
        "katex/contrib/mhchem.min.js",
        "katex/contrib/copy-tex.min.js",
        "katex/fonts/KaTeX_Main-Regular.woff2",
        "katex/fonts/KaTeX_Math-Italic.woff2",
        "katex/LICENSE",
        "mermaid/mermaid.min.js",
        "mermaid/LICENSE",
    ],
)
def test_the_package_carries_its_libraries(name: str) -> None:
    assert bundled_path("assets", *name.split("/")).is_file()


def test_the_stylesheet_names_only_fonts_that_ship() -> None:
    css = bundled_path("assets", "katex", "katex.min.css").read_text("utf-8")
    fonts = re.findall(r"url\(([^)]*)\)", css)
    assert len(fonts) == 27  # of 20 fonts, 7 in two parts
    assert all(bundled_path("assets", "katex", *font.split("/")).is_file() for font in fonts)


@pytest.mark.parametrize("name", ["themes", "scaffolds"])
def test_folders_of_the_repository_are_found(name: str) -> None:
    assert bundled_path(name).is_dir()
