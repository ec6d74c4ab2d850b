"""JSON front matter: the members of an object, without its braces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Final, NoReturn

from inkpost.errors import FrontMatterError, Span
from inkpost.hexo.yamldoc import Path, YamlDocument
from inkpost.hexo.yamlscalar import to_number
from inkpost.model import Json

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_QUOTE: Final = "put text in double quotes, with a comma between two members and none at the end"
_QUOTE_KEY: Final = "put the key in double quotes, and no comma after the last member"
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


def load_json_members(text: str, *, path: str, first_line: int = 1) -> YamlDocument:
    """Read `"key": value, …`.

    Raises: FrontMatterError with its place where it is no JSON.
    Source: hexo-front-matter 4.2.1, `;;;` front matter.
    """

    def place(position: int) -> Span:
        line = text.count("\n", 0, position)
        column = position - (text.rfind("\n", 0, position) + 1)
        return Span(path=path, line=first_line + line, column=column + 1)

    data: dict[str, Json] = {}
    spans: dict[Path, Span] = {}
    try:
        for key, value, position in _members(text):
            data[key] = _without_lone_surrogates(value)
            spans[(key,)] = place(position)
    except _Fault as fault:
        raise FrontMatterError(
            f"the JSON front matter cannot be read: {fault.message}",
            span=place(fault.position),
            hint=fault.hint,
        ) from None
    return YamlDocument(value=data, spans=spans)


class _Fault(Exception):
    def __init__(self, position: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.position, self.message, self.hint = position, message, hint


def _members(text: str) -> Iterator[tuple[str, Json, int]]:
    """Key, value and the key's index of each member. Raises: _Fault."""
    position = _skip(text, 0)
    more = position < len(text)
    while more:
        start = position
        if text[start : start + 1] != '"':
            hint = "leave the braces out" if text[start : start + 1] == "{" else _QUOTE_KEY
            raise _Fault(start, f"a key was expected, found {_shown(text, start)}", hint)
        key, position = _value(text, start)
        position = _expect(text, position, ":", "after the key")
        value, position = _value(text, position)
        yield key, value, start
        position = _skip(text, position)
        more = position < len(text)
        if more:
            position = _expect(text, position, ",", "between two members")


def _value(text: str, position: int) -> tuple[Json, int]:
    try:
        return _DECODER.raw_decode(text, position)
    except json.JSONDecodeError as error:
        at = error.pos
        if error.msg.startswith("Expecting value"):
            raise _Fault(at, f"a value was expected, found {_shown(text, at)}", _QUOTE) from None
        if text[at : at + 1] == "\n":
            raise _Fault(at, "a text does not end on its line", "close its quotes") from None
        raise _Fault(at, _lowered(error.msg).removesuffix(" at"), _QUOTE) from None
    except RecursionError:
        message, hint = "the values are nested too deep", "keep fewer levels"
        raise _Fault(position, message, hint) from None
    except ValueError as error:
        raise _Fault(position, str(error), _QUOTE) from None


def _lowered(text: str) -> str:
    return text[:1].lower() + text[1:]


def _shown(text: str, position: int) -> str:
    line = text[position:].split("\n", 1)[0].strip()
    if not text[position:].strip():
        return "the end"
    if not line:
        return "the end of the line"
    return line[:20] if '"' in line[:20] else f'"{line[:20]}"'


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position


def _expect(text: str, position: int, character: str, where: str) -> int:
    position = _skip(text, position)
    if text[position : position + 1] != character:
        message = f'a "{character}" was expected {where}, found {_shown(text, position)}'
        raise _Fault(position, message, f'write "{character}" there')
    return _skip(text, position + 1)


def _without_lone_surrogates(value: Json) -> Json:
    if isinstance(value, str):
        return _LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_lone_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {key: _without_lone_surrogates(item) for key, item in value.items()}
    return value
