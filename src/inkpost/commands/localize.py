"""`blog localize`: brings the pictures of posts home."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from inkpost.commands.examples import examples_of
from inkpost.errors import BlogError

if TYPE_CHECKING:
    from inkpost.localize.posts import Site

Mode = Literal["download", "check", "dry-run", "restore", "restore-dry-run"]
EXIT_OK, EXIT_FAILED, EXIT_USAGE = 0, 1, 2


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalizeOptions:
    """What the command is asked to do.

    posts: paths or file names, none for all. link: whether links hold the file's name alone or
    the folder's as well. near: the folder from which relative paths start. config_files: names of
    configuration files, later over earlier. silent: tell only what failed.
    """

    posts: tuple[str, ...] = ()
    mode: Mode = "download"
    link: Literal["name", "folder"] = "name"
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    as_json: bool = False
    extract_data: bool = False
    allow_private: bool = False
    allow_unsafe_svg: bool = False
    near: Path = field(default_factory=Path.cwd)
    config_files: tuple[str, ...] = ()
    silent: bool = False
    on_progress: Callable[[int, int], None] = lambda done, total: None


def run_localize(root: Path, options: LocalizeOptions, write: Callable[[str], None]) -> int:
    """Carry the command out on the site at `root`; returns the exit code.

    write: gets every line that the user is told, without its line end.
    """
    from inkpost.configfiles import OpenOptions, load_config
    from inkpost.localize.posts import open_site  # lazy, as all below: keeps start-up fast

    try:
        site = open_site(root, load_config(root, OpenOptions(config_files=options.config_files)))
        near = options.near.absolute()
        names = options.posts
        posts = site.named_posts(names, near=near) if names else site.all_posts()
    except BlogError as error:
        _write_error(error, write)
        return EXIT_USAGE
    try:
        return _run(site, posts, options, write)
    except BlogError as error:
        _write_error(error, write)
        return EXIT_FAILED


def _run(
    site: Site, posts: list[Path], options: LocalizeOptions, write: Callable[[str], None]
) -> int:
    from inkpost.localize import run  # lazy
    from inkpost.localize.hosts import HostFilter
    from inkpost.localize.report import Reporter

    reporter = Reporter(write, as_json=options.as_json, silent=options.silent)
    wishes = run.Wishes(
        link=options.link,
        extract_data=options.extract_data,
        allow_private=options.allow_private,
        allow_unsafe_svg=options.allow_unsafe_svg,
        hosts=HostFilter(include=options.include, exclude=options.exclude),
    )
    requests = remaining = 0
    if options.mode == "check":
        remaining = run.list_links(site, posts, wishes, reporter)
    elif options.mode == "dry-run":
        run.plan_links(site, posts, wishes, reporter)
    elif options.mode in ("restore", "restore-dry-run"):
        run.restore_posts(site, posts, reporter, dry=options.mode == "restore-dry-run")
    else:
        _hint_at_stock_hexo(site, reporter.note)
        fetcher = run.localize_posts(site, posts, wishes, reporter, on_progress=options.on_progress)
        requests = fetcher.requests
    reporter.finish(requests)
    return EXIT_FAILED if remaining or reporter.failed else EXIT_OK


def _hint_at_stock_hexo(site: Site, note: Callable[[str], None]) -> None:
    """Stock Hexo looks for bare names at the root, unless it is told otherwise."""
    if not site.config.improved("asset_links") and site.config.get("marked.postAsset") is not True:
        note('hint: Hexo shows bare names only with "marked: {postAsset: true}" in _config.yml')


def _write_error(error: BlogError, write: Callable[[str], None]) -> None:
    place = f"{error.span.path}:{error.span.line}: " if error.span else ""
    write(f"{place}error: {error.message}")
    if error.hint:
        write(f"  hint: {error.hint}")


@click.command("localize", epilog=examples_of("localize"))
@click.argument("posts", nargs=-1, metavar="[POST]...")
@click.option("--check", is_flag=True, help="Only tell which pictures are on other hosts; exit 1.")
@click.option("--dry-run", is_flag=True, help="Only tell what would be done; asks no host.")
@click.option("--restore", is_flag=True, help="Put the original links back; files stay.")
@click.option(
    "--link",
    type=click.Choice(["name", "folder"]),
    default="name",
    show_default=True,
    help='Write "x.png", or "POST/x.png" for editors that look beside the file.',
)
@click.option("--include", multiple=True, metavar="HOST", help="Only pictures of this host.")
@click.option("--exclude", multiple=True, metavar="HOST", help="No pictures of this host.")
@click.option("--extract-data", is_flag=True, help='Make files of embedded "data:" pictures too.')
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document at the end.")
@click.option("--allow-unsafe-svg", is_flag=True, help="Take SVG files with scripts.")
@click.option("--allow-private", is_flag=True, help="Allow hosts in private networks.")
@click.pass_context
def localize(
    context: click.Context, /, *, check: bool, dry_run: bool, restore: bool, **given: Any
) -> None:
    """Download the pictures that posts show from other hosts, and link them locally.

    Without a POST (a path or a file name) all posts, drafts and pages are looked through.

    Pictures go into the folder of the post's name beside it, and the post links them by their file
    name; nothing else in it changes. A picture that cannot be had keeps its link, and the run ends
    with exit code 1. Run it again at any time: what is done is not done twice.
    """
    options = LocalizeOptions(
        **given,
        mode=_mode_of(check=check, dry_run=dry_run, restore=restore),
        config_files=getattr(context.obj, "config_files", ()),
        silent=getattr(context.obj, "silent", False),
        on_progress=_show_progress,
    )
    try:
        code = run_localize(_find_root(context), options, click.echo)
    except KeyboardInterrupt:
        click.echo("interrupted; run it again to go on", err=True)
        code = 130
    context.exit(code)


def _mode_of(*, check: bool, dry_run: bool, restore: bool) -> Mode:
    if check and (restore or dry_run):
        message = "--check goes with neither --restore nor --dry-run"
        raise click.UsageError(message)
    if restore:
        return "restore-dry-run" if dry_run else "restore"
    return "check" if check else "dry-run" if dry_run else "download"


def _find_root(context: click.Context) -> Path:
    """The site's folder: what the group was told; for the script, the nearest with a config."""
    given: Path | None = getattr(context.obj, "root", None)
    if given is not None:
        return given
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "_config.yml").is_file():
            return folder
    return here


def _show_progress(done: int, total: int) -> None:
    if not sys.stderr.isatty():
        return
    with contextlib.suppress(OSError):
        sys.stderr.write(f"\r{done} of {total} pictures" + ("\n" if done == total else ""))
        sys.stderr.flush()
