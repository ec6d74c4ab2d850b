r"""Numbers of equations: `\label` becomes `\tag`, and references become links."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from inkpost.formula.mathtex import find_group_end

Numbering = Literal["labelled", "all", "none"]

REFERENCE = re.compile(r"\\(eqref|ref)\s*\{([^{}]*)\}")
"""A reference in TeX: the command and the key."""

UNKNOWN = "???"
"""What a reference to nothing shows, as LaTeX and MathJax have it."""

_LABEL = re.compile(r"\\label\s*\{([^{}]*)\}")
_TAG = re.compile(r"\\tag\s*\*?\s*\{")
_NO_NUMBER = re.compile(r"\\(?:nonumber|notag)(?![A-Za-z])")
_SELF_NUMBERING = re.compile(
    r"\\(begin|end)\s*\{(equation|align|alignat|gather|multline|flalign)\}"
)
_ROWED = re.compile(r"\\begin\s*\{(align|gather|flalign|alignat)\*?\}")
_END = re.compile(r"\\end\s*\{(?:equation|align|alignat|gather|multline|flalign)\*?\}\s*$")
_STARRED = re.compile(r"\\begin\s*\{[a-z]+\*\}")
_PIECE = re.compile(r"\\(begin|end)\s*\{[^{}]*\}|\\\\|\\.|[{}]|%[^\n]*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A display formula with its numbers. labels: key -> the text of its number, or None."""

    tex: str
    labels: Mapping[str, str | None]


def to_anchor(key: str) -> str:
    """The id of the equation that a label names."""
    return "eq-" + "-".join(key.split())


def to_fragment(key: str) -> str:
    """The link to the equation that a label names."""
    return "#" + quote(to_anchor(key), safe=":-._~!$'()*,;=@/?")


def show_reference(command: str, number: str | None) -> str:
    r"""The text of a reference: `(3)` for `\eqref`, `3` for `\ref`."""
    text = UNKNOWN if number is None else number
    return f"({text})" if command == "eqref" else text


def number_display(tex: str, numbering: Numbering, allot: Callable[[], int]) -> Numbered:
    """The display formula with a tag on what is to have a number.

    allot: gives the next number. Environments that KaTeX would number by itself get their stars,
    since its numbers exist in the stylesheet only.
    """
    wants_all = numbering == "all" and not _STARRED.match(tex.lstrip())
    tex = _SELF_NUMBERING.sub(r"\\\1{\2*}", tex)
    labels: dict[str, str | None] = {}

    def number_part(part: str) -> str:
        keys = _LABEL.findall(part)
        bare = _LABEL.sub("", part)
        text = _find_tag(bare)
        is_due = bool(keys) or (wants_all and bool(bare.strip()) and not _NO_NUMBER.search(bare))
        if text is None and is_due and numbering != "none":
            text = str(allot())
            bare = _insert_tag(bare, text)
        labels.update(dict.fromkeys((key.strip() for key in keys), text))
        return bare

    rows = _split_environment(tex)
    if rows is None:
        return Numbered(number_part(tex), labels)
    head, parts, tail = rows
    return Numbered(head + "\\\\".join(map(number_part, parts)) + tail, labels)


def link_references(tex: str, find: Callable[[str], str | None]) -> str:
    """The formula with its references as links. find: the number of a key, or None."""

    def link(match: re.Match[str]) -> str:
        command, key = match[1], match[2].strip()
        number = find(key)
        text = f"\\text{{{show_reference(command, number)}}}"
        return text if number is None else f"\\href{{{to_fragment(key)}}}{{{text}}}"

    return REFERENCE.sub(link, tex) if "ref" in tex else tex


def _find_tag(tex: str) -> str | None:
    """The content of the first tag, or None."""
    match = _TAG.search(tex)
    if match is None:
        return None
    end = find_group_end(tex, match.end())
    return tex[match.end() : end].strip() if end >= 0 else None


def _insert_tag(tex: str, text: str) -> str:
    """The part with a tag at its end, inside an environment that spans it."""
    end = _END.search(tex)
    place = end.start() if end else len(tex.rstrip())
    # A comment at the end would swallow the tag.
    gap = "\n" if "%" in tex[tex.rfind("\n", 0, place) + 1 : place] else " "
    return f"{tex[:place].rstrip(' ')}{gap}\\tag{{{text}}}{tex[place:]}"


def _split_environment(tex: str) -> tuple[str, list[str], str] | None:
    """The formula as head, rows and tail, where one environment of rows is all of it."""
    opening = _ROWED.match(tex.lstrip())
    if opening is None:
        return None
    start = len(tex) - len(tex.lstrip()) + opening.end()
    if opening[1] == "alignat":
        argument = re.compile(r"\s*\{[^{}]*\}").match(tex, start)
        start = argument.end() if argument else start
    rows: list[str] = []
    depth, braces, row_start = 1, 0, start
    for piece in _PIECE.finditer(tex, start):
        mark = piece[0]
        if piece[1]:
            depth += 1 if piece[1] == "begin" else -1
            if depth == 0:
                if tex[piece.end() :].strip():
                    return None
                rows.append(tex[row_start : piece.start()])
                return tex[:start], rows, tex[piece.start() :]
        elif mark in "{}":
            braces += 1 if mark == "{" else -1
        elif mark == "\\\\" and depth == 1 and braces == 0:
            rows.append(tex[row_start : piece.start()])
            row_start = piece.end()
    return None
