"""Builds killed at any moment: `public/` is the old site, or the new one once the next run ends.

Run as `python -m tests.faults.publish --kills 200 --seed 1`. Half of the kills come from outside at
a random moment, half from within at a random step of publishing. Then as many builds are
interrupted as Ctrl-C does it: each ends by itself, and `public/` is whole at once.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.sites import SiteBuilder, read_all

USERS = {"CNAME": b"quay.example\n", "2024/03/05/post-1/mine.txt": b"mine", "own/deep/a.bin": b"\0"}
POSTS = 12
STEPS = 160


class Fault(Exception):
    """What must not happen."""


def write_state(site: SiteBuilder, chance: random.Random) -> None:
    """Make the sources anew: some posts absent, some changed, some with other URLs."""
    for file in (site.root / "source" / "_posts").glob("*.md"):
        file.unlink()
    for number in range(POSTS):
        if chance.random() < 0.8:
            tags = [f"tag{chance.randrange(4)}"]
            own = {"permalink": f"moved/{number}/"} if chance.random() < 0.2 else {}
            words = "word " * chance.randrange(1, 4000)
            site.post(f"post-{number}", f"{words}\n", tags=tags, **own)
    site.post("always", "Always there.\n")


def expected(site: SiteBuilder, scratch: Path) -> dict[str, bytes]:
    """What a clean build of the same sources publishes."""
    clean = SiteBuilder(scratch)
    for path, data in read_all(site.root / "source").items():
        clean.write(f"source/{path}", data)
    report = clean.build()
    if not report.published:
        raise Fault(f"the clean build failed: {report.diagnostics}")
    return clean.public_files()


def start(site: SiteBuilder, step: int | None) -> subprocess.Popen[bytes]:
    """A build in a process of its own. step: at which call of publishing it kills itself."""
    command = [sys.executable, "-m", "tests.faults.publish_child", str(site.root)]
    command += [] if step is None else [str(step)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def killed_build(site: SiteBuilder, chance: random.Random, usual_s: float, *, inside: bool) -> bool:
    """Start a build and kill it; whether it was killed before its end."""
    step = chance.randrange(STEPS) if inside else None
    with start(site, step) as process:
        if step is None:
            try:
                process.wait(chance.uniform(0, usual_s))
            except subprocess.TimeoutExpired:
                process.kill()
        output, _ = process.communicate(timeout=120)
    if process.returncode not in (0, -signal.SIGKILL):
        raise Fault(f"exit {process.returncode}: {output.decode()[-400:]}")
    return process.returncode == -signal.SIGKILL


def interrupt(site: SiteBuilder, chance: random.Random, usual_s: float) -> int:
    """Start a build and interrupt it at a random moment; its exit code."""
    with start(site, None) as process:
        try:
            process.wait(chance.uniform(0.3, 1.0) * usual_s)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=120)
    # Before our own code runs, an interrupt is Python's to end.
    if process.returncode not in (0, 130, -signal.SIGINT, 1):
        raise Fault(f"exit {process.returncode}: {output.decode()[-400:]}")
    if process.returncode == 1 and b"KeyboardInterrupt" not in output:
        raise Fault(f"an interrupted build failed: {output.decode()[-400:]}")
    return process.returncode


def run_interrupts(count: int, seed: int) -> str:
    """Interrupt so many builds; what happened. Raises: Fault."""
    chance = random.Random(f"interrupts {seed}")
    codes: Counter[int] = Counter()
    with tempfile.TemporaryDirectory(prefix="inkpost-publish-") as folder:
        site = SiteBuilder(Path(folder) / "site")
        usual_s = first_build(site, chance)
        for number in range(count):
            before = read_all(site.public)
            write_state(site, chance)
            code = interrupt(site, chance, usual_s)
            codes[code] += 1
            after = read_all(site.public)
            new = {**expected(site, Path(folder) / f"clean{number}"), **USERS}
            if after != (new if code == 0 else before):
                # An interrupt may come when all is published already.
                if after == new:
                    continue
                raise Fault(f"interrupt {number}, exit {code}: public/ is neither old nor new")
            if (site.root / ".public.inkpost").exists():
                raise Fault(f"interrupt {number}: the stage was left behind")
    return f"{count} builds interrupted: {codes[130]} ended with 130, {codes[0]} were done before"


def first_build(site: SiteBuilder, chance: random.Random) -> float:
    """Build a site whose output folder holds files of the user's too; the seconds that took."""
    write_state(site, chance)
    for path, data in USERS.items():
        site.write(f"public/{path}", data)
    begun = time.perf_counter()
    whole_build(site)
    return time.perf_counter() - begun


def whole_build(site: SiteBuilder) -> None:
    """A build that nobody disturbs."""
    with start(site, None) as process:
        output, _ = process.communicate(timeout=120)
    if process.returncode:
        raise Fault(f"the run after a kill ended with {process.returncode}: {output.decode()}")


def check_users_files(site: SiteBuilder) -> None:
    for path, data in USERS.items():
        file = site.public / path
        if not file.is_file() or file.read_bytes() != data:
            raise Fault(f"a file of the user is lost: {path}")


def run_kills(kills: int, seed: int) -> str:
    """Kill so many builds; what happened. Raises: Fault."""
    chance = random.Random(seed)
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="inkpost-publish-") as folder:
        site = SiteBuilder(Path(folder) / "site")
        usual_s = first_build(site, chance)
        number = 0
        while counts["killed"] < kills:
            number += 1
            if number > kills * 6:
                raise Fault("too few builds lived long enough to be killed")
            before = read_all(site.public)
            write_state(site, chance)
            killed = killed_build(site, chance, usual_s, inside=number % 2 == 0)
            check_users_files(site)
            counts["killed"] += killed
            counts["old" if read_all(site.public) == before else "between or new"] += killed
            whole_build(site)
            check_users_files(site)
            right = {**expected(site, Path(folder) / f"clean{number}"), **USERS}
            found = read_all(site.public)
            if found != right:
                strange = sorted(found.keys() ^ right.keys())
                raise Fault(f"run {number}: {strange[:5] or 'other bytes'} after the next run")
            if (site.root / ".public.inkpost").exists():
                raise Fault(f"run {number}: the stage was left behind")
    return (
        f"{counts['killed']} kills in {number} builds: {counts['old']} left the old site, "
        f"{counts['between or new']} were carried on by the next run"
    )


def main() -> int:
    """Run what was asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        print(f"publish kills: {run_kills(options.kills, options.seed)}", flush=True)
        print(f"publish interrupts: {run_interrupts(options.kills, options.seed)}", flush=True)
    except Fault as fault:
        print(f"publish kills: FAULT (seed {options.seed}): {fault}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1717243200")
    sys.exit(main())
