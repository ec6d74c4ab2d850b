"""What a step of the build read: keys, digests, and recorders that note them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Protocol, TypeAlias

Digest: TypeAlias = str
"""128 bits of BLAKE2b, in hexadecimal digits."""


def digest_of(data: bytes) -> Digest:
    """The digest by which files and results are told apart."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


class Kind(StrEnum):
    """What a key names."""

    META = "meta"
    CONTENT = "content"
    POSTS = "posts"
    PAGES = "pages"
    TAGS = "tags"
    CATEGORIES = "categories"
    CONFIG = "config"
    THEME = "theme"
    DATA = "data"
    LANG = "lang"
    TEMPLATE = "template"
    FILE = "file"
    ROUTE = "route"
    CLOCK = "clock"
    CODE = "code"
    FACT = "fact"

    # Recorders keep hundreds of keys a page; the hash of a member of an enumeration is slow.
    __hash__ = str.__hash__


class Key(NamedTuple):
    """One thing that can be read: `Key(Kind.CONTENT, "_posts/trip.md")`, `Key(Kind.POSTS)`."""

    kind: Kind
    name: str = ""


@lru_cache(maxsize=4096)
def shared_key(kind: Kind, name: str) -> Key:
    """`Key(kind, name)`; the same object each time, for keys that every page reads."""
    return Key(kind, name)


class Recorder(Protocol):
    """Notes what is read, absent things too."""

    def read(self, key: Key) -> None:
        """Note that `key` was read, or looked for and absent."""


class NullRecorder:
    """A recorder that keeps nothing."""

    def read(self, key: Key) -> None:
        """Forget it."""


@dataclass(slots=True)
class TraceRecorder:
    """A recorder that keeps every key once, in the order of the first read."""

    keys: dict[Key, None] = field(default_factory=dict)

    def read(self, key: Key) -> None:
        """Keep `key`."""
        self.keys[key] = None
