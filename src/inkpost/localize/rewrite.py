"""Puts new URLs into a post's text; every other character stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import quote, unquote

from inkpost.localize.find import find_images
from inkpost.localize.links import ImageRef
from inkpost.localize.manifest import Origin


@dataclass(frozen=True, slots=True)
class Edit:
    """One URL that is replaced. name: the picture's, where it is put in; url: what it replaces."""

    ref: ImageRef
    text: str
    name: str = ""


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with the edits made."""
    parts: list[str] = []
    done = 0
    for edit in sorted(edits, key=lambda item: item.ref.start):
        parts += [text[done : edit.ref.start], edit.text]
        done = edit.ref.end
    parts.append(text[done:])
    return "".join(parts)


def link_text(name: str, folder: str = "") -> str:
    """What stands in the post for a picture; folder: its name, where the link is to hold it."""
    if not folder:
        return name
    return f"{quote_folder(folder)}/{name}"


def quote_folder(folder: str) -> str:
    """A folder's name as it may stand in Markdown, HTML and YAML alike."""
    return "".join(char if char.isalnum() or char in "._-~" else quote(char) for char in folder)


def local_name(url: str, folder: str) -> str:
    """The name of the picture of the post's own folder that a link points to, or ""."""
    path = unquote(url.strip()).removeprefix("./")
    if folder and path.startswith(f"{folder}/"):
        path = path.removeprefix(f"{folder}/")
    return "" if "/" in path else path


def origins_after(
    text: str, edits: Sequence[Edit], old: Sequence[Origin], folder: str, path: str
) -> list[Origin]:
    """The links to localized pictures that an edited text holds, in order, with their origins."""
    starts: dict[int, Edit] = {}
    shift = 0
    for edit in sorted(edits, key=lambda item: item.ref.start):
        starts[edit.ref.start + shift] = edit
        shift += len(edit.text) - (edit.ref.end - edit.ref.start)
    # After a kill the list may hold what was about to be written: not what stood there before.
    waiting = list(old)
    for edit in edits:
        origin = Origin(name=edit.name, url=edit.ref.written)
        if origin in waiting:
            waiting.remove(origin)
    found = []
    for ref in find_images(text, path=path):
        if ref.start in starts:
            edit = starts[ref.start]
            found.append(Origin(name=edit.name, url=edit.ref.written))
        elif ref.kind == "local":
            name = local_name(ref.url, folder)
            known = take_origin(waiting, name) or take_origin(list(old), name)
            if known:
                found.append(known)
    return found


def take_origin(waiting: list[Origin], name: str) -> Origin | None:
    """The next known origin of a name, taken off the list unless it is the last of that name."""
    fitting = [number for number, item in enumerate(waiting) if name and item.name == name]
    if not fitting:
        return None
    return waiting.pop(fitting[0]) if len(fitting) > 1 else waiting[fitting[0]]
