"""What is a formula in running text and what only looks like one: decisions on plain strings."""

from __future__ import annotations

import re

# Marks that prose does not have: a command, a script, a relation, a lone letter with an index.
_EVIDENCE = re.compile(
    r"\\[A-Za-z ,;:!%{}|#&]"
    r"|[\^{}=≤≥≠≈×÷∈∑∏√∞±∂∇\u0391-\u03a9\u03b1-\u03c9]"
    r"|(?<![A-Za-z0-9])[A-Za-z][_(]"
)
_CJK = re.compile(r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]")
_URL_BEFORE = re.compile(r"(?:https?|ftp)://[^\s<>\u3000-\u9fff\uff00-\uffef]*$")
_PLAIN_MATH = re.compile(r"[A-Za-z0-9 \n+\-*/=<>(),.'|!:]+")
_WORD = re.compile(r"[A-Za-z]{3}")
_TWO_WORDS = re.compile(r"[A-Za-z]{2,}\s+[A-Za-z]{2,}")
_AMOUNT_THEN_TEXT = re.compile(r"[\d.,]+\s")
_SPACE_THEN_WORD = re.compile(r"\s[A-Za-z]{2,}")
_BRACED = re.compile(r"\{[^{}]*\}")
_CJK_MARK = re.compile(r"[\u3001\u3002\uff01\uff09\uff0c\uff1a\uff1b\uff1f]$")
_NAME_START = re.compile(r"\w", re.ASCII)
_VARIABLE = re.compile(r"\{[A-Za-z_]\w+\}", re.ASCII)
_OPENS_AGAIN = re.compile(r"(?<!\\)\\\[")
_CLAUSE = re.compile(r"[\u3400-\u9fff].*[\u3001\u3002\uff0c\uff1a\uff1b]", re.DOTALL)
_NO_BRACES = {ord("{"): None, ord("}"): None}
_NAME = re.compile(r"\w+", re.ASCII)
_RAW_PIPE = re.compile(r"(?<!\\)\|")
_MARK = re.compile(r"[\\`$]")
_SPECIAL = re.compile(r"\\.|[{}]|\$+|\n[ \t]*\n", re.DOTALL)

# Longer than any formula in running text; keeps text full of dollars from costing its square.
_REACH = {1: 4_000, 2: 20_000}


def has_evidence(text: str) -> bool:
    """Whether the text has a mark that only TeX has."""
    return _EVIDENCE.search(text) is not None


def is_prose(text: str) -> bool:
    """Whether the line reads as text: Chinese outside braces and no mark of TeX."""
    bare = _BRACED.sub("", text)
    return _CJK.search(bare) is not None and not has_evidence(bare)


def is_in_url(text: str, position: int) -> bool:
    """Whether a bare URL runs up to the position."""
    return _URL_BEFORE.search(text, max(0, position - 200), position) is not None


def find_closer(text: str, start: int, end: int, width: int) -> int:
    """Where the dollar run stands that closes a formula whose TeX begins at `start`, or -1.

    width: 1 for `$`, 2 for `$$`. A dollar within braces closes only where the braces never
    balance before another one.
    """
    depth = 0
    first = -1
    for match in _SPECIAL.finditer(text, start, min(end, start + _REACH[width])):
        mark = match[0]
        if mark == "{":
            depth += 1
        elif mark == "}":
            depth = max(0, depth - 1)
        elif mark[0] == "$":
            if len(mark) < width:
                continue
            if depth == 0:
                return match.start()
            if first < 0:
                first = match.start()
        elif mark[0] == "\n":
            break
    return first


def is_inline_formula(text: str, opener: int, closer: int) -> bool:
    """Whether the dollars at these two places hold a formula rather than prices or variables."""
    tex = text[opener + 1 : closer]
    if not tex.strip():
        return False
    after = text[closer + 1] if closer + 1 < len(text) else " "
    before = text[opener - 1] if opener else " "
    if _begins_a_name(tex, after) or _is_quoting(tex):
        return False
    if has_evidence(tex):
        # "$5，吞吐 $T=…": the amount belongs to the text, not to the formula that follows.
        if _AMOUNT_THEN_TEXT.match(tex) and _CJK.search(tex.split("\\")[0]):
            return False
        return not (tex[-1].isspace() and after.isdigit())
    if _is_digit(before) or _is_digit(after):
        return False
    return _is_plain_formula(tex, after)


def _is_quoting(tex: str) -> bool:
    """Whether it is text between two quoted variables: "$@" 的值是 "$<"."""
    if '"' not in tex:
        return False
    in_chinese = _CJK.search(_BRACED.sub("", tex)) is not None
    return tex[0] == '"' or in_chinese or not has_evidence(tex)


