"""The deployer `git`, with the settings of hexo-deployer-git 4.0."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from inkpost.errors import DeployError
from inkpost.extend import Deployment
from inkpost.hexo.moment import format_moment, moment_locale
from inkpost.io.gitpush import Signature, Target, push_files
from inkpost.io.statefolder import state_folder
from inkpost.model import Json

_MESSAGE = "Site updated: {{ now('yyyy-MM-dd HH:mm:ss') }}"
_NOW = re.compile(r"\{\{\s*now\(\s*(?P<quote>['\"])(?P<format>.*?)(?P=quote)\s*\)\s*\}\}")
_REPOSITORY = re.compile(
    r"(?:(?:git|https?|git\+https|git\+ssh|ssh)://)?(?:[^@]+@)?(?P<host>[^/]+?)[/:]"
    r"(?P<path>.+?)(?:\.git)?$"
)
_OWN_PAGES = re.compile(r"\.github\.(?:io|com)$")


def deploy_by_git(call: Deployment) -> None:
    """Push the output folder to each branch that the settings name.

    Raises: DeployError.
    """
    settings, public = call.settings, Path(call.public)
    files = dict(_files(public, "", "public", settings))
    for name in _texts(settings.get("extend_dirs")):
        files |= _files(Path(call.root) / name, f"{name}/", name, settings)
    if not files:
        raise DeployError(
            f'"{public.name}" holds no files', hint='build the site with "blog build"'
        )
    signature = Signature(
        name=_first(settings, "name", "user", "userName"),
        email=_first(settings, "email", "userEmail"),
    )
    message = commit_message(_first(settings, "m", "msg", "message") or _MESSAGE, call.now)
    root = Path(call.root)
    store = _own_folder(root)
    for target in read_targets(settings):
        commit = push_files(files, target, message, signature, root=root, store=store)
        if commit is None:
            call.say(f"{target.shown}: {target.branch} is up to date")
        else:
            call.say(f"{target.shown}: {target.branch} is now {commit[:9]}, {len(files)} files")


def read_targets(settings: Mapping[str, Json]) -> list[Target]:
    """Where the settings send the site.

    Source: hexo-deployer-git 4.0, parse_config; `repo` is an address, `address,branch`, a map with
    `url`, or a map of any of these.
    Raises: DeployError.
    """
    repo = settings.get("repo") or settings.get("repository")
    repo = repo or os.environ.get("HEXO_DEPLOYER_REPO")
    if isinstance(repo, str):
        target = _target(repo)
        branch = str(settings.get("branch") or target.branch)
        return [Target(url=target.url, branch=branch, token=_token(settings.get("token")))]
    if isinstance(repo, Mapping):
        items = [repo] if "url" in repo else list(repo.values())
        return [_target(item) for item in items]
    raise DeployError(
        "deploy names no repo", hint="add the repository's address as deploy.repo in _config.yml"
    )


def commit_message(text: str, now: datetime) -> str:
    """The message with `{{ now('…') }}` filled in; the format is luxon's or moment's."""

    def fill(match: re.Match[str]) -> str:
        pattern = match["format"].replace("yyyy", "YYYY").replace("dd", "DD")
        return format_moment(now.astimezone(), pattern, moment_locale("en"))

    return _NOW.sub(fill, text)


def _own_folder(root: Path) -> Path:
    """The folder of our repositories, which no other repository takes in."""
    store = state_folder(root) / "deploy"
    store.mkdir(exist_ok=True)
    (store / ".gitignore").write_text("*\n", "utf-8")
    return store


def _target(item: Json) -> Target:
    if isinstance(item, Mapping):
        url, branch, token = str(item.get("url") or ""), item.get("branch"), item.get("token")
    else:
        url, _, branch = str(item).partition(",")
        token = None
    if not url:
        raise DeployError("a repo of deploy has no url", hint="add its address")
    if url.startswith("-"):
        raise DeployError(f'"{url}" is no address of a repository', hint="correct deploy.repo")
    return Target(url=url, branch=str(branch or _usual_branch(url)), token=_token(token))


def _usual_branch(url: str) -> str:
    match = _REPOSITORY.match(url)
    if match and match["host"] == "github.com":
        return "master" if _OWN_PAGES.search(match["path"]) else "gh-pages"
    return "coding-pages" if match and match["host"] == "coding.net" else "master"


def _token(value: Json) -> str:
    """A token as written, or of the environment's variable that `$NAME` means."""
    text = str(value or "")
    if not text.startswith("$"):
        return text
    found = os.environ.get(text[1:], "")
    if not found:
        raise DeployError(
            f"the environment has no {text[1:]}", hint="set it, or correct the deploy's token"
        )
    return found


def _files(
    folder: Path, prefix: str, name: str, settings: Mapping[str, Json]
) -> Iterator[tuple[str, Path]]:
    """Path in the repository and file, of those that the settings do not leave out."""
    hidden = _of_folder(settings.get("ignore_hidden"), name)
    pattern = _of_folder(settings.get("ignore_pattern"), name)
    refused = _compile(pattern)
    for file in sorted(folder.rglob("*")):
        path = file.relative_to(folder).as_posix()
        if not file.is_file() or path.startswith(".git/") or path == ".git":
            continue
        if hidden is True and any(part.startswith(".") for part in path.split("/")):
            continue
        if refused and refused.search(path):
            continue
        yield prefix + path, file


def _compile(pattern: Json) -> re.Pattern[str] | None:
    if not pattern:
        return None
    try:
        return re.compile(str(pattern))
    except re.error as error:
        raise DeployError(
            f'deploy.ignore_pattern "{pattern}" is no pattern: {error}',
            hint="write a regular expression",
        ) from None


def _of_folder(value: Json, name: str) -> Json:
    return value.get(name) if isinstance(value, Mapping) else value


def _first(settings: Mapping[str, Json], *names: str) -> str:
    return next((str(settings[name]) for name in names if settings.get(name)), "")


def _texts(value: Json) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [str(each).strip("/") for each in values if each]
