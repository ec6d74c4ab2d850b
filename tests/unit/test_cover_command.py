from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from inkpost.builtin.covers import cover_svg
from inkpost.cli import main
from inkpost.commands.cover import editable_svg
from inkpost.io.imagesize import measure
from tests.unit.sites import write_site

POST = "---\ntitle: 日志结构存储\ndate: 2024-01-02\ncategories: 系统\n---\nText.\n"


def run(root: Path, *words: str) -> int:
    return main(["--cwd", str(root), "cover", *words])


def test_it_draws_the_posts_cover_and_says_what_to_add(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_site(tmp_path, {"source/_posts/lsm.md": POST})
    assert run(tmp_path, "日志结构存储") == 0
    assert capsys.readouterr().out == (
        "created: source/img/covers/lsm.svg\n"
        "add to the front matter: index_img: /img/covers/lsm.svg\n"
    )
    file = tmp_path / "source/img/covers/lsm.svg"
    drawn = ET.fromstring(cover_svg("lsm", "系统"))
    written = ET.fromstring(file.read_text("utf-8"))
    paths = [path.attrib["d"] for path in drawn.iter() if "d" in path.attrib]
    assert [path.attrib["d"] for path in written.iter() if "d" in path.attrib] == paths
    assert "".join(each.text or "" for each in written.iter() if each.tag.endswith("text")) == (
        "日志结构存储"
    )
    assert measure("a.svg", file.read_bytes) == (1280, 720)


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_site(tmp_path, {"source/img/covers/新文章.svg": "mine"})
    assert run(tmp_path, "新文章") == 1
    assert "is there already" in capsys.readouterr().err
    assert (tmp_path / "source/img/covers/新文章.svg").read_text("utf-8") == "mine"


def test_a_title_without_a_post_and_choices(tmp_path: Path) -> None:
    write_site(tmp_path, {})
    assert run(tmp_path, "A <b> & c?", "--pattern", "tree", "--hue", "40", "--no-text") == 0
    (file,) = (tmp_path / "source/img/covers").iterdir()
    assert file.name == "A-b-c.svg"
    svg = ET.fromstring(file.read_text("utf-8"))
    assert next(each.text for each in svg.iter() if each.tag.endswith("title")) == "A <b> & c?"
    assert not [each for each in svg.iter() if each.tag.endswith("text")]
    assert run(tmp_path, "x", "--pattern", "none") == 2
    assert run(tmp_path, "../../../up") == 0
    assert sorted(path.name for path in (tmp_path / "source/img/covers").iterdir()) == [
        "A-b-c.svg", "up.svg",
    ]  # fmt: skip


def test_a_post_that_cannot_be_read_is_no_hindrance(tmp_path: Path) -> None:
    write_site(tmp_path, {"source/_posts/bad.md": "---\ntitle: [\n---\n"})
    assert run(tmp_path, "x") == 0


def test_it_is_taken_as_the_cover(tmp_path: Path) -> None:
    svg = editable_svg(cover_svg("a", "b"), "T" * 300, shown=True)
    assert svg.endswith("</svg>\n")
    assert len([line for line in svg.splitlines() if line.startswith("<text")]) >= 3
    assert ET.fromstring(svg).attrib["width"] == "1280"
