"""Builds the root site with both themes, looks at every kind of page, prints a table.

Exits with 1 where a page does not pass a gate. Lighthouse is reported, not judged.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.audit.gates import KIB, RASTERS, Row, examine, examine_search, file_of
from tests.audit.lighthouse import FORMS, score
from tests.browser.checks import html_errors
from tests.browser.chromium import Chromium
from tests.browser.serving import serve
from tests.browser.sites import ROOT_PAGES, THEMES, build_root_site

SCORED = ("index", "math post")


def main() -> int:
    """Run the audit; returns the exit code."""
    args = _arguments()
    failures: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        for theme in args.theme:
            public = build_root_site(Path(folder, theme), theme)
            with serve(public) as base:
                rows = list(_rows(base, public, theme, args.page))
                print(_table(rows), flush=True)
                found = [f"{theme} {row.name}: {each}" for row in rows for each in row.failures]
                with Chromium() as browser:
                    found += [f"{theme} search: {each}" for each in examine_search(browser, base)]
                for line in (f"{row.name}: {each}" for row in rows for each in row.notes):
                    print(f"  over the wish: {line}")
                for line in found:
                    print(f"  FAILS {line}", flush=True)
                failures += found
                _lighthouse(base, theme, args.runs)
    print(f"\n{len(failures)} failures" if failures else "\nevery gate is passed")
    return 1 if failures else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.audit", description=__doc__)
    parser.add_argument("--theme", action="append", choices=THEMES)
    parser.add_argument("--page", action="append", choices=list(ROOT_PAGES))
    parser.add_argument("--runs", type=int, default=5, help="of Lighthouse, 0 for none")
    args = parser.parse_args()
    args.theme = args.theme or list(THEMES)
    args.page = args.page or list(ROOT_PAGES)
    return args


def _rows(base: str, public: Path, theme: str, names: Sequence[str]) -> Iterator[Row]:
    files = {str(file_of(public, name)): name for name in names}
    errors = html_errors(map(Path, files))
    with Chromium() as browser:
        for name in names:
            row = examine(browser, base, theme, name)
            own = str(file_of(public, name))
            row.html = [line.removeprefix(own) for line in errors if line.startswith(f"{own}:")]
            yield row


def _table(rows: Sequence[Row]) -> str:
    head = (
        f"\n{rows[0].theme:<14}{'axe':>5}{'html':>6}{'log':>5}{'ext':>5}{'wide':>6}{'CLS':>8}"
        f"{'reqs':>6}{'KiB':>7}{'css+js':>8}{'fonts':>7}{'images':>8}"
    )
    return "\n".join((head, *map(_line, rows)))


def _line(row: Row) -> str:
    weight = row.weight
    return (
        f"{row.name:<14}{len(row.axe):>5}{len(row.html):>6}{len(row.console):>5}"
        f"{len(row.foreign):>5}{len(row.wide):>6}{row.shift:>8.4f}{weight.requests:>6}"
        f"{weight.total / KIB:>7.1f}{weight.of('css', 'js') / KIB:>8.1f}"
        f"{weight.of('woff2') / KIB:>7.1f}{weight.of('svg', *RASTERS) / KIB:>8.1f}"
    )


def _lighthouse(base: str, theme: str, runs: int) -> None:
    for name in SCORED if runs else ():
        for form in FORMS:
            scores = score(f"{base}{ROOT_PAGES[name]}", form, runs)
            print(f"  Lighthouse {theme} {name}, {form}, median of {runs}: {scores}", flush=True)
            if scores.failing:
                print(f"    below full: {', '.join(scores.failing)}", flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (pytest.skip.Exception, pytest.fail.Exception) as absent:
        sys.exit(f"audit: {absent}")
