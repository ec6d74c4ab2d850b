"""The site in memory: made anew on every change, and told to open browsers."""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from traceback import format_exc

from inkpost.engine import Engine, Made
from inkpost.errors import Diagnostic
from inkpost.model import Output

HEARTBEAT_S = 15.0
HEARTBEAT = ": still here\n\n"
_STYLES = (".css",)


@dataclass(frozen=True, slots=True)
class Served:
    """What is served at one moment. errors: of the last build, shown over the last good pages;
    version: changes whenever open pages have to."""

    outputs: Mapping[str, Output] = field(default_factory=dict)
    read: Callable[[str], bytes] = lambda key: b""
    root: str = "/"
    errors: tuple[Diagnostic, ...] = ()
    version: str = ""


class LiveSite:
    """Makes the site with the one engine and keeps the last good one.

    clock: gives the time of each build. on_made: told of every build.
    """

    def __init__(
        self, engine: Engine, clock: Callable[[], datetime], on_made: Callable[[Made], None]
    ) -> None:
        self._engine, self._clock, self._on_made = engine, clock, on_made
        self._building = threading.Lock()
        self._listeners: list[queue.SimpleQueue[str]] = []
        self._listening = threading.Lock()
        self._started = secrets.token_hex(4)
        self._changes = 0
        self.served = Served(version=self._version())

    def refresh(self) -> None:
        """Make the site anew and tell the browsers what to do."""
        with self._building:
            before = self.served
            made = self._make()
            self._on_made(made)
            after = self._next(made, before)
            message = _message(before, after)
            self._changes += bool(message)
            self.served = replace(after, version=self._version())
        if message:
            self._tell(message)

    def _make(self) -> Made:
        try:
            return self._engine.refresh(self._clock())
        except Exception as error:  # the thread that watches must outlive a fault of ours
            told = Diagnostic(
                severity="error",
                code="unforeseen",
                message=f"{type(error).__name__}: {error}",
                hint='this is a fault of inkpost; run "blog build --debug" and report what it says',
                detail=format_exc(),
            )
            return Made(outputs={}, diagnostics=(told,))

    def _version(self) -> str:
        return f"{self._started}-{self._changes}"

    def events(self, version: str | None = None) -> Iterator[str]:
        """Server-sent events for one browser, until it goes away.

        version: of what the page was served from; one that has passed is told at once.
        """
        own: queue.SimpleQueue[str] = queue.SimpleQueue()
        with self._listening:
            self._listeners.append(own)
        try:
            yield "retry: 500\n\n"
            if version and version != self.served.version:
                yield "data: reload\n\n"
            while True:
                try:
                    yield f"data: {own.get(timeout=HEARTBEAT_S)}\n\n"
                except queue.Empty:
                    yield HEARTBEAT
        finally:
            with self._listening:
                self._listeners.remove(own)

    def _tell(self, message: str) -> None:
        with self._listening:
            for listener in self._listeners:
                listener.put(message)

    @staticmethod
    def _next(made: Made, before: Served) -> Served:
        errors = tuple(item for item in made.diagnostics if item.severity == "error")
        if errors or made.opened is None:
            return Served(before.outputs, before.read, before.root, errors)
        return Served(made.outputs, made.opened.tree.read, made.opened.config.urls.root)


def _message(before: Served, after: Served) -> str:
    """What browsers are to do: "reload", "css" where only styles changed, or "" for nothing."""
    if after.errors or before.errors:
        return "reload" if after.errors != before.errors else ""
    paths = before.outputs.keys() | after.outputs.keys()
    changed = [path for path in paths if _digest(before, path) != _digest(after, path)]
    if not changed:
        return ""
    # A bundle's name changes with its content, and then the pages that name it do as well.
    return "css" if all(path.endswith(_STYLES) for path in changed) else "reload"


def _digest(served: Served, path: str) -> str | None:
    output = served.outputs.get(path)
    return output.digest if output else None
