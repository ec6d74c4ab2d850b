"""Plug-ins of a test's own."""

from __future__ import annotations

from tests.sites import SiteBuilder


def plugin(site: SiteBuilder, body: str, name: str = "scripts/own.py", head: str = "") -> None:
    """Write a plug-in whose `register(ext)` has that body."""
    lines = "".join(f"    {line}\n" if line else "\n" for line in body.strip("\n").split("\n"))
    site.write(name, f"{head}\n\ndef register(ext):\n{lines}")
