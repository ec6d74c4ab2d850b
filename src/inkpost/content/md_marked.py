"""HTML as marked 15 and hexo-renderer-marked 7 write it, from the tokens of `hexo.marked`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from markdown_it.token import Token

from inkpost.content.md_stock import StockWriter
from inkpost.hexo.marked_links import encode_stock_url
from inkpost.hexo.markup import escape_html, strip_html
from inkpost.hexo.slug import heading_slug
from inkpost.hexo.urls import is_external
from inkpost.hexo.whatwg import has_scheme

_DEFINITION = re.compile(r"(?:^|\s)(\S.+)<br>:\s+(\S.+)")
_ALIAS = re.compile(
    r"<a(?:\s+?|\s+?[^<>]+\s+?)?href=[\"'](?:#)([^<>\"']+)[\"'][^<>]*>", re.IGNORECASE
)
_UNSAFE = ("javascript:", "vbscript:", "data:")


class MarkedWriter(StockWriter):
    """Writes the HTML of marked with Hexo's own rules on top."""

    # The check box of a loose list's item, which stands in its first paragraph.
    box = ""

    # Inline

    def _marked_text(self, tokens: Sequence[Token], i: int) -> str:
        self.line += tokens[i].content.count("\n")
        return tokens[i].content

    def _hardbreak(self, tokens: Sequence[Token], i: int) -> str:
        self.line += 1
        return "<br>"

    def _link_open(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        href = str(token.attrs.get("href", ""))
        if self.rules.sanitize_url and href.startswith(_UNSAFE):
            href = ""
        if self.rules.mangle and href.startswith("mailto:"):
            # Hexo picks decimal or hexadecimal by chance; builds here are reproducible.
            printed = "mailto:" + "".join(f"&#{ord(char)};" for char in href[7:])
        else:
            printed = self.resolver.link(href)
            if has_scheme(printed):
                printed = encode_stock_url(printed)
        self.links.append((printed, self.line))
        title = token.attrs.get("title")
        extra = f' title="{escape_html(str(title))}"' if title else ""
        return f'<a href="{_quoted(printed)}"{extra}{self._external(href)}>'

    def _external(self, href: str) -> str:
        rules = self.rules
        if not (rules.external_link_enable or rules.external_link_nofollow):
            return ""
        if not is_external(href, rules.site_url, rules.external_link_exclude):
            return ""
        target = ' target="_blank"' if rules.external_link_enable else ""
        if rules.external_link_nofollow:
            return target + ' rel="noopener external nofollow noreferrer"'
        return target + ' rel="noopener"'

    def _image(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        url = self.resolver.image(str(token.attrs.get("src", "")))
        if has_scheme(url):
            url = encode_stock_url(url)
        self.images.append((url, self.line))
        alt, title = token.content, str(token.attrs.get("title") or "")
        out = f'<img src="{_quoted(url)}"'
        if alt:
            out += f' alt="{escape_html(alt)}"'
        if title:
            out += f' title="{escape_html(title)}"'
        out += ' loading="lazy">' if self.rules.lazyload else ">"
        if self.rules.figcaption and alt:
            return f'<figure>{out}<figcaption aria-hidden="true">{alt}</figcaption></figure>'
        return out

    # Blocks

    def _paragraph_open(self, tokens: Sequence[Token], i: int) -> str:
        return ""

    def _paragraph_close(self, tokens: Sequence[Token], i: int) -> str:
        return ""

    def inline(self, tokens: Sequence[Token], i: int) -> str:
        """The running text of a block; a paragraph may be a list of definitions."""
        token = tokens[i]
        if i and tokens[i - 1].type == "heading_open":
            return ""
        text = self.content(token)
        before = tokens[i - 1] if i else None
        if before is None or before.type != "paragraph_open":
            return text
        if before.hidden:
            follows = i + 2 < len(tokens) and tokens[i + 2].type == "paragraph_open"
            return text + ("\n" if follows else "")
        if self.rules.description_lists and "<br>:" in text:
            found = _DEFINITION.search(text)
            if found:
                item = f"<dl><dt>{found[1]}</dt><dd>{found[2]}</dd></dl>"
                return text[: found.start()] + item + text[found.end() :]
        box, self.box = self.box, ""
        return f"<p>{box}{text}</p>\n"

    def _heading_open(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        text = self.content(tokens[i + 1])
        tag = token.tag
        if not self.rules.heading_ids:
            return f"<{tag}>{text}"
        alias = (
            _ALIAS.search(text)
            if self.rules.anchor_alias and text.startswith('<a href="#')
            else None
        )
        name = heading_slug(alias[1] if alias else text, case=self.rules.modify_anchors)
        # Hexo 8.1 only counts: an id written out may meet a counted one.
        count = self.counts.get(name, 0)
        self.counts[name] = count + 1
        if count:
            name = f"{name}-{count}"
        if alias:
            text = text[: alias.start()] + alias[0].replace(alias[1], name, 1) + text[alias.end() :]
        return (
            f'<{tag} id="{name}"><a href="#{name}" class="headerlink" '
            f'title="{strip_html(text)}"></a>{text}'
        )

    def _heading_close(self, tokens: Sequence[Token], i: int) -> str:
        return f"</{tokens[i].tag}>"

    def _fence(self, tokens: Sequence[Token], i: int) -> str:
        # marked takes one empty line off the end of a fence's code.
        token = tokens[i].copy()
        token.content = token.content.removesuffix("\n").removesuffix("\n") + "\n"
        return super()._fence([token], 0)

    def _code_block(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i].copy()
        token.content = token.content.rstrip("\n") + "\n"
        return super()._code_block([token], 0)

    def _list_item_open(self, tokens: Sequence[Token], i: int) -> str:
        meta = tokens[i].meta
        if "task" not in meta:
            return "<li>"
        checked = 'checked="" ' if meta["task"] else ""
        box = f'<input {checked}disabled="" type="checkbox"> '
        first = tokens[i + 1]
        if meta["loose"] and first.type == "paragraph_open":
            self.box = box
            return "<li>"
        return f"<li>{box}"

    def _html_block(self, tokens: Sequence[Token], i: int) -> str:
        # marked keeps the line ends behind a block of HTML, but for those that end its container.
        token, follower = tokens[i], tokens[i + 1] if i + 1 < len(tokens) else self.follower
        html = super()._html_block(tokens, i)
        if not token.map or not follower:
            return html
        if follower.nesting < 0:
            return html.rstrip("\n")
        gap = follower.map[0] - token.map[1] if follower.map else 0
        return html + "\n" * gap

    def _ordered_list_open(self, tokens: Sequence[Token], i: int) -> str:
        start = tokens[i].attrs.get("start", 1)
        return "<ol>\n" if start == 1 else f'<ol start="{start}">\n'

    def _th_open(self, tokens: Sequence[Token], i: int) -> str:
        return _cell(tokens[i])

    def _td_open(self, tokens: Sequence[Token], i: int) -> str:
        return _cell(tokens[i])

    def _tbody_open(self, tokens: Sequence[Token], i: int) -> str:
        return "<tbody>"

    def _tbody_close(self, tokens: Sequence[Token], i: int) -> str:
        return "</tbody>"

    def plain(self, tokens: Sequence[Token]) -> str:
        """Inline tokens as plain text."""
        parts = []
        for token in tokens:
            if token.type == "marked_text":
                parts.append(unescape(token.content))
            elif token.type == "image":
                parts.append(token.content)
            else:
                parts.append(super().plain([token]))
        return "".join(parts)


def _cell(token: Token) -> str:
    style = str(token.attrs.get("style", ""))
    align = style.removeprefix("text-align:")
    return f'<{token.tag} align="{align}">' if align else f"<{token.tag}>"


def _quoted(url: str) -> str:
    return url.replace('"', "&quot;") if '"' in url else url
