"""What people read on the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkpost.commands.console import (
    format_finding,
    progress_bar,
    show_findings,
    show_summary,
    to_findings,
)
from inkpost.errors import BlogError, Diagnostic, ManyErrors, Severity, Span, warning
from inkpost.model import Progress, Report


def finding(severity: Severity, text: str, path: str = "", line: int = 1, column: int = 1,
            hint: str | None = None, detail: str = "") -> Diagnostic:  # fmt: skip
    span = Span(path=path, line=line, column=column) if path else None
    return Diagnostic(
        severity=severity, code=text, message=text, span=span, hint=hint, detail=detail
    )


def test_an_error_shows_its_line_and_a_mark(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\n{% youtub x %}\n")
    shown = format_finding(
        finding("error", "unknown tag", "a.md", 2, 4, "did you mean it?"), tmp_path
    )
    assert shown == (
        "a.md:2:4: error: unknown tag\n"
        "    2 | {% youtub x %}\n"
        "      |    ^\n"
        "   hint: did you mean it?\n"
    )


def test_a_warning_has_one_line_and_its_hint(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("one\n")
    shown = format_finding(finding("warning", "odd", "a.md", 1, 1, "do it"), tmp_path)
    assert shown == "a.md:1:1: warning: odd\n   hint: do it\n"
    assert format_finding(finding("info", "x"), tmp_path) == "info: x\n"


@pytest.mark.parametrize("line", [0, 1, 5, 99])
def test_a_place_that_is_not_there_is_no_crash(tmp_path: Path, line: int) -> None:
    (tmp_path / "a.md").write_text("")
    assert format_finding(finding("error", "x", "a.md", line), tmp_path).startswith("a.md:")
    assert format_finding(finding("error", "x", "no.md", line), tmp_path).startswith("no.md:")
    assert format_finding(finding("error", "x", "inkpost:themes/x", line), tmp_path)


def test_a_long_line_is_cut_around_the_mark(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("x" * 500 + "HERE" + "y" * 500)
    shown = format_finding(finding("error", "x", "a.md", 1, 501), tmp_path).split("\n")
    assert len(shown[1]) <= 130
    assert shown[1][shown[2].index("^")] == "H"


def test_tabs_do_not_move_the_mark(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("\t\tx\n")
    shown = format_finding(finding("error", "x", "a.md", 1, 3), tmp_path).split("\n")
    assert shown[1][shown[2].index("^")] == "x"


def test_errors_come_last_each_once_by_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = [
        finding("error", "e2", "b.md", 2), finding("warning", "w2", "z.md"),
        finding("error", "e1", "b.md", 1), finding("info", "i"),
        finding("warning", "w1", "a.md", 9),
        finding("error", "e1", "b.md", 1),
    ]  # fmt: skip
    show_findings(found, tmp_path)
    told = capsys.readouterr()
    assert told.out == ""
    assert [line.rpartition(" ")[2] for line in told.err.splitlines()] == [
        "i", "w1", "w2", "e1", "e2",
    ]  # fmt: skip


def test_silence_leaves_errors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    show_findings([warning("a", "one"), finding("error", "two")], tmp_path, silent=True)
    assert capsys.readouterr().err == "error: two\n"


def test_details_are_for_those_who_debug(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = [finding("error", "x", detail="Traceback: deep\n")]
    show_findings(found, tmp_path)
    assert "Traceback" not in capsys.readouterr().err
    show_findings(found, tmp_path, debug=True)
    assert "Traceback: deep" in capsys.readouterr().err


def test_many_warnings_of_a_kind_are_counted_and_all_errors_shown(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    found = [warning("w", f"w{n}") for n in range(25)]
    found += [Diagnostic(severity="error", code="e", message=f"e{n}") for n in range(25)]
    show_findings(found, tmp_path)
    told = capsys.readouterr().err
    assert told.count("warning: ") == 20
    assert told.count("error: ") == 25
    assert 'and 5 more warnings of the kind "w"' in told


def test_the_summary(capsys: pytest.CaptureFixture[str]) -> None:
    show_summary(Report(pages=1, written=2, reused=3, seconds=0.125, published=True), "public")
    assert capsys.readouterr().out == "public: 1 page, 2 written, 3 unchanged, 0.12 s\n"
    found = (warning("a", "x"), warning("b", "y"), finding("error", "z"))
    show_summary(Report(pages=2, written=0, removed=4, published=True, diagnostics=found), "docs")
    assert capsys.readouterr().out == (
        "docs: 2 pages, 0 written, 0 unchanged, 4 removed, 2 warnings, 1 error, 0.00 s\n"
    )
    show_summary(Report(diagnostics=found), "public")
    told = capsys.readouterr()
    assert (told.out, told.err) == (
        "", '1 error; nothing was written, "public" is as it was\n',
    )  # fmt: skip


def test_no_bar_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as show:
        show(Progress(phase="scan", done=1, total=2))
    with progress_bar(silent=True) as show:
        show(Progress(phase="scan", done=1, total=2))
    assert capsys.readouterr() == ("", "")


def test_errors_become_findings() -> None:
    assert [item.message for item in to_findings(BlogError("a"))] == ["a"]
    many = ManyErrors([BlogError("a"), BlogError("b")])
    assert [item.message for item in to_findings(many)] == ["a", "b"]
