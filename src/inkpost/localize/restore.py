"""Puts the original URLs of localized pictures back into a post."""

from __future__ import annotations

from pathlib import Path

from inkpost.errors import BlogError
from inkpost.localize.files import Staging, hold_lock, lock_folder
from inkpost.localize.find import find_images
from inkpost.localize.links import ImageRef
from inkpost.localize.manifest import Links, Manifest
from inkpost.localize.posts import Site
from inkpost.localize.report import LinkResult, result_of
from inkpost.localize.rewrite import Edit, apply_edits, local_name, take_origin
from inkpost.localize.text import decode, encode

_TRIES = 8


def restore_post(
    site: Site,
    file: Path,
    manifest: Manifest,
    staging: Staging,
    *,
    dry: bool = False,
) -> list[LinkResult]:
    """Put the links of one post back as the list of origins has them. dry: only tell."""
    path = site.relative(file)
    folder = site.asset_folder(file).name
    origins = manifest.read().get(path, ())
    with hold_lock(lock_folder(site.root), path):
        for _ in range(_TRIES):
            before = file.read_bytes()
            text = decode(before)
            edits, results = _decide(text, path, origins, folder)
            if dry or not edits:
                return results
            after = encode(apply_edits(text, edits))
            if staging.replace(file, after, expected=before):
                manifest.change(staging, path, lambda _: ())
                return results
    raise BlogError("the post kept changing while it was to be written")


def _decide(
    text: str, path: str, origins: Links, folder: str
) -> tuple[list[Edit], list[LinkResult]]:
    waiting = list(origins)
    edits: list[Edit] = []
    results: list[LinkResult] = []
    refs: tuple[ImageRef, ...] = find_images(text, path=path)
    for ref in refs:
        if ref.kind != "local":
            continue
        origin = take_origin(waiting, local_name(ref.url, folder))
        if origin:
            edits.append(Edit(ref, origin.url, origin.name))
            results.append(result_of(path, ref, "restored", name=origin.name, url=origin.url))
    return edits, results
