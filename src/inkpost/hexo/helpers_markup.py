"""The element writer behind Hexo's helpers and tag plug-ins."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from decimal import ROUND_HALF_UP, Decimal

from inkpost.hexo.html import escape_html
from inkpost.hexo.jstext import number_text, to_text
from inkpost.hexo.urls import UrlRules, encode_url, path_to_url, url_for
from inkpost.model import Json, RoutePath

_URL_ATTRIBUTE = re.compile(r"(?:cite|download|href|src|url)$", re.IGNORECASE)
_SET_ATTRIBUTE = re.compile(r"srcset$", re.IGNORECASE)


_CUTS_PATHS = re.compile(r"[?#%]")


class EncodedUrl(str):
    """A URL that is encoded already and would be damaged by being encoded again."""

    __slots__ = ()


def link_url(rules: UrlRules, path: Json, *, base: str = "", relative: bool | None = None) -> str:
    """The URL of a path, as `url_for` makes it; of our own decoded paths nothing is cut off."""
    if isinstance(path, RoutePath) and _CUTS_PATHS.search(path):
        return EncodedUrl(path_to_url(rules, path))
    return url_for(rules, path, base=base, relative=relative)


def html_tag(
    name: str, attributes: Mapping[str, Json], text: Json = None, *, escape: bool = True
) -> str:
    """One element. text: None writes the opening tag alone; attributes that are None are left out.

    URLs among the attributes are encoded, not escaped. Source: hexo-util 4.0 htmlTag.
    """
    out = [f"<{escape_html(name)}"]
    out += [_attribute(key, value) for key, value in attributes.items() if value is not None]
    if text is None:
        return "".join(out) + ">"
    inner = to_text(text)
    # Hexo escapes what is true in JavaScript; the number 0 needs no escape.
    inner = escape_html(inner) if escape else inner
    return "".join(out) + f">{inner}</{escape_html(name)}>"


def _attribute(key: str, value: Json) -> str:
    name = escape_html(key)
    if isinstance(value, EncodedUrl):
        return f' {name}="{value}"'
    if _URL_ATTRIBUTE.search(key):
        return f' {name}="{encode_url(to_text(value))}"'
    if value is True or value == key:
        return f" {name}"
    if _SET_ATTRIBUTE.search(key):
        return f' {name}="{_encoded_set(to_text(value))}"'
    return f' {name}="{escape_html(to_text(value))}"'


def _encoded_set(text: str) -> str:
    for part in text.split(" "):
        if part.strip():
            text = text.replace(part.strip(), encode_url(part.strip()), 1)
    return text


def joined(value: Json, separator: str = " ") -> Json:
    """A list as text with the separator between its items; anything else as it is."""
    if isinstance(value, list | tuple):
        return separator.join("" if item is None else to_text(item) for item in value)
    return value


def rounded(value: float, places: int) -> str:
    """A number as `parseFloat(value.toFixed(places))` prints it."""
    exact = Decimal(value).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return number_text(float(exact))


def round_half_up(value: float) -> int:
    """The nearest integer, halves upwards, as `Math.round`."""
    return math.floor(value + 0.5)


def utf16_head(text: str, length: int) -> str:
    """The first `length` UTF-16 units of a text; half a character becomes U+FFFD."""
    if len(text) * 2 <= length:
        return text
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", "replace")
