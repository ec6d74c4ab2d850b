"""Starts processes that typeset and end in every way there is: each must end by itself, in time.

Run as `python -m tests.faults.typeset --runs 50`; the machine is kept busy meanwhile.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from tests.faults.typeset_child import WAYS

LIMIT_S = 90
EXPECTED = {"error": 1, "interrupt": None}


def run_once(way: str, delay_s: float) -> str | None:
    """What is wrong with one process, or None. delay_s: before the interrupt, where there is."""
    command = [sys.executable, "-m", "tests.faults.typeset_child", way]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            if way == "interrupt":
                assert process.stdout is not None
                process.stdout.readline()
                wait_or_end(process, delay_s)
                process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=LIMIT_S)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return f"{way}: still running after {LIMIT_S} s"
    if way == "interrupt":
        ended = process.returncode in (-signal.SIGINT, 130, 1) and "KeyboardInterrupt" in errors
        return None if ended else f"{way}: ended with {process.returncode}: {errors[-400:]}"
    expected = EXPECTED.get(way, 0)
    if process.returncode != expected:
        return f"{way}: ended with {process.returncode}: {errors[-400:]}"
    return None


def wait_or_end(process: subprocess.Popen[str], seconds: float) -> None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return


@contextmanager
def busy_machine(processes: int) -> Iterator[None]:
    """Keep the machine's processors busy."""
    code = "while True: pass"
    started = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.kill()
            process.wait()


def run_many(runs: int, busy: int, seed: int = 1) -> list[str]:
    """Every way in turn until there were so many runs; what went wrong."""
    chance = random.Random(seed)
    ways = list(WAYS)
    faults = []
    with busy_machine(busy):
        for number in range(runs):
            fault = run_once(ways[number % len(ways)], chance.uniform(0.0, 1.5))
            if fault:
                faults.append(fault)
                print(fault, flush=True)
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=50)
    parser.add_argument("--busy", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    faults = run_many(options.runs, options.busy)
    print(f"{options.runs - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
