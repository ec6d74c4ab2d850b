"""Dates that a file does not say itself: from git, from the disk, or from one another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from inkpost.config import Config
from inkpost.content.parse import ParsedSource
from inkpost.errors import Span, warning
from inkpost.model import Page, Post, SourceFile

Commits = Callable[[str], tuple[datetime, datetime] | None]


def settle_dates(
    parsed: ParsedSource, file: SourceFile, commits: Commits, config: Config
) -> Post | Page:
    """The document with a date, and with `updated` where the site wants one.

    commits: first and last commit of a file, asked only where one is needed.
    Source: Hexo 8.1.2 processors post and asset; the order of ours is hexo.md §2, row 7.
    """
    document = parsed.document
    if not parsed.has_date:
        document = _with_date(document, file, commits, config)
    if not parsed.has_updated:
        document = replace(document, updated=_updated(document, file, commits, config))
    return document


def _with_date(
    document: Post | Page, file: SourceFile, commits: Commits, config: Config
) -> Post | Page:
    choice = config.choice("date_from")
    found = commits(file.path) if choice == "git" else None
    if found:
        return replace(document, date=found[0])
    told = document.diagnostics
    if choice != "hexo" and isinstance(document, Post):
        missing = warning(
            "no-date",
            "no date in the front matter; the file's time of change is used",
            span=Span(path=document.file),
            hint='add "date: YYYY-MM-DD HH:mm:ss", or the URL moves with the file',
        )
        told = (*told, missing)
    # Hexo 8.1: a file's birth; its last change of any kind is as near as every system comes.
    time = file.ctime_ns if choice == "hexo" else file.mtime_ns
    return replace(document, date=from_ns(time), diagnostics=told)


def _updated(
    document: Post | Page, file: SourceFile, commits: Commits, config: Config
) -> datetime | None:
    word = config.text("updated_option")
    if word == "empty":
        return None
    if word == "git":
        found = commits(file.path)
        return found[1] if found else document.date
    if word == "date" or config.dialect == "inkpost":
        return document.date
    return from_ns(file.mtime_ns)


def from_ns(mtime_ns: int) -> datetime:
    """A file's time as an aware moment, to the millisecond."""
    return datetime.fromtimestamp(mtime_ns // 1_000_000 / 1000, UTC)
