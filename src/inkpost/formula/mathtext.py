"""A formula as one line that reads well where nothing can be set: titles, summaries, search."""

from __future__ import annotations

import re
from html import unescape
from xml.etree import ElementTree as ET

from inkpost.formula.mathml import extract_mathml

_SUPERSCRIPTS = str.maketrans("0123456789+-−=()nixyT*′", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱˣʸᵀ*′")
_SUBSCRIPTS = str.maketrans(
    "0123456789+-−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"
)
_RAISABLE = frozenset("0123456789+-−=()nixyT*′")
_LOWERABLE = frozenset("0123456789+-−=()aehijklmnoprstuvx")
_LONGEST_SCRIPT = 4

# One thing that needs no brackets around it in a fraction.
_ATOM = re.compile(r"(?:[\w.\u0300-\u036f′']+|[\w]+\(.*\)|\(.*\)|\[.*\]|√.*)")
_SUM = re.compile(r"[=+−×]")
_SCRIPT_END = re.compile(r"[_^]\w$")

_RELATIONS = frozenset("=<>≤≥≠≈∼≡∝→←⇒⇔↦∈∉⊂⊆×±+−·⊗⊕⊙∣:≜≪≫∥⟶⟹∘")
_NOT_BEFORE_RELATION = frozenset("([{,;/") | _RELATIONS
_INVISIBLE = {ord(mark): "" for mark in "\u2061\u2062\u2063\u2064\u200b"}
_UNSEEN = {ord(mark): "" for mark in "\u2061\u200b"}
_ACCENTS = {
    "ˉ": "\u0304",
    "‾": "\u0304",
    "^": "\u0302",
    "ˆ": "\u0302",
    "~": "\u0303",
    "˜": "\u0303",
    "˙": "\u0307",
    "¨": "\u0308",
    "⃗": "\u20d7",
    "→": "\u20d7",
    "ˇ": "\u030c",
    "´": "\u0301",
    "`": "\u0300",
    "˘": "\u0306",
    "˚": "\u030a",
}
_BRACES_AND_BARS = frozenset("⏟⏞‾ˉ→^~⎵⎴")
_ANNOTATION = re.compile(r"<annotation\b.*?</annotation>", re.DOTALL)
_NAMED_ENTITY = re.compile(r"&(?!amp;|lt;|gt;|quot;|apos;|#)\w+;")
_SPACES = re.compile(r"\s+")


def mathml_to_text(mathml: str) -> str:
    """The formula as one readable line: `Var(X) = E[X²] − (E[X])²`.

    mathml: a `<math>` element, by itself or within KaTeX's HTML. Raises: ValueError where it
    holds none or is not well formed.
    """
    source = _ANNOTATION.sub("", extract_mathml(mathml))
    source = _NAMED_ENTITY.sub(lambda match: unescape(match[0]), source)
    try:
        root = ET.fromstring(source)  # noqa: S314 - our own typesetter's output, no entities
    except ET.ParseError as error:
        raise ValueError(f"expected a <math> element, found {mathml[:40]!r}") from error
    return _SPACES.sub(" ", _read(root)).strip()


def _read(node: ET.Element) -> str:
    tag = node.tag.rpartition("}")[2]
    if tag in ("annotation", "mphantom"):
        return ""
    if tag in ("mi", "mn", "ms", "mtext"):
        return _SPACES.sub(" ", node.text or "").translate(_UNSEEN)
    if tag == "mo":
        return (node.text or "").translate(_INVISIBLE)
    if tag == "mspace":
        width = node.get("width", "")
        return " " if width and not width.startswith("-") else ""
    children = list(node)
    if len(children) > 1:
        if tag in ("msup", "msub", "msubsup"):
            return _read_scripts(tag, children)
        if tag in ("munder", "mover", "munderover"):
            return _read_limits(tag, children)
        if tag == "mfrac":
            return _read_fraction(node, children)
        if tag == "mroot":
            return f"{_read(children[1]).translate(_SUPERSCRIPTS)}√({_read(children[0])})"
    if tag == "msqrt":
        inside = _read_row(children).strip()
        return "√" + (inside if len(inside) == 1 else f"({inside})")
    if tag == "mtable":
        return "; ".join(filter(None, map(_read, children)))
    if tag in ("mtr", "mlabeledtr"):
        return _read_table_row(children)
    return _read_row(children) if children else node.text or ""


def _raise(text: str) -> str:
    if text and len(text) <= _LONGEST_SCRIPT and _RAISABLE.issuperset(text):
        return text.translate(_SUPERSCRIPTS)
    return f"^{text}" if len(text) == 1 else f"^({text})"


def _lower(text: str) -> str:
    if text and len(text) <= _LONGEST_SCRIPT and _LOWERABLE.issuperset(text):
        return text.translate(_SUBSCRIPTS)
    return f"_{text}" if len(text) == 1 else f"_({text})"


def _read_scripts(tag: str, children: list[ET.Element]) -> str:
    base, *scripts = map(_read, children)
    if tag == "msub":
        return base + _lower(scripts[0])
    raised = scripts[-1]
    upper = raised if raised and set(raised) == {"′"} else _raise(raised)
    return base + upper if tag == "msup" else base + _lower(scripts[0]) + upper


def _read_limits(tag: str, children: list[ET.Element]) -> str:
    base, *scripts = map(_read, children)
    if tag == "mover" and scripts[0] in _ACCENTS:
        return base + _ACCENTS[scripts[0]] if len(base) == 1 else base
    shown = ["" if script in _BRACES_AND_BARS else script for script in scripts]
    under = shown[0] if tag != "mover" else ""
    over = shown[-1] if tag != "munder" else ""
    return base + (_lower(under) if under else "") + (_raise(over) if over else "")


def _read_fraction(node: ET.Element, children: list[ET.Element]) -> str:
    upper, lower = _read(children[0]).strip(), _read(children[1]).strip()
    if node.get("linethickness") == "0px":
        return f"C({upper},{lower})"
    return f"{_bracket(upper)}/{_bracket(lower)}"


def _bracket(text: str) -> str:
    """The text in brackets, unless it is one thing."""
    is_atom = _ATOM.fullmatch(text) and not _SUM.search(text.strip("()"))
    return text if is_atom or len(text) <= 1 else f"({text})"


def _read_table_row(children: list[ET.Element]) -> str:
    cells = [cell for child in children if (cell := _read(child).strip())]
    # Cells of an aligned equation go on from one another; those of a matrix do not.
    flows = len(cells) <= 2 or any(cell[0] in _RELATIONS for cell in cells)
    return (" " if flows else ", ").join(cells)


def _read_row(children: list[ET.Element]) -> str:
    parts: list[str] = []
    after_word = False
    for child in children:
        text = _read(child)
        tag = child.tag.rpartition("}")[2]
        is_word = tag == "mi" and len(text) > 1 and text.isascii() and text.isalpha()
        if tag == "mo" and text in _RELATIONS and _last_visible(parts) not in _NOT_BEFORE_RELATION:
            _strip_end(parts)
            parts.append(f" {text} ")
        elif tag == "mo" and text in (",", ";"):
            _strip_end(parts)
            parts.append(f"{text} ")
        elif text:
            if parts and text[0].isalnum() and parts[-1][-1].isalnum():
                ends_in_script = _SCRIPT_END.search("".join(parts[-2:])[-2:])
                if is_word or after_word or ends_in_script:
                    parts.append(" ")
            parts.append(text)
        if text:
            after_word = is_word
    return "".join(parts)


def _last_visible(parts: list[str]) -> str:
    """The last character that is no space; "(" where there is none."""
    for part in reversed(parts):
        if bare := part.rstrip():
            return bare[-1]
    return "("


def _strip_end(parts: list[str]) -> None:
    """Take the spaces at the end away."""
    while parts:
        bare = parts.pop().rstrip()
        if bare:
            parts.append(bare)
            return
