"""What a command loads: only what it needs, told by its modules and not by a clock."""

from __future__ import annotations

import json
import subprocess
import sys

import click
import pytest

from inkpost.cli import blog
from inkpost.commands.lazily import LAZY, SHORT_HELP
from tests.sites import SiteBuilder

CODE = """
import json, sys
from inkpost.cli import main
try:
    code = main(sys.argv[1:])
except SystemExit as end:
    code = end.code
print("\\n" + json.dumps([code, sorted(sys.modules)]))
"""
NEVER = {"requests", "urllib3", "watchdog", "rich", "werkzeug", "numpy", "yaml_rs", "hypothesis"}


def loaded(site: SiteBuilder, *words: str) -> tuple[set[str], set[str]]:
    """The top names of all modules after a command, and in full ours and those of lexers."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *words],
        cwd=site.root, capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    code, names = json.loads(done.stdout.splitlines()[-1])
    assert code == 0, done.stderr
    return (
        {name.partition(".")[0] for name in names},
        {name for name in names if name.startswith(("inkpost", "pygments.lexers."))},
    )


def test_help_loads_no_part_of_the_pipeline(site: SiteBuilder) -> None:
    names, own = loaded(site, "--help")
    assert not names & (NEVER | {"jinja2", "markdown_it", "pygments", "PIL", "py_mini_racer"})
    assert not names & {"yaml", "sqlite3"}
    assert own <= {"inkpost", "inkpost.start", "inkpost.cli", "inkpost.commands",
                   "inkpost.commands.examples", "inkpost.commands.lazily",
                   "inkpost.commands.session"}  # fmt: skip


@pytest.mark.parametrize("name", LAZY)
def test_the_list_of_commands_says_what_each_says_of_itself(name: str) -> None:
    command = blog.get_command(click.Context(blog), name)
    assert command is not None
    assert command.get_short_help_str(200) == SHORT_HELP[name]


@pytest.mark.parametrize("words", [["build", "--help"], ["server", "--help"], ["--version"]])
def test_help_of_a_command_loads_no_part_of_it(site: SiteBuilder, words: list[str]) -> None:
    names, own = loaded(site, *words)
    assert not names & NEVER
    assert "inkpost.engine" not in own


def test_a_build_without_formulas_and_pictures_loads_neither(site: SiteBuilder) -> None:
    site.post("plain", "Words, and no more.\n")
    names, own = loaded(site, "build")
    assert not names & NEVER
    assert not names & {"py_mini_racer", "PIL"}
    assert not own & {"inkpost.server.app", "inkpost.localize.run"}


def test_a_build_with_a_formula_loads_the_engine_once_and_then_the_cache(site: SiteBuilder) -> None:
    site.post("formula", "A sum $a + b$.\n")
    assert "py_mini_racer" in loaded(site, "build")[0]
    assert "py_mini_racer" not in loaded(site, "build")[0]


def test_a_build_loads_the_lexers_of_the_languages_that_it_meets(site: SiteBuilder) -> None:
    site.post("plain", "Words.\n")
    assert "pygments.lexers.go" not in loaded(site, "build")[1]
    site.post("code", "```go\nfunc main() {}\n```\n")
    lexers = loaded(site, "build")[1]
    assert "pygments.lexers.go" in lexers
    assert "pygments.lexers.haskell" not in lexers
