"""Plain text as hexo-renderer-marked prints it, and the ends of bare URLs."""

from __future__ import annotations

import re

from inkpost.hexo.jstext import JS_SPACE
from inkpost.hexo.markup import escape_html

_OPEN_SINGLE = re.compile(rf"(^|[-\u2014/(\[{{\"{JS_SPACE}])'")
_OPEN_DOUBLE = re.compile(rf"(^|[-\u2014/(\[{{\u2018{JS_SPACE}])\"")
_SMART = re.compile(r"[\"']|--|\.\.\.")
_ENTITY_END = re.compile(r"&[a-zA-Z0-9]+;\Z")
_TRAILERS = "?!.,:;*_'\"~)"
_PLAIN = re.compile(r"[^?!.,:;*_'\"~()&]+")
_RUN = re.compile(r"[?!.,:;*_'\"~)]+")


def smarten(text: str, quotes: str = "“”‘’") -> str:
    """Text with curly quotes, dashes and ellipses; each piece of text for itself.

    Source: hexo-renderer-marked 7.0.1, smartypants: a quote opens only after a space, a dash, a
    slash or an opening bracket.
    """
    if not _SMART.search(text):
        return text
    if len(quotes) != 4:
        quotes = "“”‘’"
    text = text.replace("---", "—").replace("--", "–")
    if "'" in text:
        text = _OPEN_SINGLE.sub(lambda match: match[1] + quotes[2], text).replace("'", quotes[3])
    if '"' in text:
        text = _OPEN_DOUBLE.sub(lambda match: match[1] + quotes[0], text).replace('"', quotes[1])
    return text.replace("...", "…")


def render_text(text: str, quotes: str) -> str:
    """A piece of plain text as HTML. quotes: four characters, or "" for no smartypants."""
    return escape_html(smarten(text, quotes) if quotes else text)


def trim_url(url: str) -> str:
    """A bare URL without the punctuation that follows it.

    Source: marked 15.0.12, the end of an extended autolink.
    """
    while True:
        shorter = url[: _url_end(url)]
        if shorter == url:
            return url
        url = shorter


def _url_end(url: str) -> int:
    pos, end = 0, len(url)
    while pos < end:
        char = url[pos]
        if char == "(":
            close = url.find(")", pos)
            if close < 0:
                return pos
            pos = close + 1
        elif char == "&":
            if _ENTITY_END.match(url, pos):
                return pos
            pos += 1
        elif char in _TRAILERS:
            run = _RUN.match(url, pos)
            assert run is not None
            if run.end() == end:
                return end - 1
            pos = run.end()
        else:
            plain = _PLAIN.match(url, pos)
            assert plain is not None
            pos = plain.end()
    return end
