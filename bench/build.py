"""How long a site takes to build: cold, with its caches, and after one post has changed.

    python -m bench.build SITE [--rounds 3]
    python -m bench.build --posts 1000

SITE is copied first and never touched. Without it a corpus of the handed generator is measured.
Seconds are CPU seconds (user and system) of the whole process; on a busy machine wall says little.
"theme" is a part of "page": templates and what they call, without what is done to finished pages.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from itertools import pairwise
from pathlib import Path
from typing import Any

from inkpost.engine import Engine
from inkpost.model import Progress
from inkpost.start import collect_seldom
from inkpost.theme.env import ThemeEnvironment

GENERATOR = Path(__file__).parents[2] / "shared" / "bench" / "make_corpus.py"
CACHE = ".inkpost"
KINDS = ("cold", "cached", "changed")
CONFIG = "title: Bench\nurl: https://bench.test\ntimezone: Asia/Shanghai\n"


@dataclass(frozen=True, slots=True)
class Measured:
    """One build. cpu, wall: seconds; peak: MiB; phases: name -> CPU seconds; pages: written."""

    cpu: float
    wall: float
    peak: float
    pages: int
    phases: dict[str, float]


def build_here(root: Path) -> None:
    """Build a site in this process and print what each phase took, as JSON."""
    collect_seldom()
    marks: list[tuple[str, float]] = []
    themed = _timed_theme()

    def note(progress: Progress) -> None:
        if not marks or marks[-1][0] != progress.phase:
            marks.append((progress.phase, time.process_time()))

    with Engine(root) as engine:
        report = engine.build(datetime.now(UTC), note)
    if report.failed:
        raise SystemExit(f"the build failed: {report.diagnostics[0].message}")
    marks.append(("end", time.process_time()))
    phases: dict[str, float] = {"start": marks[0][1]}
    for (name, begun), (_, ended) in pairwise(marks):
        phases[name] = phases.get(name, 0.0) + ended - begun
    phases["theme"] = sum(themed)
    print(json.dumps({"pages": report.pages, "phases": phases}))


def _timed_theme() -> list[float]:
    """Where the CPU seconds of each page's templates, and of the helpers they call, will stand."""
    spent: list[float] = []
    render = ThemeEnvironment.render_layout

    @wraps(render)
    def timed(*args: Any, **values: Any) -> str | None:
        begun = time.process_time()
        try:
            return render(*args, **values)
        finally:
            spent.append(time.process_time() - begun)

    ThemeEnvironment.render_layout = timed  # type: ignore[method-assign]
    return spent


def measure(root: Path) -> Measured:
    """Build a site in a process of its own."""
    begun = time.perf_counter()
    with subprocess.Popen(
        [sys.executable, "-m", "bench.build", "--here", str(root)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        answer = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(process.returncode)
    told = json.loads(answer)
    return Measured(
        cpu=used.ru_utime + used.ru_stime,
        wall=time.perf_counter() - begun,
        peak=used.ru_maxrss / 1024,
        pages=told["pages"],
        phases=told["phases"],
    )


def run_round(root: Path) -> Iterator[tuple[str, Measured]]:
    """The three kinds of build, one after the other."""
    for folder in ("public", CACHE):
        shutil.rmtree(root / folder, ignore_errors=True)
    yield "cold", measure(root)
    shutil.rmtree(root / "public")
    yield "cached", measure(root)
    post = max((root / "source" / "_posts").rglob("*.md"))
    with post.open("a", encoding="utf-8") as file:
        file.write(f"\nOne more paragraph, at {time.time()}.\n")
    yield "changed", measure(root)


def show(found: dict[str, list[Measured]]) -> None:
    """Print the medians."""
    names = list(dict.fromkeys(name for each in found["cold"] for name in each.phases))
    head = ("build", "CPU s", "wall s", "peak MiB", *names)
    rows: list[Sequence[str]] = [head]
    for kind in KINDS:
        builds = found[kind]
        middle = statistics.median
        rows.append(
            (
                kind,
                f"{middle(each.cpu for each in builds):.2f}",
                f"{middle(each.wall for each in builds):.2f}",
                f"{middle(each.peak for each in builds):.0f}",
                *(f"{middle(each.phases.get(n, 0.0) for each in builds):.2f}" for n in names),
            )
        )
    for row in rows:
        print("  ".join(f"{cell:>8}" for cell in row))
    pages = found["cold"][0].pages
    for name, what in (("theme", "the theme"), ("page", "all of it, with filters and digests")):
        spent = statistics.median(each.phases[name] for each in found["cached"]) / max(pages, 1)
        print(f"{pages} pages; a page costs {spent * 1000:.2f} ms of CPU: {what}")


@contextmanager
def copied(site: Path | None, posts: int) -> Iterator[Path]:
    """A copy of a site, or a corpus of so many posts."""
    with tempfile.TemporaryDirectory(prefix="inkpost-bench-") as folder:
        root = Path(folder) / "site"
        if site is not None:
            shutil.copytree(site, root, ignore=shutil.ignore_patterns("public", CACHE, ".*"))
        elif GENERATOR.exists():
            subprocess.run(
                [
                    *(sys.executable, str(GENERATOR), "--layout", "hexo"),
                    *("--n", str(posts), "--out", str(root)),
                ],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            (root / "_config.yml").write_text(CONFIG, "utf-8")
        else:
            raise SystemExit(f"name a site: {GENERATOR} is not here")
        yield root


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", nargs="?", type=Path)
    parser.add_argument("--posts", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--here", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        build_here(options.here)
        return
    found: dict[str, list[Measured]] = {kind: [] for kind in KINDS}
    with copied(options.site, options.posts) as root:
        for number in range(options.rounds):
            for kind, measured in run_round(root):
                found[kind].append(measured)
                print(f"round {number + 1} {kind}: {measured.cpu:.2f} CPU s", file=sys.stderr)
    show(found)


if __name__ == "__main__":
    main()
