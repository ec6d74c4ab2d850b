"""Where a site keeps what is made for it: `.inkpost`, and where its caches lie."""

from __future__ import annotations

import os
from pathlib import Path

from inkpost.errors import BlogError

STATE_FOLDER = ".inkpost"
_GITIGNORE = "cache.sqlite*\noutputs\nlocks/\n"


def own_folder(root: Path) -> Path:
    """The site's `.inkpost`, made on first use; what lies there may be committed.

    Raises: OSError where it cannot be made.
    """
    folder = root / STATE_FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text(_GITIGNORE, "utf-8", newline="\n")
    return folder


def state_folder(root: Path) -> Path:
    """The folder for the cache and the list of published files, made on first use: `.inkpost`,
    unless `INKPOST_CACHE_DIR` moves it.

    Raises: BlogError where it cannot be made.
    """
    moved = os.environ.get("INKPOST_CACHE_DIR")
    try:
        if not moved:
            return own_folder(root)
        folder = Path(moved)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BlogError(
            f'cannot make the folder "{Path(moved or STATE_FOLDER).name}": '
            f"{(error.strerror or '').lower()}",
            hint="correct the rights of the site's folder, or set INKPOST_CACHE_DIR",
        ) from error
    return folder
