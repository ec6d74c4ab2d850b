"""Tables of contents from finished HTML, as Hexo's `toc` helper makes them."""

from __future__ import annotations

import html as stdlib_html
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from inkpost.hexo.htmlscan import get_attribute, iter_tags
from inkpost.hexo.jstext import encode_uri
from inkpost.hexo.markup import escape_html
from inkpost.model import Json

# A permalink sign such as "#" in its own `a` is no part of the heading's text.
_SIGN = re.compile(r"\s*[^a-zA-Z0-9]\s*\Z")
_VOID = re.compile(
    "area|base|basefont|br|col|command|embed|frame|hr|img|input|isindex|keygen|link|meta|param"
    "|source|track|wbr"
)
_FORM = frozenset(["input", "option", "optgroup", "select", "button", "datalist", "textarea"])
_P_ENDS = re.compile(
    "p|h[1-6]|address|article|aside|blockquote|details|div|dl|fieldset|figcaption|figure|footer"
    "|form|header|hr|main|nav|ol|pre|section|table|ul"
)
_IMPLIED: Mapping[str, frozenset[str]] = {
    "tr": frozenset(["tr", "th", "td"]),
    "th": frozenset(["th"]),
    "td": frozenset(["thead", "th", "td"]),
    "body": frozenset(["head", "link", "script"]),
    "li": frozenset(["li"]),
    "option": frozenset(["option"]),
    "optgroup": frozenset(["optgroup", "option"]),
    "dd": frozenset(["dd", "dt"]),
    "dt": frozenset(["dd", "dt"]),
    "rt": frozenset(["rt", "rp"]),
    "rp": frozenset(["rt", "rp"]),
    "tbody": frozenset(["thead", "tbody"]),
    "tfoot": frozenset(["thead", "tbody"]),
    **dict.fromkeys(["select", "input", "output", "button", "datalist", "textarea"], _FORM),
}
_P_ONLY = frozenset(["p"])
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class TocItem:
    """One heading. text: HTML without tags; id: its own, else of the nearest element around it."""

    text: str
    id: str
    level: int
    unnumbered: bool = False


@dataclass(slots=True)
class _Element:
    """An open or finished element; a child that is text is one whole run of text."""

    name: str
    source: str
    parent: _Element | None
    children: list[_Element | str] = field(default_factory=list)


@dataclass(slots=True)
class _Entry:
    item: TocItem
    children: list[_Entry] = field(default_factory=list)


def toc_items(html: str, *, min_depth: int = 1, max_depth: int = 6) -> tuple[TocItem, ...]:
    """The headings of some HTML between two levels, in order.

    Source: hexo-util 4.0 tocObj, which reads HTML with htmlparser2.
    """
    names = [f"h{level}" for level in range(1, 7)][min_depth - 1 : max_depth]
    return tuple(_item(heading) for heading in _headings(html) if heading.name in names)


def limit_items(items: Sequence[TocItem], max_items: float) -> tuple[TocItem, ...]:
    """At most some headings: the deepest levels go first, then the last ones.

    Source: Hexo 8.1.2 helper toc.
    """
    kept = list(items)
    if len(kept) <= max_items:
        return tuple(kept)
    levels = [item.level for item in kept]
    deepest = max(levels)
    while len(kept) > max_items and deepest > min(levels):
        kept = [item for item in kept if item.level < deepest]
        deepest -= 1
    return tuple(kept[: int(max_items)])


def toc_html(html: str, options: Mapping[str, Json] | None = None) -> str:
    """The nested list of the headings in some HTML, or "" without any.

    options: as in Hexo: min_depth, max_depth, max_items, class, class_item, class_link,
    class_text, class_child, class_number, class_level, list_number.
    Source: Hexo 8.1.2 helper toc.
    """
    given = dict(options or {})
    items = toc_items(
        html, min_depth=int(given.get("min_depth", 1)), max_depth=int(given.get("max_depth", 6))
    )
    max_items = given.get("max_items", math.inf)
    return render_items(limit_items(items, math.inf if max_items is None else max_items), given)


