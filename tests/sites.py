"""Tiny sites made in a temporary folder, built through the engine or the command line."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from inkpost.cli import main
from inkpost.engine import Engine, EngineOptions, Made
from inkpost.errors import Diagnostic
from inkpost.model import Report

# Tests that run in the background of a shell inherit deaf ears for Ctrl-C, and hand them on to the
# processes that they mean to interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    with suppress(ValueError):  # not in the main thread
        signal.signal(signal.SIGINT, signal.default_int_handler)

NOW = datetime(2024, 6, 1, 12, tzinfo=UTC)
CONFIG: Mapping[str, Any] = {
    "title": "Quay",
    "url": "https://quay.example",
    "timezone": "UTC",
    "theme": "plain",
}
PLAIN_THEME: Mapping[str, str] = {
    "layout.jinja": (
        "<!DOCTYPE html><html><head><title>{{ page.title or '' }}</title></head>"
        "<body>{{ body }}</body></html>"
    ),
    "index.jinja": (
        "{% for post in page.posts %}"
        '<h2><a href="{{ url_for(post.path) }}">{{ post.title }}</a></h2>'
        "{% endfor %}"
    ),
    "post.jinja": "<article>{{ page.content }}</article>",
}
"""The layouts of a theme of our own, in use with `theme: plain`."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What a command did: its exit code, and what it wrote to either stream."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines that tell of an error."""
        return [line for line in self.err.splitlines() if "error: " in line]

    @property
    def warnings(self) -> list[str]:
        """The lines that tell of a warning."""
        return [line for line in self.err.splitlines() if "warning: " in line]


class SiteBuilder:
    """A site on disk. config: above or beside the least that a site needs."""

    def __init__(self, root: Path, /, **config: Any) -> None:
        self.root = root
        self.public = root / "public"
        for name, text in PLAIN_THEME.items():
            self.write(f"themes/plain/layout/{name}", text)
        self.configure(**config)

    def configure(self, **config: Any) -> None:
        """Write `_config.yml` anew."""
        self.config = {**CONFIG, **config}
        text = yaml.safe_dump(self.config, allow_unicode=True, sort_keys=False)
        self.write("_config.yml", text)

    def write(self, path: str, content: str | bytes) -> Path:
        """Write a file of the site."""
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return file

    def post(self, name: str, body: str = "Words.\n", **front: Any) -> Path:
        """Write `source/_posts/NAME.md`."""
        front = {"title": name, "date": "2024-03-05 09:00:00", **front}
        return self.write(f"source/_posts/{name}.md", with_front(front, body))

    def page(self, path: str, body: str = "Words.\n", **front: Any) -> Path:
        """Write a page below the source folder."""
        front = {"title": path, "date": "2024-03-05 09:00:00", **front}
        return self.write(f"source/{path}", with_front(front, body))

    def make(self, now: datetime = NOW, **options: Any) -> Made:
        """The site in memory."""
        with Engine(self.root, EngineOptions(**options)) as engine:
            return engine.make(now)

    def build(self, now: datetime = NOW, **options: Any) -> Report:
        """The site, published."""
        with Engine(self.root, EngineOptions(**options)) as engine:
            return engine.build(now)

    def blog(self, *words: str) -> Ended:
        """What the command line does in this process, in the site's folder."""
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            code = main(["--cwd", str(self.root), *words])
        return Ended(code, out.getvalue(), err.getvalue())

    def run(self, *words: str, **env: str) -> Ended:
        """What the command line does in a process of its own. env: besides this process's."""
        done = subprocess.run(
            [sys.executable, "-m", "inkpost", *words],
            cwd=self.root,
            env={**os.environ, **env},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    def public_files(self) -> dict[str, bytes]:
        """Every file below `public/`, by path."""
        return read_all(self.public)


def with_front(front: Mapping[str, Any], body: str) -> str:
    """A source file with front matter."""
    return f"---\n{yaml.safe_dump(dict(front), allow_unicode=True, sort_keys=False)}---\n\n{body}"


def read_all(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by path."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


def text_of(made: Made, path: str) -> str:
    """The text of one finished file."""
    data = made.outputs[path].data
    assert data is not None, f"{path} is a copy"
    return data.decode()


def codes(found: Iterator[Diagnostic] | tuple[Diagnostic, ...], severity: str) -> list[str]:
    """The codes of the findings of a severity, in order."""
    return [item.code for item in found if item.severity == severity]


@pytest.fixture
def site(tmp_path: Path) -> SiteBuilder:
    """A site without posts, in a folder of its own."""
    return SiteBuilder(tmp_path / "site")
