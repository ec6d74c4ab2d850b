"""One run of the localizer in a process of its own: `python -m tests.localize.child ROOT`.

Prints JSON: exit code, seconds, peak memory, and what the run told.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import socket
import time
from pathlib import Path
from typing import Any

from inkpost.configfiles import OpenOptions, load_config
from inkpost.localize import run
from inkpost.localize.outcome import Limits
from inkpost.localize.posts import open_site
from inkpost.localize.report import Reporter


def resolve_oddly(host: str, port: int, *rest: Any) -> list[Any]:
    """A resolver that knows one name, which leads to a private address."""
    if host == "turns.example":
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("169.254.169.254", port))]
    return list(socket.getaddrinfo(host, port, *rest))


def peak_memory_mb() -> float:
    """The most that this process held; `ru_maxrss` counts the process it was forked from too."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text()) if status.exists() else None
    used = int(found[1]) if found else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used / 1024


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("root", type=Path)
    parser.add_argument("--whole", type=float, default=60)
    parser.add_argument("--read", type=float, default=20)
    options = parser.parse_args()
    lines: list[str] = []
    reporter = Reporter(lines.append)
    begun = time.perf_counter()
    site = open_site(options.root, load_config(options.root, OpenOptions()))
    limits = Limits(whole_s=options.whole, read_s=options.read, backoff_s=0.1)
    wishes = run.Wishes(allow_private=True, limits=limits, resolve=resolve_oddly)
    fetcher = run.localize_posts(site, site.all_posts(), wishes, reporter)
    reporter.finish(fetcher.requests)
    result = {
        "failed": reporter.failed,
        "seconds": time.perf_counter() - begun,
        "memory_mb": peak_memory_mb(),
        "requests": fetcher.requests,
        "lines": lines,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
