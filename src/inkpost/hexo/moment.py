"""Dates as moment prints them: its tokens, its locales and its relative times."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from datetime import date, datetime, timedelta, tzinfo
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, TypeAlias
from zoneinfo import ZoneInfo

Locale: TypeAlias = Mapping[str, Any]
Rule: TypeAlias = str | Mapping[str, Any]

_TOKENS: Final = re.compile(
    r"(\[[^\[]*\])|(\\e)|(\\)?(eHHmm|[Hh]mm(ss)?|Mo|MM?M?M?|Do|DDDo|DD?D?D?|ddd?d?|do?|w[o|w]?"
    r"|W[o|W]?|Qo?|N{1,5}|YYYYYY|YYYYY|YYYY|YY|y{2,4}|yo?|gg(ggg?)?|GG(GGG?)?|e|E|a|A|hh?|HH?"
    r"|kk?|mm?|ss?|S{1,9}|x|X|zz?|ZZ?|.)"
)
_LONG: Final = re.compile(r"(\[[^\[]*\])|(\\)?(LTS|LT|LL?L?L?|l{1,4})")
_MAX_EXPANSIONS: Final = 6


@cache
def _read_locales() -> Mapping[str, Locale]:
    text = files("inkpost.hexo").joinpath("moment_locales.json").read_text("utf-8")
    return MappingProxyType(json.loads(text))


@cache
def _load_locale(name: str) -> Locale:
    """The whole of a locale: its own fields, its language's, then the English ones."""
    known = _read_locales()
    base = name.partition("-")[0]
    return MappingProxyType({**known["en"], **known.get(base, {}), **known[name]})


@lru_cache(maxsize=256)
def moment_locale(language: str) -> str:
    """The locale that moment takes for one of Hexo's languages; English where it knows none.

    Source: hexo 8.1.2, helper/date; moment 2.31, locale lookup.
    """
    parts = language.lower().replace("_", "-", 1).split("-")
    known = _read_locales()
    while parts:
        name = "-".join(parts)
        if name in known:
            return name
        parts.pop()
    return "en"


def format_moment(when: datetime, pattern: str, locale: str = "en") -> str:
    """The date in the words of a locale; `when` is aware and in the zone to show.

    Source: moment 2.31, `format`.
    """
    if not pattern:
        pattern = "YYYY-MM-DDTHH:mm:ss" + ("Z" if when.utcoffset() else "[Z]")
    return _written(when, when.tzinfo, when.fold, pattern, moment_locale(locale))


@lru_cache(maxsize=4096)
def _written(when: datetime, _zone: tzinfo | None, _fold: int, pattern: str, name: str) -> str:
    # The dates of a post are written for its page, for the lists and for what compares them. One
    # moment is equal in all zones, and twice in the hour that a clock goes back.
    data = _load_locale(name)
    whole, parts = _compile(pattern, name)
    context = _Context(when, data, whole)
    text = "".join([part if isinstance(part, str) else part(context) for part in parts])
    return _with_digits(text, data)


@lru_cache(maxsize=512)
def _compile(pattern: str, name: str) -> tuple[str, tuple[str | Callable[[_Context], str], ...]]:
    """The pattern with a locale's long formats written out, and what writes each of its parts."""
    whole = _expand(pattern, _load_locale(name))
    tokens = [match[0] for match in _TOKENS.finditer(whole)]
    return whole, tuple([_WRITERS.get(token) or _unquote(token) for token in tokens])


def _expand(pattern: str, data: Locale) -> str:
    formats = data["formats"]
    for _ in range(_MAX_EXPANSIONS):
        if not _LONG.search(pattern):
            break
        pattern = _LONG.sub(lambda match: formats.get(match[0], match[0]), pattern)
    return pattern


def _unquote(token: str) -> str:
    if len(token) > 1 and "[" in token[:-1]:
        return token.removeprefix("[").removesuffix("]")
    return token.replace("\\", "")


