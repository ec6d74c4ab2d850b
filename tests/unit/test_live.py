"""What browsers are told after a change, and what is served meanwhile."""

from __future__ import annotations

import queue
import threading
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkpost.engine import Engine, Made
from inkpost.server.live import LiveSite
from inkpost.server.watch import Watcher
from tests.sites import SiteBuilder

NOW = datetime(2024, 6, 1, tzinfo=UTC)
PATIENCE_S = 30


def listen(live: LiveSite) -> queue.SimpleQueue[str]:
    """A browser's messages."""
    got: queue.SimpleQueue[str] = queue.SimpleQueue()
    events = live.events()
    assert next(events).startswith("retry:")

    def run() -> None:
        for event in events:
            got.put(event)

    threading.Thread(target=run, daemon=True).start()
    return got


@pytest.fixture
def live(site: SiteBuilder) -> LiveSite:
    site.post("first", "One.\n")
    site.write("source/a.css", "a{}")
    made: list[Made] = []
    found = LiveSite(Engine(site.root), lambda: NOW, made.append)
    found.refresh()
    assert len(made) == 1
    return found


def test_messages_follow_what_changed(site: SiteBuilder, live: LiveSite) -> None:
    told = listen(live)
    live.refresh()
    site.write("source/a.css", "b{}")
    live.refresh()
    assert told.get(timeout=PATIENCE_S) == "data: css\n\n"
    site.post("first", "Two.\n")
    live.refresh()
    assert told.get(timeout=PATIENCE_S) == "data: reload\n\n"
    site.post("second", "New.\n")
    site.write("source/a.css", "c{}")
    live.refresh()
    assert told.get(timeout=PATIENCE_S) == "data: reload\n\n"
    assert told.empty()


def test_a_page_of_an_older_version_is_told_at_once(site: SiteBuilder, live: LiveSite) -> None:
    before = live.served.version
    live.refresh()
    assert live.served.version == before
    site.post("first", "Two.\n")
    live.refresh()
    assert live.served.version != before
    late = live.events(before)
    assert next(late).startswith("retry:")
    assert next(late) == "data: reload\n\n"
    told: queue.SimpleQueue[str] = queue.SimpleQueue()
    current = live.events(live.served.version)
    assert next(current).startswith("retry:")
    threading.Thread(target=lambda: told.put(next(current)), daemon=True).start()
    site.write("source/a.css", "b{}")
    live.refresh()
    assert told.get(timeout=PATIENCE_S) == "data: css\n\n"


def test_errors_keep_the_last_good_pages(site: SiteBuilder, live: LiveSite) -> None:
    before = live.served.outputs
    told = listen(live)
    site.write("source/_posts/bad.md", "---\na: b: c\n---\n")
    live.refresh()
    assert live.served.outputs is before
    assert [item.span.path for item in live.served.errors if item.span] == ["source/_posts/bad.md"]
    assert told.get(timeout=PATIENCE_S) == "data: reload\n\n"
    live.refresh()
    assert told.empty()
    (site.root / "source/_posts/bad.md").unlink()
    live.refresh()
    assert live.served.errors == ()
    assert told.get(timeout=PATIENCE_S) == "data: reload\n\n"


def test_a_fault_of_ours_ends_no_preview(live: LiveSite, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Made:
        raise RuntimeError("deep")

    with monkeypatch.context() as patch:
        patch.setattr(Engine, "refresh", fail)
        live.refresh()
    (error,) = live.served.errors
    assert "RuntimeError: deep" in error.message
    assert live.served.outputs
    live.refresh()
    assert live.served.errors == ()


def test_the_watcher_tells_what_changed_and_ignores_our_own(tmp_path: Path) -> None:
    told: queue.SimpleQueue[set[str]] = queue.SimpleQueue()
    for folder in ("source", "public", ".git", ".inkpost"):
        (tmp_path / folder).mkdir()
    watcher = Watcher(tmp_path, told.put, ("public/",))
    try:
        for path in ("public/x.html", ".git/HEAD", ".inkpost/outputs"):
            (tmp_path / path).write_text("x")
        (tmp_path / "source/a.md").write_text("x")
        seen: set[str] = set()
        while "source/a.md" not in seen:
            seen |= told.get(timeout=PATIENCE_S)
        assert not [name for name in seen if name.startswith(("public/", ".git/", ".inkpost/"))]
        (tmp_path / "source/a.md").rename(tmp_path / "source/b.md")
        seen = set()
        while not {"source/a.md", "source/b.md"} <= seen:
            seen |= told.get(timeout=PATIENCE_S)
    finally:
        watcher.stop()
    (tmp_path / "source/c.md").write_text("x")
    watcher.stop()
    assert told.empty()


def test_many_files_are_waited_for_at_once(tmp_path: Path) -> None:
    """Each of these stays empty, which is waited for; one after the other takes too long."""
    told: queue.SimpleQueue[set[str]] = queue.SimpleQueue()
    wanted = {f"{number}.md" for number in range(60)}
    watcher = Watcher(tmp_path, told.put, ())
    try:
        for name in wanted:
            (tmp_path / name).touch()
        seen: set[str] = set()
        while not wanted <= seen:
            seen |= told.get(timeout=PATIENCE_S)
    finally:
        watcher.stop()


def test_what_a_link_leads_to_is_watched(tmp_path: Path) -> None:
    told: queue.SimpleQueue[set[str]] = queue.SimpleQueue()
    site, notes = tmp_path / "site", tmp_path / "notes"
    site.mkdir()
    (notes / "deep").mkdir(parents=True)
    (site / "posts").symlink_to(notes)
    (site / "gone").symlink_to(tmp_path / "nowhere")
    (notes / "around").symlink_to(tmp_path)
    watcher = Watcher(site, told.put, (), follow_links=True)
    try:
        (notes / "deep/a.md").write_text("x")
        assert told.get(timeout=PATIENCE_S) == {str(notes.resolve() / "deep/a.md")}
    finally:
        watcher.stop()
