"""Values are written as js-yaml writes them, and read back as themselves."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from inkpost.hexo.yamldoc import load_yaml
from inkpost.hexo.yamldump import dump_yaml

TABLE = json.loads((Path(__file__).parents[1] / "data" / "yaml_dump.json").read_text("utf-8"))


def test_text_is_that_of_js_yaml() -> None:
    wrong = []
    for value, expected in TABLE["rows"]:
        if (got := dump_yaml(value)) != expected:
            wrong.append((value, expected, got))
    assert wrong == []


def test_spelling_is_kept() -> None:
    spelling = {("a",): "3.10", ("b", 0): "2024-01-02 03:04:05 +09:00"}
    value = {"a": 3.1, "b": [datetime(2024, 1, 1, tzinfo=UTC)], "c": 3.1}
    assert dump_yaml(value, spelling=spelling) == (
        "a: 3.10\nb:\n  - 2024-01-02 03:04:05 +09:00\nc: 3.1\n"
    )


def test_dates_and_bytes_have_a_form() -> None:
    value = {"d": datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC), "b": b"hi"}
    assert load_yaml(dump_yaml(value), path="p.md").value == value


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30)
TREE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@given(TREE)
def test_what_is_written_reads_back(value: Any) -> None:
    assert load_yaml(dump_yaml(value), path="p.md").value == value


@given(st.text(st.sampled_from("ab :-#'\"[]{},&*!|>%@`?=~.0123\n\\：中\u2028"), max_size=12))
def test_any_title_reads_back(title: str) -> None:
    assert load_yaml(dump_yaml({"title": title}), path="p.md").value == {"title": title}