def _with_digits(text: str, data: Locale) -> str:
    digits = data["digits"]
    return text.translate(str.maketrans(digits)) if digits else text


class _Context:
    """One date on its way into one pattern."""

    __slots__ = ("data", "pattern", "when")

    def __init__(self, when: datetime, data: Locale, pattern: str) -> None:
        self.when = when
        self.data = data
        self.pattern = pattern

    def name(self, kind: str, index: int) -> str:
        entry = self.data[kind]
        for context, names in entry.get("when", ()):
            if re.search(context, self.pattern):
                return str(names[index])
        return str(entry["names"][index])

    def ordinal(self, period: str, number: int) -> str:
        rules = self.data["ordinal"]
        return _by_number(rules.get(period) or rules["*"], number)

    def meridiem(self, kind: str) -> str:
        minute = self.when.hour * 60 + self.when.minute
        return str([text for start, text in self.data[kind] if start <= minute][-1])

    def week(self) -> tuple[int, int]:
        return _week(self.when.date(), self.data["dow"], self.data["doy"])

    def era(self) -> Mapping[str, Any]:
        day = self.when.date().isoformat()
        for era in self.data["eras"]:
            since, until = era["since"], era["until"]
            if until != "-" and since <= day and (until == "+" or day <= until):
                return era  # type: ignore[no-any-return]  # one entry of the locale's table
        return {"name": "", "abbr": "", "narrow": "", "year": 0, "offset": self.when.year}

    def era_year(self) -> int:
        era = self.era()
        return int(self.when.year - era["year"] + era["offset"]) if era["name"] else self.when.year


def _by_number(rule: Rule, number: int) -> str:
    """The text that a number takes: its own, else by its last two digits, else by the last."""
    if isinstance(rule, str):
        return rule.replace("%d", str(number), 1)
    text = rule.get("is", {}).get(str(number))
    if text is None:
        text = rule.get("mod100", {}).get(str(number % 100))
    if text is None:
        text = rule.get("mod10", {}).get(str(number % 10), rule["else"])
    return str(text).replace("%d", str(number), 1)


def _first_week_offset(year: int, dow: int, doy: int) -> int:
    first = 7 + dow - doy
    # The proleptic calendar repeats every 400 years, which keeps the year before 1 in range.
    day = date(year + 400, 1, 1) + timedelta(days=first - 1)
    return first - 1 - (7 + (day.isoweekday() % 7) - dow) % 7


def _days_in_year(year: int) -> int:
    return 366 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 365


def _weeks_in_year(year: int, dow: int, doy: int) -> int:
    offset = _first_week_offset(year, dow, doy)
    return (_days_in_year(year) - offset + _first_week_offset(year + 1, dow, doy)) // 7


def _week(day: date, dow: int, doy: int) -> tuple[int, int]:
    """The year and the number of a week; dow: its first day; doy: fixes the year's first week."""
    year = day.year
    offset = _first_week_offset(year, dow, doy)
    week = (day.timetuple().tm_yday - offset - 1) // 7 + 1
    if week < 1:
        return year - 1, week + _weeks_in_year(year - 1, dow, doy)
    if week > (weeks := _weeks_in_year(year, dow, doy)):
        return year + 1, week - weeks
    return year, week


def _fill(number: int, width: int) -> str:
    return f"{'-' if number < 0 else ''}{abs(number):0{width}d}"


def _zone(when: datetime, separator: str) -> str:
    offset = when.utcoffset()
    assert offset is not None, "a date to show is aware"
    minutes = int(offset.total_seconds() / 60)
    sign = "-" if minutes < 0 else "+"
    return f"{sign}{abs(minutes) // 60:02d}{separator}{abs(minutes) % 60:02d}"


def _zone_name(when: datetime) -> str:
    named = isinstance(when.tzinfo, ZoneInfo) or not when.utcoffset()
    return (when.tzname() or "") if named else ""


