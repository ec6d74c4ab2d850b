"""YAML documents read as js-yaml 4 reads them, with the place and spelling of every value."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, TypeAlias

import yaml
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from inkpost.errors import BlogError, FrontMatterError, Span
from inkpost.hexo.yamlerror import Problem, explain
from inkpost.hexo.yamlscalar import ScalarError, resolve_plain, resolve_tagged
from inkpost.model import Json

Path: TypeAlias = tuple[str | int, ...]
"""Where a value stands in a document: keys of mappings and 0-based indexes of lists."""

_PLAIN: Final = "plain"
_TAG: Final = "tag:yaml.org,2002:"
_MAPPINGS: Final = frozenset({_PLAIN, "!", _TAG + "map", _TAG + "set"})
_SEQUENCES: Final = frozenset({_PLAIN, "!", _TAG + "seq", _TAG + "omap", _TAG + "pairs"})
# JSON of a regular expression is `{}`; functions and `undefined` print nothing.
_JS_TYPES: Final[Mapping[str, Callable[[], Json]]] = {
    _TAG + "js/regexp": dict,
    _TAG + "js/function": lambda: None,
    _TAG + "js/undefined": lambda: None,
}
_LEADING_TABS: Final = re.compile(r"\n(\t+)")
_ARRAY_INDEX: Final = re.compile(r"0|[1-9]\d{0,9}", re.ASCII)

# YAML 1.1 breaks lines at these; YAML 1.2 and js-yaml do not. U+FEFF is refused by libyaml.
# Their stand-ins are no characters, so that no text has them.
_FOREIGN: Final = {"\x85": "\ufdd0", "\u2028": "\ufdd1", "\u2029": "\ufdd2", "\ufeff": "\ufdd3"}
_HIDE: Final = str.maketrans(_FOREIGN)
_FOREIGN_TEXT: Final = re.compile("[" + "".join(_FOREIGN) + "]")
_SHOW: Final = str.maketrans({hidden: shown for shown, hidden in _FOREIGN.items()})
_TAB_AFTER_DASH: Final = re.compile(r"(?m)^( *(?:- +)*-)([ \t]*\t[ \t]*)(?=\S)")
_BLANK_WITH_TAB: Final = re.compile(r"(?m)^ *\t[ \t]*(?:#.*)?$")
_SURROGATES: Final = re.compile(
    r"(?<!\\)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})"
)
_MAX_DEPTH: Final = 100
_MAX_PLACES: Final = 20_000
# Values that stand in a document only by its aliases. A few lines could name billions.
_MAX_ALIASED: Final = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class YamlDocument:
    """One document.

    value: None, bool, int, float, str, aware datetime, bytes, list or dict with text keys.
    spelling: path -> a plain (unquoted, untagged) scalar as the author wrote it.
    spans: path -> the place of the mapping's key or of the list's item.
    """

    value: Json
    spelling: Mapping[Path, str] = field(default_factory=dict)
    spans: Mapping[Path, Span] = field(default_factory=dict)


class _PlainTags:
    """Marks scalars without quotes, whose meaning is ours to say."""

    def resolve(self, kind: type[Node], value: Any, implicit: Any) -> str:
        if kind is ScalarNode and not implicit[0]:
            return _TAG + "str"
        return _PLAIN


class _SlowLoader(_PlainTags, yaml.SafeLoader):
    pass


if yaml.__with_libyaml__:

    class _FastLoader(_PlainTags, yaml.CSafeLoader):
        pass

    _LOADER: type[Any] = _FastLoader
else:  # pragma: no cover - PyYAML without libyaml
    _LOADER = _SlowLoader


def load_yaml(
    text: str,
    *,
    path: str,
    first_line: int = 1,
    error: type[BlogError] = FrontMatterError,
    js_types: bool = False,
) -> YamlDocument:
    """Read one YAML document; tabs at the start of a line count as two spaces each.

    path: for messages. first_line: the line of the file at which `text` begins, 1-based.
    js_types: `!!js/regexp`, `!!js/function` and `!!js/undefined` may stand in it, as in Hexo's
    data files; what they hold is not kept.

    Raises: `error`, with its place and mostly with a hint.
    Source: js-yaml 4.3 as hexo-front-matter 4.2 calls it.
    """
    lines = _Lines(text, path, first_line)
    try:
        node = _compose(lines.readable)
        builder = _Builder(lines, js_types=js_types)
        value = None if node is None else builder.build(node, (), 0)
    except RecursionError:
        message = f"values are nested more than {_MAX_DEPTH} deep"
        raise error(message, span=lines.span(0, 0), hint="keep fewer levels") from None
    except yaml.YAMLError as found:
        raise _to_error(explain(found, lines.shown(lines.readable)), lines, error) from found
    except _DocumentError as found:
        raise _to_error(found.problem, lines, error) from found
    return YamlDocument(value=value, spelling=builder.spelling, spans=builder.spans)


def _to_error(problem: Problem, lines: _Lines, error: type[BlogError]) -> BlogError:
    span = lines.span(problem.line, problem.column)
    return error(problem.message, span=span, hint=problem.hint)


class _Lines:
    """The text as the parser gets it, and the way back to places in the file."""

    def __init__(self, text: str, path: str, first_line: int) -> None:
        self.path = path
        self.first_line = first_line
        self.tabs: dict[int, int] = {}
        if "\n\t" in text:
            for number, line in enumerate(text.split("\n")):
                if number and line.startswith("\t"):
                    self.tabs[number] = len(line) - len(line.lstrip("\t"))
            text = _LEADING_TABS.sub(lambda match: "\n" + "  " * len(match[1]), text)
        # js-yaml ends the last line before it reads: a block scalar there keeps its line end.
        end = "" if text.endswith("\n") else "\n"
        self.hides = _FOREIGN_TEXT.search(text) is not None
        self.readable = (text.translate(_HIDE) if self.hides else text) + end

    def shown(self, text: str) -> str:
        """A part of the readable text as the author wrote it."""
        return text.translate(_SHOW) if self.hides else text

    def span(self, line: int, column: int) -> Span:
        """The place in the file of a 0-based line and column of the readable text."""
        tabs = self.tabs.get(line, 0)
        column = column // 2 if column < 2 * tabs else column - tabs
        return Span(path=self.path, line=self.first_line + line, column=column + 1)


class _DocumentError(Exception):
    def __init__(self, node: Node, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        mark = node.start_mark
        self.problem = Problem(line=mark.line, column=mark.column, message=message, hint=hint)


def _compose(text: str) -> Node | None:
    try:
        return _compose_once(text)
    except yaml.YAMLError:
        again = _mend(text)
        if again == text:
            raise
        return _compose_once(again)


def _mend(text: str) -> str:
    """The text without what js-yaml takes and libyaml does not; places stay where they are."""
    text = _TAB_AFTER_DASH.sub(lambda match: match[1] + " " * len(match[2]), text)
    text = _BLANK_WITH_TAB.sub("", text)
    return _SURROGATES.sub(lambda match: chr(_join_surrogates(match[1], match[2])), text)


def _join_surrogates(high: str, low: str) -> int:
    return 0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00


def _compose_once(text: str) -> Node | None:
    loader = _LOADER(text)
    try:
        node: Node | None = loader.get_single_node()
    finally:
        loader.dispose()
    return node


@dataclass(slots=True)
class _Budget:
    """How many values a document has, by itself and by its aliases."""

    built: int = 0
    aliased: int = 0

    def take(self, count: int, node: Node) -> None:
        """Count values that an alias stands for. Raises: _DocumentError where they are too many."""
        self.aliased += count
        if self.aliased > _MAX_ALIASED:
            raise _DocumentError(
                node,
                f"the aliases stand for more than {_MAX_ALIASED} values",
                "write the values out, or use fewer aliases in aliases",
            )


class _Builder:
    """Turns nodes into values and notes where each came from."""

    def __init__(
        self, lines: _Lines, *, js_types: bool = False, budget: _Budget | None = None
    ) -> None:
        self.lines = lines
        # An inner builder reads what stands elsewhere too: all that it makes counts.
        self.budget = budget or _Budget()
        self.is_inner = budget is not None
        self.js_types = js_types
        self.spelling: dict[Path, str] = {}
        self.spans: dict[Path, Span] = {}
        self._done: dict[int, Json] = {}
        self._sizes: dict[int, int] = {}
        self._open: set[int] = set()

    def build(self, node: Node, path: Path, depth: int) -> Json:
        if isinstance(node, ScalarNode):
            return self._scalar(node, path)
        key = id(node)
        if key in self._done or self.is_inner:
            self.budget.take(self._sizes.get(key, 1 + len(node.value)), node)
        if key in self._open:
            raise _DocumentError(node, "a value contains itself")
        if depth >= _MAX_DEPTH:
            message = f"values are nested more than {_MAX_DEPTH} deep"
            raise _DocumentError(node, message, "keep fewer levels")
        # An alias names one value many times: past the limit its parts keep no places, so that
        # a few lines of aliases cannot fill the memory.
        if key in self._done and len(self.spans) > _MAX_PLACES:
            self.budget.built += self._sizes[key]
            return self._done[key]
        self._open.add(key)
        before = self.budget.built
        if isinstance(node, SequenceNode):
            value = self._sequence(node, path, depth)
        else:
            assert isinstance(node, MappingNode)
            value = self._mapping(node, path, depth)
        self._open.discard(key)
        self._done[key] = value
        self.budget.built += 1 + len(node.value) + _long_texts(value)
        self._sizes[key] = self.budget.built - before
        return value

    def _scalar(self, node: ScalarNode, path: Path) -> Json:
        text = self.lines.shown(node.value)
        try:
            if node.tag == _PLAIN:
                self.spelling[path] = text
                return resolve_plain(text)
            if self.js_types and node.tag in _JS_TYPES:
                return _JS_TYPES[node.tag]()
            return resolve_tagged(node.tag, text)
        except ScalarError as found:
            hint = "put the value in quotes if it is text" if text else None
            raise _DocumentError(node, str(found), hint) from found

    def _sequence(self, node: SequenceNode, path: Path, depth: int) -> Json:
        _check_tag(node, _SEQUENCES, "list")
        items = []
        for index, item in enumerate(node.value):
            place = (*path, index)
            self._place(item, place)
            items.append(self.build(item, place, depth + 1))
        if node.tag in (_TAG + "omap", _TAG + "pairs"):
            if not all(isinstance(item, dict) and len(item) == 1 for item in items):
                raise _DocumentError(node, "each item of the list must hold exactly one key")
            if node.tag == _TAG + "omap" and len({key for item in items for key in item}) < len(
                items
            ):
                raise _DocumentError(node, "each key of an ordered mapping may stand only once")
            if node.tag == _TAG + "pairs":
                return [list(next(iter(item.items()))) for item in items]
        return items

    def _mapping(self, node: MappingNode, path: Path, depth: int) -> Json:
        _check_tag(node, _MAPPINGS, "mapping")
        found: dict[str, Json] = {}
        merged: set[str] = set()
        for key_node, value_node in node.value:
            if key_node.tag == _PLAIN and getattr(key_node, "value", None) == "<<":
                self._merge(value_node, path, depth, found, merged)
                continue
            key = self._key(key_node, depth)
            if key in found and key not in merged:
                raise _DocumentError(
                    key_node,
                    f'the key "{key}" stands twice',
                    f'keep one "{key}:" line and remove the other',
                )
            merged.discard(key)
            place = (*path, key)
            self._place(key_node, place)
            found[key] = self.build(value_node, place, depth + 1)
            if node.tag == _TAG + "set" and found[key] is not None:
                raise _DocumentError(value_node, "a member of a set takes no value")
        return _in_js_order(found)

    def _merge(
        self, node: Node, path: Path, depth: int, found: dict[str, Json], merged: set[str]
    ) -> None:
        for source in node.value if isinstance(node, SequenceNode) else [node]:
            if not isinstance(source, MappingNode):
                raise _DocumentError(
                    source, '"<<" takes a mapping or a list of mappings', "name an anchor, as *base"
                )
            inner = _Builder(self.lines, budget=self.budget)
            inner._open = self._open
            values = inner.build(source, (), depth + 1)
            fresh = {key for key in values if key not in found}
            for key in values:
                if key in fresh:
                    found[key] = values[key]
                    merged.add(key)
            for place, text in inner.spelling.items():
                if place[0] in fresh:
                    self.spelling[(*path, *place)] = text
            for place, span in inner.spans.items():
                if place[0] in fresh:
                    self.spans[(*path, *place)] = span

    def _key(self, node: Node, depth: int) -> str:
        if node.tag == _TAG + "str" and isinstance(node, ScalarNode):
            return self.lines.shown(node.value)
        value = _Builder(self.lines, budget=self.budget).build(node, (), depth + 1)
        if isinstance(value, list):
            if any(isinstance(item, list) for item in value):
                raise _DocumentError(node, "a list inside a list cannot be a key")
            return ",".join("" if item is None else _key_text(item) for item in value)
        return _key_text(value)

    def _place(self, node: Node, path: Path) -> None:
        mark = node.start_mark
        self.spans[path] = self.lines.span(mark.line, mark.column)


def _long_texts(value: Json) -> int:
    """What the long texts of a list or mapping count for, beside their own number."""
    items = value.values() if isinstance(value, dict) else value
    return sum(len(item) // 100 for item in items if isinstance(item, str))


def _check_tag(node: Node, known: frozenset[str], kind: str) -> None:
    if node.tag not in known:
        tag = node.tag.replace(_TAG, "!!")
        raise _DocumentError(node, f'the tag "{tag}" is not known for a {kind}')


def _key_text(value: Json) -> str:
    """A key as JavaScript prints it; dates only nearly, for no blog has one as a key."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "[object Object]"
    if isinstance(value, datetime):
        return value.strftime("%a %b %d %Y %H:%M:%S GMT+0000 (Coordinated Universal Time)")
    if isinstance(value, float):
        text = str(int(value)) if abs(value) < 1e21 and value == int(value) else repr(value)
        return {"inf": "Infinity", "-inf": "-Infinity", "nan": "NaN"}.get(text, text)
    return str(value)


def _in_js_order(found: dict[str, Json]) -> dict[str, Json]:
    """JavaScript lists whole-number keys first, in ascending order."""
    indexes = [key for key in found if _ARRAY_INDEX.fullmatch(key) and int(key) < 2**32 - 1]
    if not indexes:
        return found
    ordered = {key: found[key] for key in sorted(indexes, key=int)}
    ordered.update(found)
    return ordered
