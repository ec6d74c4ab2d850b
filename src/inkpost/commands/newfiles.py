"""What `new` and `publish` share: what they see of the disk, and how they write."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from inkpost.config import Config
from inkpost.errors import BlogError, Span
from inkpost.hexo.newpost import NewPlan, NewRules, Surroundings

SCAFFOLDS = "scaffolds"


def load_rules(config: Config, now: datetime) -> tuple[NewRules, datetime]:
    """What the configuration says about new files, and the time in the zone to write."""
    zone = config.zone if config.dialect == "inkpost" else ZoneInfo(config.process_timezone)
    rules = NewRules(
        source_dir=config.source_dir,
        new_post_name=config.text("new_post_name") or ":title.md",
        permalink_defaults=config.mapping("permalink_defaults"),
        default_layout=config.text("default_layout") or "post",
        filename_case=config.number("filename_case"),
        asset_folder=config.flag("post_asset_folder"),
        careful=config.improved("front_matter"),
    )
    return rules, now.astimezone(zone)


def look_around(root: Path, now: datetime) -> Surroundings:
    """What a plan may ask of the disk below `root`."""

    def find_scaffold(layout: str) -> tuple[str, str] | None:
        for path in list_files(root / SCAFFOLDS):
            parts = path.split("/")
            if any(part.startswith(("_", ".")) for part in parts):
                continue
            if path.removesuffix(Path(path).suffix) == layout:
                name = f"{SCAFFOLDS}/{path}"
                return name, read_text(root, name)
        return None

    def list_folder(folder: str) -> Iterable[str]:
        path = root / folder
        return [item.name for item in path.iterdir()] if path.is_dir() else ()

    return Surroundings(find_scaffold=find_scaffold, list_folder=list_folder, now=now)


def list_files(folder: Path) -> list[str]:
    """Every file below a folder, as sorted POSIX paths relative to it."""
    if not folder.is_dir():
        return []
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def read_text(root: Path, name: str) -> str:
    """The text of a file of the site.

    Raises: BlogError where it is no UTF-8.
    """
    try:
        return (root / name).read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise BlogError(
            "the file is not UTF-8", span=Span(path=name), hint="save it as UTF-8"
        ) from error


def write_new(root: Path, plan: NewPlan, *, replace: bool) -> None:
    """Write the file whole or not at all, and make the folder of its assets.

    Raises: FileExistsError where the file has come into being and is not to be replaced;
    BlogError where it cannot be written.
    """
    file = root / plan.path
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft = file.with_name(f".new-{os.getpid()}.part")
        try:
            draft.write_bytes(plan.text.encode("utf-8"))
            if replace:
                draft.replace(file)
            else:
                _link(draft, file)
        finally:
            draft.unlink(missing_ok=True)
        if plan.folder:
            (root / plan.folder).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise
    except OSError as error:
        raise BlogError(
            f'"{plan.path}" cannot be written: {(error.strerror or str(error)).lower()}',
            hint="choose a shorter name with --slug" if error.errno == errno.ENAMETOOLONG else None,
        ) from error


def _link(draft: Path, file: Path) -> None:
    """Give the draft its name unless another file has it."""
    try:
        file.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        with file.open("xb") as out:
            out.write(draft.read_bytes())
