"""Where the command begins: an interrupt is quiet from the first import on."""

from __future__ import annotations

import gc
import os
import signal
import sys

# Nothing else is imported here: until `main` runs, an interrupt shows Python's traceback.

# What a build makes lives until it ends; looking for cycles in it all the time costs a tenth.
_COLLECT_AFTER = 100_000
_INTERRUPTED = 130


def main() -> int:
    """Run the command line; the exit code."""
    # Whoever started us may have interrupts ignored; then they stay so.
    hears = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if hears:
            signal.signal(signal.SIGINT, _leave)
        collect_seldom()
        from inkpost.cli import main as run  # lazy: imports can be interrupted too

        if hears:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return _INTERRUPTED


def collect_seldom() -> None:
    """Look for cycles in memory as seldom as a build wants it."""
    gc.set_threshold(_COLLECT_AFTER, 10, 10)


def _leave(_signal: int, _frame: object) -> None:
    """End the process at once. While modules are loaded nothing is begun that would have to be
    undone, and an exception in the midst of an import may be lost and its traceback shown."""
    os.write(2, b"interrupted\n")
    os._exit(_INTERRUPTED)
