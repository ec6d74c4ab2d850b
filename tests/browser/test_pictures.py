"""Pictures as readers see them: room kept before they come, captions, zoom, covers, forms."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from PIL import Image

from tests.browser.checks import axe_violations, html_errors, layout_shift
from tests.browser.chromium import DESK, PHONE, Chromium, Page
from tests.browser.serving import listening, serve
from tests.browser.sites import THEMES, build
from tests.sites import SiteBuilder

PICTURES = (".png", ".jpg", ".svg", ".webp", ".avif")
CONFIG = "title: Gallery\nurl: https://gallery.example\ntimezone: UTC\nlanguage: zh-CN\n"
POST = "/2024/03/05/shots/"
SHOTS = """---
title: Shots
date: 2024-03-05
index_img: wide.jpg
---
![第一幅图的内容](wide.jpg "第一幅图的说明")

Text with ![a mark](mark.png) in a line, and ![another](mark.png).

![上下颠倒的相机](turned.jpg)

<img src="wide.jpg" alt="half as large" style="zoom:50%">

<img src="small.png" alt="half as large" style="zoom:50%">

![a third](small.png =100x)

<img src="wide.jpg" width="50%" alt="half of the column">

![a drawing](plan.svg)

- ![in a list](small.png)

[![with a link](small.png)](/archives/)

Last words.
"""
COVERS = {
    "asset": "index_img: own.png",
    "site": "cover: /img/site.png",
    "photos": "photos: [own.png, /img/site.png]",
    "drawing": "index_img: /img/drawing.svg",
    "thumbnail": "thumbnail: own.png",
    "none": "cover: false",
    "generated": "cover_pattern: waves",
    "missing": "index_img: lost.png",
}
SETTLED = "() => [...document.images].every((each) => each.complete && each.naturalWidth)"
BOXES = """() => [...document.querySelectorAll(".prose img")].map((each) => {
  const { width, height } = each.getBoundingClientRect()
  return [Math.round(width), Math.round(height)]
})"""
SCROLLED = """() => {
  for (const each of document.querySelectorAll("img[loading]")) each.loading = "eager"
}"""


def photo(size: tuple[int, int], kind: str = "JPEG", **options: Any) -> bytes:
    """A picture with much in it, always the same."""
    rough = Image.frombytes("RGB", (40, 20), random.Random(7).randbytes(2400))
    out = BytesIO()
    rough.resize(size, Image.Resampling.BICUBIC).save(out, kind, **options)
    return out.getvalue()


def write(site: Path) -> None:
    """A site with pictures and covers of every kind."""
    upright = Image.Exif()
    upright[0x0112] = 6
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200">'
        '<path d="M0 0h640v200"/></svg>'
    )
    files: dict[str, str | bytes] = {
        "_config.yml": CONFIG,
        "source/_posts/shots.md": SHOTS,
        "source/_posts/shots/wide.jpg": photo((2000, 800), quality=90),
        "source/_posts/shots/turned.jpg": photo((900, 600), exif=upright),
        "source/_posts/shots/small.png": photo((400, 200), "PNG"),
        "source/_posts/shots/mark.png": photo((24, 16), "PNG"),
        "source/_posts/shots/plan.svg": svg,
        "source/img/site.png": photo((320, 180), "PNG"),
        "source/img/drawing.svg": svg,
    }
    for day, (name, line) in enumerate(COVERS.items(), 1):
        front = f"title: {name}\ndate: 2024-02-{day:02d}\n{line}\n"
        files[f"source/_posts/c-{name}.md"] = f"---\n{front}---\nText.\n"
        files[f"source/_posts/c-{name}/own.png"] = photo((600, 600), "PNG")
    for path, data in files.items():
        file = site / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data.encode() if isinstance(data, str) else data)


class _Holding(SimpleHTTPRequestHandler):
    """Holds every picture back until it is told to go on."""

    def __init__(self, go_on: threading.Event, *args: Any, **options: Any) -> None:
        self._go_on = go_on
        super().__init__(*args, **options)

    def do_GET(self) -> None:
        """Answer as ever, pictures later."""
        if urlsplit(self.path).path.endswith(PICTURES):
            self._go_on.wait(30)
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class's
        """Say nothing."""


@contextmanager
def held(folder: Path) -> Iterator[tuple[str, threading.Event]]:
    """Serve a folder; gives its address, and the event upon which pictures come."""
    go_on = threading.Event()
    handler = partial(_Holding, go_on, directory=str(folder))
    with listening(handler) as base:
        try:
            yield base, go_on
        finally:
            go_on.set()


Built = dict[bool, Path]


@pytest.fixture(scope="module", params=THEMES)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The output of the site without and with forms, in each theme."""
    found = {}
    for forms in (False, True):
        site = tmp_path_factory.mktemp("gallery")
        write(site)
        setting = {"theme": request.param, "image": {"variants": forms}}
        found[forms] = build(site, setting)
    return found


