"""Where the command begins: an interrupt is quiet from the first import on."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line; the exit code."""
    try:
        from inkpost.cli import main as run  # lazy: imports can be interrupted too

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
