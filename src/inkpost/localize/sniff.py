"""Says by its bytes what a picture is, and whether all of it is there."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Literal

from inkpost.localize.svgcheck import check_svg, looks_like_svg

ImageType = Literal["png", "jpg", "gif", "webp", "avif", "svg", "bmp", "ico"]

CUT = "the picture is cut short"


class NotAnImageError(Exception):
    """Bytes that are no acceptable picture; the message says what they are instead."""


def check_image(data: bytes, *, allow_unsafe_svg: bool = False) -> ImageType:
    """The type of a complete picture.

    Raises: NotAnImageError for anything else, a picture that is cut among it.
    """
    kind = sniff(data)
    if kind is None:
        raise NotAnImageError(describe(data))
    if kind == "svg":
        fault = check_svg(data, allow_unsafe=allow_unsafe_svg)
        if fault:
            raise NotAnImageError(fault)
    elif not _COMPLETE[kind](data):
        raise NotAnImageError(CUT)
    return kind


def sniff(data: bytes) -> ImageType | None:
    """The type that the first bytes promise."""
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if data.startswith(b"\xff\xd8\xff"):
        return "jpg"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "gif"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    if data[4:8] == b"ftyp" and _has_avif_brand(data):
        return "avif"
    if data[:2] == b"BM" and len(data) >= 26 and data[6:10] == b"\0\0\0\0":
        return "bmp"
    if data[:4] == b"\0\0\1\0" and 0 < int.from_bytes(data[4:6], "little") < 256:
        return "ico"
    return "svg" if looks_like_svg(data) else None


def describe(data: bytes) -> str:
    """What bytes are that are no picture."""
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if not data:
        return "the answer is empty"
    if head.startswith((b"<!doctype html", b"<html", b"<head", b"<body")) or b"<html" in head:
        return "an HTML page, not an image"
    if head[:1] in (b"{", b"["):
        return "JSON, not an image"
    if head.startswith((b"<?xml", b"<error")):
        return "an XML document, not an image"
    if head.startswith(b"%pdf"):
        return "a PDF file, not an image"
    if data[4:8] == b"ftyp":
        return f'a file of type "{data[8:12].decode("latin-1").strip()}", not an image for the web'
    return "not an image"


def is_hopeless(head: bytes) -> bool:
    """Whether the first bytes already tell that no picture follows; head: at least 1 KB, or all."""
    return sniff(head) is None and b"<" not in head[:4096]


def _has_avif_brand(data: bytes) -> bool:
    size = min(int.from_bytes(data[:4], "big"), 256)
    brands = [data[8:12], *(data[at : at + 4] for at in range(16, size, 4))]
    return b"avif" in brands or b"avis" in brands


def _is_whole_png(data: bytes) -> bool:
    at = 8
    while at + 12 <= len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        kind = data[at + 4 : at + 8]
        at += 12 + length
        if kind == b"IEND":
            return at <= len(data)
    return False


def _is_whole_jpg(data: bytes) -> bool:
    """The segments up to the first scan are there, and an end mark follows the scans."""
    at = 2
    while at + 4 <= len(data):
        if data[at] != 0xFF:
            return False
        mark = data[at + 1]
        if mark == 0xFF:
            at += 1
            continue
        if mark == 0xDA:
            end: int = data.rfind(b"\xff\xd9", at)
            return end > at
        if mark == 0xD9:
            return False
        at += 2 if 0xD0 <= mark <= 0xD7 or mark == 1 else 2 + _word(data, at + 2)
    return False


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big")


def _is_whole_gif(data: bytes) -> bool:
    if len(data) < 13:
        return False
    at = 13 + _table_size(data[10])
    while at < len(data):
        if data[at] == 0x3B:
            return True
        if data[at] == 0x21:
            at += 2
        elif data[at] == 0x2C and at + 10 < len(data):
            at += 11 + _table_size(data[at + 9])
        else:
            return False
        while at < len(data) and data[at]:
            at += 1 + data[at]
        at += 1
    return False


def _table_size(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _is_whole_webp(data: bytes) -> bool:
    return len(data) >= 8 + int.from_bytes(data[4:8], "little")


def _is_whole_avif(data: bytes) -> bool:
    at = 0
    has_data = False
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if size == 0:  # up to the end of the file
            return True
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        if size < 8:
            return False
        kind = data[at + 4 : at + 8]
        has_data |= kind == b"mdat" or (kind == b"meta" and b"idat" in data[at : at + size])
        at += size
    return has_data and at == len(data)


def _is_whole_bmp(data: bytes) -> bool:
    size = int.from_bytes(data[2:6], "little")
    pixels = int.from_bytes(data[10:14], "little")
    return size <= len(data) and 14 < pixels <= len(data)


def _is_whole_ico(data: bytes) -> bool:
    count = int.from_bytes(data[4:6], "little")
    if len(data) < 6 + 16 * count:
        return False
    for number in range(count):
        size, offset = struct.unpack_from("<II", data, 6 + 16 * number + 8)
        if not size or offset + size > len(data):
            return False
    return True


_COMPLETE: dict[str, Callable[[bytes], bool]] = {
    "png": _is_whole_png,
    "jpg": _is_whole_jpg,
    "gif": _is_whole_gif,
    "webp": _is_whole_webp,
    "avif": _is_whole_avif,
    "bmp": _is_whole_bmp,
    "ico": _is_whole_ico,
}
