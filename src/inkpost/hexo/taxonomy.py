"""Tags and categories as Hexo's models make them from the posts' names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from inkpost.hexo.slug import slugize
from inkpost.model import Json


@dataclass(slots=True)
class TermDraft:
    """A term while the posts are gone through. key: unique; parent: key of the parent; uses: how
    often posts name it, those that do so twice counted twice."""

    key: str
    name: str
    parent: str | None = None
    post_ids: list[str] = field(default_factory=list)
    slug: str = ""
    uses: int = 0


class TermTable:
    """Terms in the order of first use."""

    def __init__(self) -> None:
        self.terms: dict[str, TermDraft] = {}

    def add(self, post_id: str, name: str, parent: str | None = None) -> str:
        """Note that a post has the term; returns the term's key."""
        key = name if parent is None else f"{parent}\0{name}"
        term = self.terms.setdefault(key, TermDraft(key, name, parent))
        term.uses += 1
        if term.post_ids[-1:] != [post_id]:  # posts come one after the other
            term.post_ids.append(post_id)
        return key


def tag_slug(name: str, tag_map: Mapping[str, Json], case: int) -> str:
    """A tag's slug. Source: Hexo 8.1.2 model tag."""
    mapped = tag_map.get(name) or name
    return slugize(str(mapped), case=case)


def category_slugs(
    terms: Iterable[TermDraft], category_map: Mapping[str, Json], case: int
) -> dict[str, str]:
    """Slugs of categories, parents before children. Source: Hexo 8.1.2 model category."""
    slugs: dict[str, str] = {}
    for term in terms:
        mapped = category_map.get(term.name) or term.name
        above = f"{slugs[term.parent]}/" if term.parent is not None else ""
        slugs[term.key] = above + slugize(str(mapped), case=case)
    return slugs


def folder_of(folder: str) -> str:
    """A configured folder as it begins a term's path. Source: Hexo 8.1.2 models tag, category."""
    folder = "" if folder == "/" else folder
    return folder if folder.endswith("/") else f"{folder}/"


def part_collisions(
    terms: Sequence[TermDraft],
    path_of: Callable[[TermDraft], str],
    warn: Callable[[str, Sequence[str], str], None],
) -> None:
    """Give terms of one path paths of their own, in place.

    The name that equals its slug keeps it, else the last in Hexo's order; the others get `-1`,
    `-2` in the order of their names. warn: told the path, the names and who keeps it.
    """
    groups: dict[str, list[TermDraft]] = {}
    for term in terms:
        groups.setdefault(path_of(term), []).append(term)
    taken = set(groups)
    for path, group in groups.items():
        if len(group) < 2:
            continue
        keeper = next((t for t in group if t.name == t.slug.rpartition("/")[2]), group[-1])
        number = 0
        for term in sorted((t for t in group if t is not keeper), key=lambda t: t.name):
            base = term.slug
            while path_of(term) in taken:
                number += 1
                term.slug = f"{base}-{number}"
            taken.add(path_of(term))
        warn(path, [term.name for term in group], keeper.name)
