"""Highlighted lines of code."""

from __future__ import annotations

from functools import cache
from typing import Any

from pygments.lexer import Lexer
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES
from pygments.util import ClassNotFound

from inkpost.hexo.hljs import hljs_class

_OURS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_HLJS = _OURS | str.maketrans({'"': "&quot;", "'": "&#x27;"})
_PRISM = str.maketrans({"&": "&amp;", "<": "&lt;", "\u00a0": " "})
# Names that authors use and Pygments does not have.
_LEXERS = {
    "golang": "go",
    "c++": "cpp",
    "cuh": "cuda",
    "cu": "cuda",
    "vue": "html",
    "jsonc": "json5",
    "shell-session": "console",
    "shell": "bash",
    "zsh": "bash",
    "plain": "text",
    "plaintext": "text",
    "objectivec": "objective-c",
    "py3": "python",
    "mjs": "javascript",
    "cjs": "javascript",
    "asm": "nasm",
    "conf": "ini",
    "proto": "protobuf",
    "tf": "terraform",
}


@cache
def find_lexer(lang: str) -> Lexer | None:
    """The lexer of a language by its name, or None where the name is unknown."""
    for name in (lang, _LEXERS.get(lang, "")):
        try:
            return get_lexer_by_name(name, stripnl=False) if name else None
        except ClassNotFound:
            continue
    return None


@cache
def token_class(kind: Any, style: str) -> str:
    """The class value for a Pygments token type.

    style: "tok-" for Pygments' names with this prefix; else highlight.js's names, with the style
    as their prefix; "token " for Prism's.
    """
    while kind not in STANDARD_TYPES:
        kind = kind.parent
    name = STANDARD_TYPES[kind]
    if not name or name in ("w", "x", "esc"):
        return ""
    if style != "tok-":
        return hljs_class(name, style)
    return "tok-gp tok-prompt" if name == "gp" else f"tok-{name}"


def highlight_lines(code: str, lang: str, style: str = "tok-") -> list[str]:
    """The code as HTML, line by line; every span is closed within its line."""
    escapes = _OURS if style == "tok-" else _PRISM if style == "token " else _HLJS
    lexer = find_lexer(lang.lower()) if lang else None
    if lexer is None:
        return code.translate(escapes).split("\n")
    lines: list[str] = []
    parts: list[str] = []
    last, text = "", ""
    # Some lexers only see lines that end, so the last line gets an end too.
    for kind, value in lexer.get_tokens(code + "\n"):
        name = token_class(kind, style)
        if name == last:
            text += value
            continue
        _flush(lines, parts, last, text.translate(escapes))
        last, text = name, value
    _flush(lines, parts, last, text.translate(escapes))
    return [*lines, "".join(parts)] if parts else lines


def _flush(lines: list[str], parts: list[str], name: str, text: str) -> None:
    if not text:
        return
    if "\n" not in text:
        parts.append(f'<span class="{name}">{text}</span>' if name else text)
        return
    for index, piece in enumerate(text.split("\n")):
        if index:
            lines.append("".join(parts))
            parts.clear()
        if piece:
            parts.append(f'<span class="{name}">{piece}</span>' if name else piece)
