"""HTML as hexo-renderer-markdown-it 7 writes it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from markdown_it.token import Token

from inkpost.content.md_render import footnote_number
from inkpost.content.md_stock import StockWriter
from inkpost.hexo.slug import slugize

_BLOCKS = ("paragraph_open", "paragraph_close", "blockquote_open", "blockquote_close")
_PLAIN_TAGS = frozenset([*_BLOCKS, "list_item_open", "th_open", "td_open"])
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _ends_line(tokens: Sequence[Token], i: int) -> bool:
    """Whether a line ends behind the tag of a block."""
    token = tokens[i]
    if not token.block:
        return False
    if token.nesting != 1 or i + 1 >= len(tokens):
        return True
    after = tokens[i + 1]
    return not (
        after.type == "inline" or after.hidden or (after.nesting < 0 and after.tag == token.tag)
    )


class ItWriter(StockWriter):
    """Writes markdown-it's own HTML, with the renderer's anchors and pictures."""

    code_escapes = _ESCAPES

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.methods = {k: v for k, v in self.methods.items() if k not in _PLAIN_TAGS}

    def void(self, html: str) -> str:
        """An element without content, as the rules close it."""
        return html + (" />" if self.rules.xhtml_out else ">")

    def run(self, tokens: Sequence[Token]) -> str:
        """The HTML of tokens, with the line ends that markdown-it puts between blocks."""
        out: list[str] = []
        for index, token in enumerate(tokens):
            if token.type == "inline":
                out.append(self.inline(tokens, index))
            elif token.type == "text":
                out.append(_escape(token.content))
            elif token.type in self.methods:
                out.append(self.methods[token.type](tokens, index))
            elif not token.hidden and token.tag:
                if token.block and token.nesting != -1 and index and tokens[index - 1].hidden:
                    out.append("\n")
                out.append(self.tag(token) + ("\n" if _ends_line(tokens, index) else ""))
        return "".join(out)

    def tag(self, token: Token) -> str:
        """A token as its tag, without a line end."""
        if token.nesting < 0:
            return f"</{token.tag}>"
        attrs = "".join(f' {k}="{_escape(str(v))}"' for k, v in token.attrs.items())
        return f"<{token.tag}{attrs}>"

    def _s_open(self, tokens: Sequence[Token], i: int) -> str:
        return "<s>"

    def _s_close(self, tokens: Sequence[Token], i: int) -> str:
        return "</s>"

    def _hr(self, tokens: Sequence[Token], i: int) -> str:
        return self.void("<hr") + "\n"

    def _hardbreak(self, tokens: Sequence[Token], i: int) -> str:
        self.line += 1
        return self.void("<br") + "\n"

    def _softbreak(self, tokens: Sequence[Token], i: int) -> str:
        self.line += 1
        return self.void("<br") + "\n" if self.rules.breaks else "\n"

    def _heading_open(self, tokens: Sequence[Token], i: int) -> str:
        token, inline = tokens[i], tokens[i + 1]
        text = self.content(inline)
        level, rules = int(token.tag[1]), self.rules.anchors
        if level < rules.level:
            return f"<{token.tag}>{text}"
        title = "".join(child.content for child in inline.children or ())
        name = slugize(title, case=rules.case, separator=rules.separator)
        count = self.counts.get(name, 0) + 1
        self.counts[name] = count
        if count > 1:
            name = f"{name}-{rules.collision_suffix}{count}"
        if rules.permalink:
            link = (
                f'<a class="{rules.permalink_class}" href="#{_escape(name)}">'
                f"{_escape(rules.permalink_symbol)}</a>"
            )
            text = text + link if rules.permalink_side == "right" else link + text
        return f'<{token.tag} id="{_escape(name)}">{text}'

    def _link_open(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i].copy()
        token.attrs = {**token.attrs, "href": self.resolver.link(str(token.attrs.get("href", "")))}
        self.links.append((str(token.attrs["href"]), self.line))
        return self.tag(token)

    def _image(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        url = str(token.attrs.get("src", ""))
        if self.rules.image_alt_source:
            url = self.resolver.image(url)
        self.images.append((url, self.line))
        alt = token.content if self.rules.image_alt_source else self.plain(token.children or ())
        out = f'<img src="{_escape(url)}" alt="{_escape(alt)}"'
        if token.attrs.get("title"):
            out += f' title="{_escape(str(token.attrs["title"]))}"'
        if self.rules.lazyload:
            out += ' loading="lazy"'
        return self.void(out)

    def _footnote_ref(self, tokens: Sequence[Token], i: int) -> str:
        number, again = footnote_number(tokens[i])
        return super()._footnote_ref(tokens, i).replace(f"[{number}]", f"[{number}{again}]")

    def _footnote_block_open(self, tokens: Sequence[Token], i: int) -> str:
        return (
            self.void('<hr class="footnotes-sep"') + "\n" + super()._footnote_block_open(tokens, i)
        )
