"""Downloads against friendly and hostile hosts: each ends in time, with a picture or a reason."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

from inkpost.localize.fetch import Fetcher
from inkpost.localize.guard import Guard
from inkpost.localize.outcome import FetchError, Limits
from inkpost.localize.pool import DownloadPool
from tests.localize import host as hostile
from tests.localize.host import HTML, Answer, Handler, Server
from tests.localize.images import png
from tests.shared import absent

RED, BLUE = png(1), png(2)
# Long enough for a loaded machine, short enough for a test.
LIMITS = Limits(connect_s=1, read_s=1, whole_s=3, size=1 << 20, backoff_s=0.01)
Fetch = Callable[[str], bytes]


@pytest.fixture
def waits() -> list[float]:
    """The seconds that downloads wanted to wait, without the waiting."""
    return []


@pytest.fixture
def fetcher(waits: list[float], no_proxy: None) -> Iterator[Fetcher]:
    """A fetcher that may talk to this computer."""
    made = Fetcher(guard=Guard(allow_private=True), limits=LIMITS, wait=waits.append)
    yield made
    made.close()


@pytest.fixture
def fetch(fetcher: Fetcher, host: Server, tmp_path: Path) -> Fetch:
    """Download a path of the host."""

    def run(path: str) -> bytes:
        url = path if "://" in path else host.url + path
        return fetcher.fetch(url, tmp_path / "picture").file.read_bytes()

    return run


def _reason(fetch: Fetch, path: str) -> str:
    with pytest.raises(FetchError) as caught:
        fetch(path)
    return str(caught.value)


def test_picture_is_taken_by_its_bytes(fetch: Fetch, host: Server) -> None:
    host.table["/a"] = Answer(RED, kind="text/html")
    assert fetch("/a") == RED


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (Answer(HTML, kind="image/png"), "an HTML page"),
        (hostile.json_answer({"error": "gone"}), "JSON"),
        (Answer(b""), "empty"),
        (Answer(b"GIF89a but no picture"), "cut short"),
        (Answer(RED[:-5]), "cut short"),
        (Answer(b"x" * 5000), "not an image"),
        (Answer(RED, length=len(RED) + 500), "truncated"),
        (Answer(b"\0" * (2 << 20)), "larger than 1 MB"),
        (Answer(RED, length=5 << 20), "larger than 1 MB"),
        (Answer(status=404), "HTTP 404 (not found)"),
        (Answer(status=403), "HTTP 403 (forbidden)"),
        (Answer(status=500), "HTTP 500 (server error)"),
        (Answer(status=304), "HTTP 304"),
        (Answer(RED, headers={"Content-Encoding": "br"}), "not asked for"),
        (Answer(RED, headers={"Content-Encoding": "gzip"}), "compressed wrongly"),
        (hostile.endless_body, "larger than 1 MB"),
        (hostile.gzip_bomb, "not an image"),
        (hostile.slow_drip, "took longer than 3 s"),
        (hostile.slow_head, "took longer than 3 s"),
        (hostile.silence, "no answer in 1 s"),
        (hostile.cut_chunks, "truncated"),
        (hostile.reset, "broke"),
        (hostile.redirect("/x"), "a redirect loop"),
        (hostile.redirect("file:///etc/hostname"), 'a redirect to "file:" is refused'),
        (hostile.redirect("http://169.254.169.254/x.png"), "link-local or metadata"),
        (hostile.redirect("http://[::ffff:169.254.169.254]/x.png"), "link-local or metadata"),
        (hostile.redirect("http://[bad/"), "no valid address"),
    ],
)
def test_hostile_answer_ends_with_its_reason(
    fetch: Fetch, host: Server, behaviour: hostile.Behaviour, reason: str
) -> None:
    host.table["/x"] = behaviour
    begun = time.monotonic()
    assert reason in _reason(fetch, "/x")
    assert time.monotonic() - begun < 20


def test_picture_that_was_packed_is_unpacked(fetch: Fetch, host: Server) -> None:
    host.table["/a"] = hostile.gzip_picture(RED)
    assert fetch("/a") == RED


def test_redirects_are_followed_up_to_a_limit(fetch: Fetch, host: Server) -> None:
    host.table["/a"] = Answer(RED)
    for number in range(20):
        target = f"/r{number - 1}" if number else "/a"
        host.table[f"/r{number}"] = hostile.redirect(target, (301, 302, 303, 307, 308)[number % 5])
    assert fetch("/r5") == RED
    assert "more than 8 redirects" in _reason(fetch, "/r19")


def test_password_does_not_go_to_the_next_host(fetch: Fetch, host: Server) -> None:
    seen: list[str | None] = []

    def answer(handler: Handler) -> None:
        seen.append(handler.headers.get("Authorization"))
        handler.send(Answer(RED))

    host.table["/a"] = hostile.redirect(f"http://localhost:{host.port}/b")
    host.table["/b"] = answer
    assert fetch(host.url.replace("//", "//me:hush@") + "/a") == RED
    assert seen == [None]


def test_server_faults_are_tried_again(fetch: Fetch, host: Server, waits: list[float]) -> None:
    host.table["/a"] = hostile.after_failures(2, Answer(status=503), Answer(RED))
    assert fetch("/a") == RED
    assert len(waits) == 2


def test_cut_picture_is_tried_again(fetch: Fetch, host: Server) -> None:
    cut = Answer(RED, length=len(RED) + 9)
    host.table["/a"] = hostile.after_failures(1, cut, Answer(RED))
    assert fetch("/a") == RED


def test_host_says_when_to_come_again(fetch: Fetch, host: Server, waits: list[float]) -> None:
    soon = Answer(status=429, headers={"Retry-After": "2"})
    dated = Answer(status=503, headers={"Retry-After": formatdate(time.time() + 2, usegmt=True)})
    host.table["/a"] = hostile.after_failures(1, soon, Answer(RED))
    host.table["/b"] = hostile.after_failures(1, dated, Answer(RED))
    fetch("/a")
    fetch("/b")
    assert waits[0] == 2
    assert 0 <= waits[1] <= 2.1


def test_host_that_asks_for_too_long_a_wait_is_given_up(
    fetch: Fetch, host: Server, waits: list[float]
) -> None:
    host.table["/a"] = Answer(status=429, headers={"Retry-After": "3600"})
    assert "asks to wait 3600 s" in _reason(fetch, "/a")
    assert waits == []


@pytest.mark.parametrize("wanted", [None, "own", "site"])
def test_referers_are_tried_in_turn(
    fetch: Fetch, fetcher: Fetcher, host: Server, wanted: str | None
) -> None:
    fetcher.site_url = "https://blog.example/notes"
    allowed = {None: None, "own": host.url + "/", "site": "https://blog.example/notes/"}[wanted]

    def answer(handler: Handler) -> None:
        is_right = handler.headers.get("Referer") == allowed
        handler.send(Answer(RED) if is_right else Answer(HTML, 403, "text/html"))

    host.table["/a"] = answer
    assert fetch("/a") == RED


def test_url_is_encoded_once(fetch: Fetch, host: Server) -> None:
    host.fallback = lambda path: Answer(RED)
    fetch("/图 示.png?a=1&b=中")
    fetch("/%E5%9B%BE%20x.png")
    fetch("/a:(b),c!.png#frag")
    assert [entry["raw"] for entry in host.log] == [
        "/%E5%9B%BE%20%E7%A4%BA.png?a=1&b=%E4%B8%AD",
        "/%E5%9B%BE%20x.png",
        "/a:(b),c!.png",
    ]


def test_private_address_is_refused_without_a_request(host: Server, tmp_path: Path) -> None:
    fetcher = Fetcher(guard=Guard(), limits=LIMITS)
    for name in ("127.0.0.1", "localhost", "0x7f.0.0.1", "[::ffff:127.0.0.1]"):
        with pytest.raises(FetchError, match="refused"):
            fetcher.fetch(f"http://{name}:{host.port}/a.png", tmp_path / "x")
    assert host.log == []


def test_name_that_turns_private_is_refused(host: Server, tmp_path: Path) -> None:
    """What is connected to is what was checked: a second answer of the resolver changes nothing."""
    host.table["/a.png"] = Answer(RED)
    answers: list[str] = []

    def resolve(name: str, port: int, *_: object) -> list[tuple[Any, ...]]:
        address = "127.0.0.1" if answers else "192.0.2.1"
        answers.append(address)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    fetcher = Fetcher(guard=Guard(resolve=resolve), limits=LIMITS, wait=lambda _: None)
    with pytest.raises(FetchError, match="refused"):
        fetcher.fetch(f"http://turns.example:{host.port}/a.png", tmp_path / "x")
    assert host.log == []
    pinned = Guard(allow_private=True, resolve=lambda *_: [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", host.port))
    ])  # fmt: skip
    picture = Fetcher(guard=pinned).fetch(f"http://turns.example:{host.port}/a.png", tmp_path / "x")
    assert picture.kind == "png"


def test_proxy_is_honoured_and_literals_are_still_checked(
    host: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.fallback = lambda path: Answer(RED)
    monkeypatch.setenv("http_proxy", host.url)
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.delenv("NO_PROXY", raising=False)
    fetcher = Fetcher(guard=Guard(), limits=LIMITS)
    assert fetcher.fetch("http://nowhere.invalid/a.png", tmp_path / "x").kind == "png"
    assert host.log[0]["raw"] == "http://nowhere.invalid/a.png"
    assert fetcher.used_proxy
    for name in ("10.0.0.1", "localhost", "169.254.169.254"):
        with pytest.raises(FetchError, match="refused"):
            fetcher.fetch(f"http://{name}/a.png", tmp_path / "x")


def test_dead_host_is_asked_only_twice(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    fetcher = Fetcher(guard=Guard(allow_private=True), limits=LIMITS, wait=lambda _: None)
    reasons = []
    for number in range(5):
        with pytest.raises(FetchError) as caught:
            fetcher.fetch(f"http://127.0.0.1:{port}/{number}.png", tmp_path / "x")
        reasons.append(str(caught.value))
    assert "refuses the connection" in reasons[0]
    assert reasons[-1] == "127.0.0.1 did not answer before"


def test_certificate_that_is_not_trusted_is_refused(host: Server, tmp_path: Path) -> None:
    fetcher = Fetcher(guard=Guard(allow_private=True), limits=LIMITS, wait=lambda _: None)
    with pytest.raises(FetchError):
        fetcher.fetch(f"https://127.0.0.1:{host.port}/a.png", tmp_path / "x")


def test_reason_tells_no_password(fetch: Fetch, host: Server) -> None:
    host.table["/a"] = hostile.redirect("http://me:hush@[bad/")
    assert "hush" not in _reason(fetch, "/a")


def test_cookies_and_netrc_are_not_sent(
    fetch: Fetch, host: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password hush\n")
    monkeypatch.setenv("NETRC", str(netrc))
    seen: list[tuple[str | None, str | None]] = []

    def answer(handler: Handler) -> None:
        seen.append((handler.headers.get("Authorization"), handler.headers.get("Cookie")))
        handler.send(Answer(RED, headers={"Set-Cookie": "a=b"}))

    host.table["/a"] = answer
    fetch("/a")
    fetch("/a")
    assert seen == [(None, None)] * 2


@pytest.fixture
def tls_host(host: Server, tmp_path: Path) -> Path:
    """The host speaks TLS as pic.example; the path of the certificate that vouches for it."""
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-subj", "/CN=pic.example", "-addext", "subjectAltName=DNS:pic.example"]
    command += ["-keyout", str(key), "-out", str(certificate)]
    if not shutil.which("openssl"):
        absent("openssl")
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    host.socket = context.wrap_socket(host.socket, server_side=True)
    return certificate


def _fetcher_at(address: str, port: int) -> Fetcher:
    """A fetcher for which every name leads to one address."""

    def resolve(*_: object) -> list[tuple[Any, ...]]:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port))]

    guard = Guard(allow_private=True, resolve=resolve)
    return Fetcher(guard=guard, limits=LIMITS, wait=lambda _: None)


def test_certificate_is_checked_for_the_name_though_the_address_is_pinned(
    host: Server, tls_host: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.table["/a.png"] = Answer(RED)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tls_host))
    fetcher = _fetcher_at("127.0.0.1", host.port)
    assert fetcher.fetch(f"https://pic.example:{host.port}/a.png", tmp_path / "x").kind == "png"
    with pytest.raises(FetchError, match=r"certificate of other\.example is not valid"):
        fetcher.fetch(f"https://other.example:{host.port}/a.png", tmp_path / "x")


def test_certificate_of_an_unknown_issuer_is_refused(
    host: Server, tls_host: Path, tmp_path: Path
) -> None:
    assert tls_host.exists()
    with pytest.raises(FetchError, match="is not valid"):
        _fetcher_at("127.0.0.1", host.port).fetch(
            f"https://pic.example:{host.port}/a.png", tmp_path / "x"
        )


def test_host_that_never_finishes_the_handshake_ends_in_time(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        fetcher = Fetcher(guard=Guard(allow_private=True), limits=LIMITS, wait=lambda _: None)
        with pytest.raises(FetchError):
            fetcher.fetch(f"https://127.0.0.1:{server.getsockname()[1]}/a.png", tmp_path / "x")


def test_stopping_ends_what_is_under_way(fetcher: Fetcher, host: Server, tmp_path: Path) -> None:
    begun = threading.Event()

    def answer(handler: Handler) -> None:
        begun.set()
        hostile.silence(handler)

    host.table["/a.png"] = answer
    fetcher.limits = Limits()
    reasons: list[str] = []

    def run() -> None:
        try:
            fetcher.fetch(f"{host.url}/a.png", tmp_path / "x")
        except FetchError as error:
            reasons.append(str(error))

    thread = threading.Thread(target=run)
    thread.start()
    assert begun.wait(10)
    fetcher.stop()
    thread.join(10)
    assert not thread.is_alive()
    assert len(reasons) == 1


def test_no_more_than_two_at_once_wherever_redirects_lead(host: Server, tmp_path: Path) -> None:
    """Several names lead to one host; it sees two requests at a time."""
    gauge: list[int] = []
    active: list[int] = []
    lock = threading.Lock()

    def answer(handler: Handler) -> None:
        with lock:
            active.append(1)
            gauge.append(len(active))
        handler.server.stopping.wait(0.05)
        with lock:
            active.pop()
        handler.send(Answer(RED))

    host.table["/a.png"] = answer
    host.fallback = lambda path: hostile.redirect(f"http://one.example:{host.port}/a.png")
    fetcher = _fetcher_at("127.0.0.1", host.port)
    pool = DownloadPool(
        lambda url: fetcher.fetch(url, tmp_path / url.rpartition("/")[2]), workers=6, per_host=6
    )
    jobs = [pool.submit(f"http://host{n}.example:{host.port}/r{n}", "many") for n in range(1, 7)]
    assert [job.result().kind for job in jobs] == ["png"] * 6
    pool.close()
    assert max(gauge) == 2
