from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.shared import ROOT

INTERFACE = "hatchling.builders.hooks.plugin.interface"


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The build hook, with or without hatchling."""
    try:
        __import__(INTERFACE)
    except ImportError:
        for end in range(1, INTERFACE.count(".") + 2):
            name = ".".join(INTERFACE.split(".")[:end])
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        stand_in = type(
            "BuildHookInterface", (), {"__class_getitem__": classmethod(lambda cls, _: cls)}
        )
        monkeypatch.setattr(sys.modules[INTERFACE], "BuildHookInterface", stand_in, raising=False)
    monkeypatch.syspath_prepend(str(ROOT))
    import hatch_build

    yield hatch_build
    sys.modules.pop("hatch_build", None)


def make_tarball(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as archive:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return stream.getvalue()


def make_library(hook: Any, tmp_path: Path) -> tuple[Any, Path]:
    """A small library like KaTeX, with the tarball that holds it."""
    files = {
        "package/dist/a.min.css": b'@font-face{src:url(f/A.woff2) format("woff2"),'
        b'url(f/A.woff) format("woff"),url(f/A.ttf) format("truetype")}',
        "package/dist/a.js": b"not shipped",
        "package/../../evil": b"not shipped",
        "package/LICENSE": b"MIT",
    }
    data = make_tarball(files)
    tarball = tmp_path / "a.tgz"
    tarball.write_bytes(data)
    library = hook.Library(
        name="small",
        version="1.0.0",
        variable="INKPOST_SMALL_TGZ",
        sha512=base64.b64encode(hashlib.sha512(data).digest()).decode(),
        tree="",
        files={r"package/LICENSE": "LICENSE", r"package/dist/(a\.min\.css)": r"\1"},
        edits={"a.min.css": hook.use_woff2_only},
    )
    hook.unpack(library, data, tmp_path / "once")
    return library._replace(tree=hook.digest_tree(tmp_path / "once")), tarball


def test_a_library_comes_from_the_file_that_is_named(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, tarball = make_library(hook, tmp_path)
    monkeypatch.setenv("INKPOST_SMALL_TGZ", str(tarball))
    hook.bring(library, tmp_path)
    folder = tmp_path / library.folder
    assert sorted(path.name for path in folder.iterdir()) == ["LICENSE", "a.min.css"]
    assert (folder / "a.min.css").read_text() == ('@font-face{src:url(f/A.woff2) format("woff2")}')


def test_nothing_is_fetched_where_the_files_are_there(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, tarball = make_library(hook, tmp_path)
    monkeypatch.setenv("INKPOST_SMALL_TGZ", str(tarball))
    hook.bring(library, tmp_path)
    tarball.unlink()
    hook.bring(library, tmp_path)
    (tmp_path / library.folder / "a.min.css").write_text("changed")
    with pytest.raises(hook.FetchError, match="cannot read"):
        hook.bring(library, tmp_path)


def test_a_file_with_another_digest_is_refused(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, tarball = make_library(hook, tmp_path)
    monkeypatch.setenv("INKPOST_SMALL_TGZ", str(tarball))
    tarball.write_bytes(tarball.read_bytes() + b"\0")
    with pytest.raises(hook.FetchError, match=r"small@1\.0\.0: expected sha512-"):
        hook.bring(library, tmp_path)
    assert not (tmp_path / library.folder).exists()


def test_without_a_source_the_build_stops_with_one_line(
    hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, _ = make_library(hook, tmp_path)
    monkeypatch.setattr(hook, "find_npm", lambda: None)
    with pytest.raises(hook.FetchError, match="there is no npm: install npm, or set") as caught:
        hook.bring(library, tmp_path)
    assert "\n" not in str(caught.value)


def test_the_files_in_the_checkout_are_those_on_record(hook: Any) -> None:
    assert [library.name for library in hook.LIBRARIES if hook.is_present(library, ROOT)] == [
        "katex",
        "mermaid",
    ]
