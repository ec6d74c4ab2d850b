"""`blog config`: reading and changing settings."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from inkpost.commands.config import change_config, run_config, show_config
from inkpost.configfiles import OpenOptions
from inkpost.errors import ConfigError
from inkpost.hexo.yamldoc import load_yaml
from inkpost.hexo.yamledit import cast_value, set_value

TEXT = """\
# My notes
title: 'Old title'   # shown everywhere
url: https://notes.example
subtitle: "x"
per_page: 10
empty:
deploy: # where it goes
  type: git   # by git
  repo: x

  # a comment of its own
highlight: {line_number: true, wrap: false}
list:
- a
- b
text: |
  one
  two
last: 1
"""


def edit(name: str, word: str, text: str = TEXT) -> str:
    return set_value(text, tuple(name.split(".")), word, path="_config.yml")


@pytest.mark.parametrize(
    ("name", "word", "old", "new"),
    [
        ("title", "It's new", "'Old title'   #", "'It''s new'   #"),
        ("title", "海", "'Old title'", "'海'"),
        ("subtitle", 'a "b"', '"x"', '"a \\"b\\""'),
        ("per_page", "5", "10", "5"),
        ("per_page", "false", "10", "false"),
        ("empty", "x: y", "empty:\n", "empty: 'x: y'\n"),
        ("deploy.type", "rsync", "git   #", "rsync   #"),
        ("deploy.branch", "pages", "  repo: x\n", "  repo: x\n  branch: pages\n"),
        ("highlight.wrap", "true", "wrap: false", "wrap: true"),
        ("highlight.hljs", "true", "wrap: false}", "wrap: false, hljs: true}"),
        ("highlight.wrap", "a, b", "wrap: false", "wrap: 'a, b'"),
        ("list", "c", "list:\n- a\n- b\n", "list: c\n"),
        (
            "deploy",
            "x",
            " # where it goes\n  type: git   # by git\n  repo: x",
            " x # where it goes",
        ),
        ("text", "one", "|\n  one\n  two", "one"),
        ("last", "2", "last: 1", "last: 2"),
        ("feed.limit", "5", "last: 1\n", "last: 1\nfeed:\n  limit: 5\n"),
        ("empty.a.b", "1", "empty:\n", "empty:\n  a:\n    b: 1\n"),
        ("title", "3.10", "'Old title'", "3.10"),
        ("title", "2024-01-02", "'Old title'", "'2024-01-02'"),
        ("per_page", "a\nb", "10", '"a\\nb"'),
        ("per_page", "", "10", "''"),
        ("per_page", " x ", "10", "' x '"),
        ("per_page", "# no", "10", "'# no'"),
        ("per_page", "null", "10", "null"),
        ("per_page", "0x10", "10", "0x10"),
    ],
)
def test_only_the_value_s_own_characters_change(name: str, word: str, old: str, new: str) -> None:
    assert TEXT.count(old) == 1
    assert edit(name, word) == TEXT.replace(old, new)


def test_other_line_ends_and_a_mark_at_the_start_stay() -> None:
    text = "\ufeff" + TEXT.replace("\n", "\r\n")
    assert edit("per_page", "3", text) == text.replace("10", "3")
    added = edit("feed.limit", "3", text)
    assert added == text + "feed:\r\n  limit: 3\r\n"


def test_a_text_without_a_line_end_and_an_empty_one() -> None:
    assert edit("b", "2", "a: 1") == "a: 1\nb: 2"
    assert edit("b.c", "2", "") == "b:\n  c: 2\n"
    assert edit("b", "2", "# only a comment\n") == "# only a comment\nb: 2\n"


def test_json_stays_json() -> None:
    text = '{\n  "title": "Old",\n  "deploy": {}\n}\n'
    assert set_value(text, ("title",), "New", path="_config.json") == text.replace("Old", "New")
    added = set_value(text, ("deploy", "type"), "git", path="_config.json")
    assert added == text.replace("{}", '{"type": "git"}')


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a: &x 1\nb: *x\n", "b"),
        ("a: 1\n", "a.b"),
        ("a: [1]\n", "a.b"),
        ("- a\n", "b"),
        ("a: [\n", "a"),
    ],
)
def test_what_cannot_be_set_safely_is_refused(text: str, name: str) -> None:
    with pytest.raises(ConfigError):
        edit(name, "2", text)


@settings(deadline=None)
@example("-Infinity")
@example("NaN")
@example("1e3")
@example("007")
@given(st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc")), max_size=20))
def test_any_text_is_read_back_as_it_was_set(word: str) -> None:
    for name in ("title", "deploy.type", "highlight.wrap", "new", "empty"):
        edited = load_yaml(edit(name, word), path="").value
        for part in name.split("."):
            edited = edited[part]
        assert edited == cast_value(word)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "_config.yml").write_text(TEXT, "utf-8")
    return tmp_path


def test_settings_are_shown(site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = OpenOptions()
    assert show_config(site, options, "title") == "Old title"
    assert show_config(site, options, "archive_dir") == "archives"
    assert show_config(site, options, "deploy") == "type: git\nrepo: x"
    assert run_config(site, options, ()) == 0
    assert "title: Old title\n" in capsys.readouterr().out


def test_an_unknown_setting_is_an_error_with_the_nearest_name(site: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        show_config(site, OpenOptions(), "titel")
    assert raised.value.hint == 'did you mean "title"?'


def test_the_file_that_has_the_key_is_changed(site: Path) -> None:
    (site / "more.yml").write_text("title: More\n", "utf-8")
    options = OpenOptions(config_files=("_config.yml", "more.yml"))
    assert change_config(site, options, "per_page", "3") == "_config.yml"
    assert change_config(site, options, "title", "Newest") == "more.yml"
    assert change_config(site, options, "fresh", "x") == "more.yml"
    assert (site / "more.yml").read_text() == "title: Newest\nfresh: x\n"


def test_a_value_that_the_site_cannot_work_with_is_not_kept(site: Path) -> None:
    with pytest.raises(ConfigError):
        change_config(site, OpenOptions(), "url", "nowhere")
    assert (site / "_config.yml").read_text("utf-8") == TEXT
