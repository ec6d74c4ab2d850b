"""Downloads one picture: retries, redirects hop by hop, referers, limits, and a reason if not."""

from __future__ import annotations

import contextlib
import os
import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import requests
from requests import Response
from requests.exceptions import RequestException
from requests.utils import get_environ_proxies
from urllib3.exceptions import (
    HTTPError,
    MaxRetryError,
    NameResolutionError,
    ProxyError,
    SSLError,
)
from urllib3.util.retry import Retry

from inkpost import __version__
from inkpost.localize.body import read_body, too_slow
from inkpost.localize.guard import Guard, RefusedAddressError, is_allowable
from inkpost.localize.outcome import (
    FetchError,
    Limits,
    PassingError,
    Picture,
    TurnedAwayError,
    causes_of,
    check_file,
)
from inkpost.localize.referer import referers_for
from inkpost.localize.transport import PER_HOST, Deadline, Watch, make_session

AGENT = f"Mozilla/5.0 (compatible; inkpost/{__version__})"
_RETRIED = (429, 500, 502, 503, 504)
_MAX_HOPS = 8
_MAX_DEAD = 2
_STATUS = {
    400: "bad request", 401: "needs a login", 402: "payment required", 403: "forbidden",
    404: "not found", 410: "gone", 429: "too many requests", 500: "server error",
    502: "bad gateway", 503: "unavailable", 504: "gateway timeout",
}  # fmt: skip


