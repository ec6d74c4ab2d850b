"""Ctrl-C while the command is still being loaded."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import inkpost
from tests.sites import Ended, SiteBuilder

SOURCES = Path(inkpost.__file__).parents[1]
# Stands in for the library that is imported first, and is interrupted meanwhile.
IN_AN_IMPORT = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)\n"
# What is raised here Python itself prints, and goes on.
WHERE_IT_IS_LOST = """\
import os, signal
class Gone:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        for _ in range(1000):
            pass
Gone()
raise SystemExit(7)
"""


def interrupted(site: SiteBuilder, click: str, *words: str) -> Ended:
    """What a process says that is interrupted while it loads the library. words: to Python."""
    stand_in = site.write("stand-in/click.py", click).parent
    path = os.pathsep.join([str(stand_in), str(SOURCES)])
    done = subprocess.run(
        [sys.executable, *(words or ("-m", "inkpost", "build"))],
        cwd=site.root, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    return Ended(done.returncode, done.stdout, done.stderr)


@pytest.mark.parametrize("click", [IN_AN_IMPORT, WHERE_IT_IS_LOST])
def test_an_interrupt_while_modules_are_loaded_is_quiet(site: SiteBuilder, click: str) -> None:
    ended = interrupted(site, click)
    assert (ended.code, ended.out, ended.err) == (130, "", "interrupted\n")


def test_who_has_interrupts_ignored_is_not_interrupted(site: SiteBuilder) -> None:
    stops = "import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nraise SystemExit(7)\n"
    deaf = (
        "import signal\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from inkpost.start import main\nmain()\n"
    )
    assert interrupted(site, stops, "-c", deaf).code == 7


def test_after_the_modules_an_interrupt_is_an_exception_again(site: SiteBuilder) -> None:
    site.post("a")
    site.write("scripts/stop.py", "def register(ext):\n    raise KeyboardInterrupt\n")
    ended = site.run("build", PYTHONPATH=str(SOURCES))
    assert ended.code == 130
    assert ended.err.strip() == "interrupted"
