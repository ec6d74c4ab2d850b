"""Connections that go to checked addresses only and end when a picture's time is up."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from typing import Any

import urllib3
from requests import Session
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import ConnectTimeoutError, NameResolutionError, NewConnectionError

from inkpost.localize.guard import Guard, RefusedAddressError

PER_HOST = 2


class Watch:
    """Ends the connections of downloads whose time is up, whatever they wait for.

    One download runs per thread; `limit` covers all that happens within it.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._current: dict[int, Deadline] = {}

    @contextlib.contextmanager
    def limit(self, seconds: float) -> Iterator[Deadline]:
        """A time limit for what this thread does within."""
        deadline = Deadline(time.monotonic() + seconds)
        timer = threading.Timer(seconds, deadline.cut)
        timer.daemon = True
        with self._lock:
            self._current[threading.get_ident()] = deadline
        timer.start()
        try:
            yield deadline
        finally:
            timer.cancel()
            deadline.release()
            with self._lock:
                self._current.pop(threading.get_ident(), None)

    def cut_all(self) -> None:
        """End the time of every download at once."""
        with self._lock:
            current = list(self._current.values())
        for deadline in current:
            deadline.cut()

    def note(self, sock: socket.socket | None, *, is_new: bool = False) -> None:
        """Tell which socket this thread's download waits for.

        is_new: TLS is about to take it over, so that only a copy of it stays in reach.
        """
        deadline = self._current.get(threading.get_ident())
        if deadline is not None and sock is not None:
            deadline.hold(sock.dup() if is_new else sock, is_copy=is_new)


class Deadline:
    """The end of one download's time. end: on the monotonic clock."""

    def __init__(self, end: float) -> None:
        self._end = end
        self._lock = threading.Lock()
        self._sock: socket.socket | None = None
        self._copy: socket.socket | None = None
        self._over = False

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._over or self.left() <= 0

    def left(self) -> float:
        """The seconds that are left."""
        return self._end - time.monotonic()

    def hold(self, sock: socket.socket, *, is_copy: bool) -> None:
        """Keep the socket in reach that is to be shut. is_copy: it is the deadline's to close."""
        with self._lock:
            self._close_copy()
            self._sock = sock
            self._copy = sock if is_copy else None
            if self._over:
                _shut(sock)

    def release(self) -> None:
        """Let go of the socket: what was waited for is over."""
        with self._lock:
            self._close_copy()
            self._sock = None

    def _close_copy(self) -> None:
        if self._copy is not None:
            self._copy.close()
            self._copy = None

    def cut(self) -> None:
        """End the time now, and what waits for the socket."""
        with self._lock:
            self._over = True
            if self._sock is not None:
                _shut(self._sock)


def _shut(sock: socket.socket) -> None:
    # The plain method also for TLS: only the connection below is to end, from another thread.
    with contextlib.suppress(OSError):
        socket.socket.shutdown(sock, socket.SHUT_RDWR)


def connect_checked(guard: Guard, connection: Any) -> socket.socket:
    """A socket to an address of the connection's host that the guard allows.

    Raises: RefusedAddressError, NameResolutionError, ConnectTimeoutError, NewConnectionError.
    """
    host = connection.host.strip("[]")
    try:
        entries = guard.addresses_of(host, connection.port)
    except RefusedAddressError:
        raise
    except (socket.gaierror, UnicodeError) as error:
        fault = error if isinstance(error, socket.gaierror) else socket.gaierror(str(error))
        raise NameResolutionError(host, connection, fault) from error
    limit = connection.timeout if isinstance(connection.timeout, int | float) else None
    end = None if limit is None else time.monotonic() + limit
    failure: OSError = OSError("no address")
    for family, kind, protocol, _, address in entries:
        sock = socket.socket(family, kind, protocol)
        try:
            for option in connection.socket_options or ():
                sock.setsockopt(*option)
            left = None if end is None else max(0.1, end - time.monotonic())
            sock.settimeout(left)
            sock.connect(address)
        except OSError as error:
            sock.close()
            failure = error
            if end is not None and time.monotonic() >= end:
                break
        else:
            sock.settimeout(limit)
            return sock
    if isinstance(failure, TimeoutError):
        raise ConnectTimeoutError(connection, "connecting took too long") from failure
    raise NewConnectionError(connection, f"no connection: {failure}") from failure


def _make_pools(guard: Guard | None, watch: Watch) -> dict[str, type[HTTPConnectionPool]]:
    """Connection pools by scheme; without a guard the address is the proxy's to find."""

    class _Watched:
        sock: socket.socket | None

        def getresponse(self) -> Any:
            watch.note(self.sock)
            return super().getresponse()  # type: ignore[misc]  # of urllib3's connection

        def _new_conn(self) -> socket.socket:
            made: socket.socket = (
                super()._new_conn()  # type: ignore[misc]  # of urllib3's connection
                if guard is None
                else connect_checked(guard, self)
            )
            watch.note(made, is_new=True)
            return made

    class _Http(_Watched, HTTPConnection):
        pass

    class _Https(_Watched, HTTPSConnection):
        pass

    class _HttpPool(HTTPConnectionPool):
        ConnectionCls = _Http

    class _HttpsPool(HTTPSConnectionPool):
        ConnectionCls = _Https

    return {"http": _HttpPool, "https": _HttpsPool}


class CheckedAdapter(HTTPAdapter):
    """The adapter of a session: checked addresses, watched connections, no retries of its own."""

    def __init__(self, guard: Guard, watch: Watch) -> None:
        self._guard = guard
        self._watch = watch
        super().__init__(pool_connections=1, pool_maxsize=PER_HOST, max_retries=0)

    def init_poolmanager(
        self, connections: int, maxsize: int, block: bool = False, **options: Any
    ) -> None:
        """Make the pools for direct connections."""
        self.poolmanager = urllib3.PoolManager(
            num_pools=connections, maxsize=maxsize, block=block, **options
        )
        self.poolmanager.pool_classes_by_scheme = _make_pools(self._guard, self._watch)

    def proxy_manager_for(self, proxy: str, **options: Any) -> Any:
        """Make the pools for connections through a proxy."""
        manager = super().proxy_manager_for(proxy, **options)
        if not proxy.lower().startswith("socks"):
            manager.pool_classes_by_scheme = _make_pools(None, self._watch)
        return manager


def make_session(guard: Guard, watch: Watch) -> Session:
    """A session for one host: nothing from `.netrc`, no cookies, no unchecked address."""
    from http.cookiejar import DefaultCookiePolicy  # lazy

    session = Session()
    session.trust_env = False
    session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    adapter = CheckedAdapter(guard, watch)
    session.mount("http://", adapter)
    session.mount("https://", adapter)
    return session
