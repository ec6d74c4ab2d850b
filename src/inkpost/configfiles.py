"""The configuration files of a site, from the disk."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import ParamSpec, TypeVar

from inkpost.config import Config, ConfigFile, Draft, draft_config, raise_all, read_config_file
from inkpost.configcheck import is_zone
from inkpost.errors import BlogError, ConfigError, ManyErrors, Span
from inkpost.io.statefolder import STATE_FOLDER
from inkpost.model import Json

_P = ParamSpec("_P")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenOptions:
    """How a site is to be opened. config_files: names given with `--config`, later over earlier;
    drafts: show drafts; overrides: values above the files'; safe: without plug-ins of others."""

    config_files: tuple[str, ...] = ()
    drafts: bool = False
    safe: bool = False
    overrides: Mapping[str, Json] = field(default_factory=dict)


def config_files(root: Path, options: OpenOptions) -> list[ConfigFile]:
    """The configuration files in force, later ones over earlier.

    Raises: ConfigError where there is none or one cannot be read, ManyErrors where several cannot.
    """
    errors: list[BlogError] = []
    files = [attempt(errors, read_config, root, name) for name in config_names(root, options)]
    raise_all(errors)
    return [file for file in files if file]


def load_config(root: Path, options: OpenOptions) -> Config:
    """The site's configuration.

    Raises: ConfigError where there is none or it cannot be worked with, ManyErrors on several
    faults.
    """
    draft = load_draft(root, options)
    raise_all(draft.errors)
    return draft.config


def load_draft(root: Path, options: OpenOptions) -> Draft:
    """The site's configuration with its faults beside it.

    Raises: ConfigError where there is none or it cannot be read, ManyErrors on several faults.
    """
    return draft_config(
        config_files(root, options),
        process_timezone=process_timezone(),
        plugins=_package_plugins(root),
        drafts=options.drafts,
        overrides=options.overrides,
    )


def output_folder(root: Path, config: Config) -> Path:
    """The output folder, absolute.

    Raises: ConfigError where it holds what the site is made from, or lies in it.
    """
    folder, here = (root / config.public_dir).resolve(), root.resolve()
    for name in (config.source_dir, "themes", "scaffolds", "scripts", ".git", STATE_FOLDER):
        kept = (here / name).resolve()
        if kept.is_relative_to(folder) or folder.is_relative_to(kept):
            raise ConfigError(
                f'"public_dir" is "{config.public_dir}", where "{name}" lies, '
                "and what is written there could replace it",
                span=config.span("public_dir") or Span(path="_config.yml"),
                hint='name a folder of its own, such as "public"',
            )
    return root / config.public_dir


def process_timezone() -> str:
    """The name of the process's time zone, or of one of the same offset where it has none."""
    named = os.environ.get("TZ", "").lstrip(":")
    file = (
        "" if named and not named.startswith("/") else os.path.realpath(named or "/etc/localtime")
    )
    linked = file.partition("zoneinfo/")[2]
    try:
        noted = "" if named else Path("/etc/timezone").read_text("utf-8").strip()
    except OSError:
        noted = ""
    for name in (named, linked, noted):
        if is_zone(name):
            return name
    # A POSIX rule such as "CST-8" has an offset and no name.
    hours = round(time.timezone / 3600)
    return f"Etc/GMT{hours:+d}" if hours else "UTC"


def config_names(root: Path, options: OpenOptions) -> list[str]:
    """The names of the configuration files in force. Raises: ConfigError where there is none."""
    if options.config_files:
        return list(options.config_files)
    if (root / "_config.yml").is_file():
        return ["_config.yml"]
    # Hexo 8.1: any other file of that name will do.
    for name in sorted(path.name for path in root.glob("_config.*")):
        if name.count(".") == 1 and name.endswith((".yaml", ".json")):
            return [name]
    raise ConfigError(
        "no _config.yml here, so this is no blog",
        span=Span(path="_config.yml"),
        hint=_where_it_is(root) or 'go to the blog\'s folder, or make one with "blog init DIR"',
    )


def _where_it_is(root: Path) -> str | None:
    """What to do in a folder inside of a blog; None where there is no blog around it."""
    for folder in root.resolve().parents:
        if (folder / "_config.yml").is_file() and (folder / "source").is_dir():
            shown = os.path.relpath(folder, root.resolve())
            return f'the blog is in "{shown}": go there, or say "blog --cwd {shown}"'
    return None


def read_config(root: Path, name: str) -> ConfigFile:
    """What a configuration file of the site says. Raises: ConfigError where it cannot be read."""
    try:
        text = (root / name).read_text("utf-8-sig")
    except OSError as error:
        raise ConfigError(
            f"cannot read the configuration: {error.strerror}", span=Span(path=name)
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(
            "the configuration is not UTF-8", span=Span(path=name), hint="save it as UTF-8"
        ) from None
    return read_config_file(name, text)


def attempt(
    errors: list[BlogError], make: Callable[_P, _Made], *args: _P.args, **more: _P.kwargs
) -> _Made | None:
    """What `make` gives; None where it fails, with its error added to the errors."""
    try:
        return make(*args, **more)
    except ManyErrors as error:
        errors += error.errors
    except BlogError as error:
        errors.append(error)
    return None


def _package_plugins(root: Path) -> list[str]:
    try:
        package = json.loads((root / "package.json").read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return []
    found = package.get("dependencies") if isinstance(package, dict) else None
    return [name for name in found if name.startswith("hexo-")] if isinstance(found, dict) else []
