"""The smaller commands, and the options that all commands share."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from inkpost.cli import hoist_options
from inkpost.commands.build import BuildArgs
from inkpost.commands.extending import split_words
from inkpost.commands.listing import route_tree, table, width
from inkpost.commands.watch import run_watch
from inkpost.engine import Engine
from inkpost.model import Report
from tests.sites import SiteBuilder

PLUGIN = """\
def register(ext):
    @ext.command("greet")
    def greet(call):
        '''Greet someone.'''
        call.say(f"hello {' '.join(call.words)} {call.options} {call.config.text('title')}")
        return 3 if call.options.get("fail") else None

    @ext.migrator("paper")
    def paper(call):
        call.say(f"from paper: {call.words}")
"""


@pytest.fixture
def notes(site: SiteBuilder) -> SiteBuilder:
    """A site with two posts, a draft and a page."""
    site.post("b", title="潮汐", date="2024-02-01", tags=["sea"], categories=[["nature", "sea"]])
    site.post("a", title="Wind", date="2024-01-01", tags=["air", "sea"])
    site.write("source/_drafts/d.md", "---\ntitle: Idea\n---\nx\n")
    site.page("about/index.md", title="About")
    return site


def test_posts_are_listed_by_date_and_drafts_last(notes: SiteBuilder) -> None:
    lines = notes.blog("list", "post").out.splitlines()
    assert lines[0].split() == ["Date", "Title", "Path", "Category", "Tags"]
    assert [line.split()[0] for line in lines[1:]] == ["2024-01-01", "2024-02-01", "Draft"]
    assert "nature, sea" in lines[2]
    assert lines[1].index("_posts/") == lines[2].index("_posts/") + 2  # CJK takes two columns


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("page", "about/index.md"),
        ("tag", "tags/air/"),
        ("category", "categories/nature/sea/"),
        ("categories", "categories/nature/sea/"),
        ("posts", "Wind"),
        ("r", "Total:"),
        ("route", "about"),
    ],
)
def test_every_kind_is_listed(notes: SiteBuilder, kind: str, found: str) -> None:
    if kind == "categories":
        kind = "category"
    ended = notes.blog("list", kind)
    assert ended.code == 0
    assert found in ended.out


def test_an_empty_site_says_so(site: SiteBuilder) -> None:
    (site.root / "source").mkdir()
    for kind in ("post", "page", "tag", "category"):
        assert site.blog("l", kind).out.startswith("No ")


def test_an_unknown_kind_is_a_fault_of_usage(notes: SiteBuilder) -> None:
    assert notes.blog("list", "songs").code == 2
    assert notes.blog("list").code == 2


def test_a_post_that_cannot_be_read_is_told(notes: SiteBuilder) -> None:
    notes.write("source/_posts/bad.md", "---\ntitle: a: b\n---\n")
    ended = notes.blog("list", "post")
    assert ended.code == 1
    assert "source/_posts/bad.md" in ended.err


def test_settings_are_shown_and_changed(notes: SiteBuilder) -> None:
    assert notes.blog("config", "title").out == "Quay\n"
    assert notes.blog("config", "index_generator.order_by", "-updated").code == 0
    assert notes.blog("config", "index_generator.order_by").out == "-updated\n"
    assert notes.blog("config", "nothing.like.it").code == 1


def test_files_are_rendered_and_printed(notes: SiteBuilder) -> None:
    notes.write("one.md", "# One *two*\n")
    notes.write("data.yml", "a: [1, 海]\n")
    assert "<em>two</em>" in notes.blog("render", "one.md").out
    assert notes.blog("render", "data.yml").out == '{"a":[1,"海"]}\n'
    pretty = notes.blog("render", "data.yml", "--pretty").out
    assert json.loads(pretty) == {"a": [1, "海"]}
    assert pretty.count("\n") > 3
    assert notes.blog("render", "data.yml", "--engine", "json").code == 1


def test_files_are_rendered_into_a_file_or_a_folder(notes: SiteBuilder) -> None:
    notes.write("one.md", "One\n")
    notes.write("two.yml", "a: 1\n")
    assert notes.blog("render", "one.md", "-o", "out/one.html").code == 0
    assert "<p>One</p>" in (notes.root / "out/one.html").read_text()
    assert notes.blog("render", "one.md", "two.yml", "--output", "both").code == 0
    assert (notes.root / "both/two.json").read_text() == '{"a":1}'


def test_a_file_that_is_not_there_is_told(notes: SiteBuilder) -> None:
    ended = notes.blog("render", "none.md")
    assert ended.code == 1
    assert "none.md" in ended.err


def test_a_command_of_a_plug_in_is_reached(notes: SiteBuilder) -> None:
    notes.write("scripts/greet.py", PLUGIN)
    ended = notes.blog("greet", "you", "--times", "2", "-x")
    assert (ended.code, ended.out) == (0, "hello you {'times': '2', 'x': True} Quay\n")
    assert notes.blog("greet", "--fail").code == 3
    assert "Greet someone." in notes.blog("help", "greet").out
    assert notes.blog("--safe", "greet").code == 2


def test_a_failing_command_is_named(notes: SiteBuilder) -> None:
    notes.write(
        "scripts/oops.py",
        "def register(ext):\n    @ext.command('oops')\n    def oops(call):\n        {}['x']\n",
    )
    ended = notes.blog("oops")
    assert ended.code == 1
    assert 'command "oops" of scripts/oops.py:4 failed: KeyError' in ended.err


def test_migrate_says_one_line(notes: SiteBuilder, tmp_path: Path) -> None:
    notes.write("scripts/greet.py", PLUGIN)
    assert len(notes.blog("migrate", "jekyll").out.splitlines()) == 1
    assert notes.blog("migrate", "paper", "x.html").out == "from paper: ('x.html',)\n"
    assert "paper" in notes.blog("migrate").out
    assert notes.blog("migrate", "stone").code == 1
    assert notes.blog("--cwd", str(tmp_path), "migrate", "rss").code == 0


def test_help_and_version(notes: SiteBuilder) -> None:
    assert "Usage: blog" in notes.blog("help").out
    assert "blog deploy" in notes.blog("help", "deploy").out
    assert notes.blog("help", "nothing").code == 2
    assert notes.blog("version").out.startswith("inkpost ")


def test_help_explains_a_commands_own_commands(notes: SiteBuilder) -> None:
    assert notes.blog("help", "theme", "which").out == notes.blog("theme", "which", "--help").out
    assert notes.blog("help", "g").out == notes.blog("build", "--help").out
    for words, told in (
        (["theme", "nothing"], 'there is no command "nothing" in "blog theme"'),
        (["new", "which"], '"blog new" has no commands of its own, so no "which"'),
    ):
        ended = notes.blog("help", *words)
        assert (ended.code, ended.out) == (2, "")
        assert told in ended.err


def test_an_error_shows_the_line_of_the_site_that_cwd_names(notes: SiteBuilder) -> None:
    notes.write("_config.yml", "title: Quay\nurl: nowhere\n")
    for words in (["list", "tag"], ["--debug", "list", "tag"]):
        ended = notes.blog(*words)
        assert ended.code == 1
        assert "    2 | url: nowhere" in ended.err
        assert ("Traceback" in ended.err) is ("--debug" in words)


@pytest.mark.parametrize("word", ["g", "generate", "b", "build", "gen"])
def test_words_may_be_shortened(notes: SiteBuilder, word: str) -> None:
    assert notes.blog(word).code == 0
    assert "index.html" in notes.public_files()


def test_an_ambiguous_word_is_refused(notes: SiteBuilder) -> None:
    ended = notes.blog("c")
    assert ended.code == 2
    assert "clean" in ended.err


def test_scripts_are_left_out_with_safe(notes: SiteBuilder) -> None:
    notes.write("scripts/bad.py", "def register(ext):\n    1 / 0\n")
    assert notes.blog("build").code == 1
    assert notes.blog("build", "--safe").code == 0


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (["build", "--silent"], ["--silent", "build"]),
        (["g", "--cwd", "x", "-d"], ["--cwd", "x", "g", "-d"]),
        (["g", "--config=a,b"], ["--config=a,b", "g"]),
        (["new", "--draft", "x"], ["new", "--draft", "x"]),
        (["render", "a", "--output", "b"], ["render", "a", "--output", "b"]),
        (["g", "--output", "b"], ["--output", "b", "g"]),
        (["new", "--", "--safe"], ["new", "--", "--safe"]),
        (["g", "--cwd"], ["--cwd", "g"]),
    ],
)
def test_options_of_all_commands_may_stand_anywhere(given: list[str], meant: list[str]) -> None:
    assert hoist_options(given) == meant


def test_words_and_options_are_told_apart() -> None:
    assert split_words(["a", "--b", "c", "--d=e", "-f", "g", "--", "--h"]) == (
        ("a", "g", "--h"),
        {"b": "c", "d": "e", "f": True},
    )


def test_a_table_lines_up() -> None:
    assert list(table(("A", "N"), [("潮汐", "1"), ("x", "10")], right={1})) == [
        "A      N",
        "潮汐   1",
        "x     10",
    ]
    assert width("a潮e\u0301") == 4


def test_a_tree_of_routes() -> None:
    assert list(route_tree(["a/b.html", "a/c.html", "d.html"])) == [
        "Total: 3",
        "├─┬ a",
        "│ ├── b.html",
        "│ └── c.html",
        "└── d.html",
    ]


def wait_for(file: Path) -> Callable[[], None]:
    """A wait for a file, as long as patience lasts."""

    def wait() -> None:
        for _ in range(600):
            if file.exists():
                return
            threading.Event().wait(0.05)

    return wait


@pytest.mark.filterwarnings("ignore:Callback with id")
def test_what_changes_during_the_first_build_is_built_too(
    notes: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = Engine.build
    running: list[int] = []
    builds: list[int] = []

    def build_and_change(engine: Engine, *args: Any) -> Report:
        running.append(1)
        builds.append(len(running))
        try:
            report = build(engine, *args)
            if len(builds) == 1:  # all is read already
                notes.post("new", "Fresh words.\n")
                threading.Event().wait(0.5)
        finally:
            running.pop()
        return report

    monkeypatch.setattr(Engine, "build", build_and_change)
    page = notes.public / "2024/03/05/new/index.html"
    assert run_watch(notes.root, BuildArgs(silent=True), wait_for(page)) == 0
    assert "Fresh words." in page.read_text()
    assert set(builds) == {1}, "two builds ran at once"


@pytest.mark.filterwarnings("ignore:Callback with id")
def test_watching_waits_for_a_configuration_that_can_be_read(notes: SiteBuilder) -> None:
    notes.write("_config.yml", "title: [\n")
    page = notes.public / "index.html"

    def wait() -> None:
        assert not page.exists()
        notes.configure()
        wait_for(page)()

    assert run_watch(notes.root, BuildArgs(silent=True), wait) == 0
    assert page.exists()


@pytest.mark.filterwarnings("ignore:Callback with id")
def test_watching_builds_once_where_nothing_changes(
    notes: SiteBuilder, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes.configure(public_dir="dist")
    build = Engine.build
    builds: list[int] = []

    def count(engine: Engine, *args: Any) -> Report:
        builds.append(1)
        return build(engine, *args)

    monkeypatch.setattr(Engine, "build", count)

    def wait() -> None:
        threading.Event().wait(0.5)

    assert run_watch(notes.root, BuildArgs(silent=True), wait) == 0
    assert len(builds) == 1


@pytest.mark.filterwarnings("ignore:Callback with id")
def test_watching_builds_again_on_a_change(notes: SiteBuilder) -> None:
    page = notes.public / "2024/03/05/new/index.html"
    seen = threading.Event()

    def wait() -> None:
        notes.post("new", "Fresh words.\n")
        for _ in range(600):
            if page.exists():
                seen.set()
                return
            threading.Event().wait(0.05)

    assert run_watch(notes.root, BuildArgs(silent=True), wait) == 0
    assert seen.is_set()
    assert "Fresh words." in page.read_text()
