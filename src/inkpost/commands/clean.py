"""`blog clean`: the output folder and the cache, gone."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from inkpost.configfiles import OpenOptions, load_config, output_folder
from inkpost.io.publish import remove_published
from inkpost.io.statefolder import state_folder


def run_clean(root: Path, config_files: tuple[str, ...] = ()) -> int:
    """Remove the output folder and what can be made again; returns the exit code.

    Raises: ConfigError where the output folder holds the site itself.
    """
    config = load_config(root, OpenOptions(config_files=config_files))
    public = output_folder(root, config)
    state = state_folder(root)
    inside = public.resolve().is_relative_to(root.resolve()) and not public.is_symlink()
    count = remove_published(public, state, whole=inside)
    for file in state.glob("cache.sqlite*"):
        file.unlink(missing_ok=True)
    for folder in ("deploy", "locks", "made"):
        shutil.rmtree(state / folder, ignore_errors=True)
    sys.stdout.write(f"{config.public_dir}: {count} files removed\n")
    return 0
