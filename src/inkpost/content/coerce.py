"""Front-matter values as the fields of a document want them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from inkpost.hexo.frontmatter import FrontMatter
from inkpost.hexo.jstext import to_text
from inkpost.model import Json

TEXT_FIELDS = ("title", "tags", "tag", "categories", "category")

_CHINESE_DAY = re.compile(r"(\d+)\s*年\s*(\d+)\s*月\s*(\d+)\s*[日号]?", re.ASCII)


class Front:
    """Front matter, with the author's spelling where the site keeps it.

    spelled: `3.10` in titles, tags and categories stays "3.10" rather than 3.1.
    """

    def __init__(self, matter: FrontMatter, *, spelled: bool) -> None:
        self._matter = matter
        self._spelled = spelled

    def value(self, name: str) -> Json:
        """The value of a field that holds text, or lists of it."""
        value = self._matter.data.get(name)
        return self._spell(value, (name,)) if self._spelled else value

    def values(self) -> Mapping[str, Json]:
        """All front matter, texts spelled as the site keeps them."""
        return {
            name: self.value(name) if name in TEXT_FIELDS else value
            for name, value in self._matter.data.items()
        }

    def _spell(self, value: Json, path: tuple[str | int, ...]) -> Json:
        if isinstance(value, list):
            return [self._spell(item, (*path, place)) for place, item in enumerate(value)]
        if value is None or isinstance(value, str | dict):
            return value
        return self._matter.spelling.get(path, value)


def to_flag(value: Json, *, default: bool) -> bool:
    """A flag as Hexo's models cast it. Source: warehouse 6, type Boolean."""
    if value is None:
        return default
    if isinstance(value, str):
        return value not in ("false", "0", "")
    return bool(value) or isinstance(value, list | dict)


def to_names(value: Json, *, repeated: bool = False) -> tuple[str, ...]:
    """Tags: each once unless `repeated`, in the author's order, without empty ones."""
    items = value if isinstance(value, list) else [value]
    names = [to_text(item) for item in items if item is not None and item != ""]
    return tuple(names if repeated else dict.fromkeys(names))


def to_chains(value: Json) -> tuple[tuple[str, ...], ...]:
    """Categories as chains: a flat list is one, a list with lists in it is several.

    Source: Hexo 8.1.2 model post, setCategories.
    """
    items = value if isinstance(value, list) else [value]
    items = [item for item in items if isinstance(item, list) or (item is not None and item != "")]
    if any(isinstance(item, list) for item in items):
        chains = [
            tuple(to_text(name) for name in item if name is not None and name != "")
            if isinstance(item, list)
            else (to_text(item),)
            for item in items
        ]
    else:
        chains = [tuple(map(to_text, items))]
    return tuple(chain for chain in chains if chain)


def has_wide_digits(text: str) -> bool:
    """Whether a text has digits that are none to JavaScript, such as full-width ones."""
    return any(char.isdecimal() and not char.isascii() for char in text)


def to_narrow_date(text: str) -> str:
    """A date with full-width characters and Chinese words as JavaScript can read it, if it can."""
    narrow = unicodedata.normalize("NFKC", text).replace("—", "-")
    return _CHINESE_DAY.sub(r"\1-\2-\3", narrow).strip()
