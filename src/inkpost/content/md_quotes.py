"""Quotes, dashes and ellipses as an author means them, beside markup and CJK text too."""

from __future__ import annotations

import re

from markdown_it.token import Token

from inkpost.content.md_cjk import is_cjk, is_punctuation, is_space
from inkpost.hexo.marked_text import smarten

_INTEREST = re.compile(r"[\"']|--|\.\.\.")
_DASHES = re.compile(r"---|--")
# The beginning of "'90s", and words that begin with an apostrophe.
_DECADE = re.compile(r"\d\ds\b|(?:tis|twas|em|cause|til)\b")
_OPENERS = frozenset("([{<（［｛「『《〈【〔“‘—–-/=、，。；：！？|")


def smart_text(tokens: list[Token], quotes: str, *, careful: bool = True) -> None:
    """Replace straight quotes, dashes and dots in the text of one paragraph's tokens.

    careful: see what stands beside a quote or a dash; without it each piece of text is taken
    for itself, as in stock Hexo.
    """
    places = [t for t in tokens if t.type == "text" and not t.meta.get("url")]
    if not any(_INTEREST.search(t.content) for t in places):
        return
    if not careful:
        for token in places:
            token.content = smarten(token.content, quotes)
        return
    for token in places:
        if "--" in token.content:
            token.content = _DASHES.sub(_dash, token.content)
        if "..." in token.content:
            token.content = token.content.replace("...", "…")
    _Quoter(tokens, quotes).run()


def _dash(match: re.Match[str]) -> str:
    if match[0] == "---":
        return "—"
    text, start, end = match.string, match.start(), match.end()
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    glued = (before.isascii() and before.isalpha()) or (after.isascii() and after.isalpha())
    return "--" if glued else "–"


class _Quoter:
    """Walks over the text of one paragraph and decides each quote from both its neighbours."""

    def __init__(self, tokens: list[Token], quotes: str) -> None:
        self.tokens = tokens
        self.quotes = quotes
        self.open: list[tuple[str, int]] = []

    def run(self) -> None:
        for index, token in enumerate(self.tokens):
            if token.type != "text" or token.meta.get("url"):
                continue
            if '"' not in token.content and "'" not in token.content:
                continue
            chars = list(token.content)
            for at, char in enumerate(chars):
                if char in "\"'":
                    before = chars[at - 1] if at else self.neighbour(index, -1)
                    after = chars[at + 1] if at + 1 < len(chars) else self.neighbour(index, 1)
                    if char == "'" and _DECADE.match(token.content, at + 1):
                        chars[at] = self.quotes[3]
                    else:
                        chars[at] = self.decide(char, before, after, token.level)
            token.content = "".join(chars)

    def neighbour(self, index: int, step: int) -> str:
        """The nearest character of the text on one side; markup between does not count."""
        index += step
        while 0 <= index < len(self.tokens):
            token = self.tokens[index]
            if token.type in ("softbreak", "hardbreak"):
                return " "
            if token.type == "html_inline" and token.content.lower().startswith("<br"):
                return " "
            if token.type in ("image", "math_inline", "math_display", "footnote_ref"):
                return "x"
            if token.content and token.type != "html_inline":
                return token.content[0 if step > 0 else -1]
            index += step
        return " "

    def decide(self, quote: str, before: str, after: str, level: int) -> str:
        double = quote == '"'
        left = self.quotes[0 if double else 2]
        right = self.quotes[1 if double else 3]
        opened = any(kind == quote for kind, _ in self.open)
        if not double and before.isalnum() and after.isalnum() and not is_cjk(after):
            return right
        if is_space(before) and is_space(after):
            opens = not opened
        elif is_space(before):
            opens = True
        elif is_space(after) or (before in "“‘\"'" and opened and not after.isalnum()):
            opens = False
        elif opened:
            opens = before in "([{（「『《【" and not is_punctuation(after)
        else:
            opens = before in _OPENERS or is_cjk(before) or before in "\"'“‘”’"
            opens = opens or (before in ":,;" and not is_punctuation(after))
        if opens:
            self.open.append((quote, level))
            return left
        for at in range(len(self.open) - 1, -1, -1):
            if self.open[at][0] == quote:
                del self.open[at:]
                break
        return right
