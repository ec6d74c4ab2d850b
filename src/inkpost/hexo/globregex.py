"""Translates glob patterns to regular expressions with picomatch's meaning.

Source: the behaviour of picomatch 2.3, which micromatch 4.0 and so Hexo 8.1.2 use, on POSIX paths
and without options.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

NO_DOT = r"(?!\.)"
NO_DOT_SEGMENT = r"(?!\.?(?:/|\Z))"
ONE_CHAR = "(?=.)"
STAR = "[^/]*?"
GLOBSTAR = r"(?:(?:(?!(?:^|/)\.).)*?)"
_POSIX = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "ascii": r"\x00-\x7F",
    "blank": r" \t",
    "cntrl": r"\x00-\x1F\x7F",
    "digit": "0-9",
    "graph": r"\x21-\x7E",
    "lower": "a-z",
    "print": r"\x20-\x7E ",
    "punct": r"\-!\"#$%&'()\*+,./:;<=>?@[\]^_`{|}~",
    "space": r" \t\r\n\v\f",
    "upper": "A-Z",
    "word": "A-Za-z0-9_",
    "xdigit": "A-Fa-f0-9",
}
_CLOSES = {"?": ")?", "+": ")+", "*": ")*", "@": ")"}
_SHORT = {
    "*": NO_DOT + ONE_CHAR + STAR,
    ".*": r"\." + ONE_CHAR + STAR,
    "*.*": NO_DOT + STAR + r"\." + ONE_CHAR + STAR,
    "*/*": f"{NO_DOT}{STAR}/{ONE_CHAR}{NO_DOT}{STAR}",
    "**": NO_DOT + GLOBSTAR,
    "**/*": f"(?:{NO_DOT}{GLOBSTAR}/)?{NO_DOT}{ONE_CHAR}{STAR}",
    "**/*.*": rf"(?:{NO_DOT}{GLOBSTAR}/)?{NO_DOT}{STAR}\.{ONE_CHAR}{STAR}",
    "**/.*": rf"(?:{NO_DOT}{GLOBSTAR}/)?\.{ONE_CHAR}{STAR}",
}
_SAME = {"***": "*", "**/**": "**", "**/**/**": "**"}
_SUFFIX = re.compile(r"(.*?)\.(\w+)\Z", re.ASCII)

Kind = Literal[
    "start", "text", "slash", "dot", "star", "globstar", "class", "comma", "open", "close", "brace"
]


@dataclass(slots=True)
class _Token:
    kind: Kind
    output: str


@dataclass(slots=True)
class _Group:
    """An open group. sign: "{", "(" or the sign of an extended group; token: its opening one."""

    sign: str
    token: int
    start: int
    has_comma: bool = False
    has_range: bool = False


def to_regex(pattern: str) -> re.Pattern[str]:
    """The regular expression of a glob; one that cannot be built matches nothing."""
    pattern = _SAME.get(pattern, pattern)
    negated = False
    source = _short(pattern.removeprefix("./")) if pattern[:1] in (".", "*") else None
    if source is not None:
        source += "/?"
    else:
        pattern = pattern.removeprefix("./")
        if pattern[:1] not in ("*", "!") and not re.search(r'[/()\[\]{}"\\]', pattern):
            source = _simple(pattern)
        else:
            negated, rest = _negation(pattern)
            source = _Translator(rest).run()
    whole = rf"^(?:{source})\Z"
    try:
        return re.compile(rf"^(?!{whole}).*\Z" if negated else whole)
    except re.error:
        return re.compile(r"(?!)")


def _short(pattern: str) -> str | None:
    """The expression of a common pattern, perhaps with extensions behind it."""
    if pattern in _SHORT:
        return _SHORT[pattern]
    match = _SUFFIX.match(pattern)
    head = _short(match[1]) if match else None
    return rf"{head}\.{match[2]}" if match and head is not None else None


def _simple(pattern: str) -> str:
    """A pattern of one segment without groups: a leading dot needs no dot in the pattern."""
    out: list[str] = []
    for index, run in enumerate(re.findall(r"\*+|.", pattern, re.DOTALL)):
        if run[0] == "*":
            out.append(STAR)
        elif run == "?":
            out.append("[^./]" if index == 0 else "[^/]")
        else:
            out.append(re.escape(run))
    return "".join(out)


def _negation(pattern: str) -> tuple[bool, str]:
    count = 0
    while pattern[count : count + 1] == "!" and (
        pattern[count + 1 : count + 2] != "(" or pattern[count + 2 : count + 3] == "?"
    ):
        count += 1
    return count % 2 == 1, pattern[count:]


class _Translator:
    """One pass over a pattern."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self.index = 0
        self.tokens: list[_Token] = [_Token("start", "")]
        self.groups: list[_Group] = []

    def run(self) -> str:
        if self.pattern.startswith("./"):
            self.index = 2
        while self.index < len(self.pattern):
            self._step(self.pattern[self.index])
        if any(group.sign == "{" for group in self.groups):
            # picomatch builds no valid expression for a brace that is never closed.
            return "(?!)"
        for group in self.groups:
            # Any other group that is never closed is text.
            self.tokens[group.token].output = re.escape(group.sign + "(" * (group.sign in "?+*@!"))
        if self.tokens[-1].kind in ("star", "class"):
            self._push("text", "/?")
        return "".join(token.output for token in self.tokens)

    def _step(self, char: str) -> None:
        if char in "?+*@!" and self._opens_group():
            self._open(char, 2)
            return
        step = {
            "\\": self._escape,
            '"': self._quote,
            "(": lambda: self._open("(", 1),
            ")": self._close_paren,
            "{": lambda: self._open("{", 1),
            "}": self._close_brace,
            ",": self._comma,
            "|": lambda: self._take("text", "|"),
            "[": self._class,
            "/": lambda: self._take("slash", "/"),
            ".": self._dot,
            "?": self._question,
            "+": self._plus,
            "*": self._stars,
        }.get(char)
        if step:
            step()
        else:
            self._take("text", re.escape(char))

    @property
    def _prev(self) -> _Token:
        return self.tokens[-1]

    def _peek(self, count: int = 1) -> str:
        return self.pattern[self.index + count : self.index + count + 1]

    def _push(self, kind: Kind, output: str) -> None:
        prev = self._prev
        if prev.kind == "globstar" and not self._keeps_globstar(kind):
            prev.kind, prev.output = "star", STAR
        self.tokens.append(_Token(kind, output))

    def _keeps_globstar(self, kind: Kind) -> bool:
        if kind == "open":
            # The sign of an extended group ends it, but for "@".
            return self.pattern[self.index] in "(@{"
        if kind == "comma":
            return bool(self.groups) and self.groups[-1].sign == "{"
        return kind in ("slash", "close", "brace")

    def _take(self, kind: Kind, output: str, count: int = 1) -> None:
        self._push(kind, output)
        self.index += count

    def _opens_group(self) -> bool:
        return self._peek() == "(" and self._peek(2) != "?"

    def _open(self, sign: str, width: int) -> None:
        head = "(?:(?!(?:" if sign == "!" else "(?:"
        is_first = len(self.tokens) == 1 and sign not in "({"
        self._push("open", (ONE_CHAR if is_first else "") + head)
        self.groups.append(_Group(sign, len(self.tokens) - 1, self.index))
        self.index += width

    def _close_paren(self) -> None:
        if not self.groups or self.groups[-1].sign == "{":
            self._take("text", r"\)")
            return
        group = self.groups.pop()
        self.index += 1
        if group.sign == "!":
            self._push("close", self._negated_close(group))
        elif group.sign == "(":
            self._push("close", ")")
        elif group.sign in "+*" and _is_risky(self.pattern[group.start + 2 : self.index - 1]):
            # picomatch takes such groups for text, since they may run for ever.
            del self.tokens[group.token :]
            self._push("text", re.escape(self.pattern[group.start : self.index]))
        else:
            self._push("close", _CLOSES[group.sign])

    def _negated_close(self, group: _Group) -> str:
        inner = self.pattern[group.start + 2 : self.index - 1]
        rest = self.pattern[self.index :]
        star = GLOBSTAR if "/" in inner and len(inner) > 1 else STAR
        if "*" in inner and re.fullmatch(r"\.[^\\/.]+", rest):
            return f"){_Translator(rest).run()}){star})"
        if star != STAR or not rest.strip(")"):
            return rf")\Z)){star}"
        return f")){star})"

    def _close_brace(self) -> None:
        if not self.groups or self.groups[-1].sign != "{":
            self._take("text", r"\}")
            return
        group = self.groups.pop()
        self.index += 1
        if group.has_range:
            inner = self.pattern[group.start + 1 : self.index - 1]
            del self.tokens[group.token :]
            self._push("brace", _range(inner.split("..")))
        elif group.has_comma:
            self._push("brace", ")")
        else:
            self.tokens[group.token].output = r"\{"
            self._push("text", r"\}")

    def _comma(self) -> None:
        in_brace = bool(self.groups) and self.groups[-1].sign == "{"
        if in_brace:
            self.groups[-1].has_comma = True
        self._take("comma", "|" if in_brace else ",")

    def _escape(self) -> None:
        following = self._peek()
        if following and following in "/.;":
            self.index += 1
            return
        self._take("text", re.escape(following or "\\"), 2)

    def _quote(self) -> None:
        end = self.pattern.find('"', self.index + 1)
        end = len(self.pattern) if end < 0 else end
        inner = self.pattern[self.index + 1 : end]
        if inner:
            self._push("text", re.escape(inner))
        self.index = end + 1

    def _dot(self) -> None:
        in_brace = bool(self.groups) and self.groups[-1].sign == "{"
        if in_brace and self._peek() == ".":
            self.groups[-1].has_range = True
            self._take("text", r"\.\.", 2)
            return
        begins = self._prev.kind in ("start", "slash") or bool(self.groups)
        self._take("dot" if begins else "text", r"\.")

    def _question(self) -> None:
        prev = self._prev.kind
        if prev == "open" and self.groups[-1].sign == "(":
            self._take("text", "?" if self._peek() in ("!", "=", "<", ":") else r"\?")
        elif prev == "close":
            self._take("text", "?")
        else:
            self._take("text", "[^./]" if prev in ("start", "slash") else "[^/]")

    def _plus(self) -> None:
        prev = self._prev.kind
        repeats = prev in ("class", "close", "brace") or (bool(self.groups) and prev != "open")
        if repeats and self._prev.output[-1:] in ("?", "*", "+"):
            # JavaScript has no possessive quantifiers: no path matches.
            self._take("text", "(?!)")
        else:
            self._take("text", "+" if repeats else r"\+")

    def _class(self) -> None:
        match = re.compile(r"\[(\^?\]?(?:\[:\w+:\]|\\.|[^\]\\])*)\]").match(
            self.pattern, self.index
        )
        if match is None:
            self._take("text", r"\[")
            return
        self._take("class", _class_regex(match[1]), len(match[0]))

    def _stars(self) -> None:
        run = re.compile(r"\*+").match(self.pattern, self.index)
        count = run.end() - self.index if run else 1
        # The last star may be the sign of a group.
        if count > 1 and self.pattern[self.index + count : self.index + count + 1] == "(":
            count -= 1
        prev = self._prev
        self._guard(prev, is_single=count == 1)
        if count != 2 or not self._may_cross(prev):
            self._take("star", STAR, count)
            return
        self.index += 2
        self._globstar(prev)

    def _guard(self, prev: _Token, *, is_single: bool) -> None:
        """Keep a star at the start of a segment from taking a leading dot."""
        one = ONE_CHAR if is_single else ""
        if prev.kind == "dot":
            prev.output += NO_DOT_SEGMENT + one
        elif prev.kind in ("start", "slash"):
            prev.output += NO_DOT + one

    def _may_cross(self, prev: _Token) -> bool:
        if prev.kind in ("start", "slash", "open", "close"):
            return True
        in_brace = bool(self.groups) and self.groups[-1].sign == "{"
        return in_brace and prev.kind == "comma"

    def _globstar(self, prev: _Token) -> None:
        while re.compile(r"/\*\*(?=/|\Z)").match(self.pattern, self.index):
            self.index += 3
        rest = self.pattern[self.index :]
        before = self.tokens[-2].kind if len(self.tokens) > 1 else None
        is_inner = prev.kind == "slash" and before != "start"
        if is_inner and not rest and before not in ("star", "globstar"):
            prev.output = f"(?:{prev.output}"
            self._push("globstar", rf"{GLOBSTAR}|\Z)")
        elif is_inner and rest.startswith("/"):
            end = r"|\Z" if len(rest) > 1 else ""
            prev.output = f"(?:{prev.output}"
            self._push("globstar", f"{GLOBSTAR}/|/{end})")
            self._take("slash", "")
        elif prev.kind == "start" and rest.startswith("/"):
            prev.output = ""
            self._push("globstar", f"(?:^|/|{GLOBSTAR}/)")
            self._take("slash", "")
        else:
            if prev.kind == "start" and not rest:
                prev.output = ""
            self._push("globstar", GLOBSTAR)


