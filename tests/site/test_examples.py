"""What the help of each command ends with works as it is printed."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import click
import pytest

from inkpost.cli import blog
from inkpost.commands import watch
from inkpost.commands.examples import EXAMPLES
from tests.sites import SiteBuilder

LINE = re.compile(r"^    (blog .+?)   +(\S.*)$", re.MULTILINE)
LINES = [line for lines in EXAMPLES.values() for line, _ in lines]
FILES = {
    "notes.md": "# Notes\n",
    "notes/_config.yml": "title: Notes\nurl: https://notes.example\n",
    "source/_data/links.yml": "- {name: a, url: https://a.example}\n",
    "source/_posts/trip.md": "---\ntitle: Trip\ndate: 2026-01-02\n---\n\nWords.\n",
    "source/_posts/a.md": "---\ntitle: A first post\ndate: 2026-01-02\n---\n\nWords.\n",
    "source/_drafts/an-idea.md": "---\ntitle: An idea\n---\n\nWords.\n",
    "_config.fluid.yml": "navbar: {blog_title: Notes}\n",
    "themes/tessera/layout/_partial/license.jinja": "<p>Mine.</p>\n",
}


def commands(group: click.Group, context: click.Context) -> Iterator[tuple[str, click.Command]]:
    for name in group.list_commands(context):
        found = group.get_command(context, name)
        assert found is not None
        yield name, found
        if isinstance(found, click.Group):
            yield from ((f"{name} {more}", inner) for more, inner in commands(found, context))


ALL = dict(commands(blog, click.Context(blog)))


@pytest.mark.parametrize("name", ALL)
def test_the_help_of_a_command_ends_with_examples(site: SiteBuilder, name: str) -> None:
    shown = site.blog(*name.split(), "--help").out
    end = shown.partition("\n  Examples:\n")[2]
    lines = LINE.findall(end)
    assert lines == list(EXAMPLES[name])
    assert len(end.splitlines()) == len(lines) >= 2
    assert all(len(line) <= 80 for line in end.splitlines())


def test_no_examples_are_of_a_command_that_is_not_there() -> None:
    assert EXAMPLES.keys() == ALL.keys()


@pytest.fixture
def blog_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SiteBuilder:
    """A blog that has what the examples speak of, and a place to deploy to."""
    site = SiteBuilder(tmp_path / "site")
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "far")], check=True)
    site.configure(theme="tessera", deploy={"type": "git", "repo": str(tmp_path / "far")})
    for name, text in FILES.items():
        site.write(name, text)
    for name in ("GIT_AUTHOR_NAME", "GIT_COMMITTER_NAME", "GIT_AUTHOR_EMAIL",
                 "GIT_COMMITTER_EMAIL"):  # fmt: skip
        monkeypatch.setenv(name, "a@b.example")
    # What runs until it is interrupted is interrupted where it would wait.
    monkeypatch.setattr("inkpost.commands.server._serve", _interrupt)
    monkeypatch.setattr(watch, "run_watch", partial(watch.run_watch, wait=lambda: None))
    monkeypatch.chdir(site.root)
    return site


def _interrupt(*_args: object, **_more: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("line", dict.fromkeys(LINES))
def test_an_example_works_as_it_is_printed(blog_folder: SiteBuilder, line: str) -> None:
    words = shlex.split(line)[1:]
    if words[0] == "init":
        empty = blog_folder.root / "empty"
        empty.mkdir()
        words = ["--cwd", str(empty), *words]
    if line == "blog deploy":
        assert blog_folder.blog("build").code == 0
    if "eject" in words:
        (blog_folder.root / "themes/tessera/layout/_partial/license.jinja").unlink()
    ended = blog_folder.blog(*words)
    assert (ended.code, ended.errors) == (0, []), ended.err
