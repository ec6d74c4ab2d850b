"""What our Markdown has beyond Hexo's: marks, alerts, tasks, picture sizes, wiki links."""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline.state_inline import StateInline
from markdown_it.token import Token

from inkpost.content.md_cjk import scan_run
from inkpost.content.md_images import loose_image

_ALERT = re.compile(r"\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\][ \t]*(?:\n|$)", re.IGNORECASE)
# How Typora, CSDN and VuePress ask for a contents list, which themes show by themselves.
_CONTENTS = re.compile(r"\[toc\]|\[\[toc\]\]|@\[toc\](?:\([^()]*\))?", re.IGNORECASE)
_TASK = re.compile(r"\[([ xX])\][ \t]+")
_WIKI = re.compile(r"!?\[\[([^\[\]\n|]+?)(?:\|([^\[\]\n]*))?\]\]")
_SIZE = re.compile(r"\|\s*(\d+)(?:x(\d+))?\s*$")
PICTURE = re.compile(r"\.(?:png|jpe?g|gif|webp|svg|avif|bmp|ico)$", re.IGNORECASE)


def extras_plugin(md: MarkdownIt) -> None:
    """Add marks, alerts, tasks, wiki links and picture sizes to a parser; `[TOC]` is nothing."""
    md.inline.ruler.before("link", "wiki", _wiki)
    md.inline.ruler.at("image", loose_image)
    md.inline.ruler.before("emphasis", "mark", _mark)
    md.core.ruler.after("block", "alerts", _alerts)
    md.core.ruler.after("block", "tasks", _tasks)
    md.core.ruler.after("block", "contents", _leave_out_contents)
    md.core.ruler.after("block", "footnote_twins", _tell_twins)


def _mark(state: StateInline, silent: bool) -> bool:
    src, pos, limit = state.src, state.pos, state.posMax
    if silent or not src.startswith("==", pos):
        return False
    # "s[i]=='0'" compares as well.
    if pos and (_is_word(src[pos - 1]) or src[pos - 1] in ")]}"):
        return False
    if src[pos + 2 : pos + 3] in ("", "=", " ", "\n") or src[pos - 1 : pos] == "=":
        return False
    end = src.find("==", pos + 2, limit)
    after = src[end + 2 : end + 3]
    # "a==b and c==d" compares, it marks nothing.
    if end < 0 or src[end - 1] in " \n" or after == "=" or _is_word(after):
        return False
    if not scan_run(state, True, True)[0]:
        return False
    state.push("mark_open", "mark", 1).markup = "=="
    state.pos, state.posMax = pos + 2, end
    state.md.inline.tokenize(state)
    state.push("mark_close", "mark", -1).markup = "=="
    state.pos, state.posMax = end + 2, limit
    return True


def _is_word(char: str) -> bool:
    return char.isascii() and char.isalnum()


def _wiki(state: StateInline, silent: bool) -> bool:
    src, pos = state.src, state.pos
    if not src.startswith("[[", pos) and not src.startswith("![[", pos):
        return False
    match = _WIKI.match(src, pos, state.posMax)
    if not match or src.startswith("(", match.end()):
        return False
    if not silent:
        token = state.push("wiki", "", 0)
        token.content = match[1].strip()
        token.info = (match[2] or "").strip()
        token.markup = match[0]
        token.meta = {"embed": src[pos] == "!"}
    state.pos = match.end()
    return True


def split_size(text: str) -> tuple[str, str, str]:
    """An alternative text without its `|300` or `|300x200`, and the width and height."""
    match = _SIZE.search(text)
    if not match:
        return text, "", ""
    return text[: match.start()].rstrip(), match[1], match[2] or ""


def _tell_twins(state: StateCore) -> None:
    """Tell of a footnote that is written twice, of which the last one counts."""
    lines: dict[str, int] = {}
    for token in state.tokens:
        if token.type != "footnote_reference_open":
            continue
        label, line = token.meta["label"], token.map[0] if token.map else 0
        if label in lines:
            above = line - lines[label]
            message = f'the footnote "[^{label}]" is written twice, first {above} lines above; '
            state.env.setdefault("warnings", []).append((line, message + "this one is used"))
        lines[label] = line


def _alerts(state: StateCore) -> None:
    tokens = state.tokens
    for i, token in enumerate(tokens):
        if token.type != "blockquote_open" or i + 2 >= len(tokens):
            continue
        inline = tokens[i + 2]
        if tokens[i + 1].type != "paragraph_open" or inline.type != "inline":
            continue
        match = _ALERT.match(inline.content)
        if not match:
            continue
        token.meta = {"alert": match[1].lower()}
        inline.content = inline.content[match.end() :]
        if inline.map and match[0].endswith("\n"):
            inline.map = [inline.map[0] + 1, inline.map[1]]
        if not inline.content:
            tokens[i + 1].hidden = tokens[i + 3].hidden = True
            tokens[i + 1].meta = tokens[i + 3].meta = {"empty": True}


def _tasks(state: StateCore) -> None:
    tokens = state.tokens
    for i in range(len(tokens) - 2):
        if tokens[i].type != "list_item_open" or tokens[i + 2].type != "inline":
            continue
        if tokens[i + 1].type != "paragraph_open":
            continue
        inline = tokens[i + 2]
        match = _TASK.match(inline.content)
        if match:
            inline.content = inline.content[match.end() :]
            tokens[i].meta = {"task": match[1] != " "}
            inline.meta = {"task": match[1] != " "}


def _leave_out_contents(state: StateCore) -> None:
    """Leave out each paragraph that is nothing but `[TOC]`."""
    if "TOC" in state.env.get("references", ()):
        return
    tokens = state.tokens
    for i in range(len(tokens) - 3, -1, -1):
        inline = tokens[i + 1]
        if tokens[i].type != "paragraph_open" or tokens[i].level or inline.type != "inline":
            continue
        if _CONTENTS.fullmatch(inline.content.strip()):
            del tokens[i : i + 3]


def is_picture(name: str) -> bool:
    """Whether a name ends like a picture file's."""
    return bool(PICTURE.search(name))


def text_of(tokens: list[Token] | None) -> str:
    """The plain text of inline tokens, for alternative texts."""
    parts: list[str] = []
    for token in tokens or ():
        if token.type in ("text", "text_special", "code_inline", "math_inline", "math_display"):
            parts.append(token.content)
        elif token.type == "image":
            parts.append(text_of(token.children))
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif token.type == "wiki":
            parts.append(token.info or token.content)
    return "".join(parts)
