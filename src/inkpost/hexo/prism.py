"""Code in the markup of hexo-util's Prism wrapper."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inkpost.hexo.prism_names import ALIASES, NAMES

_LINE_END = re.compile(r"\n(?!\Z)")
_TABS = re.compile(r"^\t+", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PrismOptions:
    """What hexo-util is told about one piece of code. caption: HTML."""

    lang: str = "none"
    caption: str = ""
    line_number: bool = True
    first_line: int = 1
    mark: tuple[int, ...] = ()
    preprocess: bool = True


def resolve_language(lang: str) -> str:
    """Prism's own name of a language; an unknown one stays as it is written."""
    if lang in ("", "none", "plaintext"):
        return "none"
    return ALIASES.get(lang, lang)


def is_known(language: str) -> bool:
    """Whether Prism can highlight a language; the argument is a resolved name."""
    return language in NAMES


def replace_tabs(code: str, tab: str) -> str:
    """The code with each leading tab of its lines as the given text."""
    return _TABS.sub(lambda match: tab * len(match[0]), code) if tab else code


def code_block(html: str, options: PrismOptions) -> str:
    """The markup around highlighted or escaped code.

    Source: hexo-util 4.0, prism.
    """
    language = resolve_language(options.lang)
    classes = ("line-numbers " if options.line_number else "") + f"language-{language}"
    attrs = "" if language == "none" else f' data-language="{language}"'
    if not options.preprocess:
        mark = ",".join(map(str, options.mark))
        if options.line_number and options.first_line:
            attrs += f' data-start="{options.first_line}"'
        if mark:
            attrs += f' data-line="{mark}"'
            if options.first_line:
                attrs += f' data-line-offset="{options.first_line - 1}"'
    if options.line_number and options.preprocess:
        rows = "<span></span>" * (len(_LINE_END.findall(html)) + 1)
        html += f'<span aria-hidden="true" class="line-numbers-rows">{rows}</span>'
    caption = f'<div class="caption">{options.caption}</div>' if options.caption else ""
    return (
        f'<pre class="{classes}"{attrs}>{caption}<code class="language-{language}">'
        f"{html}</code></pre>"
    )
