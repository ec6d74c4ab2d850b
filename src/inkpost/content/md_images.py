"""Pictures as authors write them: spaces in the URL, sizes behind it."""

from __future__ import annotations

import re

from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_inline import StateInline, image

_TARGET = re.compile(
    r"[ \t]*(?P<url>[^\n\"'<>]*?)"
    r"(?:[ \t]+(?:\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)'))?"
    r"(?:[ \t]+=(?P<width>\d*)(?:x(?P<height>\d*))?)?"
    r"(?:[ \t]+\"(?P<late>[^\"\n]*)\")?[ \t]*\Z"
)

# Longer than any URL with a raw space.
_LONGEST = 1_000


def loose_image(state: StateInline, silent: bool) -> bool:
    """A picture; a raw space in its URL and a size like `=300x` or `=300x200` will do."""
    if not state.src.startswith("![", state.pos):
        return False
    if image(state, silent):
        return True
    start = state.pos
    label_end = parseLinkLabel(state, start + 1, False)
    if label_end < 0 or not state.src.startswith("(", label_end + 1):
        return False
    close = _closing(state.src, label_end + 2, state.posMax)
    match = _TARGET.match(state.src[label_end + 2 : close]) if close > 0 else None
    if not match or not match["url"]:
        return False
    if not silent:
        label = state.src[start + 2 : label_end]
        token = state.push("image", "img", 0)
        token.content = label
        token.children = []
        state.md.inline.parse(label, state.md, state.env, token.children)
        token.attrs = {"src": match["url"], "alt": ""}
        title = match["double"] or match["single"] or match["late"]
        wanted = {"title": title, "width": match["width"], "height": match["height"]}
        for name, value in wanted.items():
            if value:
                token.attrs[name] = value
    state.pos = close + 1
    return True


def _closing(text: str, start: int, end: int) -> int:
    """Where the bracket closes that opened before start, or -1; a line end closes nothing."""
    depth = 0
    for pos in range(start, min(end, start + _LONGEST)):
        char = text[pos]
        if char == "\n":
            return -1
        if char == "(":
            depth += 1
        elif char == ")":
            if not depth:
                return pos
            depth -= 1
    return -1
