"""The sources of a site as documents, files and data; what cannot be read is told."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from inkpost.configfiles import OpenOptions
from inkpost.extend import Extensions
from inkpost.model import SourceText
from inkpost.opening import Opened, open_site
from inkpost.plugins import load_extensions
from inkpost.reading import Read, read_documents, source_reader
from tests.unit.sites import write_site


def opened(root: Path, files: Mapping[str, str], config: str = "") -> tuple[Opened, Extensions]:
    found = open_site(write_site(root, files, config), OpenOptions())
    return found, load_extensions(found.config, found.scripts)


def read(root: Path, files: Mapping[str, str], config: str = "") -> Read:
    return read_documents(*opened(root, files, config))


def test_every_file_is_told_apart(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "source/_posts/a.md": "---\ntitle: A\n---\n\nBody.\n",
            "source/_posts/a/x.png": "no picture",
            "source/_drafts/d.md": "Draft.\n",
            "source/about/index.md": "About.\n",
            "source/img/y.png": "no picture",
            "source/_data/links.yml": "- one\n",
            "source/_posts/_hidden.md": "Hidden.\n",
        },
    )
    assert [document.id for document in found.documents] == [
        "_drafts/d.md", "_posts/a.md", "about/index.md",
    ]  # fmt: skip
    assert [(item.kind.value, item.source) for item in found.files] == [
        ("asset", "img/y.png"), ("post-asset", "_posts/a/x.png"),
    ]  # fmt: skip
    assert found.data == {"links": ["one"]}
    assert found.texts["_posts/a.md"] == SourceText(body="\nBody.\n", line=4)
    assert not found.diagnostics


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("_posts/a.md", "_posts/a/"),
        ("_posts/b.md", ""),
        ("about/index.md", "about/"),
        ("index.md", ""),
        ("notes.md", "notes/"),
    ],
)
def test_documents_know_the_folder_of_their_files(tmp_path: Path, name: str, folder: str) -> None:
    files = {f"source/{name}": "Text.\n", "source/_posts/a/x.png": "no picture"}
    found = read(tmp_path, files)
    assert [each.asset_dir for each in found.documents if each.id == name] == [folder]


def test_what_cannot_be_read_is_told_and_the_others_stand(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        {
            "source/_posts/good.md": "Words.\n",
            "source/_posts/bad.md": "---\ntitle: a: b\n---\n",
            "source/_data/bad.json": "{",
            "source/_data/good.json": '{"a": 1}',
        },
    )
    assert [document.id for document in found.documents] == ["_posts/good.md"]
    assert list(found.texts) == ["_posts/good.md"]
    assert found.data == {"good": {"a": 1}}
    told = [(each.severity, each.span.path if each.span else "") for each in found.diagnostics]
    assert told == [("error", "source/_data/bad.json"), ("error", "source/_posts/bad.md")]


def test_a_post_that_is_not_utf8_is_told_with_its_place(tmp_path: Path) -> None:
    site, extensions = opened(tmp_path, {"source/_posts/good.md": "Words.\n"})
    (tmp_path / "source/_posts/bad.md").write_bytes(b"one\ntwo \xb1\n")
    site = open_site(tmp_path, OpenOptions())
    (told,) = read_documents(site, extensions).diagnostics
    assert told.span is not None
    assert (told.span.path, told.span.line, told.span.column) == ("source/_posts/bad.md", 2, 5)


def test_markdown_among_the_data_is_html(tmp_path: Path) -> None:
    data = read(tmp_path, {"source/_data/note.md": "*so*\n", "source/_data/raw.txt": "*so*\n"}).data
    assert data == {"note": "<p><em>so</em></p>\n", "raw": "*so*\n"}


def test_a_renderer_of_a_plug_in_reads_its_kind_of_data_and_pages(tmp_path: Path) -> None:
    script = (
        "def register(ext):\n"
        "    @ext.renderer('ini', output='html')\n"
        "    def read(text, options):\n"
        "        return {'lines': text.split(), 'path': options['path']}\n"
    )
    files = {
        "scripts/ini.py": script,
        "source/_data/ports.ini": "one two\n",
        "source/page.ini": "x\n",
    }
    found = read(tmp_path, files)
    assert found.data == {"ports": {"lines": ["one", "two"], "path": "source/_data/ports.ini"}}
    assert [(each.id, each.path) for each in found.documents] == [("page.ini", "page.html")]


def test_a_processor_takes_a_file_from_us(tmp_path: Path) -> None:
    script = (
        "def register(ext):\n"
        "    @ext.processor('songs/*')\n"
        "    def take(path, data):\n"
        "        return data.decode().split()\n"
    )
    files = {"scripts/songs.py": script, "source/songs/a.md": "la la\n", "source/b.md": "B\n"}
    found = read(tmp_path, files)
    assert found.data == {"songs/a": ["la", "la"]}
    assert [document.id for document in found.documents] == ["b.md"]


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ("permalink: :year/:title/\n", True),
        ("permalink: :title/\n", False),
        ("permalink: :year/:title/\ndialect: hexo\n", False),
    ],
)
def test_urls_with_dates_want_a_time_zone(tmp_path: Path, config: str, told: bool) -> None:
    root = write_site(tmp_path, {"source/_posts/a.md": "A.\n"}, config)
    file = root / "_config.yml"
    file.write_text(file.read_text("utf-8").replace("timezone: UTC\n", ""), "utf-8")
    site = open_site(root, OpenOptions())
    found = read_documents(site, load_extensions(site.config, ())).diagnostics
    assert [each.code for each in found] == (["no-timezone"] if told else [])
    if told:
        assert f'write "timezone: {site.config.process_timezone}"' in (found[0].hint or "")


def test_sources_are_read_by_their_path(tmp_path: Path) -> None:
    site, _ = opened(tmp_path, {"source/downloads/code/a.py": "\ufeffprint()\n"})
    text_of = source_reader(site)
    assert text_of("downloads/code/a.py") == "print()\n"
    assert text_of("downloads/code/b.py") is None
    assert text_of("../_config.yml") is None