def render_items(items: Sequence[TocItem], options: Mapping[str, Json] | None = None) -> str:
    """The nested list of some headings, with the options of `toc_html` on classes and numbers."""
    if not items:
        return ""
    given = options or {}
    base = str(given.get("class", "toc"))
    classes = {
        part: escape_html(str(given.get(f"class_{part}") or f"{base}-{part}"))
        for part in ("item", "link", "text", "child", "number", "level")
    }
    numbered = bool(given.get("list_number", True))
    return _list_html(_nested(items), classes, escape_html(base), "" if numbered else None)


def _list_html(
    entries: Sequence[_Entry], classes: Mapping[str, str], class_: str, prefix: str | None
) -> str:
    """One level. prefix: numbers of the levels above, None for a list without numbers."""
    out = [f'<ol class="{class_}">']
    for position, entry in enumerate(entries, 1):
        item = entry.item
        number = None if prefix is None else f"{prefix}{position}."
        href = f' href="#{encode_uri(item.id)}"' if item.id else ""
        out += (
            f'<li class="{classes["item"]} {classes["level"]}-{item.level}">',
            f'<a class="{classes["link"]}"{href}>',
        )
        if number is not None and not item.unnumbered:
            out.append(f'<span class="{classes["number"]}">{number}</span> ')
        out.append(f'<span class="{classes["text"]}">{item.text}</span></a>')
        if entry.children:
            out.append(_list_html(entry.children, classes, classes["child"], number))
        out.append("</li>")
    return "".join((*out, "</ol>"))


def _nested(items: Sequence[TocItem]) -> list[_Entry]:
    roots: list[_Entry] = []
    stack: list[_Entry] = []
    for item in items:
        while stack and stack[-1].item.level >= item.level:
            stack.pop()
        entry = _Entry(item)
        (stack[-1].children if stack else roots).append(entry)
        stack.append(entry)
    return roots


def _item(heading: _Element) -> TocItem:
    parts: list[str] = []
    for child in heading.children:
        text = _text(child)
        is_link = isinstance(child, _Element) and child.name == "a"
        if not (is_link and _SIGN.match(text)):
            parts.append(escape_html(text))
    return TocItem(
        text="".join(parts) or escape_html(_text(heading)),
        id=_nearest_id(heading),
        level=int(heading.name[1]),
        unnumbered=get_attribute(heading.source, "data-toc-unnumbered") == "true",
    )


def _nearest_id(element: _Element) -> str:
    at: _Element | None = element
    while at is not None:
        found = get_attribute(at.source, "id")
        if found:
            return found
        at = at.parent
    return ""


def _text(node: _Element | str) -> str:
    return node if isinstance(node, str) else "".join(map(_text, node.children))


def _headings(html: str) -> Iterator[_Element]:
    """The elements h1 to h6 in order of their start tags, complete when the last one is given."""
    found: list[_Element] = []
    stack: list[_Element] = []
    open_headings = position = 0
    for token in iter_tags(html):
        if open_headings:
            _add_text(stack[-1], html[position : token.start])
        position = token.end
        before = len(stack)
        if token.kind == "start":
            element = _open(stack, token.name, html[token.start : token.end])
            if re.fullmatch("h[1-6]", token.name):
                found.append(element)
        elif token.kind == "end":
            _close(stack, token.name)
        if len(stack) != before or token.kind == "start":
            open_headings = sum(bool(re.fullmatch("h[1-6]", item.name)) for item in stack)
    if open_headings:
        # A tag that never ends is no text.
        _add_text(stack[-1], re.split("<[a-zA-Z/!?]", html[position:], maxsplit=1)[0])
    return iter(found)


def _open(stack: list[_Element], name: str, source: str) -> _Element:
    implied = _IMPLIED.get(name, _P_ONLY if _P_ENDS.fullmatch(name) else _NONE)
    while stack and stack[-1].name in implied:
        stack.pop()
    parent = stack[-1] if stack else None
    element = _Element(name, source, parent)
    if parent:
        parent.children.append(element)
    is_foreign = any(item.name in ("svg", "math") for item in stack) or name in ("svg", "math")
    if not (_VOID.fullmatch(name) or (is_foreign and source.endswith("/>"))):
        stack.append(element)
    return element


def _close(stack: list[_Element], name: str) -> None:
    for index in range(len(stack) - 1, -1, -1):
        if stack[index].name == name:
            del stack[index:]
            return


def _add_text(element: _Element, source: str) -> None:
    if source:
        raw = element.name in ("script", "style", "xmp")
        element.children.append(source if raw else stdlib_html.unescape(source))
