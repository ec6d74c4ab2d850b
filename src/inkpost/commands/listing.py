"""`blog list`: posts, pages, routes, tags or categories as a table."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import click

from inkpost.commands.build import build_time
from inkpost.commands.console import show_findings
from inkpost.commands.examples import examples_of
from inkpost.commands.session import Session
from inkpost.configfiles import OpenOptions
from inkpost.engine import Engine, EngineOptions
from inkpost.model import Index, Post, Term

KINDS: Final = ("page", "post", "route", "tag", "category")


@click.command("list", epilog=examples_of("list"))
@click.argument("kind", metavar="page|post|route|tag|category")
@click.pass_context
def list_command(ctx: click.Context, kind: str) -> None:
    """List what is on the site: page, post, route, tag or category."""
    found = [name for name in KINDS if name.startswith(kind.removesuffix("s"))]
    if len(found) != 1:
        ctx.fail(f'"{kind}" is none of {", ".join(KINDS)}')
    session: Session = ctx.obj
    options = OpenOptions(config_files=session.config_files, drafts=True, safe=session.safe)
    ctx.exit(run_list(session.root, found[0], options))


def run_list(root: Path, kind: str, options: OpenOptions) -> int:
    """Write the table of one kind; returns the exit code. Drafts are listed as such."""
    with Engine(root, EngineOptions(opening=options, command="list")) as engine:
        if kind == "route":
            made = engine.make(build_time())
            show_findings([each for each in made.diagnostics if each.severity == "error"], root)
            lines: Iterable[str] = route_tree(sorted(made.outputs))
            code = 1 if made.failed else 0
        else:
            lines, code = _table_of(kind, engine.survey(build_time())), 0
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return code


def _table_of(kind: str, index: Index) -> Iterable[str]:
    if kind == "post":
        return post_table(index)
    if kind == "page":
        pages = sorted(index.pages, key=lambda page: page.date)
        rows = [(_day(page.date), page.title, page.source) for page in pages]
        return table(("Date", "Title", "Path"), rows) if rows else ("No pages.",)
    terms = index.tags if kind == "tag" else index.categories
    return term_table(terms, kind)


def post_table(index: Index) -> Iterable[str]:
    """Posts by date, drafts last. Source: Hexo 8.1.2 console/list/post."""
    names = {term.id: term.name for term in (*index.tags, *index.categories)}
    rows = [
        (
            _day(post.date) if post.published else "Draft",
            post.title,
            post.source,
            ", ".join(names[each] for each in index.post_categories.get(post.id, ())),
            ", ".join(names[each] for each in index.post_tags.get(post.id, ())),
        )
        for post in sorted(index.posts, key=_by_date)
    ]
    return table(("Date", "Title", "Path", "Category", "Tags"), rows) if rows else ("No posts.",)


def term_table(terms: Iterable[Term], kind: str) -> Iterable[str]:
    """Tags or categories by name, with how many posts each has."""
    rows = [
        (term.name, str(len(term.post_ids)), term.path)
        for term in sorted(terms, key=lambda term: term.name)
    ]
    none = "No tags." if kind == "tag" else "No categories."
    return table(("Name", "Posts", "Path"), rows, right={1}) if rows else (none,)


def table(
    head: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()
) -> Iterator[str]:
    """Lines in columns as a terminal shows them, CJK two wide. right: columns set to the right."""
    lines = [head, *rows]
    widths = [max(width(line[place]) for line in lines) for place in range(len(head))]
    aligned = frozenset(right)
    for line in lines:
        cells = []
        for place, cell in enumerate(line):
            gap = " " * (widths[place] - width(cell))
            cells.append(gap + cell if place in aligned else cell + gap)
        yield "  ".join(cells).rstrip()


def width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1
        for char in text
    )


def route_tree(paths: Sequence[str]) -> Iterator[str]:
    """Paths as a tree, under the number of them."""
    yield f"Total: {len(paths)}"
    tree: dict[str, Any] = {}
    for path in paths:
        branch = tree
        for part in path.split("/"):
            branch = branch.setdefault(part, {})
    yield from _branch(tree, "")


def _branch(tree: dict[str, Any], before: str) -> Iterator[str]:
    for place, (name, inner) in enumerate(tree.items()):
        last = place == len(tree) - 1
        yield f"{before}{'└' if last else '├'}─{'┬' if inner else '─'} {name}"
        yield from _branch(inner, before + ("  " if last else "│ "))


def _by_date(post: Post) -> tuple[bool, datetime]:
    return not post.published, post.date


def _day(when: datetime) -> str:
    return f"{when:%Y-%m-%d}"
