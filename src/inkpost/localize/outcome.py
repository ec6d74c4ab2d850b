"""What a download may take, and how it ends: with a picture or with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from requests import Response

from inkpost.localize.links import redact_text
from inkpost.localize.names import picture_digest
from inkpost.localize.sniff import ImageType, NotAnImageError, check_image, describe


class FetchError(Exception):
    """A picture that could not be had; the message is the reason, fit to be printed."""

    def __init__(self, reason: str, *, refused: bool = False) -> None:
        super().__init__(redact_text(reason))
        self.refused = refused


class TurnedAwayError(FetchError):
    """An answer that another referer may change."""


class PassingError(Exception):
    """A fault that may pass; `response` is the answer that told so, if any.

    dead_host: the host that counts as dead when the fault does not pass.
    """

    def __init__(
        self, reason: str, response: Response | None = None, *, dead_host: str = ""
    ) -> None:
        super().__init__(reason)
        self.response = response
        self.dead_host = dead_host


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a download may take. Times in seconds, size in bytes."""

    connect_s: float = 10
    read_s: float = 20
    whole_s: float = 60
    size: int = 25 * 1024 * 1024
    retries: int = 3
    backoff_s: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """A downloaded picture: where its bytes lie, the type that they show, and their hash."""

    file: Path
    kind: ImageType
    digest: str


def check_file(file: Path, *, allow_unsafe_svg: bool) -> Picture:
    """The picture that a file holds.

    Raises: FetchError.
    """
    data = file.read_bytes()
    try:
        kind = check_image(data, allow_unsafe_svg=allow_unsafe_svg)
    except NotAnImageError as error:
        if describe(data).startswith("an HTML page"):
            raise TurnedAwayError(str(error)) from error
        raise FetchError(str(error)) from error
    return Picture(file=file, kind=kind, digest=picture_digest(data))


def causes_of(error: BaseException) -> Iterator[BaseException]:
    """An error and all that it wraps."""
    queue: list[Any] = [error]
    seen: set[int] = set()
    while queue:
        item = queue.pop()
        if not isinstance(item, BaseException) or id(item) in seen:
            continue
        seen.add(id(item))
        yield item
        queue += [item.__cause__, item.__context__, getattr(item, "reason", None), *item.args]
