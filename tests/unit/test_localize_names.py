"""Names are safe wherever the site is checked out."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.localize.names import MAX_BYTES, clean_stem, make_name, name_from_url, with_hash


@pytest.mark.parametrize(
    ("url", "kind", "name"),
    [
        ("https://h/a.png", "png", "a.png"),
        ("https://h/a%20b.png?w=1", "png", "a-b.png"),
        ("https://h/%E5%9B%BE%20%E7%A4%BA.png", "png", "图-示.png"),
        ("https://h/%BC%DC%B9%B9%CD%BC.png", "png", "架构图.png"),
        ("https://h/lie.jpg", "png", "lie.png"),
        ("https://h/photo.JPEG", "jpg", "photo.JPEG"),
        ("https://h/style.png@!cover.webp", "webp", "style.png-cover.webp"),
        ("https://h/noext/5f2c", "png", "5f2c.png"),
        ("https://h/", "gif", "image.gif"),
        ("https://h/..%2F..%2Fetc%2Fpasswd", "png", "etc-passwd.png"),
        ("https://h/..%5C..%5Cx.png", "png", "x.png"),
        ("https://h/.hidden.png", "png", "hidden.png"),
        ("https://h/_part.png", "png", "part.png"),
        ("https://h/CON.png", "png", "image-CON.png"),
        ("https://h/lpt1.x.png", "png", "image-lpt1.x.png"),
        ("https://h/a%00b%0A.png", "png", "a-b.png"),
        ("https://h/x.png%20.", "png", "x.png.png"),
        ("data:image/png;base64,AAAA", "png", "image.png"),
    ],
)
def test_name_comes_from_the_last_part(url: str, kind: str, name: str) -> None:
    assert name_from_url(url, kind) == name


def test_decomposed_names_are_composed() -> None:
    assert make_name("e\u0301.png", "png") == "\u00e9.png"


@given(text=st.text(max_size=200))
def test_every_name_is_safe(text: str) -> None:
    for name in (make_name(text, "webp"), with_hash(make_name(text, "jpg"), "ab" * 32)):
        stem, _, _ = name.rpartition(".")
        assert stem
        assert len(name.encode()) <= MAX_BYTES
        assert name[0] not in "._"
        assert all(unicodedata.category(c)[0] in "LN" or c in "._-" for c in name)
        assert "--" not in name
        assert not stem.endswith((".", " "))


@given(text=st.text(max_size=80))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean_stem(unicodedata.normalize("NFC", text))
    assert clean_stem(once) == once
