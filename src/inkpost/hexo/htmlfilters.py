"""What is done to a post's HTML and to finished pages: external links, excerpts, meta generator."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inkpost.hexo.htmlscan import VOID, Token, iter_tags, remove_attribute
from inkpost.hexo.jstext import JS_SPACE
from inkpost.hexo.urls import is_external

# Hexo 8.1 looks at text, not at elements: links in scripts and comments count too. Case is of no
# account but for the first sign, by which the place is found much faster.
_LINK = re.compile(rf"<(?i:a[{JS_SPACE}][^<>]*?href=[\"']((?:https?:|//)[^<>\"']+)[\"'][^<>]*>)")
_TARGET = re.compile("target=", re.IGNORECASE)
_HAS_REL = re.compile("rel=", re.IGNORECASE)
_REL = re.compile(r"rel=[\"']([^<>\"']*)[\"']", re.IGNORECASE)
_NOFOLLOW = ("noopener", "external", "nofollow", "noreferrer")
_GENERATOR = re.compile(r"<(?i:meta\s+(?:[^<>/]+\s)?name=['\"]generator['\"])")
STOCK_MORE = re.compile("<!-- ?more ?-->", re.IGNORECASE)
"""The excerpt mark as Hexo 8.1.2's filter excerpt takes it."""
ANY_MORE = re.compile(r"<!--\s*more\s*-->", re.IGNORECASE)
"""The excerpt mark with any white space in it."""
_BREAK_BEFORE = re.compile(r"(?:\s|<br\s*/?>)+\Z", re.IGNORECASE)
_BREAK_AFTER = re.compile(r"(?:\s|<br\s*/?>)+", re.IGNORECASE)

# A start tag of the key ends an open element of the value.
_BLOCKS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "details",
        "div",
        "dl",
        "fieldset",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "main",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "ul",
    ]
)
_SIBLINGS = {
    "li": ("li",),
    "dt": ("dt", "dd"),
    "dd": ("dt", "dd"),
    "tr": ("tr", "td", "th"),
    "td": ("td", "th"),
    "th": ("td", "th"),
    "option": ("option",),
    "tbody": ("thead", "tr", "td", "th"),
    "tfoot": ("tbody", "tr", "td", "th"),
}


def external_links(html: str, *, site_url: str, exclude: str | Sequence[str] | None = None) -> str:
    """HTML in which links to other hosts open in a new tab and give away no opener.

    Links with a target are left alone. Source: Hexo 8.1.2 filter external_link.
    """
    if "//" not in html and "http" not in html.lower():
        return html

    def mark(match: re.Match[str]) -> str:
        tag = match[0]
        if not is_external(match[1], site_url, exclude) or _TARGET.search(tag):
            return tag
        if not _HAS_REL.search(tag):
            return tag.replace("href=", 'target="_blank" rel="noopener" href=', 1)
        tag = _REL.sub(_add_noopener, tag, count=1)
        return tag.replace("href=", 'target="_blank" href=', 1)

    return _LINK.sub(mark, html)


def nofollow_links(html: str, *, site_url: str, exclude: str | Sequence[str] | None = None) -> str:
    """HTML in which links to other hosts tell search engines not to follow them.

    Source: the behaviour of hexo-filter-nofollow 2.
    """

    def mark(match: re.Match[str]) -> str:
        tag = match[0]
        if not is_external(match[1], site_url, exclude):
            return tag
        if not _HAS_REL.search(tag):
            return tag.replace("href=", f'rel="{" ".join(_NOFOLLOW)}" href=', 1)
        return _REL.sub(_add_nofollow, tag, count=1)

    return _LINK.sub(mark, html)


def meta_generator(html: str, content: str) -> str:
    """A page with `<meta name="generator">` at the end of its head, unless it has one.

    Source: Hexo 8.1.2 filter meta_generator.
    """
    if _GENERATOR.search(html):
        return html
    return html.replace("</head>", f'<meta name="generator" content="{content}"></head>', 1)


def find_excerpt_mark(html: str) -> tuple[int, int] | None:
    """Where the first `<!-- more -->` stands that is a comment, or None."""
    for token in iter_tags(html):
        if token.kind == "comment" and ANY_MORE.fullmatch(html, token.start, token.end):
            return token.start, token.end
    return None


def well_formed_split(html: str, position: int, end: int | None = None) -> tuple[str, str]:
    """HTML cut in two halves that are both well formed; elements that lie open go on in both.

    position, end: what lies between them belongs to neither half. Elements that the cut leaves
    empty, and line breaks beside it, are dropped; ids stay in the first half only.
    """
    open_tags = _open_tags(html, position)
    before = html[:position]
    after = html[position if end is None else end :]
    if open_tags:
        before = _BREAK_BEFORE.sub("", before)
        after = _BREAK_AFTER.sub("", after, count=1) if _BREAK_AFTER.match(after) else after
    reopened = list(open_tags)
    closed = list(open_tags)
    while closed and before.endswith(html[closed[-1].start : closed[-1].end]):
        before = before[: -(closed[-1].end - closed[-1].start)].rstrip()
        closed.pop()
    while reopened:
        ending = re.match(rf"\s*</{re.escape(reopened[-1].name)}\s*>", after, re.IGNORECASE)
        if ending is None:
            break
        after = after[ending.end() :]
        reopened.pop()
    heads = (remove_attribute(html[tag.start : tag.end], "id") for tag in reopened)
    return (
        before + "".join(f"</{tag.name}>" for tag in reversed(closed)),
        "".join(heads) + after,
    )


def _open_tags(html: str, position: int) -> list[Token]:
    """The elements that lie open at an offset, outermost first."""
    stack: list[Token] = []
    for token in iter_tags(html):
        if token.start >= position:
            break
        if token.kind == "start" and token.name not in VOID:
            _close_implied(stack, token.name)
            if html[token.start : token.end].endswith("/>") and token.name in ("path", "use"):
                continue
            stack.append(token)
        elif token.kind == "end":
            depth = next(
                (i for i in range(len(stack) - 1, -1, -1) if stack[i].name == token.name), None
            )
            if depth is not None:
                del stack[depth:]
    return stack


def _close_implied(stack: list[Token], name: str) -> None:
    if name in _BLOCKS and stack and stack[-1].name == "p":
        stack.pop()
    while stack and stack[-1].name in _SIBLINGS.get(name, ()):
        stack.pop()


def _add_noopener(match: re.Match[str]) -> str:
    return match[0] if "noopener" in match[1] else f'rel="{match[1]} noopener"'


def _add_nofollow(match: re.Match[str]) -> str:
    words = [*match[1].split(" "), *(word for word in _NOFOLLOW if word not in match[1].split(" "))]
    return f'rel="{" ".join(words)}"'
