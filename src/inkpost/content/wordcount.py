"""Words of text in which Chinese and Latin mix."""

from __future__ import annotations

import re

_CJK = re.compile(
    r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3040-\u30ff\uac00-\ud7af\U00020000-\U0003134f]"
)
_WORD = re.compile(r"[A-Za-z0-9\u00c0-\u024f\u0370-\u04ff]+(?:['’._-][A-Za-z0-9\u00c0-\u024f]+)*")


def count_words(text: str) -> tuple[int, int]:
    """How many CJK characters and how many other words a text has."""
    rest, cjk = _CJK.subn(" ", text)
    return cjk, len(_WORD.findall(rest))
