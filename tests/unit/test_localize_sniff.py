"""Pictures are known by their bytes, and only whole ones pass."""

from __future__ import annotations

import pytest

from inkpost.localize.sniff import NotAnImageError, check_image, describe
from tests.localize.images import SVG, made_by_pillow, png

FORMATS = {"png": "PNG", "jpg": "JPEG", "gif": "GIF", "webp": "WEBP", "bmp": "BMP", "ico": "ICO"}


def _made(kind: str) -> bytes:
    if kind == "avif":
        try:
            return made_by_pillow("AVIF")
        except (KeyError, OSError):
            pytest.skip("this pillow writes no AVIF")
    return SVG if kind == "svg" else made_by_pillow(FORMATS[kind])


@pytest.mark.parametrize("kind", [*FORMATS, "avif", "svg"])
def test_whole_pictures_pass(kind: str) -> None:
    assert check_image(_made(kind)) == kind


@pytest.mark.parametrize("kind", [*FORMATS, "avif", "svg"])
def test_no_cut_picture_passes(kind: str) -> None:
    data = _made(kind)
    for length in (*range(0, len(data) - 1, max(1, len(data) // 60)), len(data) - 1):
        with pytest.raises(NotAnImageError):
            check_image(data[:length])


def test_bytes_after_the_end_do_no_harm() -> None:
    for kind in ("png", "jpg", "gif"):
        assert check_image(_made(kind) + b"\0trailer") == kind


def test_thumbnail_in_a_cut_jpeg_does_not_count_as_its_end() -> None:
    data = _made("jpg")
    thumbnail = b"\xff\xe1" + (len(data) + 2).to_bytes(2, "big") + data
    whole = data[:2] + thumbnail + data[2:]
    assert check_image(whole) == "jpg"
    with pytest.raises(NotAnImageError):
        check_image(whole[:-20])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b"\xef\xbb\xbf <!DOCTYPE html><p>", "HTML"),
        (b"<p>x</p><html>", "HTML"),
        (b'{"code": 404}', "JSON"),
        (b"<?xml version='1.0'?><Error/>", "XML"),
        (b"%PDF-1.7", "PDF"),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "heic"),
        (b"\0" * 400, "not an image"),
        (b"BM not a bitmap, only words that begin so", "not an image"),
    ],
)
def test_others_are_described(data: bytes, reason: str) -> None:
    assert reason in describe(data)
    with pytest.raises(NotAnImageError):
        check_image(data)


@pytest.mark.parametrize(
    "inner",
    [
        "<script>x</script>",
        '<rect onclick="x"/>',
        '<a href="javascript:x"><rect/></a>',
        '<a xlink:href=" java&#10;script:x" xmlns:xlink="http://www.w3.org/1999/xlink"/>',
        '<set attributeName="href" to="x"/>',
        '<animate attributeName="onload" values="x"/>',
        '<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
        '<image href="data:text/html,x"/>',
        '<h:script xmlns:h="http://www.w3.org/1999/xhtml">x</h:script>',
    ],
)
def test_svg_that_could_run_is_refused(inner: str) -> None:
    data = f'<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>'.encode()
    with pytest.raises(NotAnImageError, match="--allow-unsafe-svg"):
        check_image(data)
    assert check_image(data, allow_unsafe_svg=True) == "svg"


def test_entities_and_style_sheets_of_svg_are_refused() -> None:
    entity = b'<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="x">&a;</svg>'
    sheet = b'<?xml-stylesheet href="x.css"?><svg xmlns="x"/>'
    for data in (entity, sheet):
        with pytest.raises(NotAnImageError):
            check_image(data)


def test_harmless_svg_passes() -> None:
    data = (
        b'<!-- c --><svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:image '
        b'href="data:image/png;base64,AA"/><svg:a href="https://example.org/"/></svg:svg>'
    )
    assert check_image(data) == "svg"
    assert check_image(png(1)) == "png"
