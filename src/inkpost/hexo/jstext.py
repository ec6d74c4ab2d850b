"""What JavaScript's own text functions do, where Hexo's output shows it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from urllib.parse import quote

from inkpost.model import Json

# The inside of a character class: what JavaScript's \s matches. Python's own \s also takes
# \x1c-\x1f and \x85, and lacks \ufeff.
JS_SPACE = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_SPACE_CHARS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_PERCENT = re.compile(r"(?:%[0-9a-fA-F]{2})+")
# What decodeURI leaves escaped, since decoding it would change how the URL is read.
_RESERVED = frozenset(b";/?:@&=+$,#")


def trim(text: str) -> str:
    """Text without white space at its ends, as `String.prototype.trim` sees white space."""
    return text.strip(_SPACE_CHARS)


def to_units(text: str) -> str:
    """Text with each character beyond U+FFFF as two surrogates, as JavaScript counts it."""
    if text.isascii() or max(text) <= "\uffff":
        return text
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(low | high << 8) for low, high in zip(data[::2], data[1::2], strict=True))


def from_units(text: str) -> str:
    """Text with pairs of surrogates joined; half a pair becomes U+FFFD, as when it is written."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def encode_uri(text: str) -> str:
    """Text percent-encoded as `encodeURI` does: reserved characters stay."""
    return quote(text, safe=";,/?:@&=+$-_.!~*'()#", errors="replace")


def encode_uri_component(text: str) -> str:
    """Text percent-encoded as `encodeURIComponent` does."""
    return quote(text, safe="-_.!~*'()", errors="replace")


def decode_uri(text: str) -> str:
    """Text as `decodeURI` decodes it; escapes that are no UTF-8 stay as they are."""
    return _PERCENT.sub(lambda match: _decode_run(match[0], keep=_RESERVED), text)


def is_decodable(text: str) -> bool:
    """Whether `decodeURI` takes the text: every `%` in it begins an escape of UTF-8."""
    try:
        return "%" not in _PERCENT.sub(lambda match: _decoded(match[0]), text)
    except UnicodeDecodeError:
        return False


def _decoded(run: str) -> str:
    return bytes.fromhex(run.replace("%", "")).decode("utf-8").replace("%", "")


def unescape(text: str) -> str:
    """Text with every escape decoded, as Node's `querystring.unescape`.

    Escapes that are no UTF-8 become U+FFFD; a lone `%` stays.
    """
    if "%" not in text:
        return text
    return _PERCENT.sub(
        lambda match: bytes.fromhex(match[0].replace("%", "")).decode("utf-8", "replace"), text
    )


def to_text(value: Json) -> str:
    """Any value as `String(value)` writes it."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return number_text(value)
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, datetime):
        return _date_text(value)
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "[object Object]"
    if isinstance(value, Sequence):
        return ",".join("" if item is None else to_text(item) for item in value)
    return str(value)


def number_text(value: float) -> str:
    """A number as JavaScript prints it: `1`, `1.5`, `1e+21`, `1e-7`, `NaN`, `-Infinity`."""
    if isinstance(value, int) and abs(value) < 2**53:
        return str(value)
    value = float(value)
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    sign, rest = ("-", repr(-value)) if value < 0 else ("", repr(value))
    mantissa, _, exponent = rest.partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" and not exponent else fraction
    digits = (whole + fraction).lstrip("0")
    # The value is 0.DIGITS times ten to the power of `point`.
    point = len(whole) + int(exponent or 0)
    if whole == "0":
        point = int(exponent or 0) - (len(fraction) - len(fraction.lstrip("0")))
    digits = digits.rstrip("0") or "0"
    return sign + _place_point(digits, point)


def _place_point(digits: str, point: int) -> str:
    if len(digits) <= point <= 21:
        return digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    exponent = point - 1
    mantissa = digits[0] + ("." + digits[1:] if len(digits) > 1 else "")
    return f"{mantissa}e{'+' if exponent > 0 else '-'}{abs(exponent)}"


def _date_text(value: datetime) -> str:
    offset = value.strftime("%z") or "+0000"
    zone = value.tzname() or "UTC"
    name = "Coordinated Universal Time" if zone == "UTC" else zone
    return f"{value:%a %b %d %Y %H:%M:%S} GMT{offset[:5]} ({name})"


def _decode_run(run: str, *, keep: frozenset[int]) -> str:
    data = bytes.fromhex(run.replace("%", ""))
    out: list[str] = []
    start = 0
    while start < len(data):
        size = _utf8_length(data[start])
        piece = data[start : start + size]
        try:
            text = piece.decode("utf-8") if size else ""
        except UnicodeDecodeError:
            text = ""
        if not text or (size == 1 and data[start] in keep):
            out.append(run[3 * start : 3 * start + 3])
            start += 1
        else:
            out.append(text)
            start += size
    return "".join(out)


def _utf8_length(first: int) -> int:
    if first < 0x80:
        return 1
    if first >= 0xF0:
        return 4
    if first >= 0xE0:
        return 3
    return 2 if first >= 0xC0 else 0
