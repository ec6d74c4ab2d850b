"""Every kind of page of the repository's own site: quiet, on its own, as wide as its window."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.checks import axe_violations, html_errors, layout_shift, too_wide
from tests.browser.chromium import PHONE, Chromium
from tests.browser.sites import ROOT_PAGES

EXPECTED_NOISE = "Failed to load resource: the server responded with a status of 404"
"""What Chromium logs of the lost page itself."""


@pytest.mark.parametrize("name", ROOT_PAGES)
def test_quiet_alone_and_narrow(browser: Chromium, root_site: str, name: str) -> None:
    with browser.page(root_site) as page:
        # A second visit: on a busy machine a font may come after the first paint of a first one,
        # which the audit measures.
        page.go(ROOT_PAGES[name]).go(ROOT_PAGES[name])
        assert layout_shift(page) <= 0.01
        problems = [too_wide(page, 390), too_wide(page, 320)]
        assert problems == ["", ""]
        noise = [line for line in page.console if not (name == "404" and EXPECTED_NOISE in line)]
        assert noise == []
        assert page.foreign == []
        assert page.js("() => document.querySelectorAll('h1').length") == 1
        assert page.js("() => document.documentElement.lang") in ("zh-CN", "en")


@pytest.mark.parametrize("name", ["index", "math post", "code post", "page", "404"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible(browser: Chromium, root_site: str, name: str, scheme: str) -> None:
    size = {} if scheme == "light" else {"viewport": PHONE}
    with browser.page(root_site, colorScheme=scheme, **size) as page:
        assert axe_violations(page.go(ROOT_PAGES[name])) == []


def test_valid_html(root_output: Path) -> None:
    files = [root_output / path.lstrip("/") / "index.html" for path in ROOT_PAGES.values()]
    files = [file if file.exists() else root_output / "404.html" for file in files]
    assert html_errors(files) == []
