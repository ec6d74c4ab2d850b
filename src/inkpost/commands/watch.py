"""`blog build --watch`: the site, built again on every change."""

from __future__ import annotations

import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path

from inkpost.commands.build import BuildArgs, build_time, engine_options
from inkpost.commands.console import show_findings, show_summary
from inkpost.engine import Engine
from inkpost.server.watch import Watcher, own_folders


def run_watch(root: Path, args: BuildArgs, wait: Callable[[], None] | None = None) -> int:
    """Build the site at once and after every change, until interrupted; returns the exit code.

    wait: returns when it is enough. What fails is told, and the next change tries again.
    """
    with Engine(root, engine_options(args)) as engine:

        def build() -> None:
            report = engine.build(build_time())
            show_findings(report.diagnostics, root, silent=args.silent, debug=args.debug)
            if not args.silent:
                show_summary(report, engine.public_name)
                sys.stdout.flush()

        # Folders of a publication come and go while they are watched, and watchdog says so.
        warnings.filterwarnings("ignore", category=RuntimeWarning, module="watchdog")
        build()
        watcher = Watcher(root, lambda _: build(), own_folders(engine.public_name))
        try:
            (wait or threading.Event().wait)()
        except KeyboardInterrupt:
            sys.stdout.write("\n")
        finally:
            watcher.stop()
    return 0
