"""The code of templates is kept between builds, and never wrong for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from inkpost.configfiles import OpenOptions
from inkpost.theme import compile as compiling
from tests.sites import SiteBuilder, text_of

OWN = "themes/tessera/layout/_partial/license.jinja"
POST = "2024/03/05/first/index.html"


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the templates that were compiled since."""
    names: list[str] = []
    real = compiling.compile_template

    def noted(source: str, name: str, key: str) -> compiling.Compiled:
        names.append(name)
        return real(source, name, key)

    monkeypatch.setattr(compiling, "compile_template", noted)
    return names


@pytest.fixture
def own(site: SiteBuilder) -> SiteBuilder:
    site.configure(theme="tessera")
    site.write(OWN, "<i>one</i>")
    site.post("first")
    return site


def kept(site: SiteBuilder) -> list[Path]:
    return [each for each in (site.root / ".inkpost" / "made").iterdir() if not each.suffix]


def test_a_second_build_compiles_nothing(own: SiteBuilder, compiled: list[str]) -> None:
    first = text_of(own.make(), POST)
    assert len(compiled) > 20
    compiled.clear()
    assert text_of(own.make(), POST) == first
    assert compiled == []


def test_what_was_changed_is_compiled_alone(own: SiteBuilder, compiled: list[str]) -> None:
    own.make()
    compiled.clear()
    own.write(OWN, "---\nsaid: two\n---\n<i>{{ said or 'two' }}</i>")
    assert "<i>two</i>" in text_of(own.make(), POST)
    assert compiled == ["_partial/license"]


def test_damaged_code_is_compiled_again(own: SiteBuilder, compiled: list[str]) -> None:
    first = text_of(own.make(), POST)
    compiled.clear()
    for file in kept(own):
        file.write_bytes(file.read_bytes()[:-9] + b"\xff" * 9)
    assert text_of(own.make(), POST) == first
    assert len(compiled) > 20


def test_other_versions_of_what_writes_it_do_not_share_code(
    own: SiteBuilder, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    own.make()
    compiled.clear()
    monkeypatch.setattr(compiling, "_generation", lambda: "another")
    own.make()
    assert len(compiled) > 20


def test_a_fault_has_its_place_from_kept_code_too(own: SiteBuilder) -> None:
    own.write(OWN, "a\n{{ page.title.absent.x() }}\n")
    first, second = own.make(), own.make()
    assert [each.span for each in first.diagnostics] == [each.span for each in second.diagnostics]
    assert first.failed
    assert first.diagnostics[0].span is not None
    assert first.diagnostics[0].span.line == 2


def test_nothing_that_a_site_brings_along_is_run_in_safe_mode(
    own: SiteBuilder, compiled: list[str]
) -> None:
    own.make()
    compiled.clear()
    assert not own.make(opening=OpenOptions(safe=True)).failed
    assert len(compiled) > 20
