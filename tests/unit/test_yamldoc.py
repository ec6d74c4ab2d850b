"""YAML is read as js-yaml reads it, and faults are told with their place and cure."""

from __future__ import annotations

import base64
import json
import math
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.errors import BlogError, ConfigError, FrontMatterError, Span
from inkpost.hexo import yamldoc
from inkpost.hexo.yamldoc import load_yaml

TABLE = json.loads((Path(__file__).parents[1] / "data" / "js_yaml.json").read_text("utf-8"))

# libyaml and js-yaml part here; no blog is known that has any of it.
KNOWN = {
    # a dash without a value, then a dash further left: js-yaml puts both into the inner list
    "- -\n- z",
    # flow collections: a lone dash, `?x`, an empty key, a colon at the start of a word
    *("[-, b]", "[?x, b]", "[:, b]", "[:x, b]", "[: x, b]", "[? , b]"),
    *("k: {: x}", "- {: x}\n- z", "[{: x}, b]"),
    # tags that touch a comma, the tag "!", an empty quoted text as !!null
    *("k: !", "- !\n- z", "[!, b]", "k: ! 12", "- ! 12\n- z", "[! 12, b]"),
    *("[!!str, b]", "[!!null, b]", "[!!seq, b]", "[!!map, b]"),
    *("k: !!null ''", "- !!null ''\n- z", "[!!null '', b]"),
    # U+007F in quotes
    *('k: "a\x7fb"', '- "a\x7fb"\n- z', '["a\x7fb", b]'),
    # anchors that are no plain word
    *("k: &中 x", "- &中 x\n- z", "[&中 x, b]", "k: &a.b x", "- &a.b x\n- z", "[&a.b x, b]"),
}


def plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return {"$date": value.isoformat(timespec="milliseconds").replace("+00:00", "Z")}
    if isinstance(value, bytes):
        return {"$bytes": base64.b64encode(value).decode()}
    if isinstance(value, float):
        if math.isfinite(value):
            return int(value) if value == int(value) else value
        return {"$number": "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"}
    if isinstance(value, list):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {"$map": [[key, plain(item)] for key, item in value.items()]}
    return value


def read(text: str) -> dict[str, Any]:
    try:
        return {"value": plain(load_yaml(text, path="p.md").value)}
    except FrontMatterError as error:
        assert error.span is not None
        assert 1 <= error.span.line <= text.count("\n") + 2
        assert error.span.column >= 1
        return {"error": True}


def test_values_are_those_of_js_yaml() -> None:
    wrong = []
    for text, expected in TABLE["rows"]:
        want = {"error": True} if "error" in expected else expected
        if text not in KNOWN and (got := read(text)) != want:
            wrong.append((text, want, got))
    assert wrong == []


def test_known_differences_are_still_there() -> None:
    rows = {text: "error" in expected for text, expected in TABLE["rows"]}
    assert set(rows) >= KNOWN


def test_loader_without_libyaml_agrees_on_usual_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: 010\nb: [x, 3.10, yes]\nc: 2024-02-30\nd: |\n  x\ne: {f: null}\n"
    fast = load_yaml(text, path="p.md")
    monkeypatch.setattr(yamldoc, "_LOADER", yamldoc._SlowLoader)
    slow = load_yaml(text, path="p.md")
    assert (slow.value, slow.spelling, slow.spans) == (fast.value, fast.spelling, fast.spans)


def test_spelling_keeps_plain_scalars_as_written() -> None:
    found = load_yaml('a: 3.10\nb: [1.50, "2.0", x]\nc: {d: 010}\ne:\n', path="p.md")
    assert found.spelling == {
        ("a",): "3.10",
        ("b", 0): "1.50",
        ("b", 2): "x",
        ("c", "d"): "010",
        ("e",): "",
    }


def test_spans_give_keys_and_items() -> None:
    found = load_yaml("a: 1\nb:\n  - x\n  - c: y\n", path="p.md", first_line=2)
    places = {path: (span.line, span.column) for path, span in found.spans.items()}
    assert places == {
        ("a",): (2, 1),
        ("b",): (3, 1),
        ("b", 0): (4, 5),
        ("b", 1): (5, 5),
        ("b", 1, "c"): (5, 5),
    }


def test_tabs_count_as_two_spaces_and_keep_their_place() -> None:
    found = load_yaml("a:\n\t- x\n\t- y: z", path="p.md")
    assert found.value == {"a": ["x", {"y": "z"}]}
    assert found.spans["a", 1] == Span(path="p.md", line=3, column=4)


def test_merged_keys_keep_spelling_and_place() -> None:
    found = load_yaml("a: &x {p: 1.0}\nb:\n  <<: *x\n  q: 2\n", path="p.md")
    assert found.value["b"] == {"p": 1, "q": 2}
    assert found.spelling["b", "p"] == "1.0"
    assert found.spans["b", "p"].line == 1


def test_aliases_cannot_fill_the_memory() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 5)]
    assert len(load_yaml("\n".join(lines), path="p.md").spans) < 30_000


