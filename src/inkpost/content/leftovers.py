"""Template expressions that stock Hexo would run and that stay as text here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it.token import Token

# Stock Markdown keeps its text, line breaks and all, in tokens of its own.
_TEXT = ("text", "marked_text")
_EXPRESSION = re.compile(r"\{\{[^{}\n]*\}\}")


def find_expressions(tokens: Sequence[Token]) -> Iterator[tuple[int, str]]:
    """Each `{{ … }}` in the prose of a document with its line, 1-based; code and formulas are
    left alone."""
    for token in tokens:
        if token.type != "inline":
            continue
        line = token.map[0] + 1 if token.map else 1
        for child in token.children or ():
            if child.type in _TEXT:
                for match in _EXPRESSION.finditer(child.content):
                    yield line + child.content.count("\n", 0, match.start()), match[0]
                line += child.content.count("\n")
            elif child.type in ("softbreak", "hardbreak"):
                line += 1
