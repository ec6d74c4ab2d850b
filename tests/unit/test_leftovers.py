"""Template expressions that stay as text."""

from __future__ import annotations

import pytest

from inkpost.config import make_config
from inkpost.content.leftovers import find_expressions
from inkpost.content.markdown import build_markdown
from inkpost.content.rules import markdown_rules


def find(text: str, dialect: str = "inkpost") -> list[tuple[int, str]]:
    config = make_config([], process_timezone="UTC", overrides={"dialect": dialect})
    markdown = build_markdown(markdown_rules(config))
    return list(find_expressions(markdown.parse(text).tokens))


@pytest.mark.parametrize("dialect", ["inkpost", "hexo"])
def test_expressions_in_prose_are_found_with_their_lines(dialect: str) -> None:
    assert find("a {{ x }} b\nc **{{ f(1) | g }}**\n\n- {{}}", dialect) == [
        (1, "{{ x }}"),
        (2, "{{ f(1) | g }}"),
        (4, "{{}}"),
    ]


def test_code_and_formulas_are_left_alone() -> None:
    text = "`{{ x }}` and $\\frac{{a}}{{b}}$\n\n```\n{{ y }}\n```\n\n$$\n{{z}}\n$$\n"
    assert find(text) == []
