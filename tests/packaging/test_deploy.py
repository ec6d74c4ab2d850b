"""The repository deploys as it is: what `vercel.json` says works in an empty environment."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.shared import ROOT

KEPT = re.compile(
    r"(?i)(PIP_|SSL_|CURL_|REQUESTS_|NODE_EXTRA|NPM_CONFIG_|INKPOST_\w+_TGZ|\w+_proxy$)"
)
TIMEOUT_S = 600


def empty_environment(home: Path) -> dict[str, str]:
    """What a build image offers: a PATH without our virtual environment, and the way out."""
    path = [
        folder
        for folder in os.environ["PATH"].split(os.pathsep)
        if not Path(folder, "activate").exists()
    ]
    kept = {name: value for name, value in os.environ.items() if KEPT.match(name)}
    return {**kept, "PATH": os.pathsep.join(path), "HOME": str(home), "LANG": "C.UTF-8"}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files of the repository that git knows, as they are now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    folder = tmp_path / "checkout"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    return folder


def run(command: str, folder: Path, home: Path) -> str:
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=empty_environment(home),
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


def test_commands_of_vercel_json_build_the_site(checkout: Path, tmp_path: Path) -> None:
    settings = json.loads((checkout / "vercel.json").read_text("utf-8"))
    run(settings["installCommand"], checkout, tmp_path)
    run(settings["buildCommand"], checkout, tmp_path)
    public = checkout / settings["outputDirectory"]
    assert "inkpost" in (public / "index.html").read_text("utf-8")
    assert (public / "katex" / "katex.min.css").is_file()
    # What was installed is the package itself, not a link to the checkout.
    shutil.rmtree(checkout / "src")
    run(settings["buildCommand"], checkout, tmp_path)


@pytest.mark.parametrize("name", ["pages", "test"])
def test_workflows_run_targets_that_the_makefile_has(name: str) -> None:
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / f"{name}.yml").read_text("utf-8"))
    makefile = (ROOT / "Makefile").read_text("utf-8")
    runs = [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    targets = [match for line in runs for match in re.findall(r"\bmake ([a-z]+)", line)]
    assert targets
    for target in targets:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_readmes_name_files_that_are_there() -> None:
    for readme in ("README.md", "README.zh-CN.md"):
        text = (ROOT / readme).read_text("utf-8")
        for target in re.findall(r"\]\(([^)#:]+)\)", text):
            assert (ROOT / target).exists(), f"{readme}: {target}"
