"""Pictures that links to a post show where the post has none: its drawing, with its title."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import TYPE_CHECKING, Final

from inkpost.io.drawing import rasterise

if TYPE_CHECKING:
    from PIL.Image import Image as Picture
    from PIL.ImageFont import FreeTypeFont

# The least size that the networks show as a large card, at their ratio of 1.91.
WIDTH: Final = 600
RATIO: Final = "600/315"

# A change of it makes all pictures anew.
RECIPE: Final = "card 1"

Colour = tuple[int, int, int]

_STOP: Final = re.compile(r'stop-color="(#[0-9a-f]{6})"')
_INK: Final = re.compile(r'(?:fill|stroke)="(#[0-9a-f]{6})"')
_GROUNDS: Final = 48
_STEPS: Final = 15
_MARGIN: Final = 36
_SIZES: Final = (40, 36, 32, 28, 24)
_MOST_LINES: Final = 3
_LEADING: Final = 1.3
_CLOSING: Final = frozenset("，。、；：？！）】》」』”’…,.;:?!)]}%")


def draw_card(svg: str, title: str = "", font: bytes | None = None) -> bytes:
    """The PNG of a drawing of ours.

    title, font: shown at its foot, in the face of the font file. Raises: OSError where the font
    cannot be read.
    """
    from PIL import Image  # lazy: a site that has pictures never needs it

    picture = rasterise(svg, WIDTH)
    if title and font:
        _write(picture, title, font)
        few = picture.quantize(256, method=Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    else:
        few = picture.quantize(palette=_palette(svg), dither=Image.Dither.NONE)
    out = BytesIO()
    few.save(out, "PNG")
    return out.getvalue()


def _palette(svg: str) -> Picture:
    """The colours of a drawing: its ground, and each ink in steps from the ground to itself.

    Known beforehand, they take a quarter of the time that finding them takes.
    """
    from PIL import Image  # lazy

    near, far = (_channels(each) for each in _STOP.findall(svg))
    ground = [_mixed(near, far, step / (_GROUNDS - 1)) for step in range(_GROUNDS)]
    colours = dict.fromkeys(ground)
    for ink in dict.fromkeys(_INK.findall(svg)):
        for under in ground[4::13]:
            for step in range(1, _STEPS + 1):
                colours[_mixed(under, _channels(ink), step / _STEPS)] = None
    palette = Image.new("P", (1, 1))
    palette.putpalette([channel for colour in list(colours)[:256] for channel in colour])
    return palette


def _mixed(one: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def _channels(colour: str) -> Colour:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def is_font(data: bytes) -> bool:
    """Whether the bytes are a font that titles can be written in."""
    from PIL import ImageFont  # lazy

    try:
        ImageFont.truetype(BytesIO(data), _SIZES[0])
    except OSError:
        return False
    return True


def break_lines(text: str, fits: Callable[[str], bool]) -> list[str]:
    """A title in lines: between words of Latin script and between any two CJK characters, but
    never before closing punctuation."""
    lines: list[str] = []
    line = ""
    for piece in (part for whole in _pieces(text) for part in _cut(whole, fits)):
        if line and not fits((line + piece).rstrip()):
            lines.append(line.rstrip())
            line = piece.lstrip()
        else:
            line += piece
    return [*lines, line.rstrip()] if line.strip() else lines


def _pieces(text: str) -> list[str]:
    """What a line may end behind: words with the space after them, single CJK characters."""
    pieces: list[str] = []
    for char in " ".join(text.split()):
        last = pieces[-1] if pieces else ""
        grows = bool(last) and (
            char == " "
            or char in _CLOSING
            or (_is_latin(char) and _is_latin(last[-1]) and not last.endswith(" "))
        )
        if grows:
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces


def _cut(piece: str, fits: Callable[[str], bool]) -> list[str]:
    """A piece as it is, or in single characters where it is too long for any line."""
    return [piece] if fits(piece.rstrip()) else list(piece)


def _is_latin(char: str) -> bool:
    return ord(char) < 0x2E80


def _write(picture: Picture, title: str, font: bytes) -> None:
    """Put a title at the foot of a picture, on a shade."""
    from PIL import Image, ImageDraw  # lazy

    face, lines = _fit(title, font)
    step = round(face.size * _LEADING)
    height = step * len(lines)
    top = picture.height - _MARGIN - height
    shade = Image.linear_gradient("L").resize((picture.width, picture.height - top + 3 * _MARGIN))
    mask = shade.point([round(value * 0.82) for value in range(256)])
    picture.paste("#0b1014", (0, top - 3 * _MARGIN), mask)
    pen = ImageDraw.Draw(picture)
    for number, line in enumerate(lines):
        pen.text((_MARGIN, top + number * step), line, font=face, fill="#fff")


def _fit(title: str, font: bytes) -> tuple[FreeTypeFont, list[str]]:
    """The largest face in which a title takes few lines; a longer one is cut."""
    from PIL import ImageFont  # lazy

    room = WIDTH - 2 * _MARGIN
    lines: list[str] = []
    for size in _SIZES:
        face = ImageFont.truetype(BytesIO(font), size, layout_engine=ImageFont.Layout.BASIC)
        lines = break_lines(title, lambda line, face=face: face.getlength(line) <= room)  # type: ignore[misc]
        if len(lines) <= _MOST_LINES:
            return face, lines
    kept = lines[:_MOST_LINES]
    while kept[-1] and face.getlength(kept[-1] + "…") > room:
        kept[-1] = kept[-1][:-1]
    return face, [*kept[:-1], kept[-1] + "…"]
