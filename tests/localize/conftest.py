"""What the tests of the localizer share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.localize.blog import Blog
from tests.localize.host import Server, run_host

PROXIES = ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")


@pytest.fixture
def no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the machine's proxy is, it is not asked."""
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def host() -> Iterator[Server]:
    """A picture host."""
    with run_host() as server:
        yield server


@pytest.fixture
def blog(tmp_path: Path, no_proxy: None, monkeypatch: pytest.MonkeyPatch) -> Blog:
    """An empty site."""
    monkeypatch.delenv("INKPOST_CACHE_DIR", raising=False)
    return Blog(tmp_path / "blog")
