"""hexo-excerpt 1: the first elements of a post are its excerpt where the author marked none."""

from __future__ import annotations

from collections.abc import Iterator

from inkpost.contexts import FilterContext
from inkpost.extend import Extensions
from inkpost.hexo.html import VOID, find_excerpt_mark, get_attribute, iter_tags
from inkpost.hexo.jsvalue import whole_number
from inkpost.model import Post

_MARK = "<!-- more -->"
_DEPTH = 10


def mark_excerpt(html: str, ctx: FilterContext) -> str | None:
    """A post's HTML with the excerpt's mark behind its first `excerpt.depth` (10) elements."""
    document = ctx.document
    if not isinstance(document, Post) or document.meta.get("excerpt"):
        return None
    if find_excerpt_mark(html) is not None:
        return None
    depth = whole_number(ctx.value("excerpt.depth") or ctx.value("excerpt_depth"), _DEPTH)
    excludes = ctx.value("excerpt.excerpt_excludes") or ()
    cut = _end_of(html, depth, [excludes] if isinstance(excludes, str) else list(excludes))
    if cut is None:
        return None
    return html[:cut] + _MARK + html[cut:]


def _end_of(html: str, depth: int, excludes: list[str]) -> int | None:
    """Where the last element of the excerpt ends; None where nothing comes after it."""
    count = 0
    for end, source, name in _top_elements(html):
        count += not any(_matches(source, name, selector) for selector in excludes)
        if count == depth:
            return end if html[end:].strip() else None
    return None


def _top_elements(html: str) -> Iterator[tuple[int, str, str]]:
    """The end, start tag and name of each outermost element."""
    stack: list[tuple[str, str]] = []
    for token in iter_tags(html):
        source = html[token.start : token.end]
        if token.kind == "start":
            if token.name not in VOID and not source.endswith("/>"):
                stack.append((token.name, source))
            elif not stack:
                yield token.end, source, token.name
        elif token.kind == "end" and any(name == token.name for name, _ in stack):
            while stack:
                name, opened = stack.pop()
                if name == token.name:
                    break
            if not stack:
                yield token.end, opened, name


def _matches(source: str, name: str, selector: str) -> bool:
    """Whether an element is what a simple selector names: `tag`, `.class`, `#id` or a tag with."""
    selector = selector.strip()
    tag, mark, rest = selector, "", ""
    for sign in ".#":
        if sign in selector:
            tag, mark, rest = selector.partition(sign)
            break
    if tag and tag.lower() != name:
        return False
    if mark == ".":
        return rest in (get_attribute(source, "class") or "").split()
    return not mark or get_attribute(source, "id") == rest


def register(ext: Extensions) -> None:
    """Register the filter."""
    ext.filter("after_post_render", 20)(mark_excerpt)
