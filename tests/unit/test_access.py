"""What a document asks of the rest of its site is noted, absent things too."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inkpost.assetlinks import AssetResolver
from inkpost.content.access import SiteAccess
from inkpost.model import Asset
from inkpost.reads import Key, Kind, NullRecorder, TraceRecorder
from inkpost.site.index import IndexInput, build_index
from inkpost.theme.mapping import RecordedMap
from tests.unit.documents import make, page, post


@pytest.fixture
def access() -> SiteAccess:
    config = make()
    documents = (post("a", "First"), page("about.md", title="About"))
    given = IndexInput(documents=documents, files=(), data={})
    index = build_index(given, config, datetime(2030, 1, 1, tzinfo=UTC))
    document = post("here", asset_dir="_posts/here/")
    asset = Asset(source="_posts/here/x.png", key="k", path="p/x.png", owner=document.id)
    return SiteAccess(
        document,
        index=index,
        assets=AssetResolver([asset], config.urls),
        config=config,
        read_source={"a.py": "print()"}.get,
    )


def test_configuration(access: SiteAccess) -> None:
    assert access.value("marked.gfm") is True
    assert access.value("absent.key", 5) == 5
    assert access.reads == {Key(Kind.CONFIG, "marked"), Key(Kind.CONFIG, "absent")}


def test_files(access: SiteAccess) -> None:
    assert access.asset_url("x.png") == "/p/x.png"
    assert access.asset_url("no.png") is None
    assert access.source("a.py") == "print()"
    assert access.source("no.py") is None
    names = {key.name for key in access.reads}
    assert names == {"_posts/here/x.png", "_posts/here/no.png", "a.py", "no.py"}
    assert {key.kind for key in access.reads} == {Kind.FILE}


def test_other_documents(access: SiteAccess) -> None:
    found = access.post("a")
    assert found is not None
    assert found.title == "First"
    assert access.post("nowhere") is None
    named = [access.named(name) for name in ("First", "about", "About", "nowhere")]
    assert [each.id if each else None for each in named] == [
        "_posts/a.md", "about.md", "about.md", None,
    ]  # fmt: skip
    assert Key(Kind.FACT, "slug:nowhere") in access.reads
    assert Key(Kind.META, "_posts/a.md") in access.reads


def test_a_map_notes_the_keys_at_its_top() -> None:
    recorder = TraceRecorder()
    seen = RecordedMap({"a": {"b": 1}}, Kind.THEME, recorder)
    assert seen["a"] == {"b": 1}
    assert seen.get("no") is None
    assert "also" not in seen
    assert list(recorder.keys) == [Key(Kind.THEME, name) for name in ("a", "no", "also")]
    assert list(seen) == ["a"]
    assert Key(Kind.THEME, "*") in recorder.keys
    assert len(seen) == 1


def test_keys_are_kept_once_in_the_order_of_the_first_read() -> None:
    recorder = TraceRecorder()
    for name in ("b", "a", "b"):
        recorder.read(Key(Kind.DATA, name))
    assert [key.name for key in recorder.keys] == ["b", "a"]
    NullRecorder().read(Key(Kind.DATA))
