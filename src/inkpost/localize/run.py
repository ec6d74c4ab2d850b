"""One run of the localizer: finds, downloads, places the pictures, then rewrites the posts."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from dataclasses import dataclass, field
from pathlib import Path

from inkpost.errors import BlogError
from inkpost.localize.data import read_data_url
from inkpost.localize.fetch import Fetcher
from inkpost.localize.files import (
    BusyError,
    Staging,
    hold_lock,
    lock_folder,
    open_staging,
    sync_file,
    sync_folder,
)
from inkpost.localize.find import find_images
from inkpost.localize.folder import AssetFolder
from inkpost.localize.guard import Guard, Resolver
from inkpost.localize.hosts import HostFilter
from inkpost.localize.links import ImageRef, host_of, scheme_of
from inkpost.localize.manifest import Links, Manifest, merge_origins
from inkpost.localize.names import name_from_url
from inkpost.localize.outcome import FetchError, Limits, Picture
from inkpost.localize.pool import DownloadPool
from inkpost.localize.posts import Site
from inkpost.localize.report import LinkResult, Reporter, State, result_of
from inkpost.localize.rewrite import Edit, apply_edits, link_text, origins_after
from inkpost.localize.text import decode, encode

_AHEAD = 12
_TRIES = 8

Outcome = Picture | FetchError


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What a run is asked to do. link: "name" or "folder"; hosts: whose pictures count."""

    link: str = "name"
    extract_data: bool = False
    allow_private: bool = False
    allow_unsafe_svg: bool = False
    hosts: HostFilter = field(default_factory=HostFilter)
    resolve: Resolver = socket.getaddrinfo
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True, slots=True)
class _Post:
    """A post as it was read first, with the links that concern the run."""

    file: Path
    refs: tuple[ImageRef, ...]


def concerning(refs: Sequence[ImageRef], wishes: Wishes) -> tuple[ImageRef, ...]:
    """The links that a run deals with: all but local ones, and embedded data where it is asked."""
    return tuple(
        ref
        for ref in refs
        if ref.kind in ("remote", "refused") or (ref.kind == "data" and wishes.extract_data)
    )


def read_refs(site: Site, file: Path) -> tuple[ImageRef, ...]:
    """The images of a post as it is now.

    Raises: BlogError with the post's path.
    """
    return find_images(decode(file.read_bytes()), path=site.relative(file))


def list_links(site: Site, posts: Sequence[Path], wishes: Wishes, reporter: Reporter) -> bool:
    """Tell every external image without a request; whether there are any."""
    found = False
    for post in _read_all(site, posts, wishes, reporter):
        results = []
        for ref in post.refs:
            skipped = ref.kind == "remote" and not wishes.hosts.takes(host_of(ref.url))
            found = found or not skipped
            reason = f'"{scheme_of(ref.url)}:" is refused' if ref.kind == "refused" else ""
            state: State = "skipped" if skipped else "remote"
            results.append(result_of(site.relative(post.file), ref, state, reason=reason))
        reporter.add(results)
    return found


def plan_links(site: Site, posts: Sequence[Path], wishes: Wishes, reporter: Reporter) -> None:
    """Tell what a run would do, without a request; the ending of a name is known only then."""
    for post in _read_all(site, posts, wishes, reporter):
        path = site.relative(post.file)
        results = []
        for ref in post.refs:
            if ref.kind == "refused":
                results.append(_refused(path, ref))
            elif ref.kind == "remote" and not wishes.hosts.takes(host_of(ref.url)):
                results.append(result_of(path, ref, "skipped"))
            else:
                stem = name_from_url(ref.key, "png").rpartition(".")[0]
                results.append(result_of(path, ref, "planned", name=f"{stem}.*"))
        reporter.add(results)


def _read_all(
    site: Site, posts: Sequence[Path], wishes: Wishes, reporter: Reporter
) -> Iterator[_Post]:
    for file in posts:
        try:
            refs = concerning(read_refs(site, file), wishes)
        except (BlogError, OSError) as error:
            reporter.add([_unreadable(site, file, error)])
            continue
        if refs:
            yield _Post(file, refs)


def _unreadable(site: Site, file: Path, error: BlogError | OSError) -> LinkResult:
    reason = error.message if isinstance(error, BlogError) else str(error.strerror or error)
    line = error.span.line if isinstance(error, BlogError) and error.span else 1
    path = site.relative(file)
    return LinkResult(post=path, line=line, column=1, url="the post", state="failed", reason=reason)


