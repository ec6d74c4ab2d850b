"""What `with` closes at its end."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Self


class Closing(ABC):
    """A thing that owns something outside of Python: `close` gives it back, and `with` calls it."""

    @abstractmethod
    def close(self) -> None:
        """Give back what is owned; a second call does nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
