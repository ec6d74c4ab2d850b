"""Fenced code as Hexo finds it before Markdown runs: line by line, with rules of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass

PLACEHOLDER = re.compile(r"(?:<|&lt;)!--(code|comment)\ufffc(\d+)--(?:>|&gt;)")
_OPENING = re.compile(
    r"((?:(?:[^\S\n]*>){0,3}|[-*+]|[0-9]+\.)[^\S\n]*)(`{3,}|~{3,})[^\S\n]*(.*?)[^\S\n]*\Z"
)
_CLOSING = re.compile(r"(?:[^\S\n]*>){0,3}[^\S\n]*(`{3,}|~{3,})[^\S\n]?\Z")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_HIGHLIGHT = re.compile(r"\shighlight:(\S+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence:
    """One piece of fenced code. code: without its last line end; line: 1-based."""

    info: str
    code: str
    line: int


def take_fences(text: str) -> tuple[str, tuple[Fence, ...]]:
    """The text with its fenced code as one-line placeholders, and the code.

    Fences within comments and those with `highlight:false` stay for Markdown. A fence that is
    closed on the line after its opening swallows all up to the next closing line, if any.
    Source: hexo 8.1.2, before_post_render/backtick_code_block.
    """
    if "```" not in text and "~~~" not in text:
        return text, ()
    comments = [match.span() for match in _COMMENT.finditer(text)]
    lines = text.split("\n")
    starts = _line_starts(lines)
    out: list[str] = []
    found: list[Fence] = []
    index = 0
    while index < len(lines):
        opening = _OPENING.match(lines[index])
        close = _find_close(lines, index, opening) if opening else None
        if opening is None or close is None:
            out.append(lines[index])
            index += 1
            continue
        end, info = close
        span = starts[index], starts[end] + len(lines[end])
        hidden = any(low < span[0] and high > span[1] for low, high in comments)
        choice = _HIGHLIGHT.findall(info)
        if hidden or (choice and choice[-1] != "true"):
            # Hexo 8.1: braces are escaped before Markdown escapes the code once more.
            out.extend(
                line.replace("{", "&#123;").replace("}", "&#125;")
                for line in lines[index : end + 1]
            )
        else:
            code = _unquote(opening[1], "\n".join(lines[index + 1 : end]))
            out.append(f"{opening[1]}<!--code\ufffc{len(found)}-->")
            # Placeholders keep the number of lines, so that places in the text stay true.
            found.append(Fence(info=info, code=code, line=index + 1))
        index = end + 1
    return "\n".join(out), tuple(found)


def _line_starts(lines: list[str]) -> list[int]:
    starts, at = [], 0
    for line in lines:
        starts.append(at)
        at += len(line) + 1
    return starts


def _find_close(lines: list[str], index: int, opening: re.Match[str]) -> tuple[int, str] | None:
    """The closing line and the info string; a long opening may count as a shorter one."""
    marks, info = opening[2], opening[3]
    for width in range(len(marks), 2, -1):
        words = marks[width:] + info
        if words and words[-1] == "`":
            continue
        fence = marks[:width]
        for at in range(index + 2, len(lines)):
            if _closes(lines[at], fence):
                return at, words
        if index + 1 < len(lines) and _closes(lines[index + 1], fence):
            return index + 1, words
    return None


def _closes(line: str, fence: str) -> bool:
    if fence[0] not in line:
        return False
    match = _CLOSING.match(line)
    return match is not None and match[1] == fence


def _unquote(prefix: str, code: str) -> str:
    depth = prefix.count(">")
    if not depth:
        return code
    return re.sub(rf"^(?:[^\S\n]*>){{0,{depth}}}(?:[^\S\n]|$)", "", code, flags=re.MULTILINE)


def take_comments(text: str) -> tuple[str, tuple[str, ...]]:
    """The text with its comments as one-line placeholders, and the comments.

    Inline code keeps its comments; an open comment reaches to the end. A text without a mark of a
    template keeps them all. Source: hexo 8.1.2, PostRenderEscape.
    """
    if "<!--" not in text or not _TEMPLATE.search(text):
        return text, ()
    found: list[str] = []
    out: list[str] = []
    pos = 0
    for match in _COMMENT_OR_CODE.finditer(text):
        if match[1] is None or PLACEHOLDER.fullmatch(match[0]):
            continue
        out.append(text[pos : match.start()])
        out.append(f"<!--comment\ufffc{len(found)}-->")
        found.append(match[0])
        pos = match.end()
    out.append(text[pos:])
    return "".join(out), tuple(found)


_TEMPLATE = re.compile(r"\{\{.+?\}\}|\{#.+?#\}|\{%.+?%\}|<!--(?:tag|raw)\ufffc", re.DOTALL)
_COMMENT_OR_CODE = re.compile(
    r"(<!--.*?(?:-->|\Z))|(?<!\\)(`+)(?:(?!\n\n).)*?(?<!`)\2(?!`)", re.DOTALL
)