def open_early(page: Page, path: str, go_on: threading.Event) -> list[Any]:
    """Open a page, let its pictures come once it is painted; gives the boxes before that."""
    page.call("page.goto", page.base + path, {"waitUntil": "domcontentloaded"})
    page.wait("() => performance.getEntriesByName('first-contentful-paint').length")
    before: list[Any] = page.js(BOXES)
    page.js(SCROLLED)
    go_on.set()
    page.wait(SETTLED)
    return before


@pytest.mark.parametrize("forms", [False, True])
@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_pictures_find_their_room_kept(
    browser: Chromium, built: Built, window: dict[str, int], forms: bool
) -> None:
    with held(built[forms]) as (base, go_on), browser.page(base, viewport=window) as page:
        before = open_early(page, POST, go_on)
        assert page.js(BOXES) == before
        assert layout_shift(page) == 0
        column = page.js("() => document.querySelector('.prose').clientWidth")
        wide, _, _, upright, zoomed, half, third, part, drawing, listed, linked = before
        assert wide == [column, round(column * 0.4)]
        assert upright == [min(column, 600), round(min(column, 600) * 1.5)]
        assert zoomed[0] <= min(column, 1000)
        assert half == [200, 100]
        assert third == [100, 50]
        assert part == [round(column / 2), round(column / 5)]
        assert drawing == [min(column, 640), round(min(column, 640) * 200 / 640)]
        assert listed[0] <= 400
        assert linked == [min(column, 400), round(min(column, 400) / 2)]


@pytest.mark.parametrize("path", ["/", "/2024/02/03/c-photos/", "/2024/02/07/c-generated/"])
@pytest.mark.parametrize("window", [DESK, PHONE], ids=["desk", "phone"])
def test_covers_of_every_kind_keep_their_room(
    browser: Chromium, built: Built, window: dict[str, int], path: str
) -> None:
    with held(built[False]) as (base, go_on), browser.page(base, viewport=window) as page:
        open_early(page, path, go_on)
        assert layout_shift(page) == 0
        assert page.console == []


def test_covers_are_those_that_were_named(browser: Chromium, built: Built) -> None:
    with held(built[False]) as (base, go_on), browser.page(base) as page:
        go_on.set()
        page.go("/")
        found = dict(
            page.js(
                """() => [...document.querySelectorAll(".card")].map((card) => [
                  card.querySelector("h2, h3").textContent.trim(),
                  new URL(card.querySelector("img.cover-art")?.src || "x:").pathname
                    || card.querySelector("svg.cover-art")?.tagName || "",
                ])"""
            )
        )
        if not found:  # a theme without cards
            assert page.js("() => document.querySelector('main .cover-art') === null")
            return
        assert found == {
            "Shots": f"{POST}wide.jpg",
            "asset": "/2024/02/01/c-asset/own.png",
            "site": "/img/site.png",
            "photos": "/2024/02/03/c-photos/own.png",
            "drawing": "/img/drawing.svg",
            "thumbnail": "/2024/02/05/c-thumbnail/own.png",
            "none": "",
            "generated": "svg",
            "missing": "svg",
        }


def test_captions(browser: Chromium, built: Built) -> None:
    with held(built[False]) as (base, go_on), browser.page(base) as page:
        go_on.set()
        page.go(POST)
        captions = page.texts(".prose figcaption")
        assert captions[:2] == ["第一幅图的说明", "上下颠倒的相机"]
        assert page.texts(".prose p figcaption") == []


