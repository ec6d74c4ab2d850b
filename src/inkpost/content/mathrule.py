"""Finds the formulas of a Markdown text, as a plug-in for markdown-it."""

from __future__ import annotations

import re
from html import escape

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererProtocol
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from inkpost.content.mathblock import keep_pipes, parse_block
from inkpost.content.mathdelim import (
    find_closer,
    is_bracket_formula,
    is_in_url,
    is_inline_formula,
    is_name_in_dollars,
)

_BRACKET = re.compile(r"\\\\?[(\[]")
_REFERENCE = re.compile(r"\\(?:eqref|ref)\{[^{}\n]+\}")
_TAG = re.compile(r"\{%-?\s*(katex|mathjax|math)\b[^%]*%\}")
_UNCLOSED = "math_unclosed"


def math_plugin(md: MarkdownIt) -> None:
    """Make markdown-it find formulas.

    Tokens: `math_inline` and `math_display` within text, `math_block` on its own; `content` is
    the TeX, stripped; `meta["display"]` says how it is set, `meta["offset"]` where the delimiter
    stands in the content of the inline token. A bare `\\eqref{key}` is a formula too. A `$$`
    that nothing closes stays literal, and `env["warnings"]` gets a pair (0-based line, message).
    """
    md.inline.ruler.before("escape", "math", _parse_inline)
    interrupts: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list", "table"]}
    md.block.ruler.before("fence", "math_block", parse_block, interrupts)
    for rule in md.block.ruler.__rules__:
        if rule.name == "table":
            md.block.ruler.at("table", keep_pipes(rule.fn), {"alt": rule.alt})
    md.core.ruler.after("block", "math_fence", _take_fences)
    md.core.ruler.after("inline", "math_unclosed", _report_unclosed)
    md.core.ruler.after("inline", "math_titles", _read_titles)
    md.add_render_rule("math_inline", _render_source)
    md.add_render_rule("math_display", _render_source)
    md.add_render_rule("math_block", _render_source)


def _render_source(
    renderer: RendererProtocol, tokens: list[Token], index: int, options: OptionsDict, env: EnvType
) -> str:
    """The TeX between delimiters: what a page shows where nothing sets its formulas."""
    token = tokens[index]
    if token.type == "math_inline":
        return f"\\({escape(token.content, quote=False)}\\)"
    ending = "\n" if token.type == "math_block" else ""
    return f"\\[{escape(token.content, quote=False)}\\]{ending}"


def _take_fences(state: StateCore) -> None:
    """Turn fenced blocks of the language "math" into formulas."""
    for token in state.tokens:
        if token.type == "fence" and token.info.split(None, 1)[:1] == ["math"]:
            token.type = "math_block"
            token.tag = ""
            token.content = token.content.strip()
            token.meta = {"display": True}


def _report_unclosed(state: StateCore) -> None:
    """Give each unclosed `$$` its line, known only now that the block around it is."""
    found = state.env.pop(_UNCLOSED, None)
    if not found:
        return
    for token in state.tokens:
        if token.type != "inline":
            continue
        for children, text_before in found:
            if children is token.children:
                line = (token.map[0] if token.map else 0) + text_before.count("\n")
                state.env.setdefault("warnings", []).append((line, '"$$" is not closed'))


def _read_titles(state: StateCore) -> None:
    """Find the formulas in titles of links and pictures: `meta["title"]` holds their tokens."""
    for block in state.tokens:
        for token in block.children or ():
            title = token.attrs.get("title") if token.type in ("image", "link_open") else None
            if not isinstance(title, str) or "$" not in title:
                continue
            found: list[Token] = []
            state.md.inline.parse(title, state.md, state.env, found)
            if any(each.type in ("math_inline", "math_display") for each in found):
                for each in found:
                    each.meta.pop("offset", None)
                token.meta = {**token.meta, "title": found}


