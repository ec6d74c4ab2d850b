"""The list of where every localized picture came from: `.inkpost/images.json`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inkpost.errors import BlogError, Span
from inkpost.localize.files import (
    Staging,
    hold_lock,
    lock_folder,
    open_staging,
    state_folder,
    sync_file,
)

FILE = "images.json"
PATH = f".inkpost/{FILE}"
_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """One link of a post to a localized picture. url: the characters that stood there before."""

    name: str
    url: str


Origins = Mapping[str, tuple[Origin, ...]]


def read_manifest(root: Path) -> dict[str, tuple[Origin, ...]]:
    """Site-relative path of a post -> its links in order.

    Raises: BlogError for a file that is not as we write it.
    """
    file = root / ".inkpost" / FILE
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    try:
        return _from_data(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BlogError(
            "the list of picture origins cannot be read",
            span=Span(path=PATH),
            hint="take it from version control, or remove it and lose the way back",
        ) from error


def _from_data(data: Any) -> dict[str, tuple[Origin, ...]]:
    if data["version"] != _VERSION:
        message = "another version"
        raise ValueError(message)
    return {
        str(post): tuple(Origin(name=str(item["name"]), url=str(item["url"])) for item in items)
        for post, items in data["posts"].items()
    }


def change_manifest(
    root: Path, staging: Staging, change: Callable[[dict[str, tuple[Origin, ...]]], None]
) -> None:
    """Change the list while no other run does, at once and only where it differs."""
    with hold_lock(lock_folder(root), PATH):
        origins = read_manifest(root)
        before = dict(origins)
        change(origins)
        if origins == before:
            return
        file = state_folder(root) / FILE
        data = _to_text(origins).encode("utf-8")
        if file.exists():
            staging.replace(file, data)
        else:
            staged = staging.new_file()
            staged.write_bytes(data)
            sync_file(staged)
            staging.place(staged, file)


def _to_text(origins: Origins) -> str:
    posts = {
        post: [{"name": item.name, "url": item.url} for item in items]
        for post, items in sorted(origins.items())
        if items
    }
    return json.dumps({"version": _VERSION, "posts": posts}, ensure_ascii=False, indent=1) + "\n"


def merge_origins(new: Sequence[Origin], old: Sequence[Origin]) -> tuple[Origin, ...]:
    """The links a post has now, then those it no longer has and whose origin only we know."""
    known = {(item.name, item.url) for item in new}
    rest = [item for item in old if (item.name, item.url) not in known]
    return (*new, *dict.fromkeys(rest))


def move_origins(root: Path, before: str, after: str) -> None:
    """Follow a post to its new site-relative path, as when a draft is published."""
    if before not in read_manifest(root):
        return

    def change(origins: dict[str, tuple[Origin, ...]]) -> None:
        moved = origins.pop(before, ())
        origins[after] = merge_origins(moved, origins.get(after, ()))

    with open_staging(root) as staging:
        change_manifest(root, staging, change)