FAULTS = [
    ("title: Part one: two", 1, 16, 'holds ": "', "in quotes"),
    ("a: 1\ntags: [a, b", 2, 7, 'bracket "["', 'close it with "]"'),
    ("tags: [a, b\ndate: 2024", 1, 7, 'bracket "["', 'close it with "]"'),
    ("menu: {a: b", 1, 7, 'bracket "{"', 'close it with "}"'),
    ("title: [Notes] on x", 1, 16, "closing bracket", "quote the whole value"),
    ("title:文本\ndate: 2024-01-02", 1, 6, "not followed by a space", "space after the colon"),
    ("title：文本\ndate: 2024-01-02", 1, 6, "full-width colon", '"title: "'),
    ("date: 2024-01-02\ntitle：文本", 2, 6, "full-width colon", '"title: "'),
    ("a: 1\ntitle：文本\nb: 2", 2, 6, "full-width colon", '"title: "'),
    ("title: @x", 1, 8, 'start with "@"', "in quotes"),
    ("title: %x", 1, 8, 'start with "%"', "in quotes"),
    ("title: `x`", 1, 8, 'start with "`"', "in quotes"),
    ("tags:\n- @x", 2, 3, 'start with "@"', "in quotes"),
    ("title: *x*", 1, 8, 'starts with "*"', "in quotes"),
    ("title: !x y", 1, 8, "is not known", "in quotes"),
    ('title: "a" b', 1, 12, "closing quote", "quote the whole"),
    ("title: 'it's'", 1, 12, "closing quote", "quote the whole"),
    ("title: 'x", 1, 8, "quote ' is not closed", "close it"),
    ('title: "x\nb: y', 1, 8, 'quote " is not closed', "close it"),
    ('title: "a\\qb"', 1, 8, "backslash", "single quotes"),
    ("a: 1\nb: 2\na: 3", 3, 1, 'the key "a" stands twice', 'one "a:" line'),
    ("a: b\nhello world\nc: d", 2, 1, 'no "key: value"', "indent it"),
    ("a:\n  b: 1\n   c: 2", 3, 4, "indentation", "align it"),
    ("a: x\n  b: y", 2, 3, "indentation", "align it"),
    ("a: 1\n---\nb: 2", 2, 1, "second document", "remove the line"),
    ("a: x\x01y", 1, 5, "U+0001", "invisible"),
    ("a: !!int x", 1, 4, "!!int", "in quotes"),
]


@pytest.mark.parametrize(("text", "line", "column", "message", "hint"), FAULTS)
def test_fault_has_place_and_cure(
    text: str, line: int, column: int, message: str, hint: str
) -> None:
    with pytest.raises(FrontMatterError) as caught:
        load_yaml(text, path="p.md", first_line=2)
    error = caught.value
    assert message in error.message
    assert hint in (error.hint or "")
    assert error.span == Span(path="p.md", line=line + 1, column=column)


def test_error_class_is_the_callers() -> None:
    with pytest.raises(ConfigError):
        load_yaml("a: b: c", path="_config.yml", error=ConfigError)


@given(st.text(alphabet=st.sampled_from("ab:- \n\t[]{}'\"#&*!|>%@`,?中：0.~<=\\"), max_size=40))
def test_any_text_is_a_value_or_an_error(text: str) -> None:
    try:
        load_yaml(text, path="p.md")
    except BlogError as error:
        assert error.span is not None


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=30)
TREE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(TREE)
def test_json_is_read_as_itself(value: Any) -> None:
    text = json.dumps(value, ensure_ascii=False)
    assert load_yaml(text, path="p.md").value == value


# -- documents that are made to be too much

_NAMES = "abcdefghi"


def _laughs(of: str, *, merged: bool = False) -> str:
    """Nine lines that stand for billions of values."""
    lines = [f"a: &a {of}"]
    for before, name in pairwise(_NAMES):
        again = ",".join([f"*{before}"] * 9)
        lines.append(f"{name}: &{name} " + (f"{{<<: [{again}], k: 1}}" if merged else f"[{again}]"))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    "text",
    [_laughs("[x, x, x]"), _laughs("{k: {z: 1}}", merged=True), _laughs('["' + "x" * 5000 + '"]')],
)
def test_aliases_that_stand_for_too_much_are_one_error(text: str) -> None:
    with pytest.raises(FrontMatterError, match="the aliases stand for more than") as caught:
        load_yaml(text, path="p.md")
    assert caught.value.span is not None
    assert caught.value.hint


def test_aliases_as_people_use_them_are_read() -> None:
    text = "base: &b {a: [1, 2], t: x}\n" + "".join(f"k{n}: *b\n" for n in range(5000))
    assert len(load_yaml(text, path="p.md").value) == 5001
    many = "a:\n" + "".join(f"- {{n: {n}}}\n" for n in range(30_000))
    assert len(load_yaml(many, path="p.md").value["a"]) == 30_000


@pytest.mark.parametrize("depth", [101, 900, 1100, 50_000])
@pytest.mark.parametrize("pair", ["[]", "{}"])
def test_values_that_are_nested_too_deep_are_one_error(depth: int, pair: str) -> None:
    opened = pair[0] if pair == "[]" else "{a: "
    text = "a: " + opened * depth + "1" + pair[1] * depth
    with pytest.raises(FrontMatterError, match="nested") as caught:
        load_yaml(text, path="p.md")
    assert caught.value.span is not None


def test_lines_that_are_nested_too_deep_are_one_error() -> None:
    text = "\n".join(" " * depth + "a:" for depth in range(1500))
    with pytest.raises(FrontMatterError, match="nested"):
        load_yaml(text, path="p.md")
