"""Chromium, driven through `driver.mjs`: one process for many pages."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.shared import ROOT, absent

TOOLS = ROOT / "tests" / ".tools"
DRIVER = Path(__file__).with_name("driver.mjs")
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1440, "height": 900}


class BrowserError(Exception):
    """Something that the browser was asked for failed there."""


def find_browser() -> str:
    """The path of the installed Chromium; the test ends where there is none."""
    for name in BROWSERS:
        if found := shutil.which(name):
            return found
    return absent("Chromium")


def find_tool(package: str, *parts: str, tools: Path = TOOLS) -> Path:
    """A file of an npm package of the test tools; the test ends where it is not installed."""
    path = tools.joinpath("node_modules", package, *parts)
    if not path.exists():
        absent(f"npm package {package} (make test or make audit installs it)")
    return path


def find_node() -> str:
    """The path of Node; the test ends where there is none."""
    return shutil.which("node") or absent("Node")


class Chromium:
    """One browser. Use it as a context manager; not for several threads at once."""

    def __init__(self) -> None:
        find_tool("playwright-core")
        self._process = subprocess.Popen(
            [find_node(), str(DRIVER), str(TOOLS), find_browser()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        try:
            self._process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def tell(self, verb: str, **details: Any) -> Any:
        """Have the driver do something. Raises: BrowserError where it cannot."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps({"verb": verb, **details}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise BrowserError("the driver ended")
        answer = json.loads(line)
        if "error" in answer:
            raise BrowserError(answer["error"])
        return answer["value"]

    @contextmanager
    def page(self, base: str = "", **options: Any) -> Iterator[Page]:
        """A page in a context of its own: no cache, nothing stored.

        base: what paths are below; options: of Playwright's `newContext`, and `permissions`.
        """
        options.setdefault("viewport", DESK)
        page = Page(self, self.tell("open", options=options), base)
        try:
            yield page
        finally:
            self.tell("close", page=page.number)


class Page:
    """One page of a browser."""

    def __init__(self, browser: Chromium, number: int, base: str) -> None:
        self._browser, self.number, self.base = browser, number, base

    def call(self, path: str, *args: Any) -> Any:
        """Call a method of Playwright's page or context, `page.goto` say."""
        return self._browser.tell("call", page=self.number, path=path, args=args)

    def go(self, path: str) -> Self:
        """Open an address below the base and wait until it is loaded, fonts too."""
        self.call("page.goto", f"{self.base}{path}", {"waitUntil": "load"})
        return self

    def js(self, source: str, *args: Any) -> Any:
        """What a JavaScript function gives, `() => document.title` say."""
        return self.call("page.evaluate", _call(source, args))

    def wait(self, source: str, *args: Any) -> None:
        """Wait until a JavaScript function gives something true. Raises: BrowserError."""
        self._browser.tell("wait", page=self.number, source=_call(source, args))

    def before_scripts(self, source: str) -> None:
        """Run a JavaScript function in every document to come, before its own scripts."""
        self.call("page.addInitScript", {"content": _call(source, ())})

    def press(self, *keys: str) -> None:
        """Press keys one after another, `Control+k` say."""
        for key in keys:
            self.call("page.keyboard.press", key)

    def type(self, text: str) -> None:
        """Put text in as an input method does."""
        self.call("page.keyboard.insertText", text)

    def click(self, selector: str) -> None:
        """Click on the first element that a selector finds."""
        self.call("page.click", f"{selector} >> nth=0")

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that a selector finds."""
        found: list[str] = self.js(
            "(s) => [...document.querySelectorAll(s)].map((each) => each.textContent.trim())",
            selector,
        )
        return found

    def clipboard(self) -> str:
        """What the clipboard holds."""
        return str(self.js("() => navigator.clipboard.readText()"))

    def shot(self, path: Path, *, full: bool = False) -> None:
        """Write a picture of the page."""
        self.call("page.screenshot", {"path": str(path), "fullPage": full})

    @property
    def console(self) -> list[str]:
        """Errors and warnings so far."""
        return list(self._browser.tell("seen", page=self.number)["console"])

    @property
    def requests(self) -> list[str]:
        """The addresses asked for so far."""
        return list(self._browser.tell("seen", page=self.number)["requests"])

    @property
    def foreign(self) -> list[str]:
        """The addresses of other hosts asked for so far."""
        own = (f"{self.base}/", "data:", "blob:")
        return [url for url in self.requests if not url.startswith(own)]


def _call(source: str, args: tuple[Any, ...]) -> str:
    return f"({source})({', '.join(map(json.dumps, args))})"
