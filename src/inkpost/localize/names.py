"""Names that a downloaded picture may have on any system."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from urllib.parse import unquote_to_bytes, urlsplit

MAX_BYTES = 100
_HASH_LENGTH = 8
_EXTENSION = re.compile(
    r"\.(png|apng|jpe?g|jfif|pjpeg|gif|webp|avif|svg|bmp|dib|ico|cur)$", re.IGNORECASE
)
_SAME_TYPE = {
    "png": ("png", "apng"),
    "jpg": ("jpg", "jpeg", "jfif"),
}
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)", re.IGNORECASE)


def name_from_url(url: str, extension: str) -> str:
    """The name for a picture from this URL whose bytes are of the type `extension`."""
    if url[:5].lower() == "data:":
        return make_name("", extension)
    path = urlsplit(url).path
    last = next((part for part in reversed(path.split("/")) if part), "")
    return make_name(_decode(last), extension)


def make_name(wanted: str, extension: str) -> str:
    """A safe name near the wanted one; its extension is that of the bytes."""
    wanted = unicodedata.normalize("NFC", wanted)
    match = _EXTENSION.search(wanted)
    written = match[1] if match else ""
    stem = clean_stem(wanted[: match.start()] if match else wanted)
    if written.lower() in _SAME_TYPE.get(extension, (extension,)):
        extension = written
    return _cut(stem, MAX_BYTES - len(extension) - 1) + "." + extension


def with_hash(name: str, digest: str, length: int = _HASH_LENGTH) -> str:
    """The name with the first digits of a content hash, for bytes that differ from the file's."""
    stem, _, extension = name.rpartition(".")
    ending = f"-{digest[:length]}.{extension}"
    return _cut(stem, MAX_BYTES - len(ending)) + ending


def clean_stem(text: str) -> str:
    """Letters, digits and `._-` of a text, all else as single hyphens; "image" when none is left.

    It does not begin with a dot or an underscore, which hide a file from the site.
    """
    kept = "".join(
        char if unicodedata.category(char)[0] in "LN" or char in "._-" else "-" for char in text
    )
    kept = re.sub(r"-{2,}", "-", kept)
    kept = re.sub(r"\.{2,}", ".", kept).lstrip("._-").rstrip(".-")
    if not kept:
        return "image"
    return f"image-{kept}" if _RESERVED.match(kept) else kept


def fold_name(name: str) -> str:
    """What two names share when some file system takes them for one."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def picture_digest(data: bytes) -> str:
    """The hash that names and manifests use for a picture's bytes."""
    return hashlib.sha256(data).hexdigest()


def _decode(part: str) -> str:
    """A percent-encoded part of a path as text; old Chinese hosts encode it as GB 18030."""
    data = unquote_to_bytes(part)
    for encoding in ("utf-8", "gb18030"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")


def _cut(stem: str, limit: int) -> str:
    data = stem.encode("utf-8")
    if len(data) <= limit:
        return stem
    return data[:limit].decode("utf-8", "ignore").rstrip("._-") or "image"
