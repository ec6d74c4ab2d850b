from __future__ import annotations

import pytest

from inkpost.errors import ConfigError, Span
from inkpost.model import Json, ThemeLayer
from inkpost.theme.settings import (
    Manifest,
    allows,
    check_settings,
    load_manifest,
    merge_settings,
)

SCHEMA = {
    "toc.enable": "bool",
    "toc.min": "int(0..20)",
    "home.style": "cards | stream",
    "accent": "colour",
    "inject": "map",
}


def test_given_values_replace_lists_and_merge_maps() -> None:
    merged = merge_settings(
        {"toc": {"enable": True, "depth": [2, 4]}, "menu": [1, 2]},
        {"toc": {"depth": [2, 3]}, "menu": [3], "own": 1},
    )
    assert merged == {"toc": {"enable": True, "depth": [2, 3]}, "menu": [3], "own": 1}


def test_false_for_a_group_switches_it_off() -> None:
    assert merge_settings({"toc": {"enable": True, "min": 3}}, {"toc": False}) == {
        "toc": {"enable": False, "min": 3}
    }


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("bool | text", "x", True),
        ("bool | text", 1, False),
        ("int(0..20)", 20, True),
        ("int(0..20)", 21, False),
        ("int(0..20)", True, False),
        ("cards | stream", "stream", True),
        ("cards | stream", "list", False),
        ("stream | list", "list", True),
        ("stream | list", ["list"], False),
        ("levels", [2, 4], True),
        ("levels", [4, 2], False),
        ("maps", [{"url": "/"}], True),
        ("maps", ["/"], False),
        ("hues", {"笔记": 20}, True),
        ("hues", {"笔记": True}, False),
        ("null | text | texts", ["a", "b"], True),
        ("null | text | texts", ["a", 1], False),
        ("colour", "#0b6", True),
        ("colour", "red", False),
        ("null | map", None, True),
    ],
)
def test_kinds(kind: str, value: Json, expected: bool) -> None:
    assert allows(kind, value) is expected


def test_findings_have_place_and_hint() -> None:
    place = Span(path="_config.yml", line=7)
    found = check_settings(
        {"toc": {"mim": 3, "enable": "yes"}, "inject": {"any": 1}},
        Manifest(schema=SCHEMA),
        {"toc.mim": place},
    )
    assert [each.message for each in found] == [
        'the theme has no setting "toc.mim"',
        '"toc.enable" is "yes"; expected true or false',
    ]
    assert found[0].span == place
    assert found[0].hint == 'did you mean "toc.min"?'


def test_manifest_of_a_chain() -> None:
    files = {
        "near": "name: mine\nconfig: {a: {x: 2}}\nschema: {a.y: int}\n",
        "far": "name: kit\nconfig: {a: {x: 1, z: 3}}\nschema: {a.x: int}\n",
    }
    layers = tuple(ThemeLayer(name=name, files={"theme.yml": name}) for name in files)
    manifest = load_manifest(layers, lambda key: files[key].encode())
    assert manifest.defaults == {"a": {"x": 2, "z": 3}}
    assert manifest.schema == {"a.x": "int", "a.y": "int"}


def test_a_manifest_that_is_no_mapping_is_an_error() -> None:
    layer = ThemeLayer(name="t", files={"theme.yml": "themes/t/theme.yml"})
    with pytest.raises(ConfigError):
        load_manifest((layer,), lambda _key: b"- a\n")
