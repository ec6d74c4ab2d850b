"""YAML as js-yaml writes it."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

from inkpost.hexo.jstext import number_text
from inkpost.hexo.yamldoc import Path
from inkpost.hexo.yamlscalar import ScalarError, resolve_plain
from inkpost.model import Json

_WIDTH: Final = 80
_OLD_BOOLEANS: Final = re.compile(r"[yYnN]|yes|Yes|YES|no|No|NO|on|On|ON|off|Off|OFF")
_SEXAGESIMAL: Final = re.compile(r"[-+]?[0-9_]+(?::[0-9_]+)+(?:\.[0-9_]*)?")
_UNPRINTABLE: Final = re.compile(
    r"[^\n\x20-\x7e\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_NOT_FIRST: Final = frozenset("-?:,[]{}#&*!|=>'\"%@`")
_ESCAPES: Final = {
    "\0": "\\0", "\a": "\\a", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\v": "\\v", "\f": "\\f",
    "\r": "\\r", "\x1b": "\\e", '"': '\\"', "\\": "\\\\", "\x85": "\\N", "\xa0": "\\_",
    "\u2028": "\\L", "\u2029": "\\P",
}  # fmt: skip


def dump_yaml(value: Json, *, spelling: Mapping[Path, str] | None = None) -> str:
    """The value as a YAML document that ends with a line end.

    spelling: path -> how the author wrote a number or a date, which is then kept.

    Source: js-yaml 4.3, `dump` with its defaults.
    """
    lines = list(_Writer(spelling or {}).lines(value, (), 0))
    return "\n".join(lines) + "\n"


class _Writer:
    def __init__(self, spelling: Mapping[Path, str]) -> None:
        self.spelling = spelling

    def lines(self, value: Json, path: Path, level: int) -> Iterator[str]:
        """The lines of a value that stands on lines of its own."""
        if isinstance(value, dict) and value:
            for key, item in value.items():
                yield from self._pair(key, item, path, level)
        elif isinstance(value, list) and value:
            for index, item in enumerate(value):
                yield from self._item(item, (*path, index), level)
        else:
            yield self._scalar(value, path, level)

    def _pair(self, key: str, value: Json, path: Path, level: int) -> Iterator[str]:
        start = "  " * level + _write_text(key, level + 1, is_key=True) + ":"
        place = (*path, key)
        if isinstance(value, dict | list) and value:
            yield start
            yield from self.lines(value, place, level + 1)
        else:
            yield f"{start} {self._scalar(value, place, level + 1)}"

    def _item(self, value: Json, path: Path, level: int) -> Iterator[str]:
        start = "  " * level + "- "
        if isinstance(value, dict | list) and value:
            # The first line of the inner block stands on the line of the dash.
            inner = self.lines(value, path, level + 1)
            yield start + next(inner)[len(start) :]
            yield from inner
        else:
            yield start + self._scalar(value, path, level + 1)

    def _scalar(self, value: Json, path: Path, level: int) -> str:
        if isinstance(value, str):
            return _write_text(value, level, is_key=False)
        written = self.spelling.get(path)
        if written:
            return written
        if value is None:
            return "null"
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int | float):
            return _write_number(value)
        if isinstance(value, datetime):
            return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        if isinstance(value, bytes):
            return "!!binary " + b64encode(value).decode("ascii")
        return "{}" if isinstance(value, dict) else "[]"


def _write_number(value: float) -> str:
    text = number_text(value)
    special = {"NaN": ".nan", "Infinity": ".inf", "-Infinity": "-.inf"}
    if text in special:
        return special[text]
    return re.sub(r"^(-?\d+)e", r"\1.e", text)


def _write_text(text: str, level: int, *, is_key: bool) -> str:
    if not text:
        return "''"
    if _OLD_BOOLEANS.fullmatch(text) or _SEXAGESIMAL.fullmatch(text):
        return f"'{text}'"
    indent = 2 * max(1, level)
    width = max(40, _WIDTH - indent)
    if _UNPRINTABLE.search(text) or (is_key and "\n" in text):
        return _double_quoted(text)
    foldable = not is_key and any(
        len(line.encode("utf-16-le")) // 2 > width and not line.startswith(" ")
        for line in text.split("\n")
    )
    if "\n" not in text and not foldable:
        plain = _is_plain(text) and not _reads_as_other(text)
        return text if plain else "'" + text.replace("'", "''") + "'"
    return _block(text, indent, width, folded=foldable)


def _double_quoted(text: str) -> str:
    out = []
    for character in text:
        escape = _ESCAPES.get(character)
        if escape is None and _UNPRINTABLE.match(character):
            code = ord(character)
            escape = f"\\x{code:02X}" if code <= 0xFF else f"\\u{code:04X}"
        out.append(escape or character)
    return '"' + "".join(out) + '"'


def _is_plain(text: str) -> bool:
    if text[0] in _NOT_FIRST or text[0] in " \t" or text[-1] in " \t:":
        return False
    return not re.search(r":(?=[ \t])|(?<=[ \t])#", text)


def _reads_as_other(text: str) -> bool:
    if text == "<<":
        return True
    try:
        return not isinstance(resolve_plain(text), str)
    except ScalarError:
        return True


def _block(text: str, indent: int, width: int, *, folded: bool) -> str:
    indicator = "2" if re.match(r"\n* ", text) else ""
    keeps = text == "\n" or text.endswith("\n\n")
    chomp = "+" if keeps else "" if text.endswith("\n") else "-"
    body = _fold(text, width) if folded else text
    lines = [" " * indent + line if line else line for line in body.split("\n")]
    if lines[-1] == "" and body.endswith("\n"):
        lines.pop()
    return (">" if folded else "|") + indicator + chomp + "\n" + "\n".join(lines)


def _fold(text: str, width: int) -> str:
    first, *_ = text.split("\n", 1)
    out = [_fold_line(first, width)]
    indented = text[0] in "\n "
    for match in re.finditer(r"(\n+)([^\n]*)", text[len(first) :]):
        line = match[2]
        more = line.startswith(" ")
        extra = "\n" if not indented and not more and line else ""
        out.append(match[1] + extra + _fold_line(line, width))
        indented = more
    return "".join(out)


def _fold_line(line: str, width: int) -> str:
    """Lines of at most `width` characters where spaces allow it, the longest each time."""
    if not line or line.startswith(" "):
        return line
    out = []
    start = current = 0
    for match in re.finditer(r" (?=[^ ])", line):
        place = match.start()
        if _units(line[start:place]) > width:
            end = current if current > start else place
            out.append(line[start:end])
            start = end + 1
        current = place
    if _units(line[start:]) > width and current > start:
        out += [line[start:current], line[current + 1 :]]
    else:
        out.append(line[start:])
    return "\n".join(out)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
