"""The form of a table that turns another theme's settings into ours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from inkpost.model import Json
from inkpost.theme.foreign.values import Convert

Row: TypeAlias = tuple[str, str, Convert]
"""Dotted key of the other theme, dotted key of ours, how the value changes.

Ours is "" where a key is understood and nothing needs to be set; with "+" at its end the value is
added to a list. A value that becomes None is left out.
"""


def no_service(_given: Mapping[str, Json]) -> Json:
    """A theme of whose comments we know nothing."""
    return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How one theme's keys become ours.

    rows: later ones over earlier. quiet: keys of its looks, left out without a word. comments:
    the service that settings choose. comment_key: where they choose it, for messages. stock:
    pictures that come with the theme. implied: our settings for what the theme does where a site
    says nothing.
    """

    rows: tuple[Row, ...]
    quiet: tuple[str, ...] = ()
    comments: Callable[[Mapping[str, Json]], Json] = no_service
    comment_key: str = ""
    stock: frozenset[str] = frozenset()
    implied: Mapping[str, Json] = field(default_factory=dict)
