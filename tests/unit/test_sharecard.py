from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageStat

from inkpost.builtin.covers import FAMILIES, cover_svg
from inkpost.io.drawing import rasterise, trace
from inkpost.io.sharecard import RATIO, break_lines, draw_card, is_font
from tests.shared import absent


def card(family: str, slug: str = "a-post") -> str:
    return cover_svg(slug, "GPU", pattern=family, ratio=RATIO, ground="deep")


@pytest.mark.parametrize("family", [*FAMILIES, "gradient"])
def test_every_family_becomes_the_same_png_each_time(family: str) -> None:
    data = draw_card(card(family))
    assert data == draw_card(card(family))
    with Image.open(BytesIO(data)) as picture:
        assert (picture.format, picture.size) == ("PNG", (600, 315))
        colours = picture.convert("RGB").getcolors(1 << 20)
    assert colours is not None
    assert len(colours) > 4


@pytest.mark.parametrize("family", FAMILIES)
def test_the_drawing_stands_on_its_ground(family: str) -> None:
    plain = rasterise(card("gradient"), 300)
    drawn = rasterise(card(family), 300)
    assert ImageStat.Stat(drawn).mean > ImageStat.Stat(plain).mean


def test_what_is_drawn_where() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">'
        '<path fill="#000000" d="M0 0h40v20H0z"/>'
        '<path fill="#ff0000" d="M2 2h8v8h-8z"/>'
        '<g fill="none" stroke="#00ff00" stroke-linecap="round">'
        '<path stroke-width="6" d="M30 10h0"/><path stroke="#0000ff" opacity=".5"'
        ' stroke-width="2" d="M0 18L40 18"/></g></svg>'
    )
    picture = rasterise(svg, 80)
    assert picture.size == (80, 40)
    assert picture.getpixel((10, 10)) == (255, 0, 0)
    assert picture.getpixel((60, 20)) == (0, 255, 0)
    assert picture.getpixel((30, 20)) == (0, 0, 0)
    red, green, blue = picture.getpixel((40, 36))  # type: ignore[misc]
    assert (red, green) == (0, 0)
    assert 120 <= blue <= 135


def test_paths() -> None:
    (line,) = trace("M1 2l3 0h.5v-1L-4.5-6")
    assert line.points == [(1, 2), (4, 2), (4.5, 2), (4.5, 1), (-4.5, -6)]
    closed, dot = trace("M0 0h4v4zM9 9h0")
    assert (closed.closed, dot.points) == (True, [(9, 9), (9, 9)])
    (curve,) = trace("M0 0C0 10 10 10 10 0S20-10 20 0Q25 5 30 0")
    assert curve.points[-1] == (30, 0)
    assert all(abs(y) <= 10 for _, y in curve.points)
    with pytest.raises(ValueError, match="A"):
        trace("M0 0A1 1 0 0 0 2 2")


@given(st.text(max_size=60), st.integers(4, 20))
def test_lines_hold_all_of_a_title(title: str, room: int) -> None:
    lines = break_lines(title, lambda line: len(line) <= room)
    assert "".join(lines).replace(" ", "") == "".join(title.split()).replace(" ", "")


def test_lines_break_between_words_and_characters() -> None:
    def wrap(title: str, room: int) -> list[str]:
        return break_lines(title, lambda line: len(line) <= room)

    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("日志结构存储：从头说起", 6) == ["日志结构存", "储：从头说起"]
    assert wrap("用 KaTeX 排公式", 7) == ["用 KaTeX", "排公式"]
    assert wrap("", 5) == []


def font() -> bytes:
    for folder in ("/usr/share/fonts", "/usr/local/share/fonts"):
        for file in sorted(Path(folder).rglob("*.ttf")):
            return file.read_bytes()
    return absent("a font file")


def test_a_title_is_written_only_in_a_font_that_was_named() -> None:
    svg, data = card("waves"), font()
    plain = draw_card(svg)
    assert draw_card(svg, "A title") == plain
    titled = draw_card(svg, "A title that is long enough to need several lines " * 3, data)
    assert titled != plain
    with Image.open(BytesIO(titled)) as picture:
        foot = picture.convert("L").crop((0, 200, 600, 315))
        assert max(foot.tobytes()) > 240
    assert is_font(data)
    assert not is_font(b"no font")