def _weekday(when: datetime) -> int:
    return when.isoweekday() % 7


def _millisecond(when: datetime) -> int:
    return when.microsecond // 1000


def _epoch_ms(when: datetime) -> int:
    return int(when.timestamp() // 1) * 1000 + _millisecond(when)


def _quarter(when: datetime) -> int:
    return (when.month + 2) // 3


def _fraction(width: int) -> Callable[[_Context], str]:
    def write(context: _Context) -> str:
        return f"{_millisecond(context.when):03d}000000"[:width]

    return write


_NUMBERS: Final[Mapping[str, Callable[[_Context], int]]] = {
    "M": lambda c: c.when.month,
    "D": lambda c: c.when.day,
    "DDD": lambda c: c.when.timetuple().tm_yday,
    "d": lambda c: _weekday(c.when),
    "w": lambda c: c.week()[1],
    "W": lambda c: c.when.isocalendar()[1],
    "Q": lambda c: _quarter(c.when),
    "y": lambda c: c.era_year(),
    "H": lambda c: c.when.hour,
    "h": lambda c: c.when.hour % 12 or 12,
    "k": lambda c: c.when.hour or 24,
    "m": lambda c: c.when.minute,
    "s": lambda c: c.when.second,
    "e": lambda c: (_weekday(c.when) + 7 - int(c.data["dow"])) % 7,
    "E": lambda c: c.when.isoweekday(),
    "YYYY": lambda c: c.when.year,
    "gggg": lambda c: c.week()[0],
    "GGGG": lambda c: c.when.isocalendar()[0],
}


def _padded(source: str, width: int) -> Callable[[_Context], str]:
    read = _NUMBERS[source]
    return lambda c: _fill(read(c), width)


def _two_digits(source: str) -> Callable[[_Context], str]:
    read = _NUMBERS[source]
    return lambda c: _fill(read(c) % 100, 2)


def _ordinal(period: str) -> Callable[[_Context], str]:
    read = _NUMBERS[period]
    return lambda c: c.ordinal(period, read(c))


_PADDED: Final = (
    *(("MM", "M", 2), ("DD", "D", 2), ("DDDD", "DDD", 3), ("ww", "w", 2), ("WW", "W", 2)),
    *(("HH", "H", 2), ("hh", "h", 2), ("kk", "k", 2), ("mm", "m", 2), ("ss", "s", 2)),
    *(("YYYY", "YYYY", 4), ("YYYYY", "YYYY", 5), ("Y", "YYYY", 4)),
    *(("yy", "y", 2), ("yyy", "y", 3), ("yyyy", "y", 4)),
    *(("gggg", "gggg", 4), ("ggggg", "gggg", 5), ("GGGG", "GGGG", 4), ("GGGGG", "GGGG", 5)),
)


def _clock(source: str, *, seconds: bool) -> Callable[[_Context], str]:
    read = _NUMBERS[source]
    return lambda c: f"{read(c)}{c.when.minute:02d}" + (f"{c.when.second:02d}" if seconds else "")


def _make_writers() -> Mapping[str, Callable[[_Context], str]]:
    out: dict[str, Callable[[_Context], str]] = {
        "MMM": lambda c: c.name("months_short", c.when.month - 1),
        "MMMM": lambda c: c.name("months", c.when.month - 1),
        "dd": lambda c: c.name("weekdays_min", _weekday(c.when)),
        "ddd": lambda c: c.name("weekdays_short", _weekday(c.when)),
        "dddd": lambda c: c.name("weekdays", _weekday(c.when)),
        "YY": _two_digits("YYYY"),
        "gg": _two_digits("gggg"),
        "GG": _two_digits("GGGG"),
        "YYYYYY": lambda c: f"+{c.when.year:06d}",
        "N": lambda c: str(c.era()["abbr"]),
        "NNNN": lambda c: str(c.era()["name"]),
        "NNNNN": lambda c: str(c.era()["narrow"]),
        "A": lambda c: c.meridiem("meridiem"),
        "a": lambda c: c.meridiem("meridiem_lower"),
        "Z": lambda c: _zone(c.when, ":"),
        "ZZ": lambda c: _zone(c.when, ""),
        "z": lambda c: _zone_name(c.when),
        "X": lambda c: str(_epoch_ms(c.when) // 1000),
        "x": lambda c: str(_epoch_ms(c.when)),
        "hmm": _clock("h", seconds=False),
        "hmmss": _clock("h", seconds=True),
        "Hmm": _clock("H", seconds=False),
        "Hmmss": _clock("H", seconds=True),
        "eHHmm": lambda c: f"{_NUMBERS['e'](c)}{c.when.hour:02d}{c.when.minute:02d}",
    }
    for token in ("M", "D", "DDD", "d", "w", "W", "Q", "y", "H", "h", "k", "m", "s", "e", "E"):
        out[token] = _padded(token, 1)
    for token in ("M", "D", "DDD", "d", "w", "W", "Q", "y"):
        out[token + "o"] = _ordinal(token)
    for token, source, width in _PADDED:
        out[token] = _padded(source, width)
    for width in range(1, 10):
        out["S" * width] = _fraction(width)
    out["NN"] = out["NNN"] = out["N"]
    out["zz"] = out["z"]
    return MappingProxyType(out)


_WRITERS: Final = _make_writers()


def relative_time(when: datetime, now: datetime, locale: str = "en", *, suffix: bool = True) -> str:
    """How long ago or ahead of `now` a date lies, as "3 days ago"; both are aware.

    suffix: whether to say in which direction. Months are counted in the zone of `now`.

    Source: moment 2.31, `fromNow` and `humanize`.
    """
    data = _load_locale(moment_locale(locale))
    months, milliseconds = _difference(now, when.astimezone(now.tzinfo))
    ahead = months > 0 or milliseconds > 0
    key, number = _largest_unit(abs(months), abs(milliseconds))
    forms = data["relative"][key]
    form = "in" if ahead else "ago"
    rule = forms[form] if suffix else forms.get("bare", forms.get("bare_" + form))
    return _with_digits(_by_number(rule, number), data)


def _difference(base: datetime, other: datetime) -> tuple[int, float]:
    """Whole months and the milliseconds left between two dates of one zone, both with a sign."""
    if base > other:
        months, milliseconds = _difference(other, base)
        return -months, -milliseconds
    months = other.month - base.month + (other.year - base.year) * 12
    if _add_months(base, months) > other:
        months -= 1
    left = other.timestamp() - _add_months(base, months).timestamp()
    return months, round(left * 1000)


def _add_months(when: datetime, months: int) -> datetime:
    year, month = divmod(when.year * 12 + when.month - 1 + months, 12)
    first = when.replace(year=year, month=month + 1, day=1)
    last = (first.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(when.day, last.day))


def _round(number: float) -> int:
    """JavaScript's `Math.round`: halves go up."""
    return int((number + 0.5) // 1)


def _largest_unit(months: int, milliseconds: float) -> tuple[str, int]:
    days_of_months = _round(months * 146097 / 4800)
    days = milliseconds / 86_400_000
    all_months = months + days * 4800 / 146097
    steps = (
        (_round(days_of_months * 86400 + milliseconds / 1000), 44, "s", "s"),
        (_round(days_of_months * 1440 + milliseconds / 60_000), 44, "m", "mm"),
        (_round(days_of_months * 24 + milliseconds / 3_600_000), 21, "h", "hh"),
        (_round(days_of_months + days), 25, "d", "dd"),
        (_round(all_months), 10, "M", "MM"),
    )
    for number, limit, one, many in steps:
        if one != "s" and number <= 1:
            return one, 1
        if number <= limit:
            return many, max(number, 1)
    years = _round(all_months / 12)
    return ("y", 1) if years <= 1 else ("yy", years)
