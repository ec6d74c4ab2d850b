"""The manual lists what there is: neither less nor more than the registries."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import click
import pytest
import yaml

from inkpost.builtin.helpers import register as register_helpers
from inkpost.builtin.tags import register as register_tags
from inkpost.cli import blog
from inkpost.extend import Extensions
from inkpost.hexo.defaults import HEXO_KEYS
from inkpost.options import CHOICES, OWN_KEYS
from tests.shared import ROOT

MANUALS = (ROOT / "source" / "manual", ROOT / "source" / "manual" / "en")
LANGUAGES = pytest.mark.parametrize("manual", MANUALS, ids=["zh", "en"])
CONTEXT = click.Context(blog)
COMMANDS = {
    name: command
    for name in blog.list_commands(CONTEXT)
    if (command := blog.get_command(CONTEXT, name)) is not None
}
ROW = re.compile(r"^\| `([^`|]+)` \|", re.MULTILINE)


def rows(text: str) -> list[str]:
    """The names that begin the rows of all tables."""
    return ROW.findall(text)


def options(command: click.Command) -> set[str]:
    """The options of a command, without those kept for Hexo's sake that do nothing."""
    shown = [
        param for param in command.params if isinstance(param, click.Option) and not param.hidden
    ]
    return {name for param in shown for name in param.opts}


def option_names(text: str) -> set[str]:
    """The options that the first cells of tables name, without their values."""
    cells = re.findall(r"^\| (`-[^|]*) \|", text, re.MULTILINE)
    return {name.split()[0] for cell in cells for name in re.findall(r"`(-[^`]*)`", cell)}


def chapter(manual: Path, name: str) -> str:
    return (manual / name / "index.md").read_text("utf-8")


def expect_same(found: list[str], there: Iterable[str]) -> None:
    assert len(found) == len(set(found)), "a name stands in two rows"
    wanted = set(there)
    assert sorted(wanted - set(found)) == [], "not in the manual"
    assert sorted(set(found) - wanted) == [], "in the manual only"


@LANGUAGES
def test_every_configuration_key_has_a_row(manual: Path) -> None:
    keys = [spec.name for spec in (*HEXO_KEYS, *OWN_KEYS)]
    expect_same(rows(chapter(manual, "config")), [*keys, *(choice.name for choice in CHOICES)])


@LANGUAGES
def test_every_tag_has_a_row(manual: Path) -> None:
    extensions = Extensions()
    register_tags(extensions)
    # `raw` is no plug-in: the scanner itself knows it.
    expect_same(rows(chapter(manual, "tags")), {*extensions.tags, "raw"})


@LANGUAGES
def test_every_helper_has_a_row(manual: Path) -> None:
    extensions = Extensions()
    register_helpers(extensions)
    text = chapter(manual, "helpers")
    variables, _, helpers = text.partition("\n## ")[2].partition("\n## ")
    assert "`page.derived`" in variables
    expect_same(rows(helpers), extensions.helpers)


@LANGUAGES
def test_every_setting_of_the_themes_has_a_row(manual: Path) -> None:
    schema = yaml.safe_load((ROOT / "themes" / "kit" / "theme.yml").read_text("utf-8"))["schema"]
    expect_same(rows(chapter(manual, "themes")), schema)


def test_both_languages_have_the_same_chapters() -> None:
    chinese, english = (
        {folder.name for folder in manual.iterdir() if (folder / "index.md").is_file()}
        for manual in MANUALS
    )
    assert chinese - {"en"} == english


def test_chapters_of_both_languages_list_the_same_names() -> None:
    for folder in sorted(MANUALS[1].iterdir()):
        if folder.is_dir() and folder.name != "plugins":
            chinese, english = (rows(chapter(manual, folder.name)) for manual in MANUALS)
            ascii_only = [name for name in chinese if name.isascii()]
            assert [name for name in english if name in ascii_only] == ascii_only, folder.name


