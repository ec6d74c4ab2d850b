"""Scaffolds: the texts that new posts start from, filled in."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from inkpost.errors import FrontMatterError, Span
from inkpost.hexo.defaults import deep_merge
from inkpost.hexo.frontmatter import Split, split_text
from inkpost.hexo.jsondoc import load_json_members
from inkpost.hexo.jstext import to_text
from inkpost.hexo.yamldoc import Path, load_yaml
from inkpost.hexo.yamldump import dump_yaml
from inkpost.hexo.yamlscalar import ScalarError, resolve_plain
from inkpost.model import Json

DEFAULT_SCAFFOLD: Final = "\n".join(
    ["---", "layout: {{ layout }}", "title: {{ title }}", "date: {{ date }}", "tags:", "---"]
)
"""What Hexo uses where the scaffold of a layout, and one named "normal", are absent."""

KEPT_OUT: Final = frozenset({"title", "slug", "path", "layout", "date", "content"})
"""Values that reach a post only where its scaffold names them."""

_VARIABLE: Final = re.compile(r"\{\{-?\s*([A-Za-z_]\w*)\s*-?\}\}", re.ASCII)
_MARK: Final = re.compile("\ufdd4([0-9]+)\ufdd5")
_NEEDS_QUOTES: Final = re.compile(r"[:{}\[\]'\"]|^#|^!!")


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """What a scaffold is filled with.

    data: name -> value. date: the wall-clock time to write, as text. spelling: path in `data`
    -> a number or date as its author wrote it. content: the text that follows, or "".
    """

    data: Mapping[str, Json]
    date: str
    spelling: Mapping[Path, str] = field(default_factory=dict)
    content: str = ""


def fill_scaffold(text: str, values: Values, *, path: str, careful: bool) -> str:
    """The text of a new file.

    careful: any value survives, whatever YAML makes of its text; otherwise as stock Hexo, which
    puts values into the text before it reads it.

    Raises: FrontMatterError where the scaffold has no front matter or cannot be read.
    Source: hexo 8.1.2, Post._renderScaffold; hexo-front-matter 4.2.1, `stringify`.
    """
    text = text.replace("\r\n", "\n").removeprefix("\ufeff")
    split = split_text(text)
    if split is None:
        raise FrontMatterError(
            "the scaffold has no front matter",
            span=Span(path=path),
            hint='start it with "---", a line "title: {{ title }}" and "---"',
        )
    read = _read_carefully if careful else _read_stock
    data, spelling = read(split, values, path)
    extra = {
        key: value
        for key, value in values.data.items()
        if key not in KEPT_OUT and value is not None
    }
    merged: dict[str, Json] = deep_merge(data, extra)
    spelling |= _still_true(values.spelling, extra, merged) if careful else {}
    head = f"{split.fence}\n" if split.fenced else ""
    tail = f"\n{values.content}" if values.content else ""
    return head + _write(merged, spelling, is_json=split.is_json) + text[split.end :] + tail


def _read_stock(split: Split, values: Values, path: str) -> tuple[dict[str, Json], dict[Path, str]]:
    texts = {**values.data, "date": values.date}

    def put(match: re.Match[str]) -> str:
        value = texts.get(match[1])
        if isinstance(value, str) and match[1] != "date":
            if split.is_json or _NEEDS_QUOTES.search(value):
                return '"' + value.replace('"', '\\"') + '"'
            return value
        return "" if value is None else to_text(value)

    return _load(_VARIABLE.sub(put, split.raw), split, path), {}


def _read_carefully(
    split: Split, values: Values, path: str
) -> tuple[dict[str, Json], dict[Path, str]]:
    """Marks go through the reader in place of the values, which are put in afterwards."""
    found: list[Json] = []
    texts = {name: _as_written(name, value, values) for name, value in values.data.items()}
    texts["date"] = _Written(values.date)

    def put(match: re.Match[str]) -> str:
        found.append(texts.get(match[1]))
        mark = f"\ufdd4{len(found) - 1}\ufdd5"
        bare = split.is_json and not _in_quotes(split.raw, match.start())
        return f'"{mark}"' if bare else mark

    data = _load(_VARIABLE.sub(put, split.raw), split, path)
    spelling: dict[Path, str] = {}
    filled = _fill(data, found, (), spelling, is_json=split.is_json)
    return dict(filled), spelling


class _Written(str):
    """A number or a date as its author wrote it."""

    __slots__ = ()


def _as_written(name: str, value: Json, values: Values) -> Json:
    text = values.spelling.get((name,))
    return _Written(text) if text and isinstance(value, int | float | datetime) else value


def _fill(
    value: Json, found: list[Json], path: Path, spelling: dict[Path, str], *, is_json: bool
) -> Json:
    if isinstance(value, dict):
        return {
            _fill_text(key, found): _fill(
                item, found, (*path, _fill_text(key, found)), spelling, is_json=is_json
            )
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [
            _fill(item, found, (*path, index), spelling, is_json=is_json)
            for index, item in enumerate(value)
        ]
    if not isinstance(value, str):
        return value
    whole = _MARK.fullmatch(value)
    if whole is None:
        return _fill_text(value, found)
    item = found[int(whole[1])]
    if isinstance(item, _Written) and not is_json:
        spelling[path] = str(item)
        return _read_scalar(item)
    return str(item) if isinstance(item, str) else item


def _fill_text(text: str, found: list[Json]) -> str:
    def put(match: re.Match[str]) -> str:
        item = found[int(match[1])]
        return "" if item is None else to_text(item)

    return _MARK.sub(put, text)


def _read_scalar(text: str) -> Json:
    try:
        return resolve_plain(text)
    except ScalarError:
        return text


def _in_quotes(text: str, position: int) -> bool:
    before = re.sub(r"\\.", "", text[:position])
    return before.count('"') % 2 == 1


def _load(text: str, split: Split, path: str) -> dict[str, Json]:
    if split.is_json:
        try:
            value = load_json_members(text, path=path, first_line=split.line).value
        except FrontMatterError as error:
            raise FrontMatterError(
                "the scaffold's front matter is no JSON once it is filled in",
                span=error.span,
                hint='put values that are text in quotes, as "{{ date }}"',
            ) from error
    else:
        value = load_yaml(text, path=path, first_line=split.line).value
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise FrontMatterError(
            "the scaffold's front matter must be keys with values",
            span=Span(path=path, line=split.line),
        )
    return value


def _still_true(
    spelling: Mapping[Path, str], source: Mapping[str, Json], merged: Mapping[str, Json]
) -> dict[Path, str]:
    """The spellings whose values stand in the merged data where they stood before."""
    out: dict[Path, str] = {}
    for path, text in spelling.items():
        value = _at(source, path)
        if text and isinstance(value, int | float | datetime) and _at(merged, path) == value:
            out[path] = text
    return out


def _at(value: Json, path: Path) -> Json:
    for step in path:
        inside = isinstance(value, dict) and step in value
        inside = inside or (isinstance(value, list) and isinstance(step, int) and step < len(value))
        if not inside:
            return None
        value = value[step]
    return value


def _write(data: Mapping[str, Json], spelling: Mapping[Path, str], *, is_json: bool) -> str:
    if not data:
        return ""
    if is_json:
        text = json.dumps(data, ensure_ascii=False, indent=2, default=str)
        text = re.sub(r"^\{\n|\}$", "", re.sub(r"\n {2}", "\n", text))
        return f"{text};;;\n"
    dates = {key: value for key, value in data.items() if isinstance(value, datetime)}
    nulls = [key for key, value in data.items() if value is None]
    rest = {key: value for key, value in data.items() if key not in dates and value is not None}
    lines = [dump_yaml(rest, spelling=spelling)] if rest else []
    for key, value in dates.items():
        lines.append(f"{key}: {spelling.get((key,)) or f'{value:%Y-%m-%d %H:%M:%S}'}\n")
    lines += [f"{key}:\n" for key in nulls]
    return "".join(lines) + "---\n"
