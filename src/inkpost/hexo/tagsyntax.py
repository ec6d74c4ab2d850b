"""Tag calls in Markdown: taken out before Markdown runs, put back when it is done.

A call leaves an HTML comment in the text, as in Hexo, so that Markdown treats it the same way: on
a line of its own it is a block, inside a line it is inline. Text that only looks like a call is
written in letters that Markdown has no rules for, and turned back afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from inkpost.errors import Diagnostic
from inkpost.hexo.tagargs import split_args
from inkpost.hexo.tagcollect import Collector, Piece, TagCall
from inkpost.hexo.tagliteral import decode_escaped, decode_verbatim, encode

__all__ = ["Protected", "TagCall", "protect", "restore", "restore_text", "split_args"]

_SEEN = re.compile(
    "(?P<open><|&lt;)!--(?:tag\ufffc(?P<call>[0-9]+)\\s*|raw\ufffc(?P<raw>[^<>]*?))--(?:>|&gt;)"
    # A call as the target of a Markdown link, perhaps percent-encoded and behind the site's root.
    "|(?:(?<=[\"'])[\\w./~%-]*/)?!--tag(?:%EF%BF%BC|\ufffc)(?P<target>[0-9]+)--"
    "|[\U0010f000-\U0010f07f]+"
)

_LITERAL = re.compile("[\U0010f000-\U0010f07f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Protected:
    """A text whose tag calls have been taken out.

    calls: in the order of the text; `restore` takes one replacement for each.
    lines: for each line of `text`, the line of the file that it comes from, 1-based.
    """

    text: str
    calls: tuple[TagCall, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    lines: Sequence[int] = ()


def protect(
    text: str, *, inline: Collection[str], blocks: Collection[str], path: str, first_line: int = 1
) -> Protected:
    """Markdown with placeholders for the calls of registered tags outside code and comments.

    inline, blocks: names of tags without and with a body. path, first_line: place of the text,
    for spans. `{% raw %}` is always known; its content passes through Markdown untouched.
    """
    if "{%" not in text:
        count = text.count("\n") + 1
        return Protected(text=text, lines=range(first_line, first_line + count))
    collector = Collector(text, frozenset(inline), frozenset(blocks), path, first_line)
    pieces = collector.collect()
    built, lines = _build(text, pieces, first_line)
    kept = _outside_indented_code(text, pieces, built)
    if len(kept) < len(pieces):
        built, lines = _build(text, kept, first_line)
    return Protected(
        text=built,
        calls=tuple(piece.call for piece in kept if piece.call),
        diagnostics=tuple(piece.finding for piece in kept if piece.finding),
        lines=lines,
    )


def restore(html: str, replacements: Sequence[str]) -> str:
    """HTML with the results of the calls in their places and all other tags as written.

    replacements: HTML, one for each of `Protected.calls`.
    """
    if "\ufffc" not in html and "!--tag%EF" not in html and not _LITERAL.search(html):
        return html

    def put_back(match: re.Match[str]) -> str:
        number = match["call"] or match["target"]
        if number is not None:
            return replacements[int(number)]
        if match["raw"] is not None:
            decode = decode_verbatim if match["open"] == "<" else decode_escaped
            return decode(match["raw"])
        return decode_escaped(match[0])

    return _SEEN.sub(put_back, html)


def restore_text(text: str) -> str:
    """Plain text read from protected Markdown: calls dropped, all other tags as written."""

    def put_back(match: re.Match[str]) -> str:
        if match["call"] or match["target"]:
            return ""
        return decode_verbatim(match["raw"] if match["raw"] is not None else match[0])

    return _SEEN.sub(put_back, text)


def _build(text: str, pieces: Sequence[Piece], first_line: int) -> tuple[str, list[int]]:
    """The text with placeholders, and the line of the file for each of its lines."""
    out: list[str] = []
    lines = [first_line]
    line = first_line
    position = number = 0
    for piece in pieces:
        before = text[position : piece.start]
        source = text[piece.start : piece.end]
        placeholder = _placeholder(piece, source, number)
        number += piece.call is not None
        out += (before, placeholder)
        for _ in range(before.count("\n")):
            line += 1
            lines.append(line)
        last = line + source.count("\n")
        # A placeholder has as many lines as its source, or one; then the text goes on below it.
        for _ in range(placeholder.count("\n")):
            line += 1
            lines.append(line)
        line = last
        position = piece.end
    rest = text[position:]
    out.append(rest)
    for _ in range(rest.count("\n")):
        line += 1
        lines.append(line)
    return "".join(out), lines


def _placeholder(piece: Piece, source: str, number: int) -> str:
    if piece.raw is not None:
        # Blank lines are safe only where the comment begins the line.
        return f"<!--raw\ufffc{encode(piece.raw, keep_lines=piece.alone and not piece.indent)}-->"
    if piece.plain is not None:
        return piece.plain
    if piece.call is None:
        return encode(source, keep_lines=True)
    if piece.alone:
        breaks = source.count("\n")
        tail = "\n" * breaks + (piece.indent if breaks else "")
        return f"<!--tag\ufffc{number}{tail}-->"
    return f"<!--tag\ufffc{number}-->"


def _outside_indented_code(text: str, pieces: Sequence[Piece], built: str) -> list[Piece]:
    """The pieces that do not lie in an indented code block; only Markdown's own rules can tell."""
    if not any(_may_be_code(text, piece) for piece in pieces):
        return list(pieces)
    from markdown_it import MarkdownIt  # lazy: few posts indent a tag this far

    tokens = MarkdownIt("commonmark").disable("inline").parse(built)
    code = [token.map for token in tokens if token.type == "code_block" and token.map]
    # A placeholder may have fewer lines than its source, so places in `built` are counted anew.
    kept: list[Piece] = []
    number = position = line = 0
    for piece in pieces:
        line += text.count("\n", position, piece.start)
        if not any(start <= line < end for start, end in code):
            kept.append(piece)
        line += _placeholder(piece, text[piece.start : piece.end], number).count("\n")
        number += piece.call is not None
        position = piece.end
    return kept


def _may_be_code(text: str, piece: Piece) -> bool:
    line = text.rfind("\n", 0, piece.start) + 1
    before = text[line : piece.start].replace("\t", "    ")
    return "    " in before
