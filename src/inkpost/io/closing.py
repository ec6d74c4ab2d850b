"""What `with` closes at its end."""

from __future__ import annotations

from typing import Self


class Closing:
    """A thing that owns something outside of Python: `close` gives it back, and `with` calls it."""

    def close(self) -> None:
        """Give back what is owned; a second call does nothing."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
