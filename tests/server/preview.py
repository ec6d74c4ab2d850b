"""`blog server` in a process of its own, and a browser's part of the conversation."""

from __future__ import annotations

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

PATIENCE_S = 30
"""How long to wait before a test fails; nothing is measured with it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said. headers: names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


class Preview:
    """A running preview. words: more of the command line."""

    def __init__(self, root: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "inkpost", "server", "--port", "0", *words],
            cwd=root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            start_new_session=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        match = re.search(r"http://(?P<host>[^:/]+):(?P<port>\d+)(?P<root>/\S*)", line)
        if match is None:
            self.process.kill()
            _, errors = self.process.communicate()
            message = f"the preview did not start: {line}{errors}"
            raise AssertionError(message)
        self.port, self.root = int(match["port"]), match["root"]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        self.stop()

    def stop(self) -> tuple[int, str]:
        """End it as Ctrl-C does: its exit code and what it wrote to its error stream."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        try:
            _, errors = self.process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            _, errors = self.process.communicate()
            raise
        return self.process.returncode, errors

    def get(self, path: str, method: str = "GET", host: str = "", **headers: str) -> Answer:
        """Ask for a path, written as it goes over the wire."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        try:
            connection.putrequest(method, path, skip_host=True)
            connection.putheader("Host", host or f"localhost:{self.port}")
            for name, value in headers.items():
                connection.putheader(name.replace("_", "-"), value)
            connection.endheaders()
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, found, response.read())
        finally:
            connection.close()

    @contextmanager
    def events(self) -> Iterator[Iterator[str]]:
        """The messages that an open page is sent, one after the other."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        connection.request("GET", "/__inkpost/events")
        response = connection.getresponse()
        assert response.headers["Content-Type"].startswith("text/event-stream")
        assert response.readline() == b"retry: 500\n"  # the listener is there now

        def messages() -> Iterator[str]:
            quiet = 0
            while line := response.readline():
                if line.startswith(b"data: "):
                    quiet = 0
                    yield line.removeprefix(b"data: ").decode().strip()
                quiet += line.startswith(b": ")
                assert quiet < 2, "the preview sent nothing"

        try:
            yield messages()
        finally:
            connection.close()
