"""Where the handed folder lies, and what a test does when something it needs is absent."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[1]


def require_all() -> bool:
    """Whether an absent browser, Node or handed folder is a failure rather than a skip."""
    return os.environ.get("INKPOST_REQUIRE_ALL") == "1"


def absent(what: str) -> NoReturn:
    """End the test: a skip that names what is absent, a failure where everything is required."""
    if require_all():
        pytest.fail(f"{what} is required here and absent", pytrace=False)
    pytest.skip(f"{what} is absent")


def shared_path(*parts: str) -> Path:
    """A path in the handed folder beside the project."""
    base = Path(os.environ.get("INKPOST_SHARED", ROOT.parent / "shared"))
    path = base.joinpath(*parts)
    if not path.exists():
        absent("the handed folder ../shared")
    return path
