"""Running text with everything blotted out that may hold marks of its own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from markdown_it.common.utils import normalizeReference
from markdown_it.token import Token

from inkpost.hexo.marked_patterns import read_label, read_name

Extra = Callable[[str, int], "tuple[Token, int] | None"]
"""Tries to read a construct of ours at a position; gives its token and where it ends."""

_ESCAPED = re.compile(r"\\(?:[^\w\s]|_)")
_IN_PARENS = r"(?:[^\\()]|\\.|\((?:[^\\()]|\\.)*\))*"
_CLOSED = re.compile(
    rf"(?P<link>\[[^\[\]]*\]\({_IN_PARENS}\))|(?P<code>`[^`]*`)|(?P<tag><[^<>]*>)", re.DOTALL
)


def mask(src: str, references: Mapping[str, Any], extra: Extra | None) -> str:
    """The text at the same length, its links, code, tags, escapes and formulas blotted out."""
    masked = _without_references(src, references) if references and "[" in src else src
    masked = _ESCAPED.sub("++", masked)
    masked = _CLOSED.sub(lambda match: _blot(match[0]), masked)
    if extra and ("$" in src or "\\" in src):
        pos = 0
        while pos < len(src):
            found = extra(src, pos) if src[pos] in "$\\" else None
            if found:
                masked = masked[:pos] + "a" * (found[1] - pos) + masked[found[1] :]
            pos = found[1] if found else pos + 1
    return masked


def _without_references(src: str, references: Mapping[str, Any]) -> str:
    out: list[str] = []
    done = pos = 0
    while (pos := src.find("[", pos)) >= 0:
        end = _reference_end(src, pos)
        if end < 0:
            pos += 1
            continue
        whole = src[pos:end]
        name = whole[whole.rindex("[") + 1 : -1]
        if normalizeReference(name) in references:
            out += (src[done:pos], _blot(whole))
            done = end
        pos = end
    out.append(src[done:])
    return "".join(out)


def _reference_end(src: str, pos: int) -> int:
    """Where a reference ends that begins at pos, or -1."""
    close = read_label(src, pos)
    second = read_name(src, close + 1) if close >= 0 and src.startswith("[", close + 1) else None
    if second:
        return second[1]
    first = read_name(src, pos)
    if first is None:
        return -1
    end = first[1] + 2 if src.startswith("[]", first[1]) else first[1]
    return -1 if src.startswith("(", end) else end


def _blot(text: str) -> str:
    return "[" + "a" * (len(text) - 2) + "]"
