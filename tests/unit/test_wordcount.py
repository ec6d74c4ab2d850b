"""Words and minutes where Chinese and Latin mix."""

from __future__ import annotations

import pytest

from inkpost.content.wordcount import count_words


@pytest.mark.parametrize(
    ("text", "cjk", "latin"),
    [
        ("", 0, 0),
        ("你好，世界。", 4, 0),
        ("hello world", 0, 2),
        ("用 Python 写 3 行", 3, 2),
        ("它是don't和well-known，v1.2.3", 3, 3),
        ("日本語とカナ、한국어", 9, 0),
        ("𠮷野家", 3, 0),
        ("α β gamma, naïve café", 0, 5),
        ("Привет мир", 0, 2),
        ("a=b+c; x² ≤ 10 — …", 0, 5),
        ("中a文b", 2, 2),
        ("！？（）《》", 0, 0),
        ("1,000,000", 0, 3),
    ],
)
def test_characters_and_words_are_counted_apart(text: str, cjk: int, latin: int) -> None:
    assert count_words(text) == (cjk, latin)
