"""A theme's texts in the languages that it speaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from inkpost.content.parse import decode_source
from inkpost.errors import ConfigError
from inkpost.hexo.jstext import to_text
from inkpost.hexo.yamldoc import load_yaml
from inkpost.locales import is_traditional
from inkpost.model import Json, ThemeLayer
from inkpost.theme.lookup import language_files

_PLACE: Final = re.compile(
    r"%(?:%|(?:(?P<index>[1-9]\d*)\$)?(?P<sign>\+)?(?P<pad>0|'.)?(?P<left>-)?(?P<width>\d+)?"
    r"(?:\.(?P<precision>\d+))?(?P<kind>[bcdeEfgijosuxX]))"
)


@dataclass(frozen=True, slots=True)
class Languages:
    """The texts of a theme: language -> dotted key -> text."""

    texts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    _orders: dict[tuple[str | bool | None, ...], tuple[str, ...]] = field(
        default_factory=dict, compare=False, repr=False
    )
    _tables: dict[tuple[str, ...], Mapping[str, str]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def names(self) -> tuple[str, ...]:
        """The languages that the theme has, in the order of their names."""
        return tuple(sorted(self.texts))

    def order(
        self, page: str | None, configured: Sequence[str], *, relatives: bool = True
    ) -> tuple[str, ...]:
        """The languages to ask, nearest first: the page's, the site's, `default`, the rest.

        relatives: a language without a file stands for its nearest relative: `zh` for `zh-CN`,
        `en-GB` for `en`, which Hexo does not do. Source: hexo, filter template_locals/i18n.
        """
        question = (page, *configured, relatives)
        found = self._orders.get(question)
        if found is None:
            wanted = [page, *configured, "default", *self.names()]
            known = (self._known(name, relatives) for name in wanted if name)
            found = self._orders[question] = tuple(dict.fromkeys(filter(None, known)))
        return found

    def texts_for(self, languages: Iterable[str]) -> Mapping[str, str]:
        """One table for languages in order: the first that has a key says its text."""
        order = tuple(languages)
        table = self._tables.get(order)
        if table is None:
            table = {}
            for name in reversed(order):
                table |= self.texts.get(name, {})
            self._tables[order] = table
        return table

    def _known(self, name: str, relatives: bool) -> str | None:
        if relatives:
            return self._nearest(name)
        return name if name in self.texts else None

    def _nearest(self, name: str) -> str | None:
        if name in self.texts:
            return name
        by_fold = {known.casefold().replace("_", "-"): known for known in self.names()}
        folded = name.casefold().replace("_", "-")
        if folded in by_fold:
            return by_fold[folded]
        if folded.startswith("zh"):
            return by_fold.get("zh-tw" if is_traditional(folded) else "zh-cn")
        base = folded.split("-", maxsplit=1)[0]
        if base in by_fold:
            return by_fold[base]
        return next((by_fold[key] for key in sorted(by_fold) if key.startswith(base + "-")), None)


@dataclass(frozen=True, slots=True)
class Translator:
    """A theme's texts for one page. table: dotted key -> text."""

    table: Mapping[str, str]

    def translate(self, key: str, *args: Json) -> str:
        """The text of `key` with its arguments, or the key. Source: hexo-i18n 2, `__`."""
        if not key:
            return ""
        return format_text(self.table.get(key) or key, args)

    def plural(self, key: str, count: float = 0, *args: Json) -> str:
        """The text of `key` in the form for `count`: `zero`, `one`, `other`, else the key itself.

        Source: hexo-i18n 2, `_p`.
        """
        if not key:
            return ""
        forms = ["other"]
        if not count:
            forms = ["zero", "other"]
        elif count == 1:
            forms = ["one", "other"]
        for form in forms:
            text = self.table.get(f"{key}.{form}")
            if text is not None:
                return format_text(text, (count, *args))
        return format_text(self.table.get(key, key), (count, *args))


def load_languages(layers: Sequence[ThemeLayer], read: Callable[[str], bytes]) -> Languages:
    """The texts of a theme's chain; a nearer layer's text replaces a farther one's, key by key.

    Raises: ConfigError where a language file cannot be read.
    """
    texts: dict[str, dict[str, str]] = {}
    for language, key in language_files(layers):
        source = decode_source(read(key), key, ConfigError)
        value = load_yaml(source, path=key, error=ConfigError).value
        if isinstance(value, Mapping):
            texts.setdefault(language, {}).update(_flatten(value))
    return Languages(texts)


def format_text(text: str, args: Sequence[Json]) -> str:
    """A text with its places filled in, as sprintf-js does: `%s`, `%d`, `%05.1f`, `%2$s`, `%%`.

    Ours: a place without an argument stays as it is.
    """
    if "%" not in text:
        return text
    taken = iter(range(len(args)))

    def fill(place: re.Match[str]) -> str:
        if place[0] == "%%":
            return "%"
        index = int(place["index"]) - 1 if place["index"] else next(taken, len(args))
        return _format_value(place, args[index]) if index < len(args) else place[0]

    return _PLACE.sub(fill, text)


def _format_value(place: re.Match[str], value: Json) -> str:
    kind = place["kind"]
    text = _format_kind(kind, value, place["precision"])
    if place["sign"] and kind in "dief" and not text.startswith("-"):
        text = "+" + text
    width = int(place["width"] or 0)
    pad = (place["pad"] or " ")[-1]
    if place["left"]:
        return text.ljust(width)
    if pad == "0" and text[:1] in "+-":
        return text[:1] + text[1:].rjust(width - 1, "0")
    return text.rjust(width, pad)


def _format_kind(kind: str, value: Json, precision: str | None) -> str:
    if kind == "s" or not isinstance(value, int | float | str):
        text = to_text(value)
        return text[: int(precision)] if precision and kind == "s" else text
    try:
        number = float(value)
    except ValueError:
        return to_text(value)
    if kind in "diu":
        return str(int(number))
    if kind in "feEg":
        return format(number, f".{precision or 6}{kind}") if precision else to_text(number)
    return format(int(number), "c" if kind == "c" else kind.replace("j", "d"))


def _flatten(data: Mapping[str, Any], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for key, value in data.items():
        if isinstance(value, Mapping):
            flat.update(_flatten(value, f"{prefix}{key}."))
        elif isinstance(value, list):
            flat.update(_flatten({str(n): item for n, item in enumerate(value)}, f"{prefix}{key}."))
        elif value is not None:
            flat[prefix + str(key)] = to_text(value)
    return flat
