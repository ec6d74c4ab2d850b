"""Finds the tag calls of a Markdown text and pairs blocks with their ends."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.tagargs import TagHead, block_body, read_tag, split_args
from inkpost.hexo.tagscan import MARKS, is_escaped, skip_code

_RAW = ("raw", "verbatim")
_RAW_IN_CODE = re.compile(r"\{%-?\s*(raw|verbatim)\s*-?%\}(.*?)\{%-?\s*end\1\s*-?%\}", re.DOTALL)
_CONTAINERS = re.compile(r"[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*\Z")
# The bodies of these are code: what stands in them is not looked at.
_CODE = ("code", "codeblock")
_TEMPLATE_WORD = re.compile(
    "(?:end)?(?:if|for|set|block|macro|call|filter|switch)|elif|else|case|default|extends|include"
    "|import|from|asyncEach|asyncAll"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TagCall:
    """One call of a registered tag.

    raw_args: as written; args: split as Hexo splits them. body: of a block, without common
    indentation; body_line: line of the file where it begins, 1-based. source: the whole call.
    inline: other text stands on its line.
    """

    name: str
    raw_args: str
    args: tuple[str, ...]
    body: str | None
    span: Span
    source: str
    body_line: int
    inline: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One stretch of the text that Markdown must not see: a call, raw text, or an unknown tag.

    alone: nothing else stands on its lines; indent: white space before it, where it is alone.
    raw: what Markdown must pass on; plain: what takes its place, as Markdown.
    """

    start: int
    end: int
    alone: bool
    indent: str
    call: TagCall | None = None
    raw: str | None = None
    plain: str | None = None
    finding: Diagnostic | None = None


