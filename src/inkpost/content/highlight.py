"""Code on a page: the options of a fence, and the figure that shows the code."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from inkpost.content.code_lexers import find_lexer, highlight_lines
from inkpost.content.code_stock import render_stock
from inkpost.content.code_types import CodeOptions, HighlightRules
from inkpost.hexo.hljs import resolve_language

_OPTION = re.compile(
    r"\s(line_number|line_threshold|first_line|wrap|mark|language_attr|highlight):(\S+)"
)
_LINK_WORD = re.compile(r"\s+(https?://\S+|/\S+)")


_NAMED = re.compile(
    r"""\s(?P<name>title|caption|hl_lines|linenums)=(?:"(?P<dq>[^"]*)"|'(?P<sq>[^']*)')"""
)
_BRACED = re.compile(r"\{([\d,\s-]*\d[\d,\s-]*)\}")


def parse_fence_info(info: str, *, named: bool = False) -> CodeOptions:
    """The options in a fence's info string: `lang title url link-text key:value …`.

    named: `title="…"`, `hl_lines="2 4-6"` and `linenums="1"` are options too, as other generators
    write them, and beside one of them `{2,4-6}`; alone that is a caption, as to Hexo.
    Source: hexo 8.1.2, backtick code blocks.
    """
    values: dict[str, Any] = {"from_fence": True}
    title = ""
    if named and "=" in info:
        info, title = _take_named(info, values)
    for key, value in _OPTION.findall(" " + info):
        read_option(values, key, value)
    rest = _OPTION.sub("", " " + info).strip()
    head, equals, tail = rest.partition("=")
    if equals:
        values["inline_first"] = tail.lstrip("+").split("=")[0].strip() or "1"
    lang, _, caption = head.strip().partition(" ")
    caption = caption.strip()
    link = _LINK_WORD.search(caption)
    if link:
        values["link_url"] = link[1]
        values["link_text"] = caption[link.end() :].strip() or "link"
        caption = caption[: link.start()]
    return CodeOptions(lang=lang, caption=title or caption, **values)


def _take_named(info: str, values: dict[str, Any]) -> tuple[str, str]:
    """The info string without options of other generators, and the title among them."""
    title = ""

    def take(match: re.Match[str]) -> str:
        nonlocal title
        name, value = match["name"], (match["dq"] or match["sq"] or "").strip()
        if name == "hl_lines":
            values["mark"] = parse_marks(value.replace(" ", ","))
        elif name == "linenums" and value.isdecimal():
            values["line_number"], values["first_line"] = True, int(value)
        elif name in ("title", "caption"):
            title = value
        return " "

    rest = _NAMED.sub(take, f" {info}")
    braced = _BRACED.search(rest)
    if braced and rest != f" {info}":
        values["mark"] = parse_marks(braced[1])
        rest = f"{rest[: braced.start()]} {rest[braced.end() :]}"
    return rest.strip(), title


def read_option(values: dict[str, Any], key: str, value: str) -> bool:
    """Put one `key:value` of a fence or code tag into values; whether the key is an option."""
    if key in ("line_number", "wrap", "language_attr", "highlight"):
        values[key] = value == "true"
    elif key in ("line_threshold", "first_line"):
        if re.fullmatch(r"\d+", value):
            values[key] = int(value)
    elif key == "mark":
        values["mark"] = parse_marks(value)
    else:
        return False
    return True


def parse_marks(text: str) -> tuple[int, ...]:
    """The line numbers of `1,4-7,10`; parts that are no numbers are left out."""
    found: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if match:
            first, last = int(match[1]), int(match[2] or match[1])
            found.extend(range(min(first, last), max(first, last) + 1))
    return tuple(found)


def strip_indent(code: str) -> str:
    """The code without the indentation that all its lines share."""
    widths = [len(m) for m in re.findall(r"^[ \t]*(?=\S)", code, re.MULTILINE)]
    width = min(widths, default=0)
    return re.sub(rf"^[ \t]{{{width}}}", "", code, flags=re.MULTILINE) if width else code


_BOX = re.compile(r"[\u2500-\u257f]")
_ARROWS = re.compile(r"[\s↓↑→←↔⇒⇓|/\\v^<>—–-]*[↓↑→←↔⇒⇓][\s↓↑→←↔⇒⇓|/\\v^<>—–-]*")


