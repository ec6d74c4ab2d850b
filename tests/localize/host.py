"""A picture host on the loopback address that does what a test asks of it."""

from __future__ import annotations

import contextlib
import gzip
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

HTML = b"<!doctype html><title>gone</title><p>this picture has expired</p>"


@dataclass
class Answer:
    """What a path answers. pause_s: before the headers; length: what is promised, if not true."""

    body: bytes = b""
    status: int = 200
    kind: str = "image/png"
    headers: dict[str, str] = field(default_factory=dict)
    pause_s: float = 0
    length: int | None = None


Behaviour = Answer | Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Answers as the server's table says."""

    protocol_version = "HTTP/1.1"
    server: Server
    disable_nagle_algorithm = True
    wbufsize = -1

    def log_message(self, *args: object) -> None:
        """Nothing is printed."""

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        with self.server.lock:
            self.server.log.append(
                {"raw": self.path, "path": path, "referer": self.headers.get("Referer")}
            )
        behaviour = self.server.table.get(path)
        if behaviour is None and self.server.fallback:
            behaviour = self.server.fallback(path)
        with contextlib.suppress(OSError):
            if behaviour is None:
                self.send(Answer(HTML, 404, "text/html"))
            elif isinstance(behaviour, Answer):
                self.send(behaviour)
            else:
                behaviour(self)

    def send(self, answer: Answer) -> None:
        """Send an answer as it stands."""
        if answer.pause_s:
            time.sleep(answer.pause_s)
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.kind)
        length = len(answer.body) if answer.length is None else answer.length
        self.send_header("Content-Length", str(length))
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(answer.body)
        self.wfile.flush()
        if length != len(answer.body):
            self.close_connection = True

    def start(self, **headers: str) -> None:
        """Send a head without a length."""
        self.send_response(200)
        self.send_header("Content-Type", "image/png")
        self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.flush()
        self.close_connection = True


class Server(ThreadingHTTPServer):
    """The host: a table of paths, and a log of requests."""

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.table: dict[str, Behaviour] = {}
        self.fallback: Callable[[str], Behaviour | None] | None = None
        self.log: list[dict[str, str | None]] = []
        self.lock = threading.Lock()
        self.stopping = threading.Event()

    @property
    def url(self) -> str:
        """The host's address, without a slash at its end."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    @property
    def port(self) -> int:
        """The host's port."""
        return int(self.server_address[1])

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients go away as they like."""


@contextlib.contextmanager
def run_host() -> Iterator[Server]:
    """A host that runs as long as the test."""
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.daemon = True
    thread.start()
    try:
        yield server
    finally:
        server.stopping.set()
        server.shutdown()
        server.server_close()


# -- hostile behaviours


def endless_body(handler: Handler) -> None:
    """A body that never ends."""
    handler.start()
    block = b"\x89PNG\r\n\x1a\n" + b"\0" * 65536
    while not handler.server.stopping.is_set():
        handler.wfile.write(block)


def slow_drip(handler: Handler) -> None:
    """A body of one byte every tenth of a second."""
    handler.start(Content_Length="100000")
    for byte in b"\x89PNG\r\n\x1a\n" + b"\0" * 10000:
        if handler.server.stopping.wait(0.1):
            return
        handler.wfile.write(bytes([byte]))
        handler.wfile.flush()


def slow_head(handler: Handler) -> None:
    """Headers of one byte every tenth of a second."""
    handler.close_connection = True
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Slow: ")
    handler.wfile.flush()
    while not handler.server.stopping.wait(0.1):
        handler.wfile.write(b"x")
        handler.wfile.flush()


def silence(handler: Handler) -> None:
    """No answer at all."""
    handler.close_connection = True
    handler.server.stopping.wait(120)


def gzip_bomb(handler: Handler) -> None:
    """A small answer that unpacks to a gigabyte."""
    packed = gzip.compress(b"\0" * (1 << 20), 9)
    handler.start(Content_Encoding="gzip")
    for _ in range(1024):
        handler.wfile.write(packed)


def gzip_picture(data: bytes) -> Answer:
    """A picture in an encoding that was not asked for."""
    return Answer(gzip.compress(data), headers={"Content-Encoding": "gzip"})


def cut_chunks(handler: Handler) -> None:
    """A chunked body that ends within a chunk."""
    handler.start(Transfer_Encoding="chunked")
    handler.wfile.write(b"400\r\n\x89PNG\r\n\x1a\n")
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


def reset(handler: Handler) -> None:
    """A connection that is reset instead of answered."""
    linger = (1).to_bytes(4, "little") + (0).to_bytes(4, "little")
    handler.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    handler.connection.close()
    handler.close_connection = True


def redirect(target: str, status: int = 302) -> Answer:
    """A redirect."""
    return Answer(status=status, headers={"Location": target}, kind="text/plain")


def after_failures(count: int, failure: Answer, answer: Answer) -> Callable[[Handler], None]:
    """An answer that comes only after some failures."""
    calls = iter([failure] * count)
    lock = threading.Lock()

    def behave(handler: Handler) -> None:
        with lock:
            found = next(calls, answer)
        handler.send(found)

    return behave


def json_answer(value: object) -> Answer:
    """A JSON answer."""
    return Answer(json.dumps(value).encode(), kind="application/json")
