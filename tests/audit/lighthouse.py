"""Lighthouse, several times on a page: the median of each score."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from tests.browser.chromium import TOOLS, find_browser, find_node, find_tool

CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run"
FORMS: Mapping[str, tuple[str, ...]] = {"mobile": (), "desktop": ("--preset=desktop",)}


@dataclass(frozen=True, slots=True)
class Scores:
    """The medians of some runs. marks: of each category, to 100; failing: audits below full."""

    marks: tuple[int, ...]
    paint_ms: float
    shift: float
    failing: tuple[str, ...]

    def __str__(self) -> str:
        marks = "/".join(map(str, self.marks))
        return f"{marks}  LCP {self.paint_ms / 1000:.1f} s  CLS {self.shift:.3f}"


def score(url: str, form: str, runs: int) -> Scores:
    """The median scores of a page. form: "mobile" or "desktop".

    Raises: AssertionError where Lighthouse fails.
    """
    reports = [_run(url, FORMS[form]) for _ in range(runs)]
    marks = tuple(
        round(median(report["categories"][name]["score"] * 100 for report in reports))
        for name in CATEGORIES
    )
    failing = {
        ref["id"]
        for report in reports
        for name in CATEGORIES[1:]
        for ref in report["categories"][name]["auditRefs"]
        if ref["weight"]
        and (report["audits"][ref["id"]]["score"] or 0) < 1
        and report["audits"][ref["id"]]["scoreDisplayMode"] not in ("notApplicable", "manual")
    }
    return Scores(
        marks,
        median(_number(report, "largest-contentful-paint") for report in reports),
        median(_number(report, "cumulative-layout-shift") for report in reports),
        tuple(sorted(failing)),
    )


def _number(report: Mapping[str, Any], audit: str) -> float:
    return float(report["audits"][audit].get("numericValue") or 0)


def _run(url: str, preset: tuple[str, ...]) -> Mapping[str, Any]:
    tool = find_tool("lighthouse", "cli", "index.js", tools=TOOLS / "audit")
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "report.json")
        done = subprocess.run(
            [
                find_node(), tool, url, *preset, "--quiet", "--output=json", f"--output-path={out}",
                f"--only-categories={','.join(CATEGORIES)}",
                f"--chrome-flags={FLAGS} --user-data-dir={folder}/profile",
            ],
            env={**os.environ, "CHROME_PATH": find_browser()},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )  # fmt: skip
        assert out.exists(), done.stderr
        report: Mapping[str, Any] = json.loads(out.read_text(encoding="utf-8"))
        return report
