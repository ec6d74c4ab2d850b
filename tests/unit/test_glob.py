from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.hexo.glob import compile_globs
from tests.unit.hexotables import table

PATHS = table("globs")["paths"]


@pytest.mark.parametrize(("pattern", "expected"), table("globs")["patterns"])
def test_globs_are_micromatch_s(pattern: str, expected: list[int]) -> None:
    is_match = compile_globs(pattern)
    assert [path for path in PATHS if is_match(path)] == [PATHS[index] for index in expected]


@pytest.mark.parametrize("patterns", [None, "", [], [""]])
def test_without_patterns_nothing_matches(patterns: str | list[str] | None) -> None:
    is_match = compile_globs(patterns)
    assert not is_match("a.md")
    assert not is_match("")


def test_one_of_several_patterns_is_enough() -> None:
    is_match = compile_globs(["README.md", "games/**"])
    assert is_match("README.md")
    assert is_match("games/tetris/index.html")
    assert not is_match("docs/README.md")


@given(st.text(alphabet='ab/.*?![]{}()|,+@\\"水', max_size=12), st.text(max_size=12))
def test_no_pattern_fails_and_each_matches_itself(pattern: str, path: str) -> None:
    compile_globs(pattern)(path)
    assert compile_globs(pattern)(pattern) is bool(pattern)
