"""What the options before a command say."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(slots=True)
class Session:
    """The options before the command, which a command's own may add to. root: the site's folder;
    config_files: names, later over earlier; drafts: show drafts; debug: with tracebacks; silent:
    nothing but errors; safe: no plug-ins of others."""

    root: Path
    config_files: tuple[str, ...] = ()
    drafts: bool = False
    debug: bool = False
    silent: bool = False
    safe: bool = False