def _parse_inline(state: StateInline, silent: bool) -> bool:
    mark = state.src[state.pos]
    if mark == "$":
        return _parse_dollars(state, silent)
    if mark == "\\":
        return _parse_brackets(state, silent)
    return mark == "{" and _parse_tag(state, silent)


def _accept(state: StateInline, silent: bool, tex: str, after: int, markup: str) -> bool:
    """Take the formula that ends before `after`."""
    if not silent:
        display = markup in ("$$", "\\[", "\\\\[")
        token = state.push("math_display" if display else "math_inline", "", 0)
        token.content = tex.strip()
        token.markup = markup
        token.meta = {"display": display, "offset": state.pos}
    state.pos = after
    return True


def _refuse(state: StateInline, silent: bool, after: int) -> bool:
    """Take the marks before `after` as plain text."""
    if not silent:
        state.pending += state.src[state.pos : after]
    state.pos = after
    return True


def _parse_dollars(state: StateInline, silent: bool) -> bool:
    text, start, end = state.src, state.pos, state.posMax
    if is_in_url(text, start):
        return _refuse(state, silent, start + 1)
    if text.startswith("$`", start):
        closer = text.find("`$", start + 2, end)
        if closer > 0 and text[start + 2 : closer].strip():
            return _accept(state, silent, text[start + 2 : closer], closer + 2, "$`")
    if text.startswith("$$", start):
        return _parse_double_dollars(state, silent)
    closer = find_closer(text, start + 1, end, 1)
    if closer > 0 and is_inline_formula(text, start, closer):
        return _accept(state, silent, text[start + 1 : closer], closer + 1, "$")
    return _refuse(state, silent, start + 1)


def _parse_double_dollars(state: StateInline, silent: bool) -> bool:
    text, start, end = state.src, state.pos, state.posMax
    closer = find_closer(text, start + 2, end, 2)
    if closer > 0 and is_name_in_dollars(text, start, closer):
        return _refuse(state, silent, closer + 2)
    if closer > 0 and text[start + 2 : closer].strip():
        return _accept(state, silent, text[start + 2 : closer], closer + 2, "$$")
    after = start + 2
    while after < end and text[after] == "$":
        after += 1
    if closer > 0:
        return _refuse(state, silent, max(after, closer + 2))
    # Within a line, "$$" may be meant as it stands (a shell's process number).
    if not silent and after == start + 2 and not text[:start].rpartition("\n")[2].strip():
        state.env.setdefault(_UNCLOSED, []).append((state.tokens, text[:start]))
    return _refuse(state, silent, after)


def _parse_brackets(state: StateInline, silent: bool) -> bool:
    text, start = state.src, state.pos
    match = _BRACKET.match(text, start)
    if match is None:
        return _parse_reference(state, silent)
    opener = match[0]
    display = opener[-1] == "["
    closer = opener[:-1] + ("]" if display else ")")
    body = match.end()
    stop = text.find(closer, body, state.posMax)
    if stop < 0:
        return False
    tex = text[body:stop]
    doubled = len(opener) == 3
    # Within text, square brackets are more often a reference than a formula.
    if not is_bracket_formula(tex, doubled=doubled, display=display, in_text=True):
        return False
    return _accept(state, silent, tex, stop + len(closer), opener)


def _parse_reference(state: StateInline, silent: bool) -> bool:
    r"""A bare `\eqref{key}`, which MathJax links in text as well."""
    match = _REFERENCE.match(state.src, state.pos, state.posMax)
    return match is not None and _accept(state, silent, match[0], match.end(), "\\ref")


def _parse_tag(state: StateInline, silent: bool) -> bool:
    match = _TAG.match(state.src, state.pos)
    if match is None:
        return False
    closing = re.compile(rf"\{{%-?\s*end{match[1]}\s*-?%\}}").search(
        state.src, match.end(), state.posMax
    )
    if closing is None or not state.src[match.end() : closing.start()].strip():
        return False
    tex = state.src[match.end() : closing.start()]
    return _accept(state, silent, tex, closing.end(), match[1])
