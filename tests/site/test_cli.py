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


def init(folder: Path, *words: str) -> SiteBuilder:
    """A new site below a folder."""
    site = SiteBuilder(folder / "any")
    assert site.blog("init", "blog", *words).code == 0
    site.root = site.root / "blog"
    site.public = site.root / "public"
    return site


@pytest.mark.parametrize("language", ["zh-CN", "zh-TW", "ja", "en", "de"])
def test_a_new_site_builds_at_once_and_asks_for_its_address(tmp_path: Path, language: str) -> None:
    site = init(tmp_path, "--language", language)
    new = site.root
    assert {"_config.yml", ".gitignore", "scaffolds/post.md", "source/about/index.md"} <= set(
        read_all(new)
    )
    built = site.blog("build")
    assert built.code == 0
    assert len(built.warnings) == 1
    assert built.warnings[0].startswith('_config.yml:10:6: warning: "url" is a placeholder')
    assert site.blog("build", "--strict").code == 1
    site.blog("config", "url", "https://quay.example")
    assert site.blog("build", "--strict").code == 0
    page = next((new / "public").glob("2*/*/*/hello/index.html")).read_text("utf-8")
    assert "<math" in page
    assert f'<html lang="{language}"' in page


@pytest.mark.parametrize(
    ("environ", "language", "title"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh-CN", "我的博客"),
        ({"LANG": "zh_SG.UTF-8"}, "zh-CN", "我的博客"),
        ({"LANG": "zh_HK.UTF-8"}, "zh-TW", "我的部落格"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.UTF-8"}, "ja", "私のブログ"),
        ({"LANG": "zh_CN.UTF-8", "LC_MESSAGES": "en_GB"}, "en", "My blog"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "zh_TW:en"}, "zh-TW", "我的部落格"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "zh_TW:en"}, "en", "My blog"),
        ({"LANG": "de_DE.UTF-8"}, "en", "My blog"),
        ({"LC_ALL": "", "LANG": "zh_CN"}, "zh-CN", "我的博客"),
        ({}, "en", "My blog"),
    ],
)
def test_init_speaks_the_users_language(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    environ: dict[str, str],
    language: str,
    title: str,
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    site = init(tmp_path)
    assert site.blog("config", "language").out == f"{language}\n"
    assert site.blog("config", "title").out == f"{title}\n"


def test_init_takes_the_language_that_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    site = init(tmp_path, "-l", "pt_BR.UTF-8")
    assert site.blog("config", "language").out == "pt-BR\n"
    assert site.blog("config", "title").out == "My blog\n"
    ended = site.blog("init", "other", "--language", "ch!")
    assert ended.code == 2
    assert '"--language" should be a tag such as "zh-CN" or "en", found "ch!"' in ended.err
    assert not (site.root / "other").exists()


def test_a_new_post_is_dated_in_the_sites_own_zone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Shanghai")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")  # 2026-01-01 00:00 UTC
    site = init(tmp_path)
    assert "date: 2026-01-01 08:00:00\n" in (site.root / "source/_posts/hello.md").read_text(
        "utf-8"
    )


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
