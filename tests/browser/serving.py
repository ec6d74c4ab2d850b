"""A folder on a free port of the loopback, as a web host serves it: gzip, 404 page, types."""

from __future__ import annotations

import gzip
import mimetypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".xml": "application/xml",
    ".woff2": "font/woff2",
}
PACKED = frozenset(TYPES.values()) - {"font/woff2"}


@contextmanager
def serve(folder: Path) -> Iterator[str]:
    """Serve a folder; gives its address without a slash at the end."""
    with listening(partial(_Handler, folder)) as base:
        yield base


@contextmanager
def listening(handler: Callable[..., BaseHTTPRequestHandler]) -> Iterator[str]:
    """Let a handler answer on a free port; gives the address without a slash at the end."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, folder: Path, *args: object) -> None:
        self._folder = folder
        super().__init__(*args)  # type: ignore[arg-type]  # handed on as they came

    def do_GET(self) -> None:
        """Answer with a file, an index, or the page for what is not there."""
        path = unquote(urlsplit(self.path).path)
        file = self._folder / path.lstrip("/")
        if path.endswith("/"):
            file /= "index.html"
        status = 200
        if not file.is_file():
            file, status = self._folder / "404.html", 404
        kind, data, packed = _answer(file)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Cache-Control", "max-age=600")
        if packed:
            self.send_header("Content-Encoding", "gzip")
        self.end_headers()
        self.wfile.write(data)

    def handle(self) -> None:
        """Answer; a browser that goes away is no error."""
        with suppress(ConnectionError):
            super().handle()

    def finish(self) -> None:
        """Send what is left, likewise."""
        with suppress(ConnectionError):
            super().finish()

    def log_message(self, *args: object) -> None:
        """Write nothing."""


@cache
def _answer(file: Path) -> tuple[str, bytes, bool]:
    if not file.is_file():
        return "text/plain", b"not found\n", False
    kind = TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0] or "text/html"
    data = file.read_bytes()
    if kind not in PACKED:
        return kind, data, False
    return f"{kind}; charset=utf-8", gzip.compress(data, 6), True
