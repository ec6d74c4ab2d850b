"""ASCII text in characters that Markdown has no rules for, and back."""

from __future__ import annotations

import re

# The end of the last private-use plane: no font and no author uses it.
_BASE = 0x10F000
_ENCODED = re.compile("[\U0010f000-\U0010f07f]")
_TO_ENCODE = re.compile(r"[\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}


def encode(text: str, *, keep_lines: bool) -> str:
    """Text with its ASCII punctuation and space hidden; keep_lines: not its line breaks."""

    def hide(match: re.Match[str]) -> str:
        char = match[0]
        return char if char == "\n" and keep_lines else chr(_BASE + ord(char))

    return _TO_ENCODE.sub(hide, text)


def decode_verbatim(text: str) -> str:
    """What was encoded, as it was."""
    return _ENCODED.sub(lambda match: chr(ord(match[0]) - _BASE), text)


def decode_escaped(text: str) -> str:
    """What was encoded, as HTML text."""

    def show(match: re.Match[str]) -> str:
        char = chr(ord(match[0]) - _BASE)
        return _ENTITIES.get(char, char)

    return _ENCODED.sub(show, text)
