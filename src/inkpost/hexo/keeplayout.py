"""A draft's own text with the front matter that publishing gives it: comments and layout stay."""

from __future__ import annotations

from dataclasses import dataclass

import yaml
from yaml.nodes import MappingNode, ScalarNode

from inkpost.errors import BlogError
from inkpost.hexo.frontmatter import parse_front_matter, split_text
from inkpost.model import Json


@dataclass(frozen=True, slots=True)
class _Entry:
    """One key of a block mapping. first, last: its lines, 0-based and inclusive; colon: index
    behind the colon in the first; end: index behind a value on the same line, or -1."""

    first: int
    last: int
    colon: int
    end: int


def keep_layout(draft: str, made: str) -> str | None:
    """The draft's text with the keys of `made` and in its own layout; None where that cannot be
    done by changing lines alone.

    made: the new post as its scaffold makes it: the same values, written anew.
    """
    newline = "\r\n" if "\r\n" in draft else "\n"
    draft = draft.replace("\r\n", "\n").removeprefix("\ufeff")
    before, after = split_text(draft, careful=True), split_text(made)
    if before is None or after is None or before.is_json or after.is_json:
        return None
    try:
        old, new = _entries(before.raw), _entries(after.raw)
        has = parse_front_matter(draft, path="")
        wanted = parse_front_matter(made, path="")
    except (BlogError, yaml.YAMLError):
        return None
    if old is None or new is None:
        return None
    lines = _edited(before.raw.split("\n"), old, has.data, after.raw.split("\n"), new, wanted.data)
    start = draft.index(before.raw)
    body = draft[before.end :] if wanted.body.strip() == has.body.strip() else made[after.end :]
    fence = draft[start + len(before.raw) : before.end]
    text = draft[:start] + "\n".join(lines) + fence + body
    try:
        again = parse_front_matter(text, path="").data
    except BlogError:
        return None
    return text.replace("\n", newline) if again == wanted.data else None


def _edited(
    lines: list[str],
    old: dict[str, _Entry],
    has: dict[str, Json],
    made: list[str],
    new: dict[str, _Entry],
    wanted: dict[str, Json],
) -> list[str]:
    """The draft's lines with the entries that are new, other or gone put right."""
    lines = list(lines)
    for key, entry in sorted(old.items(), key=lambda item: -item[1].first):
        there = slice(entry.first, entry.last + 1)
        if key not in wanted:
            del lines[there]
        elif has.get(key) != wanted[key]:
            source = new[key]
            fresh = made[source.first : source.last + 1]
            if len(fresh) == 1 and entry.first == entry.last and entry.end >= 0:
                line = lines[entry.first]
                fresh = [
                    line[: entry.colon] + made[source.first][source.colon :] + line[entry.end :]
                ]
            lines[there] = fresh
    for key, entry in new.items():
        if key not in old:
            lines += made[entry.first : entry.last + 1]
    return lines


def _entries(raw: str) -> dict[str, _Entry] | None:
    """Key -> where it stands, of a mapping with a key a line; None for anything else.

    Raises: YAMLError where the text is no YAML to the stricter reader.
    """
    root = yaml.compose(raw, Loader=yaml.SafeLoader)
    if not isinstance(root, MappingNode) or root.flow_style:
        return None
    lines = raw.split("\n")
    starts = [key.start_mark.line for key, _ in root.value] + [len(lines)]
    found: dict[str, _Entry] = {}
    for place, (key, value) in enumerate(root.value):
        first, last = starts[place], starts[place + 1] - 1
        if not isinstance(key, ScalarNode) or key.start_mark.column or last < first:
            return None
        # Blank lines and comments below a value belong to what follows.
        while last > first and (not lines[last].strip() or lines[last].startswith("#")):
            last -= 1
        colon = lines[first].find(":", key.end_mark.column) + 1
        found[key.value] = _Entry(first, last, colon, _value_end(value, first, colon))
    return found


def _value_end(value: yaml.Node, line: int, colon: int) -> int:
    if not isinstance(value, ScalarNode) or value.style in ("|", ">"):
        return -1
    if value.start_mark.index == value.end_mark.index:
        return colon
    return int(value.end_mark.column) if value.end_mark.line == line else -1
