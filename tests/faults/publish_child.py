"""One build in a process of its own: `python -m tests.faults.publish_child ROOT [STEP]`.

With STEP it kills itself at that call of publishing, 0-based, before the call does anything.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from inkpost.cli import main

CALLS = ("mkdir", "write_bytes", "replace", "hardlink_to", "rmdir", "unlink")


def kill_at(step: int) -> None:
    """Make this process kill itself at a call that changes the output folder or its stage."""
    left = step

    def wrap(call: Callable[..., Any]) -> Callable[..., Any]:
        def run(file: Path, *args: Any, **options: Any) -> Any:
            nonlocal left
            if {"public", ".public.inkpost", ".inkpost"} & set(file.parts):
                left -= 1
                if left < 0:
                    os.kill(os.getpid(), signal.SIGKILL)
            return call(file, *args, **options)

        return run

    for name in CALLS:
        setattr(Path, name, wrap(getattr(Path, name)))


if __name__ == "__main__":
    if len(sys.argv) > 2:
        kill_at(int(sys.argv[2]))
    sys.exit(main(["--cwd", sys.argv[1], "build"]))
