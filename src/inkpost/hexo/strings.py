"""The text helpers of Hexo 8.1.2: titlecase, truncate, word_wrap, number_format."""

from __future__ import annotations

import re

from inkpost.hexo.jstext import JS_SPACE, from_units, to_text, to_units, trim
from inkpost.model import Json

_TITLE_WORD = re.compile(rf"[A-Za-z0-9\u00c0-\u00ff]+[^{JS_SPACE}\-]*")
_SMALL_WORD = re.compile(
    r"(?:a|an|and|as|at|but|by|en|for|if|in|nor|of|on|or|per|the|to|vs?\.?|via)\Z", re.IGNORECASE
)
_HAS_CAPITAL = re.compile(r"[A-Z]|\..", re.DOTALL)
_BREAK_OR_HYPHEN = re.compile(rf"[{JS_SPACE}\-]")
_LINE_CHAR = r"[^\n\r\u2028\u2029]"


def titlecase(text: str) -> str:
    """An English title with its words capitalised; small words and mixed case stay.

    Source: titlecase 1.1.3.
    """

    def capitalise(match: re.Match[str]) -> str:
        word = match[0]
        if _is_small(match, text):
            return word.lower()
        # A capital or a dot inside a word is the author's intention.
        return word if _HAS_CAPITAL.search(word[1:]) else word[0].upper() + word[1:]

    return _TITLE_WORD.sub(capitalise, text)


def truncate(text: str, *, length: int = 30, omission: str = "...", separator: str = "") -> str:
    """Text cut to a length with an omission mark, at a separator where one is given.

    length: UTF-16 units, the mark included. Text of exactly this length is cut as well.
    Source: hexo-util 4.0 truncate.
    """
    length, omission = length or 30, to_units(omission or "...")
    units, separator = to_units(text), to_units(separator)
    if len(units) < length:
        return text
    if not separator:
        return from_units(units[: max(length - len(omission), 0)] + omission)
    kept = ""
    for word in units.split(separator):
        if len(kept) + len(word) + len(omission) >= length:
            break
        kept += word + separator
    # Hexo 8.1 takes one unit off, however long the separator is.
    return from_units(kept[:-1] + omission)


def word_wrap(text: str, *, width: int = 80) -> str:
    """Text with lines longer than a width broken at white space; long words stay whole.

    Source: hexo-util 4.0 wordWrap.
    """
    width = width or 80
    fitting = re.compile(rf"({_LINE_CHAR}{{1,{width}}})(?:[{JS_SPACE}]+|\Z)")

    def wrap(line: str) -> str:
        return trim(fitting.sub(r"\1\n", line)) if len(line) > width else line

    return from_units("\n".join(map(wrap, to_units(text).split("\n"))))


def number_format(
    number: Json, *, precision: int | None = None, delimiter: str = ",", separator: str = "."
) -> str:
    """A number with its thousands apart.

    precision: digits behind the point; the last one is rounded without a carry, as in Hexo.
    Source: Hexo 8.1.2 helper number_format.
    """
    whole, _, fraction = to_text(number).partition(".")
    fraction = fraction.partition(".")[0]
    first = len(whole) % 3
    groups = [whole[:first]] if first else []
    groups += [whole[start : start + 3] for start in range(first, len(whole), 3)]
    if precision:
        fraction = _rounded(fraction, precision)
    elif precision is not None:
        fraction = ""
    tail = (separator or ".") + fraction if fraction else ""
    return (delimiter or ",").join(groups) + tail


def _is_small(match: re.Match[str], title: str) -> bool:
    start, end = match.span()
    if start == 0 or end == len(title) or not _SMALL_WORD.match(match[0]):
        return False
    before = title[start - 1]
    if start >= 2 and title[start - 2] == ":":
        return False
    if title[end] == "-" and before != "-":
        return False
    return bool(_BREAK_OR_HYPHEN.match(before))


def _rounded(digits: str, precision: int) -> str:
    if len(digits) <= precision:
        return digits.ljust(precision, "0")
    last, following = digits[precision - 1], digits[precision]
    if not (last + following).isdigit():
        return digits[:precision]
    # Hexo 8.1: 999.99 with one digit is 999.10; golden num/8.
    return digits[: precision - 1] + str(int(last) + (following >= "5"))
