"""Every recorded delimiter case: which formulas a Markdown text holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
import yaml
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from inkpost.content.mathrule import math_plugin
from tests.shared import shared_path


def make_parser() -> MarkdownIt:
    md = MarkdownIt("commonmark", {"html": True, "linkify": True, "typographer": True})
    md.enable(["table", "strikethrough", "linkify", "replacements", "smartquotes"])
    return md.use(footnote_plugin).use(math_plugin)


def find_formulas(tokens: Iterable[Token]) -> Iterator[tuple[str, bool]]:
    for token in tokens:
        if token.type.startswith("math_"):
            yield " ".join(token.content.split()), token.meta["display"]
        elif token.children:
            yield from find_formulas(token.children)


def load_cases() -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = yaml.safe_load(
        shared_path("math", "cases.yaml").read_text("utf-8")
    )
    return cases


def test_all_recorded_cases_are_found() -> None:
    md = make_parser()
    wrong = {}
    cases = load_cases()
    for case in cases:
        expected = [(" ".join(row["tex"].split()), row["display"]) for row in case["expect"]]
        found = list(find_formulas(md.parse(case["markdown"])))
        if found != expected:
            wrong[case["id"]] = (found, expected)
    assert not wrong
    assert len(cases) == 94


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("费用 $ not math $ 而已", []),
        ("共 $ n $ 张", [("n", False)]),
        ("变量 $HOME；${USER} 与 $1，$#", []),
        ("PHP $a = $b + $c; 与 ${x} 和 ${y}", []),
        ("`x` 字节 ${len - 1}-${len - 1}/${len}", []),
        ("用 $(a=1) 和 $(b) 与 $(c)；$(d)，$(e)的值就是$(f)", []),
        ("${MODS:%=%.x} 是替换.\n格式 $(v:%.c=%.o) 和 ${PATH_A}$ 与 ${AB}$cd", []),
        ("\\[{rabbit, \\[{users, []}\\]}\\].", []),
        ("\\[\na_1 \\\\[4pt] b\n\\]", [("a_1 \\\\[4pt] b", True)]),
        ('"$@"的值是"foo"，"$^"就是"a.y"，"$(D)" "$*"', []),
        ("得$n $越小越好，没有的$K，$i，j$ 与 $左-右$", [("i，j", False), ("左-右", False)]),
        ("嵌套 $($(a)_x) 与 $(subst a,$(b)) 和点$(a,b)$(如图)", [("(a,b)", False)]),
        ("用$v = hex( $r );$r =  \"unhex('$v')\" 拼", []),
        ("location ~ \\.php$ {\nroot x=1;\nfile a$name;\n}", []),
        ("类 SearchImpl$$ByCGLIB$$129db5 的 $$x$$ 与 A$$b$$", [("x", True), ("b", True)]),
        (
            "其中$ \\alpha$(率)、$\\beta $(数)，**量 $n_1 $**",
            [("\\alpha", False), ("\\beta", False), ("n_1", False)],
        ),
        ("设$x=1，$a$为", [("a", False)]),
        ("是 $n^2 $，$ m $ 与$k^2 $个", [("n^2", False), ("m", False), ("k^2", False)]),
        ("\\[TODO\\]", []),
        ("\\[x = 1\\]", [("x = 1", True)]),
        ("| `$a|b$` | c |", []),
        ("| 名 | 式 |\n|-|-|\n| 集合 | $\\{x | x>0\\}$ |", [("\\{x | x>0\\}", False)]),
        ("| 价 | 量 |\n|-|-|\n| 5$ | 6$ |", []),
        ("| 码 | 式 |\n|-|-|\n| `$x` | $|y|$ |", [("|y|", False)]),
        ("文 {% katex %}x^2{% endkatex %} 字", [("x^2", False)]),
        ("\\begin{array}{c}\n\\begin{array}{c}\na\n\\end{array}\n\\end{array}", None),
        ("$$\na\n\n后面的正文没有公式。\n\n$$\nb = 1\n$$", [("b = 1", True)]),
    ],
)
def test_formulas_of(text: str, expected: list[tuple[str, bool]] | None) -> None:
    if expected is None:
        expected = [(" ".join(text.split()), True)]
    assert list(find_formulas(make_parser().parse(text))) == expected


def test_code_in_a_table_keeps_its_pipes_and_dollars() -> None:
    html = make_parser().render("| a | b |\n|-|-|\n| `echo $x` | $|y|$ |\n")
    assert "<code>echo $x</code>" in html
    assert "\\(|y|\\)" in html


def test_a_fence_with_table_like_lines_is_untouched() -> None:
    text = "```text\n| $a|b$ |\n|-|\n```\n"
    assert make_parser().parse(text)[0].content == "| $a|b$ |\n|-|\n"


def test_an_unclosed_block_warns_with_its_line() -> None:
    env: dict[str, Any] = {}
    make_parser().parse("正文\n\n> 引用\n> $$\n> x = 1\n", env)
    assert env["warnings"] == [(3, '"$$" is not closed')]


def test_a_block_knows_its_lines_and_an_inline_formula_its_offset() -> None:
    tokens = make_parser().parse("文\n\n$$\na\n$$\n\n行 $x$ 和 $y$\n")
    block = next(token for token in tokens if token.type == "math_block")
    assert block.map == [2, 5]
    inline = tokens[-2]
    assert inline.children is not None
    offsets = [token.meta["offset"] for token in inline.children if token.type == "math_inline"]
    assert offsets == [2, 8]
