"""Code on a page: the options of a fence, and the figure that shows the code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from typing import Any, Literal

from inkpost.content.code_lexers import highlight_lines
from inkpost.content.code_stock import render_stock


@dataclass(frozen=True, slots=True, kw_only=True)
class HighlightRules:
    """The keys of `highlight:` and `prismjs:`, and which markup is made.

    markup: our figure, or Hexo's for its engine. engine: Hexo's `syntax_highlighter`.
    """

    markup: Literal["inkpost", "hexo"] = "inkpost"
    engine: Literal["highlight.js", "prismjs", "none"] = "highlight.js"
    line_number: bool = True
    auto_detect: bool = False
    tab_replace: str = ""
    wrap: bool = True
    exclude_languages: tuple[str, ...] = ()
    language_attr: bool = False
    hljs: bool = False
    line_threshold: int = 0
    first_line_number: str = "always1"
    strip_indent: bool = True
    preprocess: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeOptions:
    """What an author asks of one piece of code. None: as the site's configuration says.

    inline_first: what stands after `=` in a fence's info, for `first_line_number: inline`.
    mark: numbers of the lines to mark, as they are shown.
    """

    lang: str = ""
    caption: str = ""
    link_url: str = ""
    link_text: str = ""
    line_number: bool | None = None
    first_line: int = 1
    inline_first: str | None = None
    mark: tuple[int, ...] = ()
    wrap: bool | None = None
    line_threshold: int | None = None
    highlight: bool = True
    language_attr: bool | None = None


_OPTION = re.compile(
    r"\s(line_number|line_threshold|first_line|wrap|mark|language_attr|highlight):(\S+)"
)
_WITH_LINK = re.compile(r"(\S+)\s+(.+?)\s+(https?://\S+|/\S+)\s*(.+)?")
_PLAIN = re.compile(r"(\S+)\s*(.+)?")


def parse_fence_info(info: str) -> CodeOptions:
    """The options in a fence's info string: `lang title url link-text key:value …`.

    Source: hexo 8.1.2, backtick code blocks.
    """
    values: dict[str, Any] = {}
    for key, value in _OPTION.findall(" " + info):
        read_option(values, key, value)
    rest = _OPTION.sub("", " " + info).strip()
    head, equals, tail = rest.partition("=")
    if equals:
        values["inline_first"] = tail.lstrip("+").split("=")[0].strip() or "1"
    match = _WITH_LINK.search(head) or _PLAIN.search(head)
    if match:
        values["lang"] = match[1]
        values["caption"] = (match[2] or "").strip()
        if match.re is _WITH_LINK:
            values["link_url"] = match[3]
            values["link_text"] = (match[4] or "").strip() or "link"
    return CodeOptions(**values)


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


def render_code(code: str, options: CodeOptions, rules: HighlightRules) -> str:
    """The whole figure for a piece of code, in the markup that the rules name."""
    if rules.markup == "inkpost":
        code = code.removesuffix("\n")
    if rules.strip_indent:
        code = strip_indent(code)
    if rules.markup == "hexo":
        return render_stock(code, options, rules)
    lang = options.lang
    plain = lang.lower() in _NO_LANG
    drawing = plain and is_diagram(code)
    lines = highlight_lines(code, "" if plain or not options.highlight else lang)
    number = rules.line_number if options.line_number is None else options.line_number
    threshold = rules.line_threshold if options.line_threshold is None else options.line_threshold
    number = number and not drawing and len(lines) > threshold
    kind = "diagram" if drawing else "plaintext" if plain else lang.lower()
    classes = "highlight " + kind + (" numbered" if number else "")
    shown = "" if plain else lang
    body = "\n".join(_line(x, i, options, lang) for i, x in enumerate(lines, options.first_line))
    caption = _caption(options, shown)
    return (
        f'<figure class="{escape(classes)}" data-lines="{len(lines)}">{caption}'
        f'<pre><code class="language-{escape(lang or "text")}">{body}\n</code></pre></figure>'
    )


def _caption(options: CodeOptions, shown: str) -> str:
    parts = []
    if options.caption:
        parts.append(f'<span class="caption">{escape(options.caption)}</span>')
    if options.link_url:
        parts.append(f'<a href="{escape(options.link_url)}">{escape(options.link_text)}</a>')
    parts.append(f'<span class="code-lang">{escape(shown)}</span>')
    return f"<figcaption>{''.join(parts)}</figcaption>"


def _line(html: str, number: int, options: CodeOptions, lang: str) -> str:
    classes = "line"
    if number in options.mark:
        classes += " marked"
    if lang == "diff":
        text = re.sub(r"<[^>]*>", "", html)
        if text.startswith("+"):
            classes += " added"
        elif text.startswith("-"):
            classes += " removed"
    shown = f' data-n="{number}"' if options.first_line != 1 else ""
    return f'<span class="{classes}"{shown}>{html}</span>'
