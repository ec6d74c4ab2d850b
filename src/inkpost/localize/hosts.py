"""Which hosts a run concerns."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase


@dataclass(frozen=True, slots=True, kw_only=True)
class HostFilter:
    """Hosts to take and to leave out; one stands for its subdomains too, `*` for any text."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()

    def takes(self, host: str) -> bool:
        """Whether pictures of a host concern the run."""
        if any(_fits(host, pattern) for pattern in self.exclude):
            return False
        return not self.include or any(_fits(host, pattern) for pattern in self.include)


def _fits(host: str, pattern: str) -> bool:
    pattern = pattern.strip().lower().removeprefix("*.").rstrip(".")
    return fnmatchcase(host, pattern) or fnmatchcase(host, f"*.{pattern}")
