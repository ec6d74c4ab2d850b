"""Where the command begins: an interrupt is quiet from the first import on."""

from __future__ import annotations

import gc
import sys

# What a build makes lives until it ends; looking for cycles in it all the time costs a tenth.
_COLLECT_AFTER = 100_000


def main() -> int:
    """Run the command line; the exit code."""
    gc.set_threshold(_COLLECT_AFTER, 10, 10)
    try:
        from inkpost.cli import main as run  # lazy: imports can be interrupted too

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
