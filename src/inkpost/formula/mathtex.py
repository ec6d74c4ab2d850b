"""TeX that MathJax knows and KaTeX does not, rewritten to what both know."""

from __future__ import annotations

import re
from functools import cache

_TRIGGER = re.compile(
    r"\\(?:newcommand\s*\*|renewcommand\s*\*|label|mbox|require|qty|unicode|shove(?:left|right)|DeclareMathOperator"
    r"|(?:begin|end)\s*\{(?:eqnarray|multline|flalign|subequations|align|alignat|gather|equation))"
)
_DROPPED = re.compile(
    r"\\(?:label|require)\s*\{[^{}]*\}|\\(?:begin|end)\s*\{subequations\}|\\shove(?:left|right)\b"
)
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{(eqnarray|multline|flalign)(\*?)\}")
_BLOCK_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{(align|alignat|gather|equation)\*?\}")
_INSTEAD = {"multline": "gather", "flalign": "align"}
_IN_TEXT = {"align": "aligned", "alignat": "alignedat", "gather": "gathered"}
_UNICODE = re.compile(r"\\unicode\s*(?:\[[^\]]*\])?\{\s*(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}))\s*\}")
_OPERATOR = re.compile(r"\\DeclareMathOperator\s*(\*?)\s*(?:\{(\\[A-Za-z]+)\}|(\\[A-Za-z]+))\s*\{")
_QUANTITY = re.compile(r"\\qty\s*([(\[|]|\\?\{)")
_CLOSERS = {"(": ")", "[": "]", "|": "|", "{": "}", "\\{": "\\}"}
_DEFINITION = re.compile(
    r"\\(?:[gex]?def|let|futurelet|global|(?:re)?newcommand|providecommand|DeclareMathOperator)"
    r"(?![A-Za-z])"
)


def is_definition(tex: str) -> bool:
    """Whether the formula may define commands that later formulas of its group can use."""
    return "\\" in tex and _DEFINITION.search(tex) is not None


@cache
def prepare_tex(tex: str, display: bool) -> str:
    """The formula in the TeX that KaTeX takes; most formulas come back as they are."""
    if not _TRIGGER.search(tex):
        return tex
    tex = _DROPPED.sub("", tex)
    tex = re.sub(r"\\mbox(?![A-Za-z])", r"\\text", tex)
    tex = re.sub(r"(\\(?:re)?newcommand)\s*\*", r"\1", tex)
    tex = _ENVIRONMENT.sub(_replace_environment, tex)
    if not display:
        tex = _BLOCK_ENVIRONMENT.sub(_replace_block_environment, tex)
    tex = _UNICODE.sub(_replace_unicode, tex)
    tex = _rewrite_operators(tex)
    return _rewrite_quantities(tex)


def find_group_end(tex: str, start: int, closer: str = "}") -> int:
    """Where the closer stands that belongs to the group whose content begins at start, or -1."""
    depth = 0
    position = start
    while position < len(tex):
        if depth == 0 and tex.startswith(closer, position):
            return position
        character = tex[position]
        if character == "\\":
            position += 2
            continue
        if character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if depth < 0:
                return -1
        position += 1
    return -1


def _replace_environment(match: re.Match[str]) -> str:
    verb, name, star = match.groups()
    if name == "eqnarray":
        return "\\begin{array}{rcl}" if verb == "begin" else "\\end{array}"
    return f"\\{verb}{{{_INSTEAD[name]}{star}}}"


def _replace_block_environment(match: re.Match[str]) -> str:
    """An environment for displays as it can stand in text."""
    verb, name = match.groups()
    return f"\\{verb}{{{_IN_TEXT[name]}}}" if name in _IN_TEXT else ""


def _replace_unicode(match: re.Match[str]) -> str:
    code = int(match[1], 16) if match[1] else int(match[2])
    is_character = code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF and code >= 0x20
    return f"\\text{{{chr(code)}}}" if is_character else match[0]


def _rewrite_operators(tex: str) -> str:
    r"""`\DeclareMathOperator{\E}{E}` as `\newcommand`."""
    while match := _OPERATOR.search(tex):
        end = find_group_end(tex, match.end())
        if end < 0:
            return tex
        name, body = match[2] or match[3], tex[match.end() : end]
        new = f"\\newcommand{{{name}}}{{\\operatorname{match[1]}{{{body}}}}}"
        tex = tex[: match.start()] + new + tex[end + 1 :]
    return tex


def _rewrite_quantities(tex: str) -> str:
    r"""`\qty(…)` of the physics package as `\left(…\right)`."""
    position = 0
    while match := _QUANTITY.search(tex, position):
        opener = match[1]
        closer = _CLOSERS[opener]
        end = _find_bracket_end(tex, match.end(), opener, closer)
        if end < 0:
            return tex
        left, right = ("\\{", "\\}") if opener == "{" else (opener, closer)
        body = tex[match.end() : end]
        new = f"\\left{left}{body}\\right{right}"
        tex = tex[: match.start()] + new + tex[end + len(closer) :]
        position = match.start() + len("\\left")
    return tex


def _find_bracket_end(tex: str, start: int, opener: str, closer: str) -> int:
    """As `find_group_end`, past brackets of the same kind within."""
    end = find_group_end(tex, start, closer)
    if opener not in ("(", "["):
        return end
    while end >= 0 and tex.count(opener, start, end) > tex.count(closer, start, end):
        end = find_group_end(tex, end + 1, closer)
    return end