def _begins_a_name(tex: str, after: str) -> bool:
    """Whether the dollars begin names: "$a = $b", "${HOME}；${USER}"."""
    if after == "{" or _VARIABLE.fullmatch(tex):
        return True
    ends_in_text = _CJK_MARK.search(tex) is not None
    is_uneven = tex[0].isspace() != tex[-1].isspace()
    if after == "(":
        is_open = tex.count("(") != tex.count(")")
        return tex[0] in "({" and (is_uneven or is_open or _CJK.search(tex) is not None)
    if _NAME_START.match(after):
        return ends_in_text or is_uneven or '"' in tex
    return ends_in_text and after in "#@?"


def is_name_in_dollars(text: str, opener: int, closer: int) -> bool:
    """Whether the double dollars at these two places join names: `Impl$$ByCGLIB$$12ab`."""
    before, after = text[max(0, opener - 1) : opener], text[closer + 2 : closer + 3]
    touched = _NAME_START.match(before) and _NAME_START.match(after)
    return bool(touched and _NAME.fullmatch(text, opener + 2, closer))


def _is_plain_formula(tex: str, after: str) -> bool:
    """The rules for content without a mark of TeX. after: the character behind the closer."""
    if tex[0].isspace() != tex[-1].isspace():
        return False
    if tex[0].isspace() and (_CJK.search(tex) or _TWO_WORDS.search(tex)):
        return False
    if _CLAUSE.search(tex):
        return False
    if tex.lstrip()[0].isdigit() and (_SPACE_THEN_WORD.search(tex) or _CJK.search(tex)):
        return False
    # "$CUDA_HOME/bin:$PATH": a word right behind the second dollar.
    return not (len(tex) > 3 and after.isascii() and (after.isalpha() or after == "_"))


def is_bracket_formula(tex: str, *, doubled: bool, display: bool, in_text: bool = False) -> bool:
    r"""Whether `\(…\)` or `\[…\]` hold a formula; written with one backslash they are often text.

    doubled: written with two backslashes, as Hexo's users had to.
    in_text: not on lines of their own.
    """
    bare = tex.strip()
    if not bare or (not doubled and _OPENS_AGAIN.search(bare)):
        return False
    # Data in escaped brackets has braces as well: "\\[{a, 1}\\]".
    if has_evidence(tex.translate(_NO_BRACES) if display and not doubled else tex):
        return True
    if _CJK.search(tex) or (display and in_text):
        return False
    if doubled and display:
        return re.search("[A-Za-z]", bare) is not None
    if bare.isdigit() or _WORD.search(bare):
        return False
    return doubled or _PLAIN_MATH.fullmatch(bare) is not None


def mask_pipes(line: str, mask: str) -> str:
    """The line of a table with each `|` inside a formula replaced by `mask` (one character).

    Code spans and backslash escapes stay as they are, and so does the length of the line.
    """
    parts: list[str] = []
    position = 0
    for_copy = 0
    while True:
        position = _next_mark(line, position)
        if position < 0:
            break
        if line[position] == "\\":
            position += 2
        elif line[position] == "`":
            position = _after_code_span(line, position)
        else:
            width = 2 if line.startswith("$$", position) else 1
            closer = find_closer(line, position + width, len(line), width)
            if closer > 0 and _may_hold_pipes(line, position, closer, width):
                parts += (line[for_copy:position], _RAW_PIPE.sub(mask, line[position:closer]))
                for_copy = closer
                position = closer + width
            else:
                position += width
    return "".join(parts) + line[for_copy:]


def _next_mark(line: str, position: int) -> int:
    """The next backslash, backtick or dollar, or -1."""
    match = _MARK.search(line, position)
    return match.start() if match else -1


def _after_code_span(line: str, position: int) -> int:
    """The place behind the code span that opens here, or behind its backticks if none does."""
    end = position
    while end < len(line) and line[end] == "`":
        end += 1
    run = line[position:end]
    match = re.compile(f"(?<!`){run}(?!`)").search(line, end)
    return match.end() if match else end


def _may_hold_pipes(line: str, opener: int, closer: int, width: int) -> bool:
    """Whether the dollars hold one formula rather than the ends of two cells."""
    tex = line[opener + width : closer]
    if "|" not in tex or not tex.strip():
        return False
    if width == 1 and not is_inline_formula(line, opener, closer):
        return False
    return has_evidence(tex) if re.search(r"\s\|\s", tex) else True


def _is_digit(character: str) -> bool:
    return character.isascii() and character.isdigit()
