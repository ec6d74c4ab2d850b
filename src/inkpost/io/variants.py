"""Makes smaller forms of pictures, in kinds that take fewer bytes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Final

from inkpost.io.imagesize import measure

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

_SOURCES: Final = (".png", ".jpg", ".jpeg", ".webp", ".avif", ".bmp")
# Smaller files are as quickly loaded as chosen.
_SMALL_BYTES: Final = 8 * 1024
# A change of it makes all forms anew.
RECIPE: Final = "variants 1"
_QUALITY: Final = {"webp": 82, "avif": 62}


def planned_widths(
    name: str, data: Callable[[], bytes], widths: Sequence[int]
) -> tuple[tuple[int, int], ...]:
    """Width and height of each form that a picture should have; () where it is best left alone:
    drawings, animations, deep colour, small pictures, files that are none.

    widths: what is wanted, ascending; the picture's own width takes the place of the first wider
    one.
    """
    if not name.lower().endswith(_SOURCES):
        return ()
    size = measure(name, data)
    if size is None or size[0] <= widths[0] or len(data()) < _SMALL_BYTES or _is_special(data()):
        return ()
    width, height = size
    chosen = [each for each in widths if each < width]
    if len(chosen) < len(widths):
        chosen.append(width)
    return tuple((each, max(1, round(height * each / width))) for each in chosen)


def encode(data: bytes, size: tuple[int, int], kind: str) -> bytes:
    """A picture at another size and in another kind, the same bytes each time.

    kind: "webp" or "avif". Raises: OSError, ValueError where the picture is damaged.
    """
    from PIL import Image, ImageOps  # lazy: a site without forms never needs it

    with Image.open(BytesIO(data)) as opened:
        # A profile of other channels says nothing about red, green and blue.
        profile = opened.info.get("icc_profile") if opened.mode in ("RGB", "RGBA", "P") else None
        picture = ImageOps.exif_transpose(opened)
        picture = _in_full_colour(picture)
        if picture.size != size:
            picture = picture.resize(size, Image.Resampling.LANCZOS)
    out = BytesIO()
    options: dict[str, object] = {"quality": _QUALITY[kind]}
    if profile:
        options["icc_profile"] = profile
    # More threads would cut the picture into tiles, and the bytes would follow the machine.
    options |= {"method": 4} if kind == "webp" else {"speed": 6, "max_threads": 1}
    picture.save(out, kind.upper(), **options)
    return out.getvalue()


def can_encode(kind: str) -> bool:
    """Whether the installed pillow can write a kind."""
    from PIL import features  # lazy

    return bool(features.check(kind))


def encoder_version() -> str:
    """What else the bytes follow from besides the picture."""
    import PIL  # lazy

    return f"{RECIPE} pillow {PIL.__version__}"


def _in_full_colour(picture: Picture) -> Picture:
    if picture.mode in ("RGB", "RGBA"):
        return picture
    clear = picture.mode in ("LA", "PA", "La", "RGBa") or "transparency" in picture.info
    return picture.convert("RGBA" if clear else "RGB")


def _is_special(data: bytes) -> bool:
    """Whether a picture moves, or has more than 8 bits a channel, which a form would lose."""
    from PIL import Image  # lazy

    with Image.open(BytesIO(data)) as picture:
        return bool(getattr(picture, "is_animated", False)) or picture.mode[0] in "IF"
