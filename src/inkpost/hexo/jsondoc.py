"""JSON front matter: the members of an object, without its braces."""

from __future__ import annotations

import json
import re
from typing import Final, NoReturn

from inkpost.errors import Span
from inkpost.hexo.yamldoc import Path, YamlDocument
from inkpost.hexo.yamlscalar import to_number
from inkpost.model import Json

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_LONE_SURROGATE: Final = re.compile(r"[\ud800-\udfff]")


def _refuse(name: str) -> NoReturn:
    message = f"{name} is no JSON"
    raise ValueError(message)


def _read_int(text: str) -> int | float:
    return to_number(int(text)) if len(text) < 300 else float(text)


def _read_float(text: str) -> int | float:
    number = float(text)
    return number if number in (float("inf"), float("-inf")) else to_number(number)


_DECODER: Final = json.JSONDecoder(
    parse_constant=_refuse, parse_int=_read_int, parse_float=_read_float
)


def load_json_members(text: str, *, path: str, first_line: int = 1) -> YamlDocument | None:
    """Read `"key": value, …`, or None where it is no JSON (Hexo takes the file as all body).

    Source: hexo-front-matter 4.2.1, `;;;` front matter.
    """
    data: dict[str, Json] = {}
    spans: dict[Path, Span] = {}
    position = _skip(text, 0)
    more = position < len(text)
    try:
        while more:
            start = position
            if text[start] != '"':
                return None
            key, position = _DECODER.raw_decode(text, start)
            position = _expect(text, position, ":")
            value, position = _DECODER.raw_decode(text, position)
            data[key] = _without_lone_surrogates(value)
            line = text.count("\n", 0, start)
            column = start - (text.rfind("\n", 0, start) + 1)
            spans[(key,)] = Span(path=path, line=first_line + line, column=column + 1)
            position = _skip(text, position)
            more = position < len(text)
            if more:
                position = _expect(text, position, ",")
    except (ValueError, IndexError, RecursionError):
        return None
    return YamlDocument(value=data, spans=spans)


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _expect(text: str, position: int, character: str) -> int:
    position = _skip(text, position)
    if text[position] != character:
        message = f'expected "{character}"'
        raise ValueError(message)
    return _skip(text, position + 1)


def _without_lone_surrogates(value: Json) -> Json:
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_lone_surrogates(item) for key, item in value.items()}
    return value
