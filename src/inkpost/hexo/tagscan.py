"""Where the code and the comments of a Markdown text are, so that no tag is run in them."""

from __future__ import annotations

import re

_PREFIX = r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*"
_FENCE = re.compile(rf"^(?P<prefix>{_PREFIX})(?P<mark>`{{3,}}(?=[^`\n]*$)|~{{3,}})", re.MULTILINE)
# What may begin something of interest. A fence is looked for only at the start of a line.
MARKS = re.compile(
    rf"^{_PREFIX}(?:`{{3,}}(?=[^`\n]*$)|~{{3,}})|`+|<!--|<code(?=[\s>])|\{{%", re.MULTILINE
)
_PARAGRAPH_END = re.compile(r"\n[ \t]*(?:\n|\Z)")
_CODE_ELEMENT_END = re.compile(r"</code\s*>", re.IGNORECASE)


def skip_code(text: str, mark: re.Match[str], *, is_open: bool) -> int | None:
    """The offset behind the code or comment that begins at a match of `MARKS`, or None.

    None: nothing begins there, the marks are ordinary text. is_open: a fence or a comment that
    never ends takes the rest of the text.
    """
    found = mark[0]
    if found.startswith("<!--"):
        return _comment_end(text, mark.start(), is_open=is_open)
    if found.startswith("<code"):
        end = _CODE_ELEMENT_END.search(text, mark.end())
        return end.end() if end else None
    if found.startswith("`"):
        # A run of three at the start of a line is a fence unless it closes on that line.
        fence = _FENCE.match(text, mark.start()) if _at_line_start(text, mark.start()) else None
        return _fence_end(text, fence, is_open=is_open) if fence else _span_end(text, mark)
    fence = _FENCE.match(text, mark.start())
    return _fence_end(text, fence, is_open=is_open) if fence else None


def is_escaped(text: str, position: int) -> bool:
    """Whether an odd number of backslashes stands before an offset."""
    before = text[:position] if position < 64 else text[position - 64 : position]
    return (len(before) - len(before.rstrip("\\"))) % 2 == 1


def _at_line_start(text: str, position: int) -> bool:
    return position == 0 or text[position - 1] == "\n"


def _comment_end(text: str, start: int, *, is_open: bool) -> int | None:
    end = text.find("-->", start + 4)
    if end >= 0:
        return end + 3
    line = text.rfind("\n", 0, start) + 1
    # Markdown takes a comment that begins a line and never ends for the rest of the text.
    return len(text) if is_open and not text[line:start].strip() else None


def _span_end(text: str, mark: re.Match[str]) -> int | None:
    start, end = mark.start(), mark.end()
    if is_escaped(text, start):
        start += 1
    length = end - start
    if not length:
        return None
    limit = _PARAGRAPH_END.search(text, end)
    closing = re.compile(rf"(?<!`)`{{{length}}}(?!`)")
    match = closing.search(text, end, limit.start() if limit else len(text))
    return match.end() if match else None


def _fence_end(text: str, fence: re.Match[str], *, is_open: bool) -> int | None:
    """The offset behind a fence's last line; a fence that never closes ends with its container."""
    prefix, mark = fence["prefix"], fence["mark"]
    closing = re.compile(rf"[ \t>]*{re.escape(mark[0])}{{{len(mark)},}}[ \t]*\Z")
    quoted = ">" in prefix
    is_item = bool(prefix.strip(" \t>"))
    width = len(prefix.replace("\t", "    "))
    position = _next_line(text, fence.end())
    while position < len(text):
        end = text.find("\n", position)
        end = len(text) if end < 0 else end
        line = text[position:end]
        if quoted and not line.lstrip().startswith(">"):
            return position
        if is_item and not quoted and line.strip() and _indent(line) < width:
            return position
        if closing.match(line):
            return min(end + 1, len(text))
        position = end + 1
    # Four spaces make no fence; without an end it is not even the item of a list.
    return len(text) if is_open and (quoted or is_item or width < 4) else None


def _next_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end + 1


def _indent(line: str) -> int:
    expanded = line.replace("\t", "    ")
    return len(expanded) - len(expanded.lstrip(" "))
