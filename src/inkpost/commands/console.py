"""What people read on the terminal: findings, progress, the summary."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from inkpost.errors import BlogError, Diagnostic, ManyErrors
from inkpost.model import Progress, Report

_ORDER = {"error": 0, "warning": 1, "info": 2}
_MOST_OF_A_KIND = 20


def show_findings(
    found: Iterable[Diagnostic], root: Path, *, silent: bool = False, debug: bool = False
) -> None:
    """Write findings to the error stream: errors last, so that they stand at the end.

    silent: errors only; debug: with the place in the code where each arose.
    """
    found = [item for item in found if item.severity == "error" or not silent]
    ordered = sorted(
        dict.fromkeys(found),
        key=lambda item: (
            -_ORDER[item.severity],
            item.span.path if item.span else "",
            item.span.line if item.span else 0,
        ),
    )
    counts: Counter[str] = Counter()
    for item in ordered:
        counts[item.code] += 1
        if item.severity != "warning" or counts[item.code] <= _MOST_OF_A_KIND:
            sys.stderr.write(format_finding(item, root))
            if debug and item.detail:
                sys.stderr.write(item.detail)
    for code, count in counts.items():
        hidden = count - _MOST_OF_A_KIND
        if hidden > 0 and any(i.code == code and i.severity == "warning" for i in ordered):
            sys.stderr.write(f'… and {hidden} more warnings of the kind "{code}"\n')
    sys.stderr.flush()


def format_finding(item: Diagnostic, root: Path) -> str:
    """One finding: its line, an excerpt for errors, a hint."""
    span = item.span
    place = f"{span.path}:{span.line}:{span.column}: " if span else ""
    lines = [f"{place}{item.severity}: {item.message}"]
    if span and item.severity == "error":
        lines += _excerpt(root / span.path, span.line, span.column)
    if item.hint:
        lines.append(f"   hint: {item.hint}")
    return "\n".join(lines) + "\n"


def show_summary(report: Report, public: str) -> None:
    """Write one line about a build."""
    warnings = sum(1 for item in report.diagnostics if item.severity == "warning")
    errors = sum(1 for item in report.diagnostics if item.severity == "error")
    if not report.published:
        sys.stderr.write(
            f'{_count(errors, "error")}; nothing was written, "{public}" is as it was\n'
        )
        return
    parts = [
        _count(report.pages, "page"),
        f"{report.written} written",
        f"{report.reused} unchanged",
        *([f"{report.removed} removed"] if report.removed else []),
        *([_count(warnings, "warning")] if warnings else []),
        *([_count(errors, "error")] if errors else []),
        f"{report.seconds:.2f} s",
    ]
    sys.stdout.write(f"{public}: {', '.join(parts)}\n")


@contextmanager
def progress_bar(*, silent: bool = False) -> Iterator[Callable[[Progress], None]]:
    """A function that shows progress: a bar on a terminal, nothing elsewhere."""
    if silent or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # lazy: only a terminal needs it
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description:>8}"), BarColumn(), TextColumn("{task.completed}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("scan", total=None)

        def show(progress: Progress) -> None:
            bar.update(
                task,
                description=progress.phase,
                completed=progress.done,
                total=progress.total or None,
            )

        yield show


def to_findings(error: BlogError) -> list[Diagnostic]:
    """An error, or each of several, as findings."""
    errors = error.errors if isinstance(error, ManyErrors) else (error,)
    return [each.to_diagnostic() for each in errors]


def _excerpt(file: Path, line: int, column: int) -> list[str]:
    try:
        text = file.read_text("utf-8", errors="replace").splitlines()[line - 1]
    except (OSError, IndexError):
        return []
    number = f"{line:>5} | "
    shown = text.replace("\t", " ")
    start = max(0, column - 80)
    cut = shown[start : start + 120]
    marker = " " * (column - 1 - start)
    return [f"{number}{cut}", f"{' ' * 5} | {marker}^"]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