@pytest.mark.parametrize("forms", [False, True])
def test_pages_with_pictures_are_sound(browser: Chromium, built: Built, forms: bool) -> None:
    paths = (POST, "/2024/02/03/c-photos/", "/")
    assert html_errors([built[forms] / path.lstrip("/") / "index.html" for path in paths]) == []
    with held(built[forms]) as (base, go_on), browser.page(base) as page:
        go_on.set()
        for path in paths:
            assert axe_violations(page.go(path)) == []
            assert page.console == []


@pytest.mark.parametrize("forms", [False, True])
def test_a_picture_is_seen_large(browser: Chromium, built: Built, forms: bool) -> None:
    with held(built[forms]) as (base, go_on), browser.page(base) as page:
        go_on.set()
        page.go(POST)
        page.wait("() => document.querySelector('.prose img.zoomable')")
        page.click(".prose img.zoomable")
        page.wait("() => document.querySelector('dialog.zoom-dialog[open] img')?.complete")
        large = page.js(
            """() => {
              const dialog = document.querySelector("dialog.zoom-dialog")
              const picture = dialog.querySelector("img")
              return { path: new URL(picture.src).pathname, width: picture.naturalWidth,
                name: dialog.getAttribute("aria-label"), text: dialog.textContent }
            }"""
        )
        assert (large["path"], large["width"]) == (f"{POST}wide.jpg", 2000)
        assert large["name"] == "第一幅图的内容"
        assert "第一幅图的说明" in large["text"]
        page.press("Escape")
        page.wait("() => !document.querySelector('dialog.zoom-dialog')")
        page.wait("() => document.activeElement.matches('a.zoom')")
        page.press("Enter")
        page.wait("() => document.querySelector('dialog.zoom-dialog[open]')")
        name = (
            "() => document.querySelector('dialog.zoom-dialog[open]')?.getAttribute('aria-label')"
        )
        page.press("ArrowLeft")
        assert page.js(name) == "第一幅图的内容"
        second = page.js("() => document.querySelectorAll('.zoomable')[1].alt")
        page.press("ArrowRight")
        page.wait(f"() => ({name})() === '{second}'")
        page.press("Escape")
        here = "((at) => at.alt ?? at.querySelector('img')?.alt)(document.activeElement)"
        page.wait(f"() => {here} === '{second}'")


def test_without_script_a_picture_leads_to_itself(browser: Chromium, built: Built) -> None:
    with (
        held(built[False]) as (base, go_on),
        browser.page(base, javaScriptEnabled=False) as page,
    ):
        go_on.set()
        page.go(POST)
        page.click("a.zoom")
        assert page.call("page.url") == f"{base}{POST}wide.jpg"


@pytest.mark.parametrize(("window", "most"), [(DESK, 960), (PHONE, 480)], ids=["desk", "phone"])
def test_the_browser_takes_a_form_that_fits(
    browser: Chromium, built: Built, window: dict[str, int], most: int
) -> None:
    with held(built[True]) as (base, go_on), browser.page(base, viewport=window) as page:
        go_on.set()
        page.go(POST)
        page.wait("() => document.querySelector('.prose img').complete")
        taken = page.js("() => document.querySelector('.prose img').currentSrc")
        assert taken.startswith(f"{base}/variants/wide-")
        assert taken.endswith(f"-{most}.avif")


def test_a_cover_of_another_host_that_does_not_come_leaves_no_hole(
    browser: Chromium, site: SiteBuilder
) -> None:
    site.configure(theme="tessera")
    site.post("a", cover="http://127.0.0.1:9/gone.png", date="2024-01-02")
    site.post("b", date="2024-01-03")
    assert site.build().published
    with serve(site.public) as base, browser.page(base, viewport=PHONE) as page:
        for path in ("/", "/2024/01/02/a/"):
            page.go(path)
            page.wait("() => !document.querySelector('img.cover-art')")
            covers = page.js(
                "() => [...document.querySelectorAll('.card-cover, .post-cover')]"
                ".map((each) => each.offsetHeight > 0)"
            )
            assert covers.count(False) == 1
