"""`python -m tests.conformance --vectors DIR`: how much of real Hexo's output is ours."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.conformance.build import HERE, build_sites, read_oracle, site_names

LEFT_OUT_AREAS = ("ties", "errors")
LEFT_OUT_SITES = ("hl-auto",)


def main(argv: Sequence[str] | None = None) -> int:
    """Build, compare, print; 0 where every kind reaches its floor."""
    options = _read_options(argv)
    vectors = options.vectors.resolve()
    names = site_names(vectors, options.site)
    with tempfile.TemporaryDirectory() as temporary:
        out = (options.out or Path(temporary)).resolve()
        out.mkdir(parents=True, exist_ok=True)
        builds = build_sites(vectors, names, out, options.jobs)
        for build in builds:
            if build.exit_code:
                print(f"{build.name}: exit {build.exit_code}: {_last_line(build.output)}")
        _compare(vectors, out, names, show=options.show, list_fail=options.list_fail)
        measured = [name for name in names if _is_measured(vectors, name)]
        return _report(_compare(vectors, out, measured, quiet=True), measured, options)


def _read_options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.conformance", description=__doc__)
    parser.add_argument(
        "--vectors", type=Path, required=True, help="folder with sites and expected"
    )
    parser.add_argument("--site", help="only these sites, names apart by commas")
    parser.add_argument("--out", type=Path, help="leave OUT/<site>/public there")
    parser.add_argument("--list-fail", action="store_true", help="one line for each failed check")
    parser.add_argument("--show", type=int, default=3, help="differences shown for each area")
    parser.add_argument("--jobs", type=int, default=2, help="sites built at a time")
    return parser.parse_args(argv)


def _is_measured(vectors: Path, name: str) -> bool:
    area = read_oracle(vectors, name).get("area", "other")
    return area not in LEFT_OUT_AREAS and name not in LEFT_OUT_SITES


def _compare(
    vectors: Path,
    out: Path,
    names: Sequence[str],
    *,
    show: int = 0,
    list_fail: bool = False,
    quiet: bool = False,
) -> dict[str, Any]:
    """The vectors' own comparison: its table printed, its result read."""
    result = out / "result.json"
    result.unlink(missing_ok=True)
    command = [sys.executable, str(vectors / "compare.py"), "--root", str(out)]
    command += ["--expected", str(vectors / "expected"), "--sites", str(vectors / "sites")]
    command += ["--only", ",".join(names), "--json", str(result), "--show", str(show)]
    command += ["--list-fail"] if list_fail else []
    done = subprocess.run(command, check=False, capture_output=quiet, text=True)
    if not result.exists():
        raise SystemExit(f"the comparison failed with exit code {done.returncode}")
    facts: dict[str, Any] = json.loads(result.read_text("utf-8"))
    return facts


def _report(result: dict[str, Any], names: Sequence[str], options: argparse.Namespace) -> int:
    floors = tomllib.loads((HERE / "floors.toml").read_text("utf-8"))
    low = []
    print(f"\nmeasured: {len(names)} sites, raw, against the floors")
    for kind, (passed, total) in sorted(result["kinds"].items()):
        share = 100 * passed / total
        floor = floors["floor"].get(kind)
        mark = "" if floor is None else f"floor {floor:5.1f}"
        reached, of = floors["reached"].get(kind, (0, 0))
        if (floor is not None and share < floor) or (of == total and passed < reached):
            low.append(kind)
            mark += "  BELOW" if share < (floor or 0) else f"  BELOW {reached}, reached before"
        print(f"{kind:14} {passed:6}/{total:<6} {share:6.2f}%  {mark}")
    entries = tomllib.loads((HERE / "ledger.toml").read_text("utf-8")).get("difference", [])
    failed = [tuple(each) for each in result["failed"] if each[3] != "content-hl-tokens"]
    open_ones = [each for each in failed if not any(_matches(entry, each) for entry in entries)]
    print(f"\n{len(failed)} differences, {len(open_ones)} not in the ledger")
    if options.site is None:
        for entry in entries:
            if not any(_matches(entry, each) for each in failed):
                print(f"UNUSED {entry}")
    if options.list_fail:
        for site, area, route, field in open_ones:
            print(f"OPEN {area} {site} {route} {field}")
    return 1 if low else 0


def _matches(entry: dict[str, Any], failed: tuple[str, ...]) -> bool:
    site, _area, route, field = failed
    parts = (("sites", site), ("routes", route), ("fields", field))
    return all(
        any(fnmatchcase(value, glob) for glob in entry.get(key, ["*"])) for key, value in parts
    )


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


if __name__ == "__main__":
    sys.exit(main())
