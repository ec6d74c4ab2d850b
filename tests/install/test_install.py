"""The package in each way in which people install it builds a site elsewhere, without Node."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shared import ROOT

TIMEOUT_S = 600
pytestmark = pytest.mark.install


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None) -> str:
    if env is None:
        env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [str(word) for word in words], cwd=cwd, env=env, capture_output=True, text=True,
        timeout=TIMEOUT_S, check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's files without its history, with what the hook brought in before."""
    listed = subprocess.run(
        ["git", "ls-files", "-coz", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    folder = tmp_path_factory.mktemp("checkout") / "inkpost"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
    assets = Path("src/inkpost/assets")
    shutil.copytree(ROOT / assets, folder / assets, dirs_exist_ok=True)
    return folder


class Environment:
    """A virtual environment that has what inkpost needs, and not inkpost."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder.parent)
        self.python = folder / "bin" / "python"
        paths = run(
            self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder
        )
        # Nothing is downloaded again: the libraries of this environment are seen from that one,
        # the link to our own sources is not.
        needed = Path(paths.strip()) / "needed.pth"
        needed.write_text(sysconfig.get_path("purelib") + "\n")

    def install(self, *words: str | Path, cwd: Path) -> None:
        run(
            sys.executable, "-m", "pip", "--python", self.python, "install", "-q",
            "--disable-pip-version-check", "--no-deps", "--ignore-installed", *words, cwd=cwd,
        )  # fmt: skip

    def blog(self, *words: str, cwd: Path) -> str:
        """Run the command where nothing but the environment is on the PATH, and no network."""
        home = cwd / "home"
        home.mkdir(exist_ok=True)
        env = {"PATH": str(self.folder / "bin"), "HOME": str(home), "LANG": "C.UTF-8"}
        return run(*offline(), self.folder / "bin" / "blog", *words, cwd=cwd, env=env)


def offline() -> list[str]:
    """Words before a command that take the network from it, where that is allowed."""
    unshare = shutil.which("unshare")
    if unshare is None or os.name != "posix":
        return []
    done = subprocess.run([unshare, "-n", "true"], capture_output=True, check=False)
    return [unshare, "-n"] if done.returncode == 0 else []


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[Environment]:
    (tmp_path / "env").mkdir()
    yield Environment(tmp_path / "env")


def builds_a_site(environment: Environment, folder: Path, sources: Path | None) -> None:
    """A new site is made and built; the code that does it is the one that was installed."""
    folder.mkdir()
    made = run(
        environment.python, "-c", "import inkpost; print(inkpost.__file__)", cwd=folder
    ).strip()
    expected = sources or environment.folder
    assert Path(made).is_relative_to(expected), made
    assert not Path(made).is_relative_to(ROOT)
    environment.blog("init", "blog", cwd=folder)
    environment.blog("--cwd", "blog", "new", "post", "第二篇: 带冒号", cwd=folder)
    environment.blog("--cwd", "blog", "config", "url", "https://quay.example", cwd=folder)
    told = environment.blog("--cwd", "blog", "build", "--strict", cwd=folder)
    assert told.startswith("public: ")
    public = folder / "blog" / "public"
    assert "<math" in next(public.glob("2*/*/*/hello/index.html")).read_text("utf-8")
    assert (public / "katex" / "katex.min.css").is_file()
    assert list((public / "katex" / "fonts").glob("*.woff2"))
    assert (public / "404.html").is_file()


def test_installed_from_the_folder(
    checkout: Path, environment: Environment, tmp_path: Path
) -> None:
    environment.install(".", cwd=checkout)
    builds_a_site(environment, tmp_path / "site", None)


def test_installed_as_a_link_to_the_folder(
    checkout: Path, environment: Environment, tmp_path: Path
) -> None:
    environment.install("-e", ".", cwd=checkout)
    builds_a_site(environment, tmp_path / "site", checkout)


def test_a_wheel_installed_elsewhere(
    checkout: Path, environment: Environment, tmp_path: Path
) -> None:
    run(
        sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--disable-pip-version-check",
        "-w", tmp_path / "dist", ".", cwd=checkout,
    )  # fmt: skip
    (wheel,) = (tmp_path / "dist").glob("inkpost-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for part in (
        "inkpost/assets/katex/katex.min.js", "inkpost/assets/katex/katex.min.css",
        "inkpost/assets/katex/LICENSE", "inkpost/themes/kit/theme.yml",
        "inkpost/themes/tessera/theme.yml", "inkpost/scaffolds/post.md",
    ):  # fmt: skip
        assert part in names, part
    assert not [name for name in names if name.startswith(("tests/", "source/", "public/"))]
    environment.install(wheel, cwd=tmp_path)
    builds_a_site(environment, tmp_path / "site", None)
