"""The texts that JavaScript's `Date` takes for dates, as V8 reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from inkpost.hexo.yamlscalar import ScalarError, utc_datetime

_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1
    )
}
_HALVES: Final = {"am": 0, "pm": 12}
_ZONE_HOURS: Final = {
    "z": 0, "ut": 0, "utc": 0, "gmt": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5,
    "mst": -7, "mdt": -6, "pst": -8, "pdt": -7,
}  # fmt: skip
_ISO: Final = re.compile(
    r"(?P<year>\d{4}|[+-]\d{6})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    r"(?P<time>[Tt](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d+))?)?"
    r"(?:(?P<zulu>[Zz])|(?P<sign>[+-])(?P<zone_hour>\d\d):?(?P<zone_minute>\d\d))?)?",
    re.ASCII,
)
_TOKEN: Final = re.compile(
    r"(?P<number>[0-9]+)|(?P<space>\s+)|(?P<word>[^\x00-@\s]+)|(?P<symbol>[\s\S])"
)

TokenKind: TypeAlias = Literal["number", "space", "word", "symbol", "other", "end"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DateText:
    """A date as it was written.

    wall: its fields, held as if in UTC. offset_s: seconds east of UTC of a zone that was
    written, or None. iso_day: a bare ISO day, month or year, which JavaScript takes as UTC.
    """

    wall: datetime
    offset_s: int | None = None
    iso_day: bool = False


@dataclass(frozen=True, slots=True)
class _Token:
    kind: TokenKind
    text: str = ""

    @property
    def number(self) -> int:
        return int(self.text.lstrip("0")[:9] or "0")


_END: Final = _Token("end")


class _NoDateError(Exception):
    """The text is no date."""


def read_date_text(text: str) -> DateText | None:
    """The date that a text spells by the rules of JavaScript's `Date`, or None.

    Source: V8 11.3, `Date.parse`: ISO 8601, else the older, lenient grammar.
    """
    try:
        match = _ISO.fullmatch(text)
        if match and (found := _read_iso(match)):
            return found
        # V8 swallows this impossible year and reads on behind it.
        return _Lenient(_tokens(text.removeprefix("-000000"))).read()
    except (_NoDateError, ScalarError):
        return None


def _read_iso(match: re.Match[str]) -> DateText | None:
    year, month, day = int(match["year"]), int(match["month"] or 1), int(match["day"] or 1)
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    if match["year"] == "-000000":
        return None
    hour, minute, second = (int(match[name] or 0) for name in ("hour", "minute", "second"))
    millisecond = _milliseconds(match["fraction"] or "0")
    midnight = hour == 24 and not (minute or second or int(match["fraction"] or 0))
    if not (hour <= 23 or midnight) or minute > 59 or second > 59:
        raise _NoDateError
    offset: int | None = None
    if match["zulu"]:
        offset = 0
    elif match["sign"]:
        zone_hour, zone_minute = int(match["zone_hour"]), int(match["zone_minute"])
        if zone_hour > 23 or zone_minute > 59:
            raise _NoDateError
        offset = (zone_hour * 60 + zone_minute) * (-60 if match["sign"] == "-" else 60)
    wall = _wall(year, month, day, (hour, minute, second, millisecond))
    return DateText(wall=wall, offset_s=offset, iso_day=not match["time"])


def _wall(year: int, month: int, day: int, time: Sequence[int]) -> datetime:
    if not 1 <= year <= 9999:
        raise _NoDateError
    found = utc_datetime(2000, month, day, *time)
    # `Date.UTC` moves the years 0 to 99; a written year stays.
    if year > 99:
        return utc_datetime(year, month, day, *time)
    return found.replace(year=found.year - 2000 + year)


def _milliseconds(digits: str) -> int:
    return int(digits[:3].ljust(3, "0"))


def _tokens(text: str) -> list[_Token]:
    out: list[_Token] = []
    position = 0
    while position < len(text):
        if text[position] == "(":
            position = _skip_parentheses(text, position)
            out.append(_Token("other", "("))
            continue
        match = _TOKEN.match(text, position)
        assert match is not None
        position = match.end()
        kind: TokenKind = match.lastgroup  # type: ignore[assignment]  # the names of the groups
        if kind == "symbol" and match[0] not in ":-+.)":
            kind = "other"
        out.append(_Token(kind, match[0]))
    return out


def _skip_parentheses(text: str, position: int) -> int:
    depth = 0
    while position < len(text):
        depth += {"(": 1, ")": -1}.get(text[position], 0)
        position += 1
        if depth == 0:
            break
    return position


class _Lenient:
    """The older grammar: numbers, words and signs in nearly any order."""

    def __init__(self, tokens: list[_Token]) -> None:
        self.tokens = tokens
        self.position = 0
        self.days: list[int] = []
        self.month: int | None = None
        self.times: list[int] = []
        self.half: int | None = None
        self.zone_sign: int | None = None
        self.zone_hour: int | None = None
        self.zone_minute: int | None = None
        self.seen_number = False

    def read(self) -> DateText:
        self._iso_start()
        while (token := self._next()).kind != "end":
            if token.kind == "number":
                self.seen_number = True
                self._number(token)
            elif token.kind == "word":
                self._word(token.text[:3].lower(), len(token.text))
            elif token.kind == "symbol":
                self._symbol(token.text)
        year, month, day = self._day()
        return DateText(wall=_wall(year, month, day, self._time()), offset_s=self._offset())

    def _iso_start(self) -> None:
        """Four digits at the start are a year whatever follows; month and day may follow."""
        for length, last in ((4, 9999), (2, 12), (2, 31)):
            token = self._peek()
            if token.kind != "number" or len(token.text) != length:
                break
            if not (length == 4 or 1 <= token.number <= last):
                break
            self.position += 1
            self.seen_number = True
            self.days.append(token.number)
            if len(self.days) == 3 or not self._skip("-"):
                break

    def _next(self) -> _Token:
        token = self._peek()
        self.position += 1
        return token

    def _peek(self) -> _Token:
        return self.tokens[self.position] if self.position < len(self.tokens) else _END

    def _skip(self, symbol: str) -> bool:
        token = self._peek()
        if token.kind == "symbol" and token.text == symbol:
            self.position += 1
            return True
        return False

    def _expects_time(self, number: int) -> bool:
        return len(self.times) in (1, 2, 3) and number <= (0, 59, 59, 999)[len(self.times)]

    def _add_time(self, number: int) -> None:
        if len(self.times) >= 4:
            raise _NoDateError
        self.times.append(number)

    def _number(self, token: _Token) -> None:
        number = token.number
        if self._skip(":"):
            if self._skip(":"):
                if self.times:
                    raise _NoDateError
                self.times += [number, 0]
            else:
                self._add_time(number)
                self._skip(".")
        elif self._skip(".") and self._expects_time(number):
            self._add_time(number)
            fraction = self._next()
            if fraction.kind != "number":
                raise _NoDateError
            self._end_time(_milliseconds(fraction.text))
        elif self.zone_hour is not None and self.zone_minute is None and number < 60:
            self.zone_minute = number
        elif self._expects_time(number):
            self._end_time(number)
            after = self._peek()
            good = (
                after.kind in ("end", "space")
                or (after.kind == "word" and after.text.lower() == "z")
                or (after.kind == "symbol" and after.text in "+-")
            )
            if not good:
                raise _NoDateError
        else:
            if len(self.days) >= 3:
                raise _NoDateError
            self.days.append(number)
            self._skip("-")

    def _end_time(self, number: int) -> None:
        if len(self.times) < 4:
            self.times.append(number)
        self.times += [0] * (4 - len(self.times))

    def _word(self, word: str, length: int) -> None:
        if word in _MONTHS:
            self.month = _MONTHS[word]
            self._skip("-")
        elif word in _HALVES and length <= 3 and self.times:
            self.half = _HALVES[word]
        elif word in _ZONE_HOURS and length <= 3 and self.seen_number:
            hours = _ZONE_HOURS[word]
            self.zone_sign = -1 if hours < 0 else 1
            self.zone_hour, self.zone_minute = abs(hours), 0
        elif self.seen_number or self._peek().kind == "number":
            raise _NoDateError

    def _symbol(self, symbol: str) -> None:
        is_utc = self.zone_hour == 0 and self.zone_minute == 0
        if symbol in "+-" and (is_utc or self.times):
            self._zone(1 if symbol == "+" else -1)
        elif symbol in "+-)" and self.seen_number:
            raise _NoDateError

    def _zone(self, sign: int) -> None:
        self.zone_sign = sign
        number, length = 0, 0
        if self._peek().kind == "number":
            token = self._next()
            number, length = token.number, len(token.text)
        self.seen_number = True
        after = self._peek()
        if after.kind == "symbol" and after.text == ":":
            self.zone_hour, self.zone_minute = number, None
        elif length in (1, 2):
            self.zone_hour, self.zone_minute = number, 0
        elif length in (3, 4):
            self.zone_hour, self.zone_minute = divmod(number, 100)
        else:
            raise _NoDateError

    def _day(self) -> tuple[int, int, int]:
        if not self.days:
            raise _NoDateError
        first, second, third = [*self.days, 1, 1][:3]
        if self.month is None:
            if not 1 <= first <= 31:
                year, month, day = first, second, third
            else:
                year, month, day = third, first, second
        elif not 1 <= first <= 31:
            year, month, day = first, self.month, second
        else:
            year, month, day = second, self.month, first
        if 0 <= year <= 49:
            year += 2000
        elif 50 <= year <= 99:
            year += 1900
        if not (1 <= month <= 12 and 1 <= day <= 31):
            raise _NoDateError
        return year, month, day

    def _time(self) -> tuple[int, int, int, int]:
        hour, minute, second, millisecond = (self.times + [0] * 4)[:4]
        if self.half is not None:
            if hour > 12:
                raise _NoDateError
            hour = hour % 12 + self.half
        midnight = hour == 24 and not (minute or second or millisecond)
        if not (hour <= 23 or midnight) or minute > 59 or second > 59 or millisecond > 999:
            raise _NoDateError
        return hour, minute, second, millisecond

    def _offset(self) -> int | None:
        if self.zone_sign is None:
            return None
        return self.zone_sign * ((self.zone_hour or 0) * 3600 + (self.zone_minute or 0) * 60)
