"""A small stand-in for moment's objects, for templates that call their methods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from inkpost.hexo.helpers_dates import iso_text, js_date
from inkpost.model import Json

_STEPS_MS = {
    "millisecond": 1,
    "second": 1000,
    "minute": 60_000,
    "hour": 3_600_000,
    "day": 86_400_000,
    "week": 604_800_000,
}
_SHORT = {"ms": "millisecond", "s": "second", "m": "minute", "h": "hour", "d": "day", "w": "week"}


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time. Methods have moment's names and, other than moment's, change nothing.

    language: moment's word for it; now: the build's time, for spans.
    """

    value: datetime
    language: str = "en"
    now: Callable[[], datetime] = lambda: datetime(1970, 1, 1, tzinfo=UTC)

    def __str__(self) -> str:
        return self.format()

    def format(self, pattern: str = "YYYY-MM-DDTHH:mm:ssZ") -> str:
        """The date in moment's pattern."""
        from inkpost.hexo.moment import format_moment  # lazy: few templates need it

        return format_moment(self.value, pattern, self.language)

    def locale(self, language: str) -> Moment:
        """The same date in another language."""
        from inkpost.hexo.moment import moment_locale  # lazy: few templates need it

        return replace(self, language=moment_locale(language))

    def year(self) -> int:
        """The year."""
        return self.value.year

    def month(self) -> int:
        """The month, 0 to 11 as in JavaScript."""
        return self.value.month - 1

    def date(self) -> int:
        """The day of the month."""
        return self.value.day

    def day(self) -> int:
        """The day of the week, Sunday is 0."""
        return self.value.isoweekday() % 7

    def hour(self) -> int:
        """The hour."""
        return self.value.hour

    def minute(self) -> int:
        """The minute."""
        return self.value.minute

    def second(self) -> int:
        """The second."""
        return self.value.second

    def valueOf(self) -> int:  # noqa: N802 - moment's name
        """Milliseconds since 1970."""
        return int(self.value.timestamp() * 1000)

    def unix(self) -> int:
        """Seconds since 1970."""
        return int(self.value.timestamp())

    def toISOString(self) -> str:  # noqa: N802 - moment's name
        """The date in UTC with milliseconds."""
        return iso_text(self.value)

    def fromNow(self, bare: bool = False) -> str:  # noqa: N802 - moment's name
        """The span between the date and now; bare: without "ago"."""
        from inkpost.hexo.moment import relative_time  # lazy: few templates need it

        return relative_time(self.value, self.now(), self.language, suffix=not bare)

    def add(self, amount: float, unit: str = "ms") -> Moment:
        """A later date. unit: milliseconds to years, in moment's words."""
        return replace(self, value=_moved(self.value, amount, _unit(unit)))

    def subtract(self, amount: float, unit: str = "ms") -> Moment:
        """An earlier date."""
        return self.add(-amount, unit)

    def diff(self, other: Json, unit: str = "ms") -> int:
        """Whole units from the other date to this one."""
        span = self.value - _value(other, self.value)
        return int(span / timedelta(milliseconds=_STEPS_MS.get(_unit(unit), 1)))

    def isBefore(self, other: Json) -> bool:  # noqa: N802 - moment's name
        """Whether the date lies before the other."""
        return self.value < _value(other, self.value)

    def isAfter(self, other: Json) -> bool:  # noqa: N802 - moment's name
        """Whether the date lies after the other."""
        return self.value > _value(other, self.value)

    def isSame(self, other: Json) -> bool:  # noqa: N802 - moment's name
        """Whether both are one point in time."""
        return self.value == _value(other, self.value)


def _unit(text: str) -> str:
    return _SHORT.get(text) or {"M": "month", "y": "year"}.get(text) or text.lower().rstrip("s")


def _value(other: Json, like: datetime) -> datetime:
    if isinstance(other, Moment):
        return other.value
    found = js_date(other, like.tzinfo or UTC)
    if found is None:
        raise ValueError(f'"{other}" is no date')
    return found


def _moved(value: datetime, amount: float, unit: str) -> datetime:
    if unit in _STEPS_MS:
        return value + timedelta(milliseconds=amount * _STEPS_MS[unit])
    months = int(amount) * (12 if unit == "year" else 3 if unit == "quarter" else 1)
    years, month = divmod(value.month - 1 + months, 12)
    year = value.year + years
    following = datetime(year + month // 11, (month + 1) % 12 + 1, 1, tzinfo=UTC)
    last = (following - timedelta(days=1)).day
    return value.replace(year=year, month=month + 1, day=min(value.day, last))