def _refused(path: str, ref: ImageRef) -> LinkResult:
    return result_of(path, ref, "failed", reason=f'"{scheme_of(ref.url)}:" is refused')


def localize_posts(
    site: Site,
    posts: Sequence[Path],
    wishes: Wishes,
    reporter: Reporter,
    *,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Fetcher:
    """Download what the posts show from elsewhere and link it locally.

    on_progress: told how many pictures of how many are done, from any thread.
    Returns the fetcher, for its counts.
    """
    fetcher = Fetcher(
        guard=Guard(allow_private=wishes.allow_private, resolve=wishes.resolve),
        limits=wishes.limits,
        site_url=site.config.text("url") if site.config.span("url") else "",
        allow_unsafe_svg=wishes.allow_unsafe_svg,
    )
    waiting = []
    for post in _read_all(site, posts, wishes, reporter):
        if site.shows_pictures_of(post.file):
            waiting.append(post)
        else:
            path = site.relative(post.file)
            reason = 'the site shows no pictures beside a page; set "asset_links: on" for them'
            reporter.add([result_of(path, ref, "failed", reason=reason) for ref in post.refs])
    if waiting:
        with open_staging(site.root) as staging:
            _Run(site, wishes, reporter, fetcher, staging, on_progress).carry_out(waiting)
    if fetcher.used_proxy:
        reporter.note("a proxy was used: only literal addresses and localhost could be checked")
    if fetcher.refused_private:
        reporter.note("hint: --allow-private takes pictures from this computer and its networks")
    return fetcher


class _Run:
    """The downloads of a run and the posts that wait for them."""

    def __init__(
        self,
        site: Site,
        wishes: Wishes,
        reporter: Reporter,
        fetcher: Fetcher,
        staging: Staging,
        on_progress: Callable[[int, int], None],
    ) -> None:
        self.site = site
        self.wishes = wishes
        self.reporter = reporter
        self.fetcher = fetcher
        self.staging = staging
        self.manifest = Manifest(site.root)
        self._counting = threading.Lock()
        self.pool: DownloadPool[Picture] = DownloadPool(self._download)
        self.users: dict[str, int] = {}
        self.done = 0
        self.on_progress = on_progress

    def carry_out(self, posts: list[_Post]) -> None:
        """Download what the posts show, and finish one post after the other."""
        for post in posts:
            for key in self._keys(post):
                self.users[key] = self.users.get(key, 0) + 1
        begun: dict[int, dict[str, Future[Picture]]] = {}
        try:
            for number, post in enumerate(posts):
                for ahead in range(number, min(number + _AHEAD, len(posts))):
                    if ahead not in begun:
                        begun[ahead] = self._begin(posts[ahead])
                outcomes = _await_all(begun.pop(number))
                self._finish(post, outcomes)
                self._forget(post, outcomes)
        finally:
            self.fetcher.stop()
            self.pool.close()
            self.fetcher.close()

    def _keys(self, post: _Post) -> list[str]:
        """What a post asks for, each once, in its order."""
        wanted = [ref for ref in post.refs if ref.kind == "data" or self._is_wanted(ref)]
        return list(dict.fromkeys(ref.key for ref in wanted))

    def _is_wanted(self, ref: ImageRef) -> bool:
        return ref.kind == "remote" and self.wishes.hosts.takes(host_of(ref.url))

    def _begin(self, post: _Post) -> dict[str, Future[Picture]]:
        return {key: self.pool.submit(key, host_of(key)) for key in self._keys(post)}

    def _forget(self, post: _Post, outcomes: dict[str, Outcome]) -> None:
        """Remove downloads that no further post shows."""
        for key in self._keys(post):
            self.users[key] -= 1
            if not self.users[key]:
                self.pool.forget(key)
                outcome = outcomes[key]
                if isinstance(outcome, Picture):
                    outcome.file.unlink(missing_ok=True)

    def _download(self, key: str) -> Picture:
        with self._counting:
            file = self.staging.new_file()
        try:
            if key[:5].lower() == "data:":
                picture = read_data_url(key, file, allow_unsafe_svg=self.wishes.allow_unsafe_svg)
            else:
                picture = self.fetcher.fetch(key, file)
            sync_file(file)
        except FetchError:
            file.unlink(missing_ok=True)
            raise
        finally:
            with self._counting:
                self.done += 1
                self.on_progress(self.done, len(self.users))
        return picture

    # -- one post

    def _finish(self, post: _Post, outcomes: dict[str, Outcome]) -> None:
        path = self.site.relative(post.file)
        try:
            with hold_lock(lock_folder(self.site.root), path):
                self.reporter.add(self._rewrite(post.file, path, outcomes))
        except FileNotFoundError:
            self.reporter.add([_vanished(path, ref) for ref in post.refs])
        except (BusyError, OSError) as error:
            reason = (
                str(error) if isinstance(error, BusyError) else f"cannot write: {error.strerror}"
            )
            self.reporter.add([result_of(path, ref, "failed", reason=reason) for ref in post.refs])
        except BlogError as error:
            self.reporter.add([_unreadable(self.site, post.file, error)])

    def _rewrite(self, file: Path, path: str, outcomes: dict[str, Outcome]) -> list[LinkResult]:
        """Place the pictures of a post, then write it; the post is read again just before."""
        folder = self.site.asset_folder(file)
        if not self.site.may_write(file) or not self.site.may_write(folder):
            refs = concerning(read_refs(self.site, file), self.wishes)
            reason = "the post or its folder is a link that leaves the site"
            return [result_of(path, ref, "failed", reason=reason) for ref in refs]
        for _ in range(_TRIES):
            before = file.read_bytes()
            text = decode(before)
            refs = concerning(find_images(text, path=path), self.wishes)
            edits, results = self._decide(path, refs, outcomes, folder)
            if not edits:
                return results
            after = apply_edits(text, edits)
            sync_folder(folder)
            self._remember(path, after, edits, folder.name)
            if self.staging.replace(file, encode(after), expected=before):
                return results
        reason = "the post kept changing while it was to be written"
        return [result_of(path, ref, "failed", reason=reason) for ref in refs]

    def _decide(
        self, path: str, refs: Sequence[ImageRef], outcomes: dict[str, Outcome], folder: Path
    ) -> tuple[list[Edit], list[LinkResult]]:
        assets = AssetFolder(folder, self.staging)
        names: dict[str, str] = {}
        edits, results = [], []
        prefix = self._prefix(path, folder)
        for ref in refs:
            if ref.kind == "refused":
                results.append(_refused(path, ref))
                continue
            if ref.kind == "remote" and not self._is_wanted(ref):
                results.append(result_of(path, ref, "skipped"))
                continue
            outcome = outcomes.get(ref.key)
            if outcome is None:
                outcome = FetchError("came into the post during the run; run again")
            if isinstance(outcome, FetchError):
                results.append(result_of(path, ref, "failed", reason=str(outcome)))
                continue
            if ref.key not in names:
                names[ref.key] = assets.add(outcome.file, ref.key, outcome.kind, outcome.digest)
            name = names[ref.key]
            edits.append(Edit(ref, link_text(name, prefix), name))
            results.append(result_of(path, ref, "saved", name=name))
        return edits, results

    def _prefix(self, path: str, folder: Path) -> str:
        """The folder's name where links are to hold it."""
        beside = (self.site.root / path).parent == folder
        return folder.name if self.wishes.link == "folder" and not beside else ""

    def _remember(self, path: str, text: str, edits: Sequence[Edit], folder: str) -> None:
        """Note the origins before the post is written, so that a kill loses none."""

        def change(old: Links) -> Links:
            return merge_origins(origins_after(text, edits, old, folder, path), old)

        self.manifest.change(self.staging, path, change)


def _vanished(path: str, ref: ImageRef) -> LinkResult:
    return result_of(path, ref, "failed", reason="the post is gone")


def _await_all(jobs: dict[str, Future[Picture]]) -> dict[str, Outcome]:
    outcomes: dict[str, Outcome] = {}
    for key, job in jobs.items():
        try:
            outcomes[key] = job.result()
        except FetchError as error:
            outcomes[key] = error
        except CancelledError:
            outcomes[key] = FetchError("interrupted")
        except OSError as error:
            outcomes[key] = FetchError(f"cannot keep the picture: {error.strerror}")
    return outcomes


def restore_posts(site: Site, posts: Sequence[Path], reporter: Reporter, *, dry: bool) -> None:
    """Put the original URLs back into the posts; the pictures stay where they are."""
    from inkpost.localize.restore import restore_post  # lazy: rarely asked for

    manifest = Manifest(site.root)
    origins = manifest.read()
    known = [file for file in posts if origins.get(site.relative(file))]
    if not known:
        return
    with open_staging(site.root) as staging:
        for file in known:
            try:
                reporter.add(restore_post(site, file, manifest, staging, dry=dry))
            except (BlogError, OSError) as error:
                reporter.add([_unreadable(site, file, error)])
