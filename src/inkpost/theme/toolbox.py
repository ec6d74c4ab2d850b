"""Pure functions that every template may call besides the registered helpers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from markupsafe import Markup

from inkpost.formula.mathml import to_shown_mathml
from inkpost.model import Heading, Json

_NUMBERED: Final = re.compile(
    r"\s*(?:\d+(?:\.\d+)*(?:[.、．)）:：\s]|$)|第?[一二三四五六七八九十百]+[、.．章节步部篇)）:：\s]"
    r"|[(（][\d一二三四五六七八九十]+[)）]|(?:step|part|day|phase)\s*\d)",
    re.IGNORECASE,
)
_PAGE_PARTS: Final = {
    "tags": "tags",
    "categories": "categories",
    "links": "links",
    "link": "links",
    "about": "about",
    "search": "search",
}
_BETWEEN_PHRASES: Final = re.compile(r"[\s，：、（）]+")
_KATEX: Final = re.compile(r'<span class="katex(?:-display)?">')
_SPAN: Final = re.compile(r"<span\b|</span>")
_LICENSES: Final[Mapping[str, str]] = {
    "BY": "by",
    "BY-SA": "by-sa",
    "BY-NC": "by-nc",
    "BY-ND": "by-nd",
    "BY-NC-SA": "by-nc-sa",
    "BY-NC-ND": "by-nc-nd",
}
_DEEDS: Final = {"zh-cn": "zh-hans", "zh-tw": "zh-hant", "ja": "ja", "en": "en"}


@dataclass(frozen=True, slots=True)
class TocNode:
    """An entry of a contents list with those below it."""

    heading: Heading
    children: tuple[TocNode, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """A licence as a reader sees it. url: None where it is only a text."""

    name: str
    url: str | None


def toc_tree(
    headings: Sequence[Heading] | None, low: int = 2, high: int = 4
) -> tuple[TocNode, ...]:
    """The contents list as a tree.

    low, high: the heading levels that are shown where the author's top level is `low`; a post
    that begins higher up, with `#`, is shown to the same depth below its own top level.
    """
    shown = [heading for heading in headings or () if heading.id]
    if not shown:
        return ()
    top = min(heading.level for heading in shown)
    last = top + high - low if top < low else high
    return _branch([heading for heading in shown if heading.level <= last])


def count_toc(nodes: Iterable[TocNode]) -> int:
    """How many entries a contents list has."""
    return sum(1 + count_toc(node.children) for node in nodes)


def numbers_toc(nodes: Sequence[TocNode], wish: Json = "auto") -> bool:
    """Whether a contents list gets numbers; `auto`: deep ones that the author did not number."""
    if isinstance(wish, bool):
        return wish
    deep = any(node.children for node in nodes)
    own = sum(1 for node in nodes if _NUMBERED.match(node.heading.text))
    return deep and count_toc(nodes) >= 6 and not own


def license_of(value: Json, language: str = "en") -> License | None:
    """The licence of a setting such as `BY-NC-SA`, `CC0` or a text of one's own; None for none."""
    return _license_of(value, str(language)) if value and isinstance(value, str) else None


@lru_cache(maxsize=64)
def _license_of(value: str, language: str) -> License:
    kind = value.upper().removeprefix("CC").strip(" -").removesuffix(" 4.0").replace(" ", "-")
    deed = _DEEDS.get(language.lower(), "zh-hans" if language.startswith("zh") else "en")
    if kind in ("0", "ZERO") or value.upper() == "CC0":
        url = f"https://creativecommons.org/publicdomain/zero/1.0/deed.{deed}"
        return License(name="CC0 1.0", url=url)
    code = _LICENSES.get(kind)
    if code is None:
        return License(name=value, url=None)
    url = f"https://creativecommons.org/licenses/{code}/4.0/deed.{deed}"
    return License(name=f"CC {kind} 4.0", url=url)


def pager_numbers(current: int, total: int, around: int = 1) -> tuple[int, ...]:
    """The page numbers that a pager shows, 0 for a gap."""
    if total < 1:
        return ()
    wanted = {1, total, *range(current - around, current + around + 1)}
    numbers: list[int] = []
    for number in sorted(each for each in wanted if 1 <= each <= total):
        if numbers and number - numbers[-1] == 2:
            numbers.append(number - 1)
        elif numbers and number - numbers[-1] > 2:
            numbers.append(0)
        numbers.append(number)
    return tuple(numbers)


