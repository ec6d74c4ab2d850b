"""What is asked of code: by the site's configuration, and by the author of one piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True, kw_only=True)
class HighlightRules:
    """The keys of `highlight:` and `prismjs:`, and which markup is made.

    markup: our figure, or Hexo's for its engine. engine: Hexo's `syntax_highlighter`.
    """

    markup: Literal["inkpost", "hexo"] = "inkpost"
    engine: Literal["highlight.js", "prismjs", "none"] = "highlight.js"
    line_number: bool = True
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
    mark: numbers of the lines to mark, as they are shown. from_fence: a fence, not a tag.
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
    from_fence: bool = False