def _class_regex(inner: str) -> str:
    """A bracket expression; one without special characters stands for itself as well."""
    is_negated = inner.startswith("^")
    body = inner[1:] if is_negated else inner
    has_posix = False
    out: list[str] = []
    for part in re.findall(r"\[:\w+:\]|\\.|.", body, re.DOTALL):
        if len(part) > 2 and part[2:-2] in _POSIX:
            has_posix = True
            out.append(_POSIX[part[2:-2]])
        else:
            out.append(f"\\{part}" if part in ("[", "]") else part)
    content = "".join(out)
    if content.endswith("-") and len(content) > 1:
        content = content[:-1] + r"\-"
    if is_negated:
        return f"[^{content}{'' if has_posix or '/' in content else '/'}]"
    if has_posix or re.search(r"[-*+?.^${}(|)\[\]\\]", content):
        return f"[{content}]"
    return rf"(?:\[{re.escape(content)}\]|[{content}])"


def _range(ends: list[str]) -> str:
    """`{a..c}`: a class of single characters, where that can be built."""
    ordered = sorted(ends)
    source = f"[{'-'.join(ordered)}]"
    try:
        re.compile(source)
    except re.error:
        return "..".join(map(re.escape, ordered))
    return source


def _is_risky(body: str) -> bool:
    branches = [branch.strip() for branch in body.split("|")]
    if len(branches) > 1 and any(not branch.strip("*?") for branch in branches):
        return True
    return any(re.match(r"[+*]\(", branch) for branch in branches)
