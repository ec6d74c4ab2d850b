"""The one value that stands for whatever a template asks for and nobody has."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, ClassVar, NoReturn

import jinja2
from jinja2.exceptions import UndefinedError


class Missing(jinja2.Undefined):
    """A value that is not there: prints nothing, chains, is empty and false.

    Printing it is reported with the place in the template; calling it is an error.
    """

    __slots__ = ()

    report: ClassVar[Callable[[str], None] | None] = None

    @property
    def shown_name(self) -> str:
        """What the template asked for, such as `page.subtitle`, as far as it is known."""
        return str(self._undefined_name or "value")

    def __html__(self) -> str:
        return str(self)

    def __str__(self) -> str:
        report = type(self).report
        if report is not None and self._undefined_name is not None:
            report(self.shown_name)
        return ""

    def __getattr__(self, name: str) -> Any:
        if name[:2] == "__":
            raise AttributeError(name)
        return self

    def __getitem__(self, _key: Any) -> Any:
        return self

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __bool__(self) -> bool:
        return False

    def __eq__(self, other: object) -> bool:
        return other is None or isinstance(other, jinja2.Undefined)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(None)

    def __call__(self, *_args: Any, **_values: Any) -> NoReturn:  # noqa: D102 - it fails
        message = f'"{self.shown_name}" is called, and there is no such function'
        raise UndefinedError(message)


def make_missing(report: Callable[[str], None]) -> type[Missing]:
    """A `Missing` whose printing is told to `report` with the name of what is absent."""
    return type("Missing", (Missing,), {"__slots__": (), "report": staticmethod(report)})