@dataclass
class Fetcher:
    """Downloads pictures; safe to use from several threads, one download a thread.

    site_url: the blog's own address, tried as a referer. requests: how many were sent.
    """

    guard: Guard
    limits: Limits = field(default_factory=Limits)
    site_url: str = ""
    allow_unsafe_svg: bool = False
    wait: Callable[[float], object] | None = None
    stopped: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.requests = 0
        self.used_proxy = False
        self.refused_private = False
        self._watch = Watch()
        self._lock = threading.Lock()
        self._sessions: dict[str, requests.Session] = {}
        self._dead: dict[str, int] = {}
        self._places: dict[str, threading.BoundedSemaphore] = {}
        # One picture at a time is held in memory, to be checked.
        self._checking = threading.Lock()

    def fetch(self, url: str, file: Path) -> Picture:
        """The picture at a URL, written to a file of ours.

        Raises: FetchError; the file may then hold anything or be absent.
        """
        try:
            urlsplit(url)
            url.encode("utf-8")
        except ValueError as error:
            raise FetchError("no valid address") from error
        with self._watch.limit(self.limits.whole_s) as deadline:
            last: FetchError | None = None
            for referer in referers_for(url, self.site_url):
                try:
                    return self._fetch_patiently(url, referer, file, deadline)
                except TurnedAwayError as error:
                    last = last or error
                    if deadline.over:
                        break
            assert last is not None
            raise last

    def stop(self) -> None:
        """End the downloads that are under way; none begins any more."""
        self.stopped.set()
        self._watch.cut_all()

    def close(self) -> None:
        """End all sessions."""
        for session in self._sessions.values():
            session.close()

    def _fetch_patiently(self, url: str, referer: str, file: Path, deadline: Deadline) -> Picture:
        """Try again after faults that may pass, as long as the time allows."""
        limits = self.limits
        retry = Retry(
            total=limits.retries,
            backoff_factor=limits.backoff_s,
            backoff_max=10,
            status_forcelist=_RETRIED,
            respect_retry_after_header=True,
            raise_on_status=False,
        )
        while True:
            try:
                return self._follow(url, referer, file, deadline)
            except PassingError as error:
                reason = str(error)
                raw = error.response.raw if error.response is not None else None
                try:
                    retry = retry.increment("GET", url, response=raw, error=HTTPError(reason))
                except (MaxRetryError, HTTPError):
                    if error.dead_host:
                        self._count_dead(error.dead_host)
                    raise FetchError(reason) from error
                asked = retry.get_retry_after(raw) if raw is not None else None
                seconds = retry.get_backoff_time() if asked is None else max(0.0, asked)
                if seconds >= deadline.left():
                    if asked is not None and not deadline.over:
                        reason += f", and asks to wait {asked:.0f} s"
                    raise FetchError(reason) from error
                self._pause(seconds)

    def _pause(self, seconds: float) -> None:
        if self.stopped.is_set():
            raise FetchError("interrupted")
        (self.wait or self.stopped.wait)(seconds)

    def _follow(self, url: str, referer: str, file: Path, deadline: Deadline) -> Picture:
        """Ask, and follow redirects one by one, each checked like the first."""
        seen = {url}
        for _ in range(_MAX_HOPS):
            with self._place_at(url, deadline):
                response = self._ask(url, referer, deadline)
                try:
                    target = self._redirect_of(response, url)
                    if not target:
                        return self._take(response, file, deadline)
                finally:
                    response.close()
            if target in seen:
                raise FetchError("a redirect loop")
            seen.add(target)
            url = target
        raise FetchError(f"more than {_MAX_HOPS} redirects")

    @contextlib.contextmanager
    def _place_at(self, url: str, deadline: Deadline) -> Iterator[None]:
        """One of the few places at a host, which redirects from elsewhere lead to as well."""
        try:
            host = urlsplit(url).hostname or ""
        except ValueError as error:
            raise FetchError("no valid address") from error
        with self._lock:
            places = self._places.setdefault(host, threading.BoundedSemaphore(PER_HOST))
        if not places.acquire(timeout=max(0.0, deadline.left())):
            raise FetchError(too_slow(self.limits))
        try:
            yield
        finally:
            places.release()

    def _redirect_of(self, response: Response, url: str) -> str:
        location = response.headers.get("Location", "")
        if response.status_code not in (301, 302, 303, 307, 308):
            return ""
        if not location:
            raise FetchError(f"HTTP {response.status_code} without a target")
        location = location.encode("latin-1", "replace").decode("utf-8", "replace")
        try:
            target = urljoin(url, location).partition("#")[0]
            scheme = urlsplit(target).scheme
        except ValueError as error:
            raise FetchError("a redirect to no valid address") from error
        if scheme not in ("http", "https"):
            raise FetchError(f'a redirect to "{scheme}:" is refused', refused=True)
        return target

    def _ask(self, url: str, referer: str, deadline: Deadline) -> Response:
        """Send one request. The body is still to be read."""
        if self.stopped.is_set():
            raise FetchError("interrupted")
        host, proxies = self._prepare(url)
        headers = {
            "User-Agent": AGENT,
            "Accept": "image/*,*/*;q=0.8",
            "Accept-Encoding": "identity",
        }
        if referer:
            headers["Referer"] = referer
        left = deadline.left()
        if left <= 0:
            raise FetchError(too_slow(self.limits))
        timeout = (min(self.limits.connect_s, left), min(self.limits.read_s, left))
        with self._lock:
            self.requests += 1
        try:
            response = self._session(host).get(
                url,
                headers=headers,
                timeout=timeout,
                stream=True,
                allow_redirects=False,
                proxies=proxies,
                verify=_certificates(),
            )
        except (RequestException, RefusedAddressError, OSError, ValueError) as error:
            raise self._explain(error, host, deadline) from error
        with self._lock:
            self._dead.pop(host, None)
        return response

    def _prepare(self, url: str) -> tuple[str, dict[str, str]]:
        """The host of a URL and the proxies for it; what can be refused before asking is."""
        try:
            parts = urlsplit(url)
            host, _ = parts.hostname or "", parts.port
        except ValueError as error:
            raise FetchError("no valid address") from error
        if not host:
            raise FetchError("the address names no host")
        proxies = dict(get_environ_proxies(url, no_proxy=None))
        refusal = self.guard.literal_refusal(host)
        if refusal:
            raise self._refuse(refusal)
        if proxies.get(parts.scheme) or proxies.get("all"):
            self.used_proxy = True
        if self._dead.get(host, 0) >= _MAX_DEAD:
            raise FetchError(f"{host} did not answer before")
        return host, proxies

    def _session(self, host: str) -> requests.Session:
        with self._lock:
            if host not in self._sessions:
                self._sessions[host] = make_session(self.guard, self._watch)
            return self._sessions[host]

    def _explain(self, error: BaseException, host: str, deadline: Deadline) -> Exception:
        """What went wrong while asking: a fault to try again after, or the reason to give up."""
        causes = list(causes_of(error))
        refused = next((item for item in causes if isinstance(item, RefusedAddressError)), None)
        if refused is not None:
            return self._refuse(str(refused))
        if deadline.over:
            return FetchError(too_slow(self.limits))
        if any(isinstance(item, ssl.SSLCertVerificationError) for item in causes):
            return FetchError(f"the certificate of {host} is not valid")
        if any(isinstance(item, SSLError | requests.exceptions.SSLError) for item in causes):
            return FetchError(f"no secure connection to {host}")
        if any(isinstance(item, ProxyError | requests.exceptions.ProxyError) for item in causes):
            return FetchError("the proxy does not answer")
        if isinstance(error, requests.exceptions.InvalidSchema) and "SOCKS" in str(error):
            return FetchError('the proxy speaks SOCKS, which needs "pip install pysocks"')
        if isinstance(error, requests.exceptions.InvalidURL | ValueError):
            return FetchError("no valid address")
        if any(isinstance(item, NameResolutionError) for item in causes):
            self._count_dead(host)
            return FetchError(f"the host {host} is not known")
        if isinstance(error, requests.exceptions.ConnectTimeout):
            self._count_dead(host)
            return FetchError(f"{host} cannot be reached in {self.limits.connect_s:g} s")
        if isinstance(error, requests.exceptions.ReadTimeout):
            return FetchError(f"no answer in {self.limits.read_s:g} s")
        if any("refused" in str(item) for item in causes):
            return PassingError(f"{host} refuses the connection", dead_host=host)
        return PassingError(f"the connection to {host} broke")

    def _refuse(self, reason: str) -> FetchError:
        if is_allowable(reason):
            self.refused_private = True
        return FetchError(f"{reason}, refused", refused=True)

    def _count_dead(self, host: str) -> None:
        with self._lock:
            self._dead[host] = self._dead.get(host, 0) + 1

    def _take(self, response: Response, file: Path, deadline: Deadline) -> Picture:
        """The picture of an answer."""
        status = response.status_code
        if status != 200:
            reason = f"HTTP {status}"
            if status in _STATUS:
                reason += f" ({_STATUS[status]})"
            if status in _RETRIED:
                raise PassingError(reason, response)
            if status in (401, 403):
                raise TurnedAwayError(reason)
            raise FetchError(reason)
        with file.open("wb") as sink:
            read_body(response, sink, self.limits, deadline)
        with self._checking:
            return check_file(file, allow_unsafe_svg=self.allow_unsafe_svg)


def _certificates() -> bool | str:
    """The certificates to verify with: those the environment names, else the bundled ones."""
    for name in ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        if os.environ.get(name):
            return os.environ[name]
    return True
