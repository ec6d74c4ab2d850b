"""`blog build --watch`: the site, built again on every change."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

from inkpost.commands.build import BuildArgs, build_time, engine_options
from inkpost.commands.console import show_findings, show_summary
from inkpost.configfiles import OpenOptions, load_draft
from inkpost.engine import Engine
from inkpost.errors import BlogError
from inkpost.server.watch import Watcher, own_folders


def run_watch(root: Path, args: BuildArgs, wait: Callable[[], None] | None = None) -> int:
    """Build the site at once and after every change, until interrupted; returns the exit code.

    wait: returns when it is enough. What fails is told, and the next change tries again.
    """
    options = engine_options(args)
    one_at_a_time = threading.Lock()
    with Engine(root, options) as engine:

        def build() -> None:
            with one_at_a_time:
                report = engine.build(build_time())
                show_findings(report.diagnostics, root, silent=args.silent, debug=args.debug)
                if not args.silent:
                    show_summary(report, engine.public_name)
                    sys.stdout.flush()

        # Folders of a publication come and go while they are watched, and watchdog says so.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="watchdog")
        public, follow_links = _watched(root, options.opening)
        # Watched from before the first build on: what changes meanwhile is seen as well.
        watcher = Watcher(root, lambda _: build(), own_folders(public), follow_links=follow_links)
        try:
            build()
            _wait_until_interrupted(wait or threading.Event().wait)
        finally:
            watcher.stop()
    return 0


def _watched(root: Path, opening: OpenOptions) -> tuple[str, bool]:
    """The output folder's name, and whether links are followed, as far as it can be read."""
    try:
        config = load_draft(root, opening).config
    except BlogError:  # the build tells it
        return "public", False
    return config.public_dir, config.flag("follow_symlinks")


def _wait_until_interrupted(wait: Callable[[], object]) -> None:
    try:
        wait()
    except KeyboardInterrupt:
        sys.stdout.write("\n")
