"""HTML as hexo-renderer-markdown-it 7 writes it."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from markdown_it.token import Token

from inkpost.content.md_stock import StockWriter
from inkpost.content.md_types import HeadingRef
from inkpost.hexo.slug import slugize


class ItWriter(StockWriter):
    """Writes markdown-it's own HTML, with the renderer's anchors and pictures."""

    def void(self, html: str) -> str:
        """An element without content, as the rules close it."""
        return html + (" />" if self.rules.xhtml_out else ">")

    def _paragraph_close(self, tokens: Sequence[Token], i: int) -> str:
        return (
            "\n"
            if tokens[i].hidden and i + 1 < len(tokens)
            else super()._paragraph_close(tokens, i)
        )

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
        line = token.map[0] + 1 if token.map else self.line
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
        self.headings.append(HeadingRef(level=level, id=name, inner_html=text, line=line))
        if rules.permalink:
            link = (
                f'<a class="{rules.permalink_class}" href="#{escape(name)}">'
                f"{escape(rules.permalink_symbol)}</a>"
            )
            text = text + link if rules.permalink_side == "right" else link + text
        return f'<{token.tag} id="{escape(name)}">{text}'

    def _th_open(self, tokens: Sequence[Token], i: int) -> str:
        return self.tag(tokens[i])

    def _td_open(self, tokens: Sequence[Token], i: int) -> str:
        return self.tag(tokens[i])

    def _link_open(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i].copy()
        token.attrs = {**token.attrs, "href": self.resolver.link(str(token.attrs.get("href", "")))}
        self.links.append((str(token.attrs["href"]), self.line))
        return self.tag(token)

    def _image(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        url = self.resolver.image(str(token.attrs.get("src", "")))
        self.images.append((url, self.line))
        alt = token.content if self.rules.image_alt_source else self.plain(token.children or ())
        out = f'<img src="{escape(url)}" alt="{escape(alt)}"'
        if token.attrs.get("title"):
            out += f' title="{escape(str(token.attrs["title"]))}"'
        if self.rules.lazyload:
            out += ' loading="lazy"'
        return self.void(out)

    def _footnote_block_open(self, tokens: Sequence[Token], i: int) -> str:
        return (
            self.void('<hr class="footnotes-sep"') + "\n" + super()._footnote_block_open(tokens, i)
        )