def is_diagram(code: str) -> bool:
    """Whether unlabelled code is a drawing: box characters, or a line of nothing but arrows."""
    return bool(_BOX.search(code)) or any(_ARROWS.fullmatch(x) for x in code.split("\n") if x)


_NO_LANG = frozenset({"", "text", "txt", "plain", "plaintext", "none"})
_SHELLS = frozenset({"bash", "sh", "shell", "zsh"})
_PROMPT = re.compile(r"\$ \S")
_LEADING_TABS = re.compile(r"^\t+", re.MULTILINE)


def render_code(code: str, options: CodeOptions, rules: HighlightRules) -> str:
    """The whole figure for a piece of code, in the markup that the rules name."""
    if rules.strip_indent:
        code = strip_indent(code)
    if rules.markup == "hexo":
        return render_stock(code, options, rules)
    code = code.removesuffix("\n")
    if rules.tab_replace:
        code = _LEADING_TABS.sub(lambda tabs: rules.tab_replace * len(tabs[0]), code)
    lang = options.lang
    plain = lang.lower() in _NO_LANG
    drawing = plain and is_diagram(code)
    lines = highlight_lines(code, _lexer_name(code, options, rules) if not plain else "")
    first, number = _numbering(options, rules, len(lines))
    number = number and not drawing
    classes = f"highlight {'diagram' if drawing else _known_name(lang)}"
    classes += " numbered" if number else ""
    body = "\n".join(_line(x, i, options, lang) for i, x in enumerate(lines, first))
    if first != 1 and number:
        body = "\n".join(
            _line(x, i, options, lang, f' data-n="{i}"') for i, x in enumerate(lines, first)
        )
    attr = rules.language_attr if options.language_attr is None else options.language_attr
    named = f' data-language="{escape(lang)}"' if attr and lang else ""
    return (
        f'<figure class="{escape(classes)}" data-lines="{len(lines)}"{named}>'
        f"{_caption(options, '' if plain else lang)}"
        f'<pre><code class="language-{escape(lang.lower() or "text")}">{body}</code></pre></figure>'
    )


def _known_name(lang: str) -> str:
    """The language as the figure's class; "plaintext" for one that nobody knows, as in Hexo."""
    name = lang.lower()
    if name in _NO_LANG:
        return "plaintext"
    return name if find_lexer(name) else resolve_language(lang)


def _lexer_name(code: str, options: CodeOptions, rules: HighlightRules) -> str:
    """The language by whose rules the code is coloured; "" for none."""
    lang = options.lang.lower()
    if not options.highlight or rules.engine == "none" or options.lang in rules.exclude_languages:
        return ""
    # A prompt is no part of a script: the code is what a terminal showed.
    return "console" if lang in _SHELLS and _PROMPT.match(code) else lang


def _numbering(options: CodeOptions, rules: HighlightRules, count: int) -> tuple[int, bool]:
    """The number of the first line, and whether numbers are shown."""
    number = rules.line_number if options.line_number is None else options.line_number
    threshold = rules.line_threshold if options.line_threshold is None else options.line_threshold
    number = number and count > threshold and options.lang not in rules.exclude_languages
    first = options.first_line
    if rules.first_line_number == "inline":
        inline = (options.inline_first or "").strip()
        return (int(inline), number) if inline.isdecimal() else (first, False)
    return first, number


def _caption(options: CodeOptions, shown: str) -> str:
    parts = []
    if options.caption:
        parts.append(f'<span class="caption">{escape(options.caption)}</span>')
    if options.link_url:
        text = escape(options.link_text or "link")
        parts.append(f'<a href="{escape(options.link_url)}">{text}</a>')
    parts.append(f'<span class="lang code-lang">{escape(shown)}</span>')
    return f"<figcaption>{''.join(parts)}</figcaption>"


_TAGS = re.compile(r"<[^>]*>")


def _line(html: str, number: int, options: CodeOptions, lang: str, attr: str = "") -> str:
    classes = "line"
    if number in options.mark:
        classes += " marked"
    if lang in ("diff", "patch"):
        text = _TAGS.sub("", html)
        if text.startswith("+") and not text.startswith("+++"):
            classes += " added"
        elif text.startswith("-") and not text.startswith("---"):
            classes += " removed"
    return f'<span class="{classes}"{attr}>{html}</span>'