class Collector:
    """One pass over a text."""

    def __init__(
        self, text: str, inline: frozenset[str], blocks: frozenset[str], path: str, first_line: int
    ) -> None:
        self._text = text
        self._inline = inline
        self._blocks = blocks - set(_RAW)
        self._path = path
        self._first_line = first_line
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._unknown: set[str] = set()
        self._in_code: list[Piece] = []

    def collect(self) -> list[Piece]:
        """All pieces in the order of the text; they do not overlap."""
        pieces: list[Piece] = []
        position = 0
        while True:
            head = next(self._heads(position, is_top=True), None)
            if head is None:
                return sorted((*pieces, *self._in_code), key=lambda piece: piece.start)
            piece = self._piece(head)
            pieces.append(piece)
            position = piece.end

    def _heads(self, position: int, *, is_top: bool = False) -> Iterator[TagHead]:
        """The tags from an offset on, those in code and comments left out.

        is_top: outside any block, where a fence that never closes takes the rest of the text.
        """
        while mark := MARKS.search(self._text, position):
            if mark[0] == "{%":
                head = None
                if not is_escaped(self._text, mark.start()):
                    head = read_tag(self._text, mark.start())
                if head:
                    yield head
                position = head.end if head else mark.end()
            else:
                end = skip_code(self._text, mark, is_open=is_top)
                if is_top and end and mark[0].startswith("`"):
                    self._find_raw_in_code(mark.start(), end)
                position = end or mark.end()

    def _find_raw_in_code(self, start: int, end: int) -> None:
        """`{% raw %}` in a code span is not shown: it was needed when Hexo ran templates there."""
        if "\n" in self._text[start:end] and self._text[start : start + 3] in ("```", "~~~"):
            return
        for match in _RAW_IN_CODE.finditer(self._text, start, end):
            piece = Piece(
                start=match.start(), end=match.end(), alone=False, indent="", plain=match[2]
            )
            self._in_code.append(piece)

    def _piece(self, head: TagHead) -> Piece:
        name = head.name
        if name in _RAW:
            end = self._first_end(head)
            if end is None:
                return self._unclosed(head)
            return self._located(head, end, raw=self._text[head.end : end.start])
        if name in self._blocks:
            end = self._first_end(head) if name in _CODE else self._matching_end(head)
            if end is not None:
                return self._located(head, end)
            if name not in self._inline:
                return self._unclosed(head)
        if name in self._inline:
            return self._located(head, head)
        return self._stray(head)

    def _first_end(self, head: TagHead) -> TagHead | None:
        """The nearest end tag, wherever it stands."""
        pattern = re.compile(rf"\{{%-?\s*end{re.escape(head.name)}\s*-?%\}}")
        match = pattern.search(self._text, head.end)
        return read_tag(self._text, match.start()) if match else None

    def _matching_end(self, head: TagHead) -> TagHead | None:
        """The end tag of a block that may hold blocks of its own name."""
        depth = 1
        skip_to = 0
        for inner in self._heads(head.end):
            if inner.start < skip_to:
                continue
            if inner.name in _RAW or (inner.name in _CODE and inner.name in self._blocks):
                end = self._first_end(inner)
                skip_to = end.end if end else 0
            elif inner.name == head.name:
                depth += 1
            elif inner.name == f"end{head.name}":
                depth -= 1
                if not depth:
                    return inner
        return None

    def _located(self, head: TagHead, end: TagHead, *, raw: str | None = None) -> Piece:
        text = self._text
        line = text.rfind("\n", 0, head.start) + 1
        indent = text[line : head.start]
        after = text.find("\n", end.end)
        rest = text[end.end : after if after >= 0 else len(text)]
        is_block = not rest.strip() and _CONTAINERS.match(indent) is not None
        alone = is_block and not indent.strip(" \t")
        call = None if raw is not None else self._call(head, end, inline=not is_block)
        return Piece(
            start=head.start,
            end=end.end,
            alone=alone,
            indent=indent if alone else "",
            call=call,
            raw=raw,
        )

    def _call(self, head: TagHead, end: TagHead, *, inline: bool) -> TagCall:
        body, offset = block_body(self._text, head, end) if end is not head else (None, head.end)
        return TagCall(
            name=head.name,
            raw_args=head.arguments,
            args=split_args(head.arguments),
            body=body,
            span=self._span(head.start),
            source=self._text[head.start : end.end],
            body_line=self._span(offset).line,
            inline=inline,
        )

    def _unclosed(self, head: TagHead) -> Piece:
        finding = warning(
            "unclosed-tag",
            f'expected "{{% end{head.name} %}}" for this tag, found none',
            span=self._span(head.start),
            hint=f'close the block with "{{% end{head.name} %}}"',
        )
        return self._literal(head, finding)

    def _stray(self, head: TagHead) -> Piece:
        name = head.name
        opened = name.removeprefix("end")
        if name != opened and opened in self._unknown:
            # Its opening tag has been reported.
            return self._literal(head, None)
        if name != opened and opened in self._blocks | set(_RAW):
            finding = warning(
                "stray-end-tag",
                f'expected "{{% {opened} %}}" before this end, found none',
                span=self._span(head.start),
                hint="remove the tag, or open its block above",
            )
            return self._literal(head, finding)
        self._unknown.add(name)
        finding = warning(
            "unknown-tag",
            f'unknown tag "{name}"',
            span=self._span(head.start),
            hint=self._hint(name),
        )
        return self._literal(head, finding)

    def _hint(self, name: str) -> str:
        known = sorted(self._inline | self._blocks | {"raw"})
        near = difflib.get_close_matches(name, known, n=1)
        if near:
            return f'did you mean "{near[0]}"?'
        if _TEMPLATE_WORD.fullmatch(name):
            return "templates are not run in posts; put the text in code to show it"
        return f'put the text in code to show it, or add a plug-in with a tag "{name}"'

    def _literal(self, head: TagHead, finding: Diagnostic | None) -> Piece:
        return Piece(start=head.start, end=head.end, alone=False, indent="", finding=finding)

    def _span(self, offset: int) -> Span:
        index = bisect_right(self._line_starts, offset) - 1
        column = offset - self._line_starts[index] + 1
        return Span(path=self._path, line=self._first_line + index, column=column)
