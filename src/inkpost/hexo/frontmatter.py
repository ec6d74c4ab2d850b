"""A source file split into its front matter and its body."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from inkpost.errors import BlogError, Diagnostic, FrontMatterError, Span, warning
from inkpost.hexo.jsondoc import load_json_members
from inkpost.hexo.yamldoc import Path, YamlDocument, load_yaml
from inkpost.model import Json

CODE: Final = "front-matter"

_FENCED: Final = re.compile(r"(-{3,}|;{3,})\n([\s\S]+?)\n\1\n?")
_FENCE_START: Final = re.compile(r"-{3,}|;{3,}")
_UNFENCED: Final = re.compile(r"([\s\S]+?)\n(-{3,}|;{3,})\n?")

_FENCE_LINE: Final = re.compile(r"-{3,}[ \t]*")
_KEY_LINE: Final = re.compile(
    r"""(?:"[^"]*"|'[^']*'|[^\s#&*!|>'"%@`\[\]{},:-][^:\n]*?|-[^\s:][^:\n]*?)[ \t]*:(?:[ \t].*)?"""
)
_MORE_LINE: Final = re.compile(r"[ \t]+\S.*|-(?:[ \t].*)?|#.*")
_WIDE_KEY: Final = re.compile(r"([A-Za-z_][\w-]*)[ \t]*：")
_GLUED_KEY: Final = re.compile(r"(title|date|tags?|categor(?:y|ies)|updated|layout):[^\s/].*")
_USUAL_KEY: Final = re.compile(
    r"(?:title|date|tags?|categor(?:y|ies)|updated|layout|permalink|author|description|comments):"
)
_SMALL_NUMBER: Final = 10**10  # milliseconds: the end of April 1970
_CODE_FENCE: Final = re.compile(r" {0,3}(`{3,}|~{3,})")


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter:
    """What a source file says about itself, and its text.

    data: values as YAML or JSON gave them; dates are aware, in UTC. spelling: path in `data` ->
    a plain scalar as it was written. spans: key -> its place. body: line ends are "\\n".
    body_line: line of the file at which the body begins, 1-based. raw_front_matter: the lines
    between the fences, or "" where the file has no front matter.
    """

    data: dict[str, Json]
    spelling: Mapping[Path, str] = field(default_factory=dict)
    spans: dict[str, Span] = field(default_factory=dict)
    body: str
    body_line: int = 1
    diagnostics: tuple[Diagnostic, ...] = ()
    raw_front_matter: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A text cut at its fences, unread.

    raw: the front matter; line: of its first line, 1-based; end: index in the text where the
    body begins; fence: the separator as written; fenced: whether it stands above as well.
    """

    raw: str
    line: int
    end: int
    fence: str
    fenced: bool

    @property
    def is_json(self) -> bool:
        """Whether the fences say that it is JSON."""
        return self.fence.startswith(";")


def parse_front_matter(text: str, *, path: str, careful: bool = True) -> FrontMatter:
    """Split a file's text and read its front matter.

    careful: front matter without an opening fence counts only where every line looks like it
    (hexo.md §2, row 21), and likely mistakes are warned about; otherwise as stock Hexo does, to
    which a file whose JSON cannot be read is all body.

    Raises: FrontMatterError for YAML and, where careful, JSON that cannot be read, and for a list.
    Source: hexo-front-matter 4.2.1.
    """
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    if careful:
        text = text.replace("\r", "\n")
    split = split_text(text, careful=careful)
    told: list[Diagnostic] = []
    if split is not None:
        found = _load(split, path, told, careful=careful)
        if found is not None:
            return _with_front_matter(text, split, found, careful=careful)
    if careful:
        told += _find_mistakes(text, path)
    return FrontMatter(data={}, body=_normal(text), diagnostics=tuple(told))


def _normal(text: str) -> str:
    return text.replace("\r", "\n")


def _with_front_matter(
    text: str, split: Split, found: YamlDocument, *, careful: bool
) -> FrontMatter:
    data: dict[str, Json] = found.value
    spans = {str(place[0]): span for place, span in found.spans.items() if len(place) == 1}
    return FrontMatter(
        data=data,
        spelling=found.spelling,
        spans=spans,
        body=_normal(text[split.end :]),
        body_line=text.count("\n", 0, split.end) + 1,
        diagnostics=tuple(_find_odd_dates(found, spans)) if careful else (),
        raw_front_matter=split.raw,
    )


def split_text(text: str, *, careful: bool = False) -> Split | None:
    """Where a text with `\\n` line ends may have front matter, or None.

    Source: hexo-front-matter 4.2.1, `split`; careful: hexo.md §2, row 21.
    """
    match = _FENCED.match(text)
    if match:
        return Split(raw=match[2], line=2, end=match.end(), fence=match[1], fenced=True)
    if _FENCE_START.match(text):
        return None
    match = _UNFENCED.match(text)
    if match is None:
        return None
    split = Split(raw=match[1], line=1, end=match.end(), fence=match[2], fenced=False)
    if careful and not split.is_json:
        return _split_carefully(text, match)
    return split


def _split_carefully(text: str, match: re.Match[str]) -> Split | None:
    """Row 21: without an opening fence every line must look like front matter.

    Blank lines before the fence, which older blogs have, are allowed behind the usual keys.
    """
    raw = match[1]
    end = match.end()
    if not raw.strip():
        # Blank lines before an opening fence: the fence found is the opening one.
        start = match.start(2)
        inner = _FENCED.match(text, start)
        if inner is None:
            return None
        line = text.count("\n", 0, inner.start(2)) + 1
        return Split(raw=inner[2], line=line, end=inner.end(), fence="---", fenced=True)
    rest_of_fence = text[match.end(2) :].split("\n", 1)[0]
    lines = raw.split("\n")
    if rest_of_fence.strip() or not _KEY_LINE.fullmatch(lines[0]):
        return None
    if _USUAL_KEY.match(raw):
        lines = raw.rstrip().split("\n")
    if not all(map(_is_key_line, lines)):
        return None
    return Split(raw=raw, line=1, end=end, fence="---", fenced=False)


def _is_key_line(line: str) -> bool:
    return bool(_KEY_LINE.fullmatch(line) or _MORE_LINE.fullmatch(line))


def _load(split: Split, path: str, told: list[Diagnostic], *, careful: bool) -> YamlDocument | None:
    """The mapping that the text holds, or None where all is body. told: takes what is found."""
    if split.is_json:
        return _load_json(split, path, told, careful=careful)
    found = load_yaml(split.raw, path=path, first_line=split.line)
    value = found.value
    if isinstance(value, list):
        raise FrontMatterError(
            "front matter must be keys with values, found a list",
            span=Span(path=path, line=split.line),
            hint='write "key: value" lines',
        )
    if isinstance(value, datetime):  # a JavaScript date is an object, without keys of its own
        return YamlDocument(value={})
    return found if isinstance(value, dict) else None


def _load_json(
    split: Split, path: str, told: list[Diagnostic], *, careful: bool
) -> YamlDocument | None:
    if not split.fenced and not split.raw.lstrip().startswith('"'):
        return None  # a line of semicolons in a text
    try:
        return load_json_members(split.raw, path=path, first_line=split.line)
    except FrontMatterError as error:
        if careful:
            raise
        message = f"{error.message}; to Hexo the file is all body"
        told.append(warning(CODE, message, span=error.span, hint=error.hint))
        return None


def _find_odd_dates(found: YamlDocument, spans: Mapping[str, Span]) -> list[Diagnostic]:
    """Dates that Hexo takes for others than the author can have meant."""
    out = []
    for key in ("date", "updated"):
        value, text = found.value.get(key), found.spelling.get((key,), "")
        message = ""
        if isinstance(value, datetime) and not _is_calendar_date(text):
            message = f'"{text}" is no date of the calendar, read as {value:%Y-%m-%d %H:%M:%S}'
        elif isinstance(value, int) and 0 < value < _SMALL_NUMBER and value is not True:
            message = f'"{value}" is read as milliseconds since 1970, not as a day'
        if message:
            out.append(
                warning("date", message, span=spans.get(key), hint=f'correct the "{key}:" line')
            )
    return out


def _is_calendar_date(text: str) -> bool:
    parts = [int(part) for part in re.findall(r"\d+", text.split(".", maxsplit=1)[0])[:6]]
    try:
        datetime(*parts)  # type: ignore[arg-type]  # noqa: DTZ001 - asks only whether it exists
    except ValueError:
        return parts[3:] == [24, 0, 0] and _is_calendar_date("-".join(map(str, parts[:3])))
    return True


def _find_mistakes(text: str, path: str) -> list[Diagnostic]:
    """Why a file without front matter may have been meant to have some."""
    lines = text.split("\n")
    out = _find_near_keys(lines, path)
    if out:
        return out
    if lines[0].rstrip() == "+++" and "+++" in map(str.rstrip, lines[1:]):
        message = 'front matter between lines of "+++" is TOML, which is not read'
        hint = 'write it as YAML between lines of "---"'
        return [warning(CODE, message, span=Span(path=path), hint=hint)]
    block = _find_block(lines, path)
    if block is None:
        return []
    span = Span(path=path, line=block + 1)
    if block == 0:
        if lines[0] != lines[0].rstrip():
            message = "spaces follow the opening fence, so that the front matter is not read"
            return [warning(CODE, message, span=span, hint="remove the spaces")]
        message = "the front matter has no closing fence and is not read"
        return [warning(CODE, message, span=span, hint='put a line "---" below the last key')]
    message = f"front matter is not at the top (line {block + 1})"
    return [warning(CODE, message, span=span, hint="move it to the first line of the file")]


def _find_near_keys(lines: list[str], path: str) -> list[Diagnostic]:
    """Keys in the first lines that miss being keys by their colon."""
    start = 1 if _FENCE_LINE.fullmatch(lines[0]) else 0
    out = []
    for number, line in enumerate(lines[start : start + 20], start):
        if not line.strip() or _FENCE_LINE.fullmatch(line):
            break
        wide, glued = _WIDE_KEY.match(line), _GLUED_KEY.match(line)
        if wide:
            message = f'"{wide[1]}：" is no key: the colon is full-width'
            hint = f'write "{wide[1]}: "'
            column = wide.end()
        elif glued:
            message = f'"{glued[1]}:" is no key: no space follows the colon'
            hint = f'write "{glued[1]}: "'
            column = glued.end(1) + 1
        else:
            if not start:
                break
            continue
        span = Span(path=path, line=number + 1, column=column)
        out.append(warning(CODE, message, span=span, hint=hint))
    fenced = start or any(_FENCE_LINE.fullmatch(line) for line in lines[1:20])
    return out if fenced else []


def _find_block(lines: list[str], path: str) -> int | None:
    """The 0-based line of the first fence outside code that a mapping follows."""
    code = ""
    for number, line in enumerate(lines[:-1]):
        fence = _CODE_FENCE.match(line)
        if fence:
            if not code:
                code = fence[1]
            elif fence[1].startswith(code) and not line.strip(" `~"):
                code = ""
        if code or not _FENCE_LINE.fullmatch(line) or not _KEY_LINE.fullmatch(lines[number + 1]):
            continue
        end = _block_end(lines, number + 1)
        if end is None and number:
            continue
        if end is None and _USUAL_KEY.match(lines[1]):
            # The text may follow the keys at once.
            end = next((at for at in range(1, len(lines)) if not _is_key_line(lines[at])), None)
        if _is_mapping("\n".join(lines[number + 1 : end]), path):
            return number
    return None


def _block_end(lines: list[str], start: int) -> int | None:
    for number in range(start, len(lines)):
        if _FENCE_LINE.fullmatch(lines[number]):
            return number
    return None


def _is_mapping(block: str, path: str) -> bool:
    # An unclosed block ends at the latest with its first blank line.
    keys = block.split("\n\n", maxsplit=1)[0]
    try:
        return isinstance(load_yaml(keys, path=path).value, dict)
    except BlogError:
        return False
