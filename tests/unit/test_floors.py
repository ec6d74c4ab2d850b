"""Imports point down: a module knows only what lies on lower floors, or beside it."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "inkpost"
FLOORS = {
    "__init__": 0, "errors": 0, "reads": 0, "model": 1, "hexo": 1, "options": 2, "config": 2,
    "configcheck": 2, "locales": 2,
    "formula": 2, "contexts": 3, "extend": 3, "assetlinks": 3, "io": 3, "content": 4, "site": 4,
    "theme": 5, "builtin": 5, "plugins": 6, "reuse": 6, "configfiles": 7, "opening": 7,
    "reading": 7, "picturing": 7,
    "pipeline": 7, "engine": 7, "server": 8, "localize": 8, "commands": 9, "cli": 10,
    "start": 11, "__main__": 12,
}  # fmt: skip
# Modules that may import others of their own floor; that there is no circle is tested below.
BESIDE = (
    "engine", "opening", "pipeline", "picturing", "reading", "extend", "hexo", "config",
    "configcheck",
)  # fmt: skip
PURE = ("hexo", "formula", "content", "site", "theme", "builtin")
IMPURE = ("os", "pathlib", "time", "requests", "subprocess", "socket", "random", "sqlite3")
FILES = sorted(SOURCE.rglob("*.py"))


def part_of(file: Path) -> str:
    return file.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports_of(file: Path) -> list[tuple[str, str]]:
    """Module and name of each import, those under TYPE_CHECKING and in functions too."""
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [(node.module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(SOURCE)))
def test_imports_point_down(file: Path) -> None:
    own = part_of(file)
    for module, name in imports_of(file):
        if not module.startswith("inkpost"):
            continue
        other = module.split(".")[1] if "." in module else name
        if other == own or other.startswith("__"):
            continue
        lower = FLOORS[other] < FLOORS[own]
        beside = FLOORS[other] == FLOORS[own] and own in BESIDE
        assert lower or beside, f"{own} imports {module} of the same or a higher floor"


@pytest.mark.parametrize(
    "file",
    [file for file in FILES if part_of(file) in PURE],
    ids=lambda file: str(file.relative_to(SOURCE)),
)
def test_the_core_is_pure(file: Path) -> None:
    for module, name in imports_of(file):
        if module == "pathlib" and name == "PurePosixPath":
            continue
        assert module.split(".")[0] not in IMPURE, f"{module} does not belong in the pure core"


def test_there_is_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for file in FILES:
        name = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        targets = set()
        for module, item in imports_of(file):
            if module.startswith("inkpost"):
                path = module.removeprefix("inkpost").lstrip(".")
                targets |= {path, f"{path}.{item}".lstrip(".")}
        graph[name] = targets
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, f"circle: {' -> '.join((*above, name))}"
        if name in done:
            return
        for target in sorted(graph[name] & graph.keys()):
            if target != name:
                visit(target, (*above, name))
        done.add(name)

    for name in graph:
        visit(name, ())
