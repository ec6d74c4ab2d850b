from __future__ import annotations

import json

import pytest

from inkpost.formula.mathtext import mathml_to_text
from tests.shared import shared_path


def test_every_recorded_formula_reads_as_recorded() -> None:
    lines = shared_path("math", "formulas.jsonl").read_text("utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["ok"]]
    wrong = {
        row["tex"]: (text, row["plain"])
        for row in rows
        if (text := mathml_to_text(row["mathml"])) != row["plain"]
    }
    assert not wrong
    assert len(rows) == 774


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<msup><mi>x</mi><mn>2</mn></msup>", "x²"),
        ("<msub><mi>x</mi><mi>i</mi></msub>", "xᵢ"),
        ("<msub><mi>x</mi><mi>β</mi></msub>", "x_β"),
        ("<msubsup><mi>x</mi><mn>1</mn><mo>′</mo></msubsup>", "x₁′"),
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
        ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a + b)/c"),
        ('<mfrac linethickness="0px"><mi>n</mi><mi>k</mi></mfrac>', "C(n,k)"),
        ("<msqrt><mi>d</mi></msqrt>", "√d"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "³√(x)"),
        ("<mover><mi>y</mi><mo>^</mo></mover>", "y\u0302"),
        ("<munder><mo>∑</mo><mi>i</mi></munder>", "∑ᵢ"),
        ("<mphantom><mi>x</mi></mphantom><mi>y</mi>", "y"),
        ("<mi>a</mi><mo>=</mo><mi>b</mi>", "a = b"),
        ("<mi>f</mi><mo>\u2061</mo><mi>x</mi>", "fx"),
        ("<mtext>&nbsp;</mtext><mi>z</mi>", "z"),
        (
            (
                "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr>"
                "<mtr><mtd><mi>c</mi></mtd></mtr></mtable>"
            ),
            "a b; c",
        ),
    ],
)
def test_reads_as_one_line(inner: str, text: str) -> None:
    assert mathml_to_text(f"<math><mrow>{inner}</mrow></math>") == text


@pytest.mark.parametrize("broken", ["", "x", "<math><mi>x</math>"])
def test_what_is_no_mathml_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match="expected a <math> element"):
        mathml_to_text(broken)
