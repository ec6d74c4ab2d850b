"""Code in the markup of hexo-util's highlight.js wrapper: a table with a gutter, or bare `pre`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from inkpost.hexo.hljs_names import NAMES

_TABS = re.compile(r"\t+")


@dataclass(frozen=True, slots=True, kw_only=True)
class HljsOptions:
    """What hexo-util is told about one piece of code. caption: HTML."""

    lang: str = ""
    caption: str = ""
    gutter: bool = True
    wrap: bool = True
    hljs: bool = False
    first_line: int = 1
    mark: tuple[int, ...] = ()
    tab: str = ""
    language_attr: bool = False


def resolve_language(lang: str) -> str:
    """The name that the figure carries: in lower case, "plaintext" where nobody knows it."""
    name = lang.lower()
    return name if name in NAMES else "plaintext"


def code_table(lines: Sequence[str], options: HljsOptions) -> str:
    """The markup around highlighted lines of HTML.

    Source: hexo-util 4.0, highlight.
    """
    language = resolve_language(options.lang)
    wrap = options.wrap or options.gutter
    shown = options.lang or language
    classes = f"{'hljs' if options.hljs else 'highlight'} {shown}"
    attr = f' data-language="{shown}"' if options.language_attr else ""
    bare = options.hljs or not wrap
    end = "<br>" if wrap else "\n"
    content = "".join(
        _line(line, number, options, bare) + end
        for number, line in enumerate(lines, options.first_line)
    )
    if not wrap:
        blank = len(lines) > 1 and not lines[-1]
        content = content[:-1] if blank else content.rstrip()
        caption = f'<div class="caption">{options.caption}</div>' if options.caption else ""
        return f'<pre>{caption}<code class="{classes}"{attr}>{content}</code></pre>'
    caption = f"<figcaption>{options.caption}</figcaption>" if options.caption else ""
    gutter = ""
    if options.gutter:
        last = options.first_line + len(lines)
        numbers = "".join(
            f'<span class="line">{number}</span><br>' for number in range(options.first_line, last)
        )
        gutter = f'<td class="gutter"><pre>{numbers}</pre></td>'
    if options.hljs:
        content = f'<code class="{classes}"{attr}>{content}</code>'
    return (
        f'<figure class="highlight {language}"{attr}>{caption}<table><tr>{gutter}'
        f'<td class="code"><pre>{content}</pre></td></tr></table></figure>'
    )


def _line(line: str, number: int, options: HljsOptions, bare: bool) -> str:
    if options.tab:
        line = _TABS.sub(lambda match: options.tab * len(match[0]), line, count=1)
    marked = number in options.mark
    if bare:
        return f"<mark>{line}</mark>" if marked else line
    return f'<span class="line{" marked" if marked else ""}">{line}</span>'


# Pygments' short names of token types as highlight.js would call them.
_CLASSES = {
    "c": "comment",
    "cp": "meta",
    "gd": "deletion",
    "gi": "addition",
    "gp": "meta prompt_",
    "gh": "section",
    "gu": "section",
    "gs": "strong",
    "ge": "emphasis",
    "k": "keyword",
    "kc": "literal",
    "kt": "type",
    "l": "literal",
    "m": "number",
    "n": "",
    "na": "attr",
    "nb": "built_in",
    "nc": "title class_",
    "nd": "meta",
    "ne": "title class_",
    "nf": "title function_",
    "nl": "symbol",
    "nt": "name",
    "nv": "variable",
    "o": "operator",
    "ow": "keyword",
    "p": "punctuation",
    "s": "string",
    "sr": "regexp",
    "ss": "symbol",
    "se": "char escape_",
    "si": "subst",
}


def hljs_class(short: str, prefix: str = "") -> str:
    """The class value for a token, from Pygments' short name of its type; "" for none."""
    name = _CLASSES.get(short)
    if name is None:
        name = _CLASSES.get(short[:1], "")
    if not name or not prefix:
        return name
    first, _, rest = name.partition(" ")
    return f"{prefix}{first} {rest}".rstrip()
