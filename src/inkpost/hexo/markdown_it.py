"""The parser of hexo-renderer-markdown-it 7.1 and the plug-ins that its users name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.common.utils import arrayReplaceAt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.subscript import sub_plugin
from mdit_py_plugins.superscript import superscript_plugin

Plugin = Callable[[MarkdownIt], None]

_PRESETS = {"default": "js-default", "commonmark": "commonmark", "zero": "zero"}


def markdown_it_parser(
    preset: str,
    options: dict[str, Any],
    *,
    enable: Sequence[str] = (),
    disable: Sequence[str] = (),
    plugins: Sequence[str] = (),
) -> tuple[MarkdownIt, tuple[str, ...]]:
    """A parser with these options, and the names of plug-ins that are not known here."""
    md = MarkdownIt(_PRESETS.get(preset, "js-default"), options)
    md.enable(list(enable), ignoreInvalid=True)
    md.disable(list(disable), ignoreInvalid=True)
    unknown = []
    for name in plugins:
        plugin = PLUGINS.get(name)
        if plugin:
            plugin(md)
        else:
            unknown.append(name)
    return md, tuple(unknown)


def paired_plugin(mark: str, tag: str) -> Plugin:
    """Makes a rule for text between doubled marks, such as `==x==` and `++x++`."""

    def scan(state: StateInline, silent: bool) -> bool:
        if silent or state.src[state.pos] != mark:
            return False
        scanned = state.scanDelims(state.pos, True)
        if scanned.length < 2:
            return False
        start = state.pos + scanned.length % 2
        close = _find_pair(state, start + 2, mark) if scanned.can_open else -1
        if close < 0:
            return False
        if scanned.length % 2:
            state.pending += mark
        state.push(f"{tag}_open", tag, 1).markup = mark * 2
        limit, state.pos, state.posMax = state.posMax, start + 2, close
        state.md.inline.tokenize(state)
        state.push(f"{tag}_close", tag, -1).markup = mark * 2
        state.pos, state.posMax = close + 2, limit
        return True

    def plugin(md: MarkdownIt) -> None:
        md.inline.ruler.before("emphasis", tag, scan)

    return plugin


def _find_pair(state: StateInline, start: int, mark: str) -> int:
    """Where the marks stand that close, or -1."""
    opened = state.pos
    pos = state.src.find(mark * 2, start, state.posMax)
    while pos >= 0:
        state.pos = pos
        scanned = state.scanDelims(pos, True)
        state.pos = opened
        if scanned.can_close and pos > start:
            return pos
        pos = state.src.find(mark * 2, pos + max(scanned.length, 2), state.posMax)
    return -1


_ABBR = re.compile(r"\*\[((?:\\.|[^\[\]\\])+)\]:(.*)")


def abbr_plugin(md: MarkdownIt) -> None:
    """Abbreviations: `*[HTML]: Hyper…` defines, every later HTML gets its title."""

    def define(state: StateBlock, start: int, _end: int, silent: bool) -> bool:
        line = state.src[state.bMarks[start] + state.tShift[start] : state.eMarks[start]]
        match = _ABBR.match(line)
        title = match[2].strip() if match else ""
        if not match or not title:
            return False
        if not silent:
            name = re.sub(r"\\(.)", r"\1", match[1])
            state.env.setdefault("abbreviations", {}).setdefault(name, title)
            state.line = start + 1
        return True

    md.block.ruler.before("reference", "abbr_def", define, {"alt": ["paragraph", "reference"]})
    md.core.ruler.after("linkify", "abbr_replace", _replace_abbreviations)


def _replace_abbreviations(state: StateCore) -> None:
    known: dict[str, str] = state.env.get("abbreviations", {})
    if not known:
        return
    names = sorted(known, key=len, reverse=True)
    word = re.compile(r"(?<![^\W_])(?:" + "|".join(map(re.escape, names)) + r")(?![^\W_])")
    for block in state.tokens:
        if block.type != "inline" or not block.children:
            continue
        for index in range(len(block.children) - 1, -1, -1):
            token = block.children[index]
            if token.type == "text" and word.search(token.content):
                nodes = _split_abbreviations(token.content, word, known)
                block.children = arrayReplaceAt(block.children, index, nodes)


def _split_abbreviations(text: str, word: re.Pattern[str], known: dict[str, str]) -> list[Token]:
    nodes: list[Token] = []
    pos = 0
    for match in word.finditer(text):
        if match.start() > pos:
            nodes.append(Token("text", "", 0, content=text[pos : match.start()]))
        nodes.append(Token("abbr_open", "abbr", 1, attrs={"title": known[match[0]]}))
        nodes.append(Token("text", "", 0, content=match[0]))
        nodes.append(Token("abbr_close", "abbr", -1))
        pos = match.end()
    if pos < len(text):
        nodes.append(Token("text", "", 0, content=text[pos:]))
    return nodes


def cjk_breaks_plugin(md: MarkdownIt) -> None:
    """Joins lines whose break stands between two wide characters that are not Hangul."""

    def join(state: StateCore) -> None:
        for block in state.tokens:
            if block.type == "inline" and block.children:
                _join_lines(block.children)

    md.core.ruler.push("cjk_breaks", join)


def _join_lines(tokens: list[Token]) -> None:
    for index, token in enumerate(tokens):
        if token.type != "softbreak":
            continue
        before = next((t.content[-1:] for t in reversed(tokens[:index]) if t.type == "text"), " ")
        after = next((t.content[:1] for t in tokens[index + 1 :] if t.type == "text"), " ")
        if "\u200b" in (before, after) or (_is_wide(before) and _is_wide(after)):
            token.type, token.tag, token.content = "text", "", ""


def _is_wide(char: str) -> bool:
    if not char or unicodedata.east_asian_width(char) not in "FWH":
        return False
    return "HANGUL" not in unicodedata.name(char, "")


def emoji_plugin(md: MarkdownIt) -> None:
    """Names of picture characters between colons become the characters."""

    def replace(state: StateCore) -> None:
        if ":" not in state.src:
            return
        from rich.emoji import Emoji  # lazy: a large table, wanted by few blogs

        for block in state.tokens:
            for token in block.children or ():
                if token.type == "text" and ":" in token.content:
                    token.content = Emoji.replace(token.content)

    md.core.ruler.after("linkify", "emoji", replace)


PLUGINS: dict[str, Plugin] = {
    "markdown-it-footnote": footnote_plugin,
    "markdown-it-sub": sub_plugin,
    "markdown-it-sup": superscript_plugin,
    "markdown-it-deflist": deflist_plugin,
    "markdown-it-mark": paired_plugin("=", "mark"),
    "markdown-it-ins": paired_plugin("+", "ins"),
    "markdown-it-abbr": abbr_plugin,
    "markdown-it-emoji": emoji_plugin,
    "markdown-it-cjk-breaks": cjk_breaks_plugin,
}
