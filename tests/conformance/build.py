"""Builds the sites of a folder of vectors with inkpost and our port of the probe theme."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
STARTER = (
    "hexo",
    "hexo-generator-archive",
    "hexo-generator-category",
    "hexo-generator-index",
    "hexo-generator-tag",
    "hexo-renderer-ejs",
    "hexo-renderer-marked",
    "hexo-renderer-stylus",
)
MTIME = datetime(2021, 6, 1, 12, tzinfo=UTC).timestamp()
TIMEOUT_S = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteBuild:
    """One site that was built. output: what the build said; public: its public folder."""

    name: str
    area: str
    exit_code: int
    output: str
    public: Path


def site_names(vectors: Path, wanted: str | None = None) -> list[str]:
    """The names of the sites of a folder of vectors, or the wanted ones, apart by commas."""
    names = sorted(path.name for path in (vectors / "sites").iterdir() if path.is_dir())
    chosen = wanted.split(",") if wanted else names
    unknown = sorted(set(chosen) - set(names))
    if unknown:
        raise SystemExit(f"no site named {', '.join(unknown)}")
    return [name for name in names if name in chosen]


def read_oracle(vectors: Path, name: str) -> dict[str, Any]:
    """What the vectors say of a site: area, tz, plugins, without, args."""
    path = vectors / "sites" / name / "oracle.json"
    facts: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return facts


def build_sites(vectors: Path, names: Iterable[str], out: Path, workers: int) -> list[SiteBuild]:
    """Build sites into OUT/<site>/public."""
    with ThreadPoolExecutor(max_workers=workers) as pool:
        return list(pool.map(lambda name: build_site(vectors, name, out), names))


def build_site(
    vectors: Path, name: str, out: Path, flags: Sequence[str] = ("--keep-going",)
) -> SiteBuild:
    """Copy one site beside our probe theme and build it, its zone as recorded."""
    oracle = read_oracle(vectors, name)
    site = out / name
    prepare_site(vectors, name, oracle, site)
    arguments = [f"--{key}" for key, value in oracle.get("args", {}).items() if value is True]
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from inkpost.cli import main; raise SystemExit(main())",
            "build",
            *flags,
            *arguments,
        ],
        cwd=site,
        env={**os.environ, "TZ": oracle.get("tz", "UTC"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    output = done.stdout + done.stderr
    (site / "build.log").write_text(output, "utf-8")
    return SiteBuild(
        name=name,
        area=oracle.get("area", "other"),
        exit_code=done.returncode,
        output=output,
        public=site / "public",
    )


def prepare_site(vectors: Path, name: str, oracle: dict[str, Any], site: Path) -> None:
    """A fresh copy of a site, ready to be built."""
    shutil.rmtree(site, ignore_errors=True)
    _copy(vectors / "sites" / name, site)
    (site / "oracle.json").unlink(missing_ok=True)
    without = oracle.get("without", [])
    plugins = [each for each in STARTER if each not in without] + oracle.get("plugins", [])
    package = {"name": "site", "private": True, "dependencies": dict.fromkeys(plugins, "*")}
    (site / "package.json").write_text(json.dumps(package), "utf-8")
    config = site / "_config.yml"
    text = config.read_text("utf-8") if config.exists() else ""
    config.write_text(f"{text.rstrip()}\ndialect: hexo\n", "utf-8")
    for theme in ("probe", "probe-min"):
        _copy(HERE / "probe", site / "themes" / theme)
    for folder in ("layout", "source"):
        shutil.rmtree(site / "themes" / "probe-min" / folder)
    _copy(HERE / "probe-min" / "layout", site / "themes" / "probe-min" / "layout")
    partials = site / "themes" / "probe-min" / "layout" / "_partial"
    _copy(HERE / "probe" / "layout" / "_partial", partials)
    for theme in ("probe", "probe-min"):
        handed = vectors / "probe-theme"
        shutil.copyfile(handed / "_config.yml", site / "themes" / theme / "_config.yml")
    # Our port has `css/site.css` in the place of the handed theme's `site.styl`.
    for folder in ("languages", "source"):
        _copy(vectors / "probe-theme" / folder, site / "themes" / "probe" / folder)
    for path in (site / "source").rglob("*"):
        if path.is_file():
            os.utime(path, (MTIME, MTIME))


def _copy(source: Path, target: Path) -> None:
    """Copy a folder; what is handed read-only is writable in the copy."""
    for path in source.rglob("*"):
        if "__pycache__" in path.parts:
            continue
        place = target / path.relative_to(source)
        if path.is_dir():
            place.mkdir(parents=True, exist_ok=True)
        else:
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, place)
