"""`blog clean`: the output folder and the cache, gone."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from inkpost.io.publish import remove_published
from inkpost.opening import OpenOptions, load_config, state_folder


def run_clean(root: Path, config_files: tuple[str, ...] = ()) -> int:
    """Remove the output folder and what can be made again; returns the exit code."""
    config = load_config(root, OpenOptions(config_files=config_files))
    public = (root / config.public_dir).resolve()
    if public == root.resolve() or root.resolve().is_relative_to(public):
        sys.stderr.write(
            f'public_dir "{config.public_dir}" holds the site itself; nothing removed\n'
        )
        return 1
    state = state_folder(root)
    count = remove_published(public, state)
    for file in state.glob("cache.sqlite*"):
        file.unlink(missing_ok=True)
    shutil.rmtree(state / "locks", ignore_errors=True)
    sys.stdout.write(f"{config.public_dir}: {count} files removed\n")
    return 0
