"""Runs downloads side by side: a few in all, fewer at one host, each URL once."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Generic, TypeVar

Result = TypeVar("Result")


class DownloadPool(Generic[Result]):
    """Threads that take jobs in order, as far as their hosts are free."""

    def __init__(
        self, run: Callable[[str], Result], *, workers: int = 6, per_host: int = 2
    ) -> None:
        self._run = run
        self._workers = workers
        self._per_host = per_host
        self._changed = threading.Condition()
        self._waiting: deque[tuple[str, str]] = deque()
        self._active: dict[str, int] = {}
        self._results: dict[str, Future[Result]] = {}
        self._threads: list[threading.Thread] = []
        self._idle = 0
        self._closed = False

    def submit(self, key: str, host: str) -> Future[Result]:
        """What the job of this key gives; equal keys share one job."""
        with self._changed:
            if key in self._results:
                return self._results[key]
            future: Future[Result] = Future()
            self._results[key] = future
            self._waiting.append((key, host))
            if not self._idle and len(self._threads) < self._workers:
                thread = threading.Thread(target=self._work, daemon=True)
                self._threads.append(thread)
                thread.start()
            self._changed.notify()
            return future

    def forget(self, key: str) -> None:
        """Drop the result of a job that nobody needs any more."""
        with self._changed:
            self._results.pop(key, None)

    def close(self) -> None:
        """Drop the jobs that have not begun and wait for the others."""
        with self._changed:
            self._closed = True
            for key, _ in self._waiting:
                self._results[key].cancel()
            self._waiting.clear()
            self._changed.notify_all()
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while True:
            job = self._next()
            if job is None:
                return
            key, host = job
            future = self._results[key]
            try:
                future.set_result(self._run(key))
            except BaseException as error:
                future.set_exception(error)
            with self._changed:
                self._active[host] -= 1
                self._changed.notify_all()

    def _next(self) -> tuple[str, str] | None:
        """The first job whose host is free, once there is one; None at the end."""
        with self._changed:
            while True:
                for number, (key, host) in enumerate(self._waiting):
                    if self._active.get(host, 0) < self._per_host:
                        del self._waiting[number]
                        self._active[host] = self._active.get(host, 0) + 1
                        return key, host
                if self._closed:
                    return None
                self._idle += 1
                self._changed.wait()
                self._idle -= 1
