"""Small sites whose configuration is a text, with the theme of the other tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from inkpost.engine import Engine, Made
from tests.sites import NOW, PLAIN_THEME, text_of

__all__ = ["NOW", "make_site", "text_of", "write_site"]

CONFIG = "title: Harbour\nurl: https://blog.example\ntimezone: UTC\ntheme: plain\n"


def write_site(root: Path, files: Mapping[str, str], config: str = "") -> Path:
    """A site on disk. config: added to the least that it needs."""
    theme = {f"themes/plain/layout/{name}": text for name, text in PLAIN_THEME.items()}
    for path, text in {"_config.yml": CONFIG + config, **theme, **files}.items():
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root


def make_site(root: Path, files: Mapping[str, str], config: str = "") -> Made:
    """The site, made in memory."""
    write_site(root, files, config)
    with Engine(root) as engine:
        return engine.make(NOW)
