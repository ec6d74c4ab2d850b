"""What the writers of Hexo's two renderers share: stored code, plain fences, counted ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from inkpost.content.highlight import parse_fence_info, render_code
from inkpost.content.md_render import Writer
from inkpost.hexo.codefence import PLACEHOLDER, Fence

CODE_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})

_CODE = re.compile(r"<code[^<>]*>.+?</code>", re.DOTALL)


def escape_braces(html: str) -> str:
    """HTML without bare braces, as Hexo leaves code so that no template mark is in it."""
    return html.replace("{", "&#123;").replace("}", "&#125;")


class StockWriter(Writer):
    """A writer of stock HTML. fences, comments: what the placeholders of the text stand for."""

    fences: tuple[Fence, ...] = ()
    comments: tuple[str, ...] = ()
    counts: dict[str, int]
    code_escapes = CODE_ESCAPES

    def finish(self, html: str) -> str:
        """A block's HTML with its code in place of the placeholders."""
        if "{" in html or "}" in html:
            html = _CODE.sub(lambda match: escape_braces(match[0]), html)
        return PLACEHOLDER.sub(self._stored, html) if "\ufffc" in html else html

    def _stored(self, match: re.Match[str]) -> str:
        number = int(match[2])
        if match[1] == "comment":
            return self.comments[number] if number < len(self.comments) else match[0]
        if number >= len(self.fences):
            return match[0]
        fence = self.fences[number]
        figure = render_code(fence.code, parse_fence_info(fence.info), self.rules.highlight)
        return escape_braces(figure)

    def _code_inline(self, tokens: Sequence[Token], i: int) -> str:
        return f"<code>{tokens[i].content.translate(self.code_escapes)}</code>"

    def _fence(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        words = unescapeAll(token.info).split()
        code = token.content.translate(self.code_escapes)
        name = f' class="language-{escape(words[0])}"' if words else ""
        return f"<pre><code{name}>{code}</code></pre>\n"

    def _code_block(self, tokens: Sequence[Token], i: int) -> str:
        code = tokens[i].content.translate(self.code_escapes)
        return f"<pre><code>{code}</code></pre>\n"

    def _list_item_open(self, tokens: Sequence[Token], i: int) -> str:
        return "<li>"