def page_part(page: Any, tag_dir: Json = "tags", category_dir: Json = "categories") -> str:
    """Which of a theme's parts an author's page is there for, such as `tags`; "" for none.

    The page says so by `type` or `layout: link`. Some themes go by its folder alone, so a page
    that says nothing at all, and has no text either, is what its folder is called.
    """
    said = page.get("type") or (page.get("layout") if page.get("layout") == "link" else None)
    if not said and not str(page.get("content") or "").strip():
        folders = {str(tag_dir).strip("/"): "tags", str(category_dir).strip("/"): "categories"}
        folder = str(page.get("path") or "").rpartition("/")[0]
        said = folders.get(folder, folder)
    return _PAGE_PARTS.get(said, "") if isinstance(said, str) else ""


def is_phrased(title: Json, longest: int = 9) -> bool:
    """Whether a title is made of short phrases, none longer than so many characters."""
    return all(len(phrase) <= longest for phrase in _BETWEEN_PHRASES.split(str(title or "")))


def shown_neighbour(post: Any, name: str) -> Any:
    """The nearest post on one side that is not hidden, or None. name: `prev` or `next`."""
    found = post.get(name)
    while found is not None and _is_hidden(found):
        found = found.get(name)
    return found


def shown_posts(posts: Iterable[Any]) -> tuple[Any, ...]:
    """The posts that are not hidden."""
    return tuple(post for post in posts if not _is_hidden(post))


def category_chain(post: Any) -> tuple[Any, ...]:
    """The first chain of a post's categories, outermost first; the last says most of the post."""
    chain: list[Any] = []
    for category in post.get("categories") or ():
        if not chain or category.get("parent") == chain[-1].get("_id"):
            chain.append(category)
    return tuple(chain)


def category_posts(category: Any) -> tuple[Any, ...]:
    """A category's posts that lists show, oldest first."""
    return tuple(
        sorted(
            shown_posts(category.get("posts")),
            key=lambda post: (post.get("date"), post.get("path")),
        )
    )


def as_list(value: Json) -> tuple[Json, ...]:
    """A value that may be one or many, as many; nothing for None, false and ""."""
    if not value:
        return ()
    if isinstance(value, str | Mapping):
        return (value,)
    if isinstance(value, Iterable):
        return tuple(value)
    return (value,)


def mathml_only(html: Json) -> Markup:
    """Content with its formulas as MathML alone, as lists show it without KaTeX's stylesheet."""
    text = str(html or "")
    if '<span class="katex' not in text:
        return Markup(text)  # noqa: S704 - rendered content
    parts: list[str] = []
    place = 0
    for start in _KATEX.finditer(text):
        if start.start() < place:
            continue
        end = _span_end(text, start.end())
        parts += (text[place : start.start()], to_shown_mathml(text[start.start() : end]))
        place = end
    return Markup("".join((*parts, text[place:])))  # noqa: S704 - rendered content


TOOLBOX: Final[Mapping[str, Callable[..., Any]]] = {
    "toc_tree": toc_tree,
    "count_toc": count_toc,
    "numbers_toc": numbers_toc,
    "license_of": license_of,
    "pager_numbers": pager_numbers,
    "is_phrased": is_phrased,
    "page_part": page_part,
    "shown_neighbour": shown_neighbour,
    "shown_posts": shown_posts,
    "category_posts": category_posts,
    "category_chain": category_chain,
    "as_list": as_list,
    "mathml_only": mathml_only,
}
"""Name in templates -> function."""


def _is_hidden(post: Any) -> bool:
    # The view notes that this was read, which `derived.hidden` by itself does not.
    return post.get("hide") is True


def _span_end(text: str, place: int) -> int:
    """Where the `<span>` ends that was opened before `place`."""
    depth = 1
    for tag in _SPAN.finditer(text, place):
        depth += 1 if tag[0] != "</span>" else -1
        if depth == 0:
            return tag.end()
    return len(text)


def _branch(headings: Sequence[Heading]) -> tuple[TocNode, ...]:
    nodes: list[TocNode] = []
    start = 0
    while start < len(headings):
        head = headings[start]
        end = start + 1
        while end < len(headings) and headings[end].level > head.level:
            end += 1
        nodes.append(TocNode(head, _branch(headings[start + 1 : end])))
        start = end
    return tuple(nodes)
