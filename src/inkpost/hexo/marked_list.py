"""Lists as marked 15 reads them: each item's lines are gathered first and parsed on their own."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from markdown_it.rules_block import StateBlock
from markdown_it.token import Token

from inkpost.hexo.marked_state import is_deep, is_top, nested_blocks

_FIRST = re.compile(r" {0,3}([*+-]|(\d{1,9})[.)])(?:[ \t].+)?\Z")
_INTERRUPTS = re.compile(r" {0,3}(?:[*+-]|1[.)]) ")
_RULE = re.compile(r" {0,3}(?:(?:-[\t ]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})\Z")
_LEADING_TABS = re.compile(r"^\t+")
_TASK = re.compile(r"\[([ xX])\] +")
_LISTS = ("bullet_list_close", "ordered_list_close")
_NOT_SPACE = re.compile(r"[^ ]")
# Blocks that leave the empty lines behind them to the list; all others swallow them.
_LEAVES_GAP = frozenset(
    ["paragraph_open", "fence", "bullet_list_open", "ordered_list_open", "blockquote_open", "hr"]
)

Rule = Callable[[StateBlock, int, int, bool], bool]


@dataclass(slots=True)
class _Item:
    """One item. first: its line in the list, 0-based; size: how many lines it takes up."""

    first: int
    text: str
    size: int = 1
    task: bool | None = None


class _Marks:
    """What ends an item whose text is indented by so many columns."""

    def __init__(self, indent: int) -> None:
        near = f" {{0,{max(0, min(3, indent - 1))}}}"
        self.bullet = re.compile(near + r"(?:[*+-]|\d{1,9}[.)])(?:[ \t].*)?\Z")
        self.rule = re.compile(near + r"(?:(?:- *){3,}|(?:_ *){3,}|(?:\* *){3,})\Z")
        self.fence = re.compile(near + r"(?:```|~~~)")
        self.heading = re.compile(near + "#")
        self.html = re.compile(near + r"<(?:[a-z].*>|!--)", re.IGNORECASE)

    def end(self, line: str) -> bool:
        """Whether the line begins something else."""
        return any(
            mark.match(line)
            for mark in (self.fence, self.heading, self.html, self.bullet, self.rule)
        )

    def refuse(self, line: str) -> bool:
        """Whether no line may follow this one without its indentation."""
        return any(mark.match(line) for mark in (self.fence, self.heading, self.rule))


def list_rule(*, tasks: bool) -> Rule:
    """A block rule for lists. tasks: whether `[ ]` makes a check box.

    Source: marked 15.0.12, list.
    """

    def parse(state: StateBlock, start: int, end: int, silent: bool) -> bool:
        if state.is_code_block(start):
            return False
        first = state.getLines(start, start + 1, state.blkIndent, False)
        if silent:
            # Within an item any marker begins a list, elsewhere only some end a paragraph.
            return (_INTERRUPTS if is_top(state) else _FIRST).match(first) is not None
        match = _FIRST.match(first)
        if not match or _RULE.match(first) or is_deep(state):
            return False
        lines = [state.getLines(at, at + 1, state.blkIndent, False) for at in range(start, end)]
        items, loose = _gather(lines, match[1], tasks)
        last = items[-1]
        last.text = last.text.rstrip()
        size = last.first + last.size
        while size > 1 and not lines[size - 1].strip():
            size -= 1
        _push_list(state, start, start + size, match, items, loose)
        state.line = start + size
        return True

    return parse


def _gather(lines: Sequence[str], bullet: str, tasks: bool) -> tuple[list[_Item], bool]:
    """The items, and whether empty lines between them make the list a loose one."""
    kind = rf"\d{{1,9}}\{bullet[-1]}" if len(bullet) > 1 else rf"\{bullet}"
    pattern = re.compile(rf"( {{0,3}}{kind})((?:[\t ].*)?)\Z")
    items: list[_Item] = []
    loose = after_blank = False
    pos = 0
    while pos < len(lines):
        match = pattern.match(lines[pos])
        if not match or _RULE.match(lines[pos]):
            break
        loose = loose or after_blank
        item = _read_item(lines, pos, match)
        task = _TASK.match(item.text) if tasks else None
        if task:
            item.task = task[1] != " "
            item.text = item.text[task.end() :]
        items.append(item)
        pos += item.size
        after_blank = item.size > 1 and not lines[min(pos, len(lines)) - 1].strip()
    return items, loose


def _read_item(lines: Sequence[str], pos: int, match: re.Match[str]) -> _Item:
    body = match[2]
    line = _LEADING_TABS.sub(lambda tabs: "   " * len(tabs[0]), body)
    blank = not line.strip()
    item = _Item(pos, "")
    if blank:
        indent = len(match[1]) + 1
    else:
        found = _NOT_SPACE.search(body)
        offset = found.start() if found else 0
        offset = 1 if offset > 4 else offset
        item.text = line[offset:]
        indent = offset + len(match[1])
    following = pos + 1
    if blank and (following >= len(lines) or not lines[following].strip(" \t")):
        item.size += following < len(lines)
    else:
        _read_lines(lines, item, line, indent, blank)
    return item


def _read_lines(lines: Sequence[str], item: _Item, line: str, indent: int, blank: bool) -> None:
    """Add the lines that belong to the item, those without its indentation too."""
    marks = _Marks(indent)
    for raw in lines[item.first + 1 :]:
        if marks.end(raw):
            return
        spaced = raw.replace("\t", "    ")
        if not raw.strip() or _indent(spaced) >= indent:
            item.text += "\n" + spaced[indent:]
        elif blank or _indent(line.replace("\t", "    ")) >= 4 or marks.refuse(line):
            return
        else:
            item.text += "\n" + raw
        blank = blank or not raw.strip()
        item.size += 1
        line = spaced[indent:]


def _indent(line: str) -> int:
    match = _NOT_SPACE.search(line)
    return match.start() if match else -1


def _push_list(
    state: StateBlock, start: int, end: int, match: re.Match[str], items: list[_Item], loose: bool
) -> None:
    ordered = match[2] is not None
    name = "ordered" if ordered else "bullet"
    opening = state.push(f"{name}_list_open", "ol" if ordered else "ul", 1)
    opening.map, opening.markup = [start, end], match[1][-1]
    if ordered and int(match[2]) != 1:
        opening.attrs = {"start": int(match[2])}
    bodies = [nested_blocks(state, item.text, start + item.first, top=False) for item in items]
    loose = loose or any(
        _has_gap(body, item, start) for body, item in zip(bodies, items, strict=True)
    )
    for item, body in zip(items, bodies, strict=True):
        token = state.push("list_item_open", "li", 1)
        token.map = [start + item.first, start + item.first + item.size]
        if item.task is not None:
            token.meta = {"task": item.task, "loose": loose}
        hidden = not loose
        for inner in body:
            if hidden and not inner.level and inner.type.startswith("paragraph"):
                inner.hidden = True
            # marked 15: behind a list within the item, text makes paragraphs again.
            hidden = hidden and not (not inner.level and inner.type in _LISTS)
            inner.level += state.level
            state.tokens.append(inner)
        state.push("list_item_close", "li", -1)
    state.push(f"{name}_list_close", opening.tag, -1)


def _has_gap(body: list[Token], item: _Item, start: int) -> bool:
    """Whether empty lines stand between the item's blocks, or two behind its last."""
    blocks = [t for t in body if not t.level and t.nesting >= 0 and t.map]
    origin = start + item.first
    following: list[Token | None] = [*blocks[1:], None]
    for block, after in zip(blocks, following, strict=False):
        if block.type not in _LEAVES_GAP or not block.map:
            continue
        block_end = block.map[1] - origin
        if after is None:
            lines = item.text.split("\n")
            return len(lines) - block_end >= 2
        if after.map and after.map[0] - origin > block_end:
            return True
    return False
