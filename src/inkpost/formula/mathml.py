"""KaTeX's MathML as browsers can show it on its own."""

from __future__ import annotations

import re
from functools import cache
from html import escape, unescape

_MATH = re.compile(r"<math\b.*</math>", re.DOTALL)
_ANNOTATION = re.compile(r"<annotation\b[^>]*>(.*?)</annotation>", re.DOTALL)
_LETTERS = re.compile(
    r'<(mi|mn|mo|ms|mtext)((?: [^>]*?)?) mathvariant="([a-z-]+)"([^>]*)>([^<]*)</\1>'
)

# First letter of A–Z, a–z, 0–9, Α–Ω and α–ω in each alphabet of Unicode; 0 where it has none.
_ALPHABETS = {
    "bold": (0x1D400, 0x1D41A, 0x1D7CE, 0x1D6A8, 0x1D6C2),
    "italic": (0x1D434, 0x1D44E, 0, 0x1D6E2, 0x1D6FC),
    "bold-italic": (0x1D468, 0x1D482, 0, 0x1D71C, 0x1D736),
    "script": (0x1D49C, 0x1D4B6, 0, 0, 0),
    "bold-script": (0x1D4D0, 0x1D4EA, 0, 0, 0),
    "fraktur": (0x1D504, 0x1D51E, 0, 0, 0),
    "bold-fraktur": (0x1D56C, 0x1D586, 0, 0, 0),
    "double-struck": (0x1D538, 0x1D552, 0x1D7D8, 0, 0),
    "sans-serif": (0x1D5A0, 0x1D5BA, 0x1D7E2, 0, 0),
    "bold-sans-serif": (0x1D5D4, 0x1D5EE, 0x1D7EC, 0x1D756, 0x1D770),
    "sans-serif-italic": (0x1D608, 0x1D622, 0, 0, 0),
    "sans-serif-bold-italic": (0x1D63C, 0x1D656, 0, 0x1D790, 0x1D7AA),
    "monospace": (0x1D670, 0x1D68A, 0x1D7F6, 0, 0),
}

# Letters that Unicode had elsewhere before it had the alphabets.
_ELSEWHERE = {
    "italic": {"h": "ℎ"},
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True)),
    "fraktur": dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True)),
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
}

# What follows ω in an alphabet, in Unicode's order.
_GREEK_VARIANTS = "∂ϵϑϰϕϱϖ"
_CAPITAL_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇"
_SMALL_GREEK = "αβγδεζηθικλμνξοπρςστυφχψω" + _GREEK_VARIANTS


@cache
def _alphabet(variant: str) -> dict[int, str]:
    """Plain letter -> letter of the variant, as `str.translate` takes it."""
    starts = _ALPHABETS.get(variant)
    if starts is None:
        return {}
    rows = (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "abcdefghijklmnopqrstuvwxyz",
        "0123456789",
        _CAPITAL_GREEK,
        _SMALL_GREEK,
    )
    table = {
        ord(letter): chr(start + offset)
        for start, row in zip(starts, rows, strict=True)
        if start
        for offset, letter in enumerate(row)
    }
    table.update({ord(k): v for k, v in _ELSEWHERE.get(variant, {}).items()})
    return table


def extract_mathml(html: str) -> str:
    """The `<math>` element within KaTeX's HTML, or "" where there is none."""
    match = _MATH.search(html)
    return match[0] if match else ""


def to_shown_mathml(mathml: str) -> str:
    """The `<math>` element without its annotation, whose TeX becomes the `alttext`.

    Chromium ignores `mathvariant` (but "normal"), so letters in bold, script and the like become
    Unicode's own.
    """
    math = extract_mathml(mathml)
    annotation = _ANNOTATION.search(math)
    if annotation:
        math = math[: annotation.start()] + math[annotation.end() :]
        math = math.replace("<semantics>", "", 1).replace("</semantics>", "", 1)
        tex = escape(unescape(annotation[1]))
        math = math.replace("<math", f'<math alttext="{tex}"', 1)
    if "mathvariant" not in math:
        return math
    return _LETTERS.sub(_write_letters, math)


def _write_letters(match: re.Match[str]) -> str:
    tag, before, variant, after, text = match.groups()
    if variant == "normal":
        return match[0]
    plain = unescape(text)
    table = _alphabet(variant)
    styled = plain.translate(table)
    # Chinese and other letters without such an alphabet: the weight and slope of the font.
    style = ""
    if any(ord(letter) not in table and letter.isalpha() for letter in plain):
        styled = plain
        css = ("font-weight:bold;" if "bold" in variant else "") + (
            "font-style:italic;" if "italic" in variant else ""
        )
        style = f' style="{css.rstrip(";")}"' if css else ""
    return (
        f'<{tag}{before} mathvariant="normal"{after}{style}>{escape(styled, quote=False)}</{tag}>'
    )
