"""Takes a picture out of a `data:` URL."""

from __future__ import annotations

import base64
import binascii
import re
from pathlib import Path
from urllib.parse import unquote_to_bytes

from inkpost.localize.outcome import FetchError, Picture, check_file

_FORM = re.compile(r"data:([^,]*),([\s\S]*)", re.IGNORECASE)


def read_data_url(url: str, file: Path, *, allow_unsafe_svg: bool = False) -> Picture:
    """The picture that a `data:` URL holds, written to a file of ours.

    Raises: FetchError.
    """
    match = _FORM.fullmatch(url)
    if match is None:
        raise FetchError("no valid data URL")
    data = unquote_to_bytes(match[2])
    if match[1].lower().rstrip().endswith(";base64"):
        packed = re.sub(rb"\s", b"", data)
        try:
            data = base64.b64decode(packed + b"=" * (-len(packed) % 4), validate=True)
        except binascii.Error as error:
            raise FetchError("the data URL is cut or damaged") from error
    file.write_bytes(data)
    return check_file(file, allow_unsafe_svg=allow_unsafe_svg)
