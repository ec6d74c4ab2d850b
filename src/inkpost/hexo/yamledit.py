"""Changes one value in a YAML text and leaves every other character as it is."""

from __future__ import annotations

import json
import math
import re
from typing import Final

import yaml
from yaml.nodes import CollectionNode, MappingNode, Node, ScalarNode

from inkpost.errors import BlogError, ConfigError, Span
from inkpost.hexo.jstext import number_text
from inkpost.hexo.jsvalue import to_number
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json

_WORDS: Final = {"true": True, "false": False, "null": None}
_SPACE: Final = re.compile(r"\s")
_IN_FLOW: Final = re.compile(r"\w[\w ./-]*")


def cast_value(word: str) -> Json:
    """What a word on the command line means: a flag, null, a number, else text.

    Source: Hexo 8.1.2 console/config, castValue.
    """
    if word in _WORDS:
        return _WORDS[word]
    number = to_number(word)
    if not word or _SPACE.search(word) or not math.isfinite(number):
        return word
    return int(number) if number.is_integer() else number


def set_value(text: str, name: tuple[str, ...], word: str, *, path: str) -> str:
    """The text with the value of a key set to what `word` means; a new key comes after its kin.

    name: the keys that lead there, at least one. path: of the file, for messages.
    Raises: ConfigError where the text is no YAML or the key cannot be set without harm.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    text = text.removeprefix(mark)
    before = load_yaml(text, path=path, error=ConfigError).value
    try:
        edited = _Edit(text, path).set(name, word)
    except yaml.YAMLError as error:
        raise _by_hand(name, path) from error
    if not _reads_as_set(before, edited, name, word):
        raise _by_hand(name, path)
    return mark + edited


def _reads_as_set(before: Json, edited: str, name: tuple[str, ...], word: str) -> bool:
    try:
        after = load_yaml(edited, path="", error=ConfigError).value
    except ConfigError:
        return False
    return bool(after == _with(before, name, cast_value(word)))


class _Edit:
    """One edit. Offsets are in characters of the text."""

    def __init__(self, text: str, path: str) -> None:
        self.text, self.path = text, path
        self.newline = "\r\n" if "\r\n" in text else "\n"

    def set(self, name: tuple[str, ...], word: str) -> str:
        """The new text."""
        root = yaml.compose(self.text, Loader=yaml.SafeLoader)
        if root is None:
            return self._joined(self.text, self._lines(name, word, ""))
        if not isinstance(root, MappingNode):
            raise _by_hand(name, self.path)
        parent, key, depth = root, None, 0
        for depth, part in enumerate(name):
            pair = _find(parent, part)
            if pair is None:
                return self._added(parent, name[depth:], word)
            key, value = pair
            if value.start_mark.index < key.end_mark.index:  # an alias: it stands elsewhere
                raise _by_hand(name, self.path)
            if depth + 1 == len(name):
                return self._replaced(parent, key, value, word)
            if isinstance(value, MappingNode):
                parent = value
            elif isinstance(value, ScalarNode) and value.start_mark.index == value.end_mark.index:
                return self._filled(key, name[depth + 1 :], word)
            else:
                break
        shown = ".".join(name[: depth + 1])
        raise ConfigError(
            f'"{shown}" is no map, so it can hold no "{name[depth + 1]}"',
            span=Span(path=self.path, line=(key or parent).start_mark.line + 1),
            hint="change it by hand",
        )

    def _replaced(self, parent: MappingNode, key: Node, value: Node, word: str) -> str:
        style = value.style if isinstance(value, ScalarNode) else None
        written = _write(word, style, flow=bool(parent.flow_style))
        start, end = value.start_mark.index, self._end(value)
        if isinstance(value, CollectionNode) and not value.flow_style:
            # A block of lines: the value moves up beside its key, and a comment there stays.
            colon = self.text.index(":", key.end_mark.index) + 1
            line_end = self._line_end(colon)
            rest = self.text[colon:line_end]
            return f"{self.text[:colon]} {written}{rest}{self.text[max(end, line_end) :]}"
        gap = "" if start > 0 and self.text[start - 1].isspace() else " "
        return f"{self.text[:start]}{gap}{written}{self.text[end:]}"

    def _added(self, parent: MappingNode, rest: tuple[str, ...], word: str) -> str:
        if parent.flow_style:
            end = parent.end_mark.index - 1
            quoted = self.path.endswith(".json")
            value = _write(word, '"' if quoted else None, flow=True)
            for part in reversed(rest[1:]):
                value = f"{{{_key(part, quoted=quoted)}: {value}}}"
            inner = self.text[:end].rstrip()
            comma = ", " if parent.value else ""
            return f"{inner}{comma}{_key(rest[0], quoted=quoted)}: {value}{self.text[len(inner) :]}"
        indent = " " * parent.value[0][0].start_mark.column if parent.value else ""
        place = self._line_end(self._end(parent))
        lines = self._lines(rest, word, indent)
        return self._joined(self.text[:place], lines) + self.text[place:]

    def _filled(self, key: Node, rest: tuple[str, ...], word: str) -> str:
        place = self._line_end(key.end_mark.index)
        lines = self._lines(rest, word, " " * (key.start_mark.column + 2))
        return self._joined(self.text[:place], lines) + self.text[place:]

    def _lines(self, name: tuple[str, ...], word: str, indent: str) -> list[str]:
        lines = [f"{indent}{'  ' * depth}{_key(part)}:" for depth, part in enumerate(name)]
        lines[-1] += f" {_write(word, None, flow=False)}"
        return lines

    def _joined(self, before: str, lines: list[str]) -> str:
        added = self.newline.join(lines)
        if not before or before.endswith("\n"):
            return before + added + self.newline
        return before + self.newline + added

    def _end(self, node: Node) -> int:
        """Where a node's last character stands; marks of blocks lie behind what follows them."""
        if isinstance(node, ScalarNode):
            if node.style not in ("|", ">"):
                return int(node.end_mark.index)
            return len(self.text[: node.end_mark.index].rstrip())
        if not isinstance(node, CollectionNode) or node.flow_style or not node.value:
            return int(node.end_mark.index)
        last = node.value[-1]
        pair = last if isinstance(last, tuple) else (last,)
        return max(
            self._end(each) for each in pair if each.start_mark.index >= node.start_mark.index
        )

    def _line_end(self, index: int) -> int:
        end = self.text.find("\n", index)
        end = len(self.text) if end < 0 else end
        return end - 1 if end > 0 and self.text[end - 1 : end] == "\r" else end


