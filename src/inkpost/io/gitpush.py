"""Pushes files to a branch of a repository from a store of its own, with git.

Nothing here has a work tree: files become objects of a bare repository in the cache folder, the
index is a file that is thrown away, and the user's own repository is neither read nor written.
"""

from __future__ import annotations

import base64
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from inkpost.errors import DeployError

_OWN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
        "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_ALTERNATE_OBJECT_DIRECTORIES")  # fmt: skip
_BASE = "refs/inkpost/base"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where a site goes. url: any that git knows; token: for an `https` URL, or ""."""

    url: str
    branch: str
    token: str = ""

    @property
    def shown(self) -> str:
        """The URL without any password, for messages."""
        parts = urlsplit(self.url)
        if "@" not in parts.netloc or not parts.scheme:
            return self.url
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Who makes the commit. Empty: as git is configured."""

    name: str = ""
    email: str = ""


def push_files(
    files: Mapping[str, Path],
    target: Target,
    message: str,
    signature: Signature,
    *,
    root: Path,
    store: Path,
) -> str | None:
    """Make the branch hold exactly these files, in one commit upon what it holds.

    files: path in the repository -> file. root: from where a relative URL starts. store: a folder
    for repositories of ours.
    Returns the commit's name, or None where the branch holds the files already.
    Raises: DeployError where git is absent or refuses.
    """
    name = hashlib.blake2b(target.url.encode(), digest_size=8).hexdigest()
    git = _Git(store / f"{name}.git", root, target, signature)
    git.run("init", "--quiet", "--bare")
    base = git.fetch_base()
    with tempfile.TemporaryDirectory(prefix="inkpost-") as folder:
        tree = git.write_tree(files, Path(folder) / "index")
    if base and git.run("rev-parse", f"{base}^{{tree}}") == tree:
        return None
    parents = ["-p", base] if base else []
    commit = git.run("commit-tree", tree, *parents, text=message)
    git.push(commit)
    return commit


class _Git:
    """git on one bare repository, with nothing of the surroundings' own."""

    def __init__(self, folder: Path, root: Path, target: Target, signature: Signature) -> None:
        self.root, self.target = root, target
        folder.mkdir(parents=True, exist_ok=True)
        self.environment = {key: value for key, value in os.environ.items() if key not in _OWN}
        self.environment |= {"GIT_DIR": str(folder), "LC_ALL": "C"}
        self._configure({"core.hooksPath": os.devnull, "commit.gpgSign": "false"})
        if target.token:
            secret = base64.b64encode(f"x-access-token:{target.token}".encode()).decode("ascii")
            # In the environment, since a command line can be read by everyone on the machine.
            self._configure({"http.extraHeader": f"Authorization: Basic {secret}"})
        self._sign(signature)

    def run(self, *words: str, text: str = "", index: Path | None = None) -> str:
        """What git prints. text: for its standard input. Raises: DeployError."""
        done = self._start(words, text, index)
        if done.returncode:
            raise DeployError(
                f"git {words[0]} failed: {self._reason(done.stderr)}",
                hint="see that the repository exists and that you may write to it"
                if words[0] == "push"
                else None,
            )
        return done.stdout.strip()

    def fetch_base(self) -> str | None:
        """The branch's last commit, fetched; None where there is no such branch yet."""
        branch = f"refs/heads/{self.target.branch}"
        if not self._has_branch(branch):
            return None
        self.run(
            "fetch", "--quiet", "--no-tags", "--depth=1", "--", self.target.url,
            f"+{branch}:{_BASE}",
        )  # fmt: skip
        return self.run("rev-parse", _BASE)

    def write_tree(self, files: Mapping[str, Path], index: Path) -> str:
        """The name of a tree that holds the files."""
        paths = sorted(files)
        odd = next((path for path in paths if "\n" in str(files[path])), None)
        if odd is not None:
            raise DeployError(f'git cannot take the file name "{odd!r}"', hint="rename the file")
        listed = "".join(f"{files[path].resolve()}\n" for path in paths)
        names = self.run("hash-object", "-w", "--no-filters", "--stdin-paths", text=listed).split()
        entries = "".join(
            f"100644 {name}\t{path}\0" for name, path in zip(names, paths, strict=True)
        )
        self.run("update-index", "-z", "--index-info", text=entries, index=index)
        return self.run("write-tree", index=index)

    def push(self, commit: str) -> None:
        """Make the commit the branch's head; never by force."""
        self.run(
            "push", "--quiet", "--", self.target.url, f"{commit}:refs/heads/{self.target.branch}"
        )

    def _has_branch(self, branch: str) -> bool:
        done = self._start(("ls-remote", "--exit-code", "--", self.target.url, branch), "", None)
        if done.returncode == 2:  # git's own sign for "nothing found"
            return False
        if done.returncode:
            raise DeployError(
                f'cannot reach "{self.target.shown}": {self._reason(done.stderr)}',
                hint="see that the address is right and that you may read it",
            )
        return True

    def _reason(self, text: str) -> str:
        """Why git refused, in one line without any password."""
        secret = urlsplit(self.target.url).password
        text = text.replace(self.target.url, self.target.shown)
        text = text.replace(secret, "***") if secret else text
        return _first_fault(text)

    def _start(
        self, words: Sequence[str], text: str, index: Path | None
    ) -> subprocess.CompletedProcess[str]:
        environment = self.environment
        if index is not None:
            environment = {**environment, "GIT_INDEX_FILE": str(index)}
        try:
            return subprocess.run(  # noqa: S603 - a list of words, no shell
                ["git", *words],  # noqa: S607 - the user's own git
                cwd=self.root, env=environment, input=text, capture_output=True, text=True,
                check=False, encoding="utf-8", errors="replace",
            )  # fmt: skip
        except OSError as error:
            raise DeployError(
                f"git cannot be run: {(error.strerror or str(error)).lower()}",
                hint="install git",
            ) from error

    def _configure(self, values: Mapping[str, str]) -> None:
        count = int(self.environment.get("GIT_CONFIG_COUNT", "0") or 0)
        for place, (key, value) in enumerate(values.items(), start=count):
            self.environment[f"GIT_CONFIG_KEY_{place}"] = key
            self.environment[f"GIT_CONFIG_VALUE_{place}"] = value
        self.environment["GIT_CONFIG_COUNT"] = str(count + len(values))

    def _sign(self, signature: Signature) -> None:
        for role in ("AUTHOR", "COMMITTER"):
            if signature.name:
                self.environment[f"GIT_{role}_NAME"] = signature.name
            if signature.email:
                self.environment[f"GIT_{role}_EMAIL"] = signature.email


def _first_fault(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith(("fatal:", "error:", "remote:", "!"))]
    return (errors or lines or ["it gave no reason"])[0].removeprefix("fatal: ")