def test_chapters_of_both_languages_have_the_same_sections() -> None:
    for folder in sorted(MANUALS[1].iterdir()):
        if folder.is_dir():
            chinese, english = (
                len(re.findall(r"^## ", chapter(manual, folder.name), re.MULTILINE))
                for manual in MANUALS
            )
            assert chinese == english, folder.name


@LANGUAGES
def test_every_command_has_a_row(manual: Path) -> None:
    found = [name for name in rows(chapter(manual, "cli")) if name.startswith("blog ")]
    expect_same(found, [f"blog {name}" for name in COMMANDS])


@LANGUAGES
@pytest.mark.parametrize("command", ["new", "build", "server", "publish"])
def test_every_option_of_a_command_has_a_row(manual: Path, command: str) -> None:
    section = chapter(manual, "cli").partition(f"\n## `blog {command}`\n")[2].partition("\n## ")[0]
    # Those of every command have a table of their own, and help is everywhere.
    general = {"--help", "-h", "--debug", "--draft", "--drafts"}
    assert option_names(section) - {"--KEY", "--键"} == options(COMMANDS[command]) - general


@LANGUAGES
def test_the_theme_command_has_a_row_for_all_that_it_does(manual: Path) -> None:
    section = chapter(manual, "cli").partition("\n## `blog theme`\n")[2].partition("\n## ")[0]
    group = COMMANDS["theme"]
    assert isinstance(group, click.Group)
    assert [row.split()[0] for row in rows(section) if row[0] != "-"] == list(group.commands)
    assert option_names(section) == options(group.commands["migrate"])


@LANGUAGES
def test_every_option_of_the_localizer_has_a_row(manual: Path) -> None:
    assert option_names(chapter(manual, "images")) == options(COMMANDS["localize"])


@LANGUAGES
def test_every_general_option_has_a_row(manual: Path) -> None:
    text = chapter(manual, "cli").partition("\n## ")[2].partition("\n## ")[0]
    assert option_names(text) == {*options(blog), "--help", "-h"}


@LANGUAGES
def test_every_option_of_covers_and_of_the_localizer_has_a_row(manual: Path) -> None:
    general = {"--help", "-h"}
    assert option_names(chapter(manual, "images")) == options(COMMANDS["localize"]) - general
    section = chapter(manual, "cli").partition("\n## `blog cover ")[2].partition("\n## ")[0]
    assert option_names(section) == options(COMMANDS["cover"]) | {"--no-text"}


def typed(text: str) -> Iterable[list[str]]:
    """The command lines of `blog` in code, in the line and in fences."""
    lines = re.findall(r"(?:^\$ |&& |`)blog ([^`\n]*)", text, re.MULTILINE)
    return (re.split(r" +(?:&&|#|\|)", line)[0].split() for line in lines)


@pytest.mark.parametrize(
    "folder", [*MANUALS, ROOT / "README.md", ROOT / "README.zh-CN.md"], ids=str
)
def test_commands_and_options_that_are_named_exist(folder: Path) -> None:
    files = sorted(folder.glob("*/index.md")) if folder.is_dir() else [folder]
    general = options(blog) | {"-h", "--help"}
    checked = 0
    for file in files:
        for words in typed(file.read_text("utf-8")):
            name = next((word for word in words if not word.startswith("-")), "")
            command = blog.get_command(CONTEXT, name) if name.isascii() and name.islower() else None
            if command is None:
                assert name == "" or not re.fullmatch(r"[a-z]+", name), (file, words)
                continue
            if isinstance(command, click.Group) and len(words) > 1 and words[1].isascii():
                inner = command.get_command(CONTEXT, words[1])
                assert inner is not None or not words[1].islower(), (file, words)
                command = inner or command
            given = {word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)}
            if name != "new":  # whose other options become front matter
                assert given <= options(command) | general, (file, words)
            checked += 1
    assert checked > 5
