"""`blog init`: a new site that builds at once."""

from __future__ import annotations

import os
import shutil
import sys
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from inkpost.commands.starter import ABOUT, CONFIG, POST, WORDS, nearest_language
from inkpost.io.bundled import bundled_path
from inkpost.locales import to_language_tag, user_language

_IGNORE = "public/\n.venv/\n.inkpost/cache.sqlite*\n.inkpost/outputs\n.inkpost/locks/\n"


def site_language(asked: str | None) -> str:
    """The tag of the language that a new site is to have: the one that was asked for, as a tag or
    as a locale's name, else the nearest to the user's own.

    Raises: UsageError where what was asked for is neither.
    """
    if asked is None:
        return nearest_language(user_language(os.environ))
    tag = to_language_tag(asked)
    if not tag:
        message = f'"--language" should be a tag such as "zh-CN" or "en", found "{asked}"'
        raise click.UsageError(message)
    return tag


def run_init(folder: Path, *, language: str, zone: str, now: datetime) -> int:
    """Make a site in `folder`, which must be absent or empty; returns the exit code."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        sys.stderr.write(f'"{folder}" is not empty; choose another folder\n')
        return 1
    date = now.astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S")
    words = WORDS[nearest_language(language)]
    files = {
        "_config.yml": CONFIG.format(title=words.site, language=language, zone=zone),
        "source/_posts/hello.md": POST.format(words=words, date=date),
        "source/about/index.md": ABOUT.format(words=words, date=date),
        ".gitignore": _IGNORE,
    }
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    shutil.copytree(bundled_path("scaffolds"), folder / "scaffolds")
    sys.stdout.write(
        f"made {folder}, its language is {language}\n  cd {folder}\n"
        '  blog new "A title"      write a post\n'
        "  blog server             preview at http://localhost:4000\n"
        "  blog build              write the site to public/\n"
        'Before you publish it, write its address as "url" in _config.yml.\n'
    )
    return 0
