"""The sites that browser tests look at, built once for all workers of a run."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import yaml

from inkpost.configfiles import OpenOptions
from inkpost.engine import Engine, EngineOptions
from tests.shared import ROOT

THEMES: Final = ("tessera", "folio")
NOW: Final = datetime(2026, 11, 1, tzinfo=UTC)
SAMPLES: Final = Path(__file__).with_name("samples")
"""A small site with one of everything that the tests ask about, in words that they know."""

ROOT_PAGES: Final[Mapping[str, str]] = {
    "index": "/",
    "index 2": "/page/2/",
    "math post": "/2026/05/18/variance-to-least-squares/",
    "code post": "/2026/04/12/token-bucket/",
    "paper post": "/2026/07/05/flash-tiling/",
    "diagram post": "/2026/05/30/one-diagram-three-ways/",
    "roadmap": "/2026/02/08/distributed-roadmap/",
    "english post": "/2026/09/06/trusting-mtime/",
    "archive": "/archives/",
    "month": "/archives/2026/03/",
    "categories": "/categories/",
    "category": "/categories/系统/",
    "tags": "/tags/",
    "tag": "/tags/缓存/",
    "page": "/manual/writing/",
    "config page": "/manual/en/config/",
    "about": "/about/",
    "links": "/links/",
    "search": "/search/",
    "404": "/2026/05/lost-post/",
}
"""One address of the root site for each kind of page."""


def build_root_site(folder: Path, theme: str) -> Path:
    """The repository's own site with a theme, and a search page beside; gives its output."""
    site = folder / "site"
    shutil.copytree(ROOT / "source", site / "source")
    shutil.copy(ROOT / "_config.yml", site)
    search = site / "source/search/index.md"
    if not search.exists():
        search.parent.mkdir()
        search.write_text("---\ntitle: 搜索\nlayout: search\n---\n", encoding="utf-8")
    return build(site, {"theme": theme})


def build_sample_site(folder: Path, theme: str) -> Path:
    """The small site with a theme; gives its output."""
    return build(copy_sample_site(folder), {"theme": theme})


def copy_sample_site(folder: Path) -> Path:
    """The sources of the small site."""
    return Path(shutil.copytree(SAMPLES, folder / "site"))


def build(site: Path, over: Mapping[str, Any]) -> Path:
    """Build a site, some of its settings replaced; gives its output.

    Raises: AssertionError where it has errors.
    """
    over_file = site / "_over.yml"
    over_file.write_text(yaml.safe_dump(dict(over)), encoding="utf-8")
    opening = OpenOptions(config_files=("_config.yml", "_over.yml"))
    with Engine(site, EngineOptions(opening=opening)) as engine:
        report = engine.build(NOW)
    assert report.published, report.diagnostics
    return site / "public"


def built_once(folder: Path, make: Callable[[Path], Path]) -> Path:
    """What `make` builds below a folder that the workers of one run share."""
    folder.mkdir(parents=True, exist_ok=True)
    with _locked(folder / "lock"):
        done = folder / "done"
        if not done.exists():
            done.write_text(str(make(folder)), encoding="utf-8")
        return Path(done.read_text(encoding="utf-8"))


@contextmanager
def _locked(file: Path) -> Iterator[None]:
    with file.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
