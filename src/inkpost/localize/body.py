"""Reads the body of an answer: all of it, not too much, and not for too long."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import IO, Any

from requests import Response
from urllib3.exceptions import HTTPError, IncompleteRead
from urllib3.exceptions import TimeoutError as UrllibTimeoutError

from inkpost.localize.outcome import FetchError, Limits, PassingError, causes_of
from inkpost.localize.sniff import is_hopeless
from inkpost.localize.transport import Deadline

_PART = 65536
_HEAD = 4096


def read_body(response: Response, sink: IO[bytes], limits: Limits, deadline: Deadline) -> None:
    """Write all bytes of an answer: no more than allowed, and no fewer than it promised."""
    promised = response.headers.get("Content-Length", "")
    if promised.isdigit() and int(promised) > limits.size:
        raise FetchError(too_large(limits))
    head = b""
    size = 0
    try:
        for part in _decoded(response.raw, response.headers.get("Content-Encoding", "")):
            size += len(part)
            sink.write(part)
            if size > limits.size or response.raw.tell() > limits.size:
                raise FetchError(too_large(limits))
            if deadline.over:
                raise FetchError(too_slow(limits))
            if len(head) < _HEAD:
                head += part[:_HEAD]
                if len(head) >= _HEAD and is_hopeless(head):
                    break
    except (HTTPError, OSError, ValueError, AttributeError, zlib.error) as error:
        raise _explain_cut(error, limits, deadline) from error
    if deadline.over:
        raise FetchError(too_slow(limits))


def _explain_cut(error: BaseException, limits: Limits, deadline: Deadline) -> Exception:
    if deadline.over:
        return FetchError(too_slow(limits))
    if any(isinstance(item, IncompleteRead) for item in causes_of(error)):
        return PassingError("the picture is truncated: the connection was cut")
    if isinstance(error, UrllibTimeoutError | TimeoutError):
        return FetchError(f"no data for {limits.read_s:g} s")
    if isinstance(error, zlib.error):
        return FetchError("the answer is compressed wrongly")
    return PassingError("the picture is truncated: the connection broke")


def too_slow(limits: Limits) -> str:
    """The reason for a download that took too long."""
    return f"took longer than {limits.whole_s:g} s"


def too_large(limits: Limits) -> str:
    """The reason for a picture that is too large."""
    return f"larger than {limits.size // (1024 * 1024)} MB"


def _decoded(raw: Any, encoding: str) -> Iterator[bytes]:
    """The parts of a body, each at most a fixed size also where little unpacks to much."""
    encoding = encoding.strip().lower()
    if encoding in ("", "identity"):
        while part := raw.read1(_PART, decode_content=False):
            yield part
        return
    if encoding not in ("gzip", "x-gzip", "deflate"):
        raise FetchError(f'the encoding "{encoding}" was not asked for')
    unpacker = zlib.decompressobj(47 if "gzip" in encoding else zlib.MAX_WBITS)
    while part := raw.read1(_PART, decode_content=False):
        while part and not unpacker.eof:
            yield unpacker.decompress(part, _PART)
            part = unpacker.unconsumed_tail
    if not unpacker.eof:
        raise IncompleteRead(0, 1)