def _find(parent: MappingNode, part: str) -> tuple[Node, Node] | None:
    for key, value in reversed(parent.value):
        if isinstance(key, ScalarNode) and key.value == part:
            return key, value
    return None


def _write(word: str, style: str | None, *, flow: bool) -> str:
    """A value as YAML. style: the quotes that the old value had, which a text keeps."""
    value = cast_value(word)
    if not isinstance(value, str):
        if isinstance(value, int | float) and not isinstance(value, bool):
            return word if _reads_as(word, value) else number_text(value)
        return word
    quoted = style in ("'", '"') or (flow and not _IN_FLOW.fullmatch(value))
    if not quoted and _reads_as(value, value):
        return value
    if style == '"' or not value.isprintable():
        return _double_quoted(value)
    return "'" + value.replace("'", "''") + "'"


def _double_quoted(text: str) -> str:
    """The text in double quotes, by escapes that JSON and YAML share where there are any."""
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(
        char if char.isprintable() else f"\\u{ord(char):04x}" if char < "\U00010000"
        else f"\\U{ord(char):08x}"
        for char in quoted
    )  # fmt: skip


def _key(part: str, *, quoted: bool = False) -> str:
    if not quoted and _reads_as(part, part) and ":" not in part:
        return part
    return json.dumps(part, ensure_ascii=False)


def _reads_as(written: str, value: Json) -> bool:
    """Whether a plain word behind a key means the value."""
    try:
        found = load_yaml(f"k: {written}\n", path="", error=ConfigError).value
    except BlogError:
        return False
    return bool(found == {"k": value}) and isinstance(found["k"], bool) == isinstance(value, bool)


def _with(value: Json, name: tuple[str, ...], new: Json) -> Json:
    if not name:
        return new
    inner = value if isinstance(value, dict) else {}
    return {**inner, name[0]: _with(inner.get(name[0]), name[1:], new)}


def _by_hand(name: tuple[str, ...], path: str) -> ConfigError:
    return ConfigError(
        f'"{".".join(name)}" cannot be set without changing more than its value',
        span=Span(path=path),
        hint="change it by hand",
    )
