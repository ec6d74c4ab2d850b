"""The command line: names, abbreviations, codes, and no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkpost import __version__
from inkpost.cli import main
from inkpost.engine import Engine
from tests.sites import SiteBuilder, read_all


def test_usage_is_code_2(site: SiteBuilder) -> None:
    for words in (["build", "--nope"], ["nope"], ["new"], ["server", "--port", "x"]):
        ended = site.blog(*words)
        assert ended.code == 2, words
        assert "Traceback" not in ended.err


def test_help_and_version(site: SiteBuilder) -> None:
    for words in (["--help"], ["-h"], ["build", "--help"], ["new", "-h"]):
        ended = site.blog(*words)
        assert (ended.code, ended.err) == (0, "")
        assert "Usage: blog" in ended.out
    assert __version__ in site.blog("--version").out


@pytest.mark.parametrize("word", ["build", "generate", "g", "gen", "b", "bu"])
def test_hexos_words_and_abbreviations_build(site: SiteBuilder, word: str) -> None:
    site.post("a")
    assert site.blog(word).code == 0
    assert (site.public / "index.html").is_file()


def test_an_ambiguous_beginning_names_what_it_may_mean(site: SiteBuilder) -> None:
    ended = site.blog("c")
    assert ended.code == 2
    assert "clean" in ended.err


def test_clean_by_its_abbreviation(site: SiteBuilder) -> None:
    site.post("a")
    site.blog("build")
    assert site.blog("cl").code == 0
    assert not site.public.exists()


def test_a_folder_that_is_not_there_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--cwd", str(tmp_path / "nowhere"), "build"]) in (1, 2)
    told = capsys.readouterr()
    assert "Traceback" not in told.err


def test_something_unforeseen_is_one_line_and_a_traceback_on_request(
    site: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("deep inside")

    monkeypatch.setattr(Engine, "make", fail)
    ended = site.blog("build")
    assert ended.code == 1
    assert ended.errors == ["error: RuntimeError: deep inside"]
    assert "Traceback" not in ended.err
    assert "Traceback" in site.blog("build", "--debug").err


def test_an_interrupt_is_code_130(site: SiteBuilder, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "make", interrupt)
    ended = site.blog("build")
    assert ended.code == 130
    assert ended.err.strip() == "interrupted"


# -- init


def test_a_new_site_builds_at_once_without_a_warning(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "any")
    ended = site.blog("init", "blog")
    assert ended.code == 0
    new = site.root / "blog"
    assert {"_config.yml", ".gitignore", "scaffolds/post.md", "source/about/index.md"} <= set(
        read_all(new)
    )
    assert main(["--cwd", str(new), "build", "--strict"]) == 0
    assert "<math" in next((new / "public").glob("2*/*/*/hello/index.html")).read_text("utf-8")


def test_init_never_overwrites(site: SiteBuilder) -> None:
    site.write("full/mine.txt", "mine")
    before = read_all(site.root)
    ended = site.blog("init", "full")
    assert ended.code == 1
    assert "not empty" in ended.err
    assert site.blog("init").code == 1
    assert site.blog("init", "full/mine.txt").code in (1, 2)
    assert read_all(site.root) == before


def test_init_takes_an_empty_folder(site: SiteBuilder) -> None:
    (site.root / "empty").mkdir()
    assert site.blog("init", "empty").code == 0
    assert (site.root / "empty" / "_config.yml").is_file()


def test_inside_of_a_blog_it_is_told_where_the_blog_is(site: SiteBuilder) -> None:
    site.post("a")
    ended = site.blog("--cwd", str(site.root / "source" / "_posts"), "build")
    assert ended.code == 1
    assert 'the blog is in "../..": go there, or say "blog --cwd ../.."' in ended.err


def test_outside_of_a_blog_every_command_says_so(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "any")
    (site.root / "_config.yml").unlink()
    for words in (["build"], ["clean"], ["new", "x"], ["publish", "x"], ["server", "-p", "0"]):
        ended = site.blog(*words)
        assert ended.code == 1, words
        assert len(ended.errors) == 1
        assert "no _config.yml here" in ended.errors[0]
