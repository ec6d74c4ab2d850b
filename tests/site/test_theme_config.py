"""Settings of the theme: where they may stand, and what is said of wrong ones."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from inkpost.errors import Diagnostic
from tests.shared import ROOT
from tests.sites import SiteBuilder, text_of

SCHEMA = yaml.safe_load((ROOT / "themes/kit/theme.yml").read_text("utf-8"))["schema"]
BASE = "title: Quay\nurl: https://quay.example\ntimezone: UTC\ntheme: tessera\n"


def nested(names: list[str], value: Any) -> str:
    """Dotted keys, all with one value, as YAML."""
    values: dict[str, Any] = {}
    for name in names:
        *parents, last = name.split(".")
        below = values
        for parent in parents:
            below = below.setdefault(parent, {})
        below[last] = value
    return yaml.safe_dump(values, sort_keys=False, default_flow_style=None)


def write_settings(site: SiteBuilder, place: str, text: str) -> list[str]:
    """Write the settings where a site may have them; the lines of the file."""
    if place == "_config.yml":
        text = f"{BASE}theme_config:\n" + "".join(f"  {line}\n" for line in text.splitlines())
    else:
        site.write("_config.yml", BASE)
    site.write(place, text)
    return text.splitlines()


def about(found: Diagnostic) -> str:
    """The setting that a finding is about."""
    match = re.search(r'"([^"]*)"', found.message)
    return match[1] if match else ""


def told(site: SiteBuilder) -> list[Diagnostic]:
    (site.root / "source").mkdir(exist_ok=True)
    return [each for each in site.make().diagnostics if each.code == "theme-setting"]


@pytest.mark.parametrize(
    "place", ["_config.yml", "_config.tessera.yml", "themes/tessera/_config.yml"]
)
def test_every_setting_is_checked_where_it_stands(site: SiteBuilder, place: str) -> None:
    # No setting is a list of lists.
    lines = write_settings(site, place, nested(list(SCHEMA), [[1]]))
    found = told(site)
    assert [about(each) for each in found] == list(SCHEMA)
    for each, name in zip(found, SCHEMA, strict=True):
        assert each.severity == "warning"
        assert each.span is not None
        assert each.span.path == place
        assert name.rpartition(".")[2] in lines[each.span.line - 1], name


@pytest.mark.parametrize("place", ["_config.yml", "_config.tessera.yml"])
def test_an_unknown_setting_is_told_with_the_nearest(site: SiteBuilder, place: str) -> None:
    names = [f"{name}x" for name in SCHEMA]
    lines = write_settings(site, place, nested(names, 1))
    found = told(site)
    assert [each.message for each in found] == [
        f'the theme has no setting "{name}"' for name in names
    ]
    for each, name in zip(found, SCHEMA, strict=True):
        assert each.hint == f'did you mean "{name}"?'
        assert each.span is not None
        assert each.span.path == place
        assert name.rpartition(".")[2] + "x" in lines[each.span.line - 1]


def test_a_wrong_value_leaves_the_default_in_force(site: SiteBuilder) -> None:
    site.configure(
        theme="tessera",
        theme_config={"accent": "reddish", "toc": {"depth": 3}, "menu": "x", "footer": None},
    )
    site.post("first")
    made = site.make()
    assert [each.message for each in made.diagnostics if each.code == "theme-setting"] == [
        '"accent" is "reddish"; expected a colour such as "#0b6b5d"',
        '"toc.depth" is "3"; expected two levels such as [2, 4]',
        '"menu" is "x"; expected a list of mappings',
    ]
    assert not [each for each in made.diagnostics if each.severity == "error"]
    assert 'href="/archives/"' in text_of(made, "index.html")


def test_switches_of_groups(site: SiteBuilder) -> None:
    site.configure(theme="tessera", theme_config={"toc": False, "search": False})
    site.post("first", "## A\n\nx\n\n## B\n\nx\n\n## C\n\nx\n")
    made = site.make()
    assert not told(site)
    html = text_of(made, "2024/03/05/first/index.html")
    assert 'class="toc-list' not in html
    assert "data-search" not in html


def test_later_files_win_and_their_lists_are_united(site: SiteBuilder) -> None:
    site.configure(
        theme="tessera",
        theme_config={"brand": "From theme_config", "custom_css": ["/b.css"]},
    )
    site.write("_config.tessera.yml", "brand: From file\ncustom_css: [/a.css]\n")
    site.post("first")
    html = text_of(site.make(), "index.html")
    assert ">From theme_config</a>" in html
    assert re.findall(r'href="/(\w)\.css"', html) == ["a", "b"]


def test_a_theme_that_extends_ours_may_have_settings_of_its_own(site: SiteBuilder) -> None:
    site.configure(theme="mine", theme_config={"motto": "Slow", "shade": 3, "related": "many"})
    site.write(
        "themes/mine/theme.yml",
        "name: mine\nextends: kit\nconfig: {motto: Fast}\nschema: {shade: int(0..9)}\n",
    )
    site.write("themes/mine/layout/index.jinja", "{{ theme.motto }}{{ theme.shade }}")
    site.post("first")
    made = site.make()
    found = [each.message for each in made.diagnostics if each.code == "theme-setting"]
    assert found == ['"related" is "many"; expected a whole number from 0 to 12 or true or false']
    assert "Slow3" in text_of(made, "index.html")
