"""Bare URLs and mail addresses in running text; a URL ends before CJK text."""

from __future__ import annotations

import re

from markdown_it.token import Token

from inkpost.hexo.marked_text import trim_url

# Quotes, dashes and dots of the general punctuation, and everything from the CJK radicals on.
_NOT_IN_URL = (
    '\\s<>"`\\\\^{}|\u2010-\u2027\u2030-\u205e\u2e80-\ua4cf\uac00-\ud7ff\uf900-\ufaff'
    "\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003fffd"
)
_LINK = re.compile(
    rf"(?<![A-Za-z0-9])(?:(?:https?|ftp)://(?=[A-Za-z0-9\[])[^{_NOT_IN_URL}]+"
    rf"|www\.[A-Za-z0-9][A-Za-z0-9-]*\.[^{_NOT_IN_URL}]+)"
    r"|(?<![A-Za-z0-9._+/:@-])[A-Za-z0-9][A-Za-z0-9._+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*"
    r"\.[A-Za-z]{2,}(?![A-Za-z0-9_@-])",
    re.IGNORECASE,
)


def may_hold_link(content: str) -> bool:
    """Whether running text is worth the search."""
    return "://" in content or "www." in content or "@" in content


def link_urls(tokens: list[Token]) -> list[Token]:
    """The tokens of one run of text with its bare URLs as links."""
    out: list[Token] = []
    depth = 0
    for token in tokens:
        if token.type == "link_open":
            depth += 1
        elif token.type == "link_close":
            depth -= 1
        elif token.type == "html_inline":
            name = token.content[:4].lower()
            depth += name.startswith(("<a ", "<a>")) - (name == "</a>")
        if depth <= 0 and token.type == "text" and may_hold_link(token.content):
            out.extend(_split(token))
        else:
            out.append(token)
    return out


def _split(token: Token) -> list[Token]:
    text, level, pos = token.content, token.level, 0
    out: list[Token] = []
    for match in _LINK.finditer(text):
        if match.start() < pos:
            continue
        url = match[0]
        mail = "@" in url and "://" not in url and not url.lower().startswith("www.")
        if not mail:
            url = trim_url(url)
            if url.endswith(("://", "www.")):
                continue
        if match.start() > pos:
            out.append(Token("text", "", 0, content=text[pos : match.start()], level=level))
        prefix = "mailto:" if mail else "" if "://" in url[:8] else "http://"
        opening = Token("link_open", "a", 1, attrs={"href": prefix + url}, level=level)
        opening.markup, opening.info = "linkify", "auto"
        inner = Token("text", "", 0, content=url, level=level + 1, meta={"url": True})
        closing = Token("link_close", "a", -1, level=level)
        out += [opening, inner, closing]
        pos = match.start() + len(url)
    if not out:
        return [token]
    if pos < len(text):
        out.append(Token("text", "", 0, content=text[pos:], level=level))
    return out
