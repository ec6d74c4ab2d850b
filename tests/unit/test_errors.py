"""Findings: graded, each once, in order."""

from __future__ import annotations

import pytest

from inkpost.errors import (
    BlogError,
    ConfigError,
    Findings,
    ManyErrors,
    PluginError,
    Span,
    Stop,
    warning,
)

HERE = Span(path="source/a.md", line=3, column=5)


def test_an_error_becomes_a_finding_with_its_place_and_hint() -> None:
    found = ConfigError("a text was expected", span=HERE, hint="write one").to_diagnostic()
    assert (found.severity, found.code) == ("error", "config")
    assert (found.message, found.span, found.hint) == ("a text was expected", HERE, "write one")
    assert found.detail == ""


def test_the_cause_of_an_error_is_its_detail_and_makes_no_difference() -> None:
    try:
        try:
            raise KeyError("deep")  # noqa: TRY301 - the cause
        except KeyError as cause:
            raise PluginError("it failed") from cause
    except PluginError as error:
        found = error.to_diagnostic()
    assert "KeyError: 'deep'" in found.detail
    assert found == PluginError("it failed").to_diagnostic()


def test_each_finding_is_kept_once_in_order() -> None:
    findings = Findings()
    one, two = warning("a", "one"), warning("b", "two", span=HERE)
    findings.extend([one, two, one])
    assert findings.items == (one, two)
    assert not findings.failed


def test_strict_turns_warnings_into_errors_and_leaves_infos() -> None:
    findings = Findings(strict=True)
    findings.add(warning("a", "one"))
    assert [item.severity for item in findings.items] == ["error"]
    assert findings.failed


def test_bail_stops_at_an_error_that_it_keeps() -> None:
    findings = Findings(bail=True)
    findings.add(warning("a", "one"))
    with pytest.raises(Stop):
        findings.add_error(BlogError("broken"))
    assert [item.message for item in findings.items] == ["one", "broken"]
    with pytest.raises(Stop):
        Findings(bail=True, strict=True).add(warning("a", "one"))


def test_many_errors_are_told_one_by_one() -> None:
    findings = Findings()
    findings.add_error(ManyErrors([BlogError("one", span=HERE), ConfigError("two")]))
    assert [(item.code, item.message) for item in findings.items] == [
        ("error", "one"),
        ("config", "two"),
    ]
    assert ManyErrors([BlogError("one", span=HERE)]).span == HERE
