"""HTML from Markdown tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from html import escape

from markdown_it.common.utils import unescapeAll
from markdown_it.token import Token

from inkpost.content.highlight import parse_fence_info, render_code
from inkpost.content.md_extras import is_picture, split_size, text_of
from inkpost.content.md_types import Block, FormulaRenderer, LinkResolver, MarkdownRules
from inkpost.hexo.slug import heading_slug

_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_TAG = re.compile(r"<[^>]*>")
_COMMENT = re.compile(r"\s*(?:<!--(?:(?!--!?>).)*--!?>\s*)+", re.DOTALL)
_RAW_URL = re.compile(
    r"<(a|img)\b[^>]*?\s(?:href|src)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+))", re.IGNORECASE
)
_KINDS = {
    "paragraph_open": "paragraph",
    "heading_open": "heading",
    "bullet_list_open": "list",
    "ordered_list_open": "list",
    "table_open": "table",
    "fence": "code",
    "code_block": "code",
    "html_block": "html",
    "blockquote_open": "quote",
    "math_block": "math",
    "hr": "rule",
    "footnote_block_open": "footnotes",
    "dl_open": "definitions",
}


@cache
def _token_methods(writer: type) -> tuple[str, ...]:
    """The names of the methods that write tokens, of the type that each name ends with."""
    return tuple(name for name in dir(writer) if name.startswith("_") and name[1:2] != "_")


class Writer:
    """Writes one document. The collected URLs are read when it is done."""

    def __init__(
        self,
        rules: MarkdownRules,
        links: LinkResolver,
        formulas: FormulaRenderer,
        heading_id: Callable[[Token], str],
    ) -> None:
        self.rules = rules
        self.resolver = links
        self.formulas = formulas
        self.heading_id = heading_id
        self.links: list[tuple[str, int]] = []
        self.images: list[tuple[str, int]] = []
        self.warnings: list[tuple[int, str]] = []
        # The token behind the top-level block that is being written.
        self.follower: Token | None = None
        self.has_diagram = False
        # Whether the author wrote HTML, comments that end not counted.
        self.has_html = False
        # Footnotes of earlier parts of the page, and the number of this part's own.
        self.footnote_base = self.footnotes = 0
        self.line = 1
        self.tight = 0
        self.br = "<br>\n" if rules.breaks else "\n"
        names = _token_methods(type(self))  # type: ignore[arg-type]  # a class has a hash
        self.methods: dict[str, Callable[[Sequence[Token], int], str]] = {
            name[1:]: getattr(self, name) for name in names
        }

    # Blocks

    def write(self, tokens: Sequence[Token]) -> list[Block]:
        """The document's top-level blocks in order."""
        blocks: list[Block] = []
        start = 0
        while start < len(tokens):
            end, depth = start, 0
            while True:
                depth += tokens[end].nesting
                end += 1
                if depth <= 0 or end >= len(tokens):
                    break
            self.follower = tokens[end] if end < len(tokens) else None
            blocks.append(self.block(tokens[start:end]))
            start = end
        return blocks

    def block(self, tokens: Sequence[Token]) -> Block:
        """One top-level block, of the tokens that it consists of."""
        first = tokens[0]
        kind = _KINDS.get(first.type, "html")
        if kind == "paragraph" and len(tokens) > 1:
            inline = tokens[1].children or ()
            shown = [t for t in inline if t.type not in ("softbreak", "hardbreak")]
            if shown and all(t.type == "image" for t in shown):
                kind = "image"
        if kind == "quote" and first.meta.get("alert"):
            kind = "alert"
        if kind == "code" and first.info.strip().split(" ")[0] == "mermaid":
            kind = "diagram"
        return Block(kind=kind, html=self.finish(self.run(tokens)))

    def run(self, tokens: Sequence[Token]) -> str:
        """The HTML of a sequence of tokens, blocks or inline."""
        out: list[str] = []
        methods = self.methods
        for index, token in enumerate(tokens):
            kind = token.type
            if kind == "inline":
                out.append(self.inline(tokens, index))
            elif kind == "text":
                out.append(token.content.translate(_TEXT))
            elif kind in methods:
                out.append(methods[kind](tokens, index))
            else:
                out.append(self.tag(token))
        return "".join(out)

    def inline(self, tokens: Sequence[Token], i: int) -> str:
        """The running text of a block; a heading's is written with its opening tag."""
        if i and tokens[i - 1].type == "heading_open":
            return ""
        return self.content(tokens[i])

    def content(self, token: Token) -> str:
        """The HTML of one run of text."""
        if token.map:
            self.line = token.map[0] + 1
        return self.run(token.children or ())

    def finish(self, html: str) -> str:
        """The HTML of a finished top-level block, as it is to be kept."""
        return html

    def tag(self, token: Token) -> str:
        """A token without a method of its own, as its tag."""
        if token.hidden or not token.tag:
            return ""
        if token.nesting < 0:
            return f"</{token.tag}>" + ("\n" if token.block else "")
        attrs = "".join(f' {k}="{escape(str(v))}"' for k, v in token.attrs.items())
        return f"<{token.tag}{attrs}>" + ("\n" if token.block and token.tag in _OPEN_LINE else "")

    def _paragraph_open(self, tokens: Sequence[Token], i: int) -> str:
        return "" if tokens[i].hidden else "<p>"

    def _paragraph_close(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        if token.hidden:
            last = i + 1 >= len(tokens) or tokens[i + 1].nesting < 0
            return "" if last or token.meta.get("empty") else "\n"
        return "</p>\n"

    def _heading_open(self, tokens: Sequence[Token], i: int) -> str:
        token, inline = tokens[i], tokens[i + 1]
        inner = self.content(inline)
        if not self.rules.heading_ids:
            return f"<{token.tag}>{inner}"
        name = self.heading_id(inline)
        if not self.rules.heading_anchors or not inner:
            return f'<{token.tag} id="{escape(name)}">{inner}'
        title = escape(self.plain(inline.children or ()))
        return (
            f'<{token.tag} id="{escape(name)}">'
            f'<a href="#{escape(name)}" class="headerlink" title="{title}"></a>{inner}'
        )

    def _heading_close(self, tokens: Sequence[Token], i: int) -> str:
        return f"</{tokens[i].tag}>\n"

    def _blockquote_open(self, tokens: Sequence[Token], i: int) -> str:
        kind = tokens[i].meta.get("alert")
        if not kind:
            return "<blockquote>\n"
        return (
            f'<div class="callout callout-{kind}" role="note" data-kind="{kind}">'
            f'<p class="callout-title">{kind.title()}</p>\n'
        )

    def _blockquote_close(self, tokens: Sequence[Token], i: int) -> str:
        depth = 0
        for j in range(i, -1, -1):
            if tokens[j].type == "blockquote_close":
                depth += 1
            elif tokens[j].type == "blockquote_open":
                depth -= 1
                if not depth:
                    return "</div>\n" if tokens[j].meta.get("alert") else "</blockquote>\n"
        return "</blockquote>\n"

    def _list_item_open(self, tokens: Sequence[Token], i: int) -> str:
        task = tokens[i].meta.get("task")
        if task is None:
            return "<li>"
        checked = " checked" if task else ""
        return f'<li class="task"><input type="checkbox" disabled{checked}> '

    def _hr(self, tokens: Sequence[Token], i: int) -> str:
        return "<hr>\n"

    def _fence(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        options = parse_fence_info(unescapeAll(token.info), named=self.rules.extras)
        if options.lang.lower() == "mermaid" and self.rules.extras:
            self.has_diagram = True
            return f'<pre class="mermaid">{token.content.translate(_TEXT)}</pre>\n'
        return render_code(token.content, options, self.rules.highlight) + "\n"

    def _code_block(self, tokens: Sequence[Token], i: int) -> str:
        return f"<pre><code>{tokens[i].content.translate(_TEXT)}</code></pre>\n"

    def _html_block(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        if token.map:
            self.line = token.map[0] + 1
        return self._own_html(token)

    def _math_block(self, tokens: Sequence[Token], i: int) -> str:
        return self.formulas.html(tokens[i].content, True, tokens[i].meta["line"]) + "\n"

    def _footnote_block_open(self, tokens: Sequence[Token], i: int) -> str:
        return '<section class="footnotes">\n<ol class="footnotes-list">\n'

    def _footnote_block_close(self, tokens: Sequence[Token], i: int) -> str:
        return "</ol>\n</section>\n"

    def _footnote_open(self, tokens: Sequence[Token], i: int) -> str:
        number = tokens[i].meta["id"] + 1
        self.footnotes = max(self.footnotes, number)
        return f'<li id="fn{self.footnote_base + number}" class="footnote-item">'

    def _footnote_close(self, tokens: Sequence[Token], i: int) -> str:
        return "</li>\n"

    def _footnote_ref(self, tokens: Sequence[Token], i: int) -> str:
        number, again = footnote_number(tokens[i])
        key = self.footnote_base + number
        return (
            f'<sup class="footnote-ref"><a href="#fn{key}" id="fnref{key}{again}">'
            f"[{number}]</a></sup>"
        )

    def _footnote_anchor(self, tokens: Sequence[Token], i: int) -> str:
        number, again = footnote_number(tokens[i])
        key = f"{self.footnote_base + number}{again}"
        return f' <a href="#fnref{key}" class="footnote-backref">↩\ufe0e</a>'

    # Inline

    def raw(self, html: str) -> str:
        """HTML of the author's own, its URLs noted."""
        if "<" in html:
            for match in _RAW_URL.finditer(html):
                place = self.links if match[1].lower() == "a" else self.images
                url = match[2] or match[3] or match[4] or ""
                place.append((url, self.line + html.count("\n", 0, match.start())))
        self.line += html.count("\n")
        return html

    def _html_inline(self, tokens: Sequence[Token], i: int) -> str:
        return self._own_html(tokens[i])

    def _own_html(self, token: Token) -> str:
        self.has_html = self.has_html or _COMMENT.fullmatch(token.content) is None
        return self.raw(token.content)

    def _softbreak(self, tokens: Sequence[Token], i: int) -> str:
        self.line += 1
        return self.br

    def _hardbreak(self, tokens: Sequence[Token], i: int) -> str:
        self.line += 1
        return "<br>\n"

    def _th_open(self, tokens: Sequence[Token], i: int) -> str:
        return _cell(tokens[i])

    def _td_open(self, tokens: Sequence[Token], i: int) -> str:
        return _cell(tokens[i])

    def _code_inline(self, tokens: Sequence[Token], i: int) -> str:
        return f"<code>{tokens[i].content.translate(_TEXT)}</code>"

    def _text_special(self, tokens: Sequence[Token], i: int) -> str:
        return tokens[i].content.translate(_TEXT)

    def _s_open(self, tokens: Sequence[Token], i: int) -> str:
        return "<del>"

    def _s_close(self, tokens: Sequence[Token], i: int) -> str:
        return "</del>"

    def _math_inline(self, tokens: Sequence[Token], i: int) -> str:
        return self.formulas.html(tokens[i].content, False, tokens[i].meta["line"])

    def _math_display(self, tokens: Sequence[Token], i: int) -> str:
        return self.formulas.html(tokens[i].content, True, tokens[i].meta["line"])

    def _link_open(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        href = str(token.attrs.get("href", ""))
        if self.rules.mangle and href.startswith("mailto:"):
            url = "mailto:" + "".join(f"&#{ord(char)};" for char in href[7:])
            return f'<a href="{url}">'
        url = self.resolver.link(href)
        self.links.append((url, self.line))
        title = self._title(token)
        extra = f' title="{escape(title)}"' if title else ""
        return f'<a href="{escape(url)}"{extra}>'

    def _link_close(self, tokens: Sequence[Token], i: int) -> str:
        return "</a>"

    def _image(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        alt = self.plain(token.children or ())
        width = height = ""
        if self.rules.extras:
            alt, width, height = split_size(alt)
        width = width or str(token.attrs.get("width", ""))
        height = height or str(token.attrs.get("height", ""))
        return self.picture(str(token.attrs.get("src", "")), alt, self._title(token), width, height)

    def _title(self, token: Token) -> str:
        """The title of a link or picture, formulas as their readable line."""
        inline: list[Token] = token.meta.get("title", [])
        return self.plain(inline) if inline else str(token.attrs.get("title") or "")

    def picture(self, src: str, alt: str, title: str, width: str, height: str) -> str:
        """One `<img>`, noted."""
        url = self.resolver.image(src)
        self.images.append((url, self.line))
        out = f'<img src="{escape(url)}" alt="{escape(alt)}"'
        for name, value in (("title", title), ("width", width), ("height", height)):
            if value:
                out += f' {name}="{escape(value)}"'
        if self.rules.lazyload:
            out += ' loading="lazy"'
        out += ">"
        if self.rules.figcaption and alt:
            text = escape(alt)
            return f'<figure>{out}<figcaption aria-hidden="true">{text}</figcaption></figure>'
        return out

    def _wiki(self, tokens: Sequence[Token], i: int) -> str:
        token = tokens[i]
        name, label = token.content, token.info
        if token.meta.get("embed"):
            if not is_picture(name):
                return escape(token.markup)
            alt, width, height = split_size("|" + label)
            return self.picture(name, alt.lstrip("|"), "", width, height)
        name, hash_, part = name.partition("#")
        found = self.resolver.wiki(name.strip()) if name else ("", part)
        if found is None:
            # Lists of numbers are written so as well: "[[1, 2], [3]]".
            if any(map(str.isalpha, name)):
                self.warnings.append((self.line, f'no post or page is named "{name}"'))
            return escape(token.markup)
        anchor = "#" + heading_slug(escape(part)) if hash_ else ""
        url = found[0] + anchor
        self.links.append((url, self.line))
        return f'<a href="{escape(url)}">{escape(label or found[1])}</a>'

    def plain(self, tokens: Sequence[Token]) -> str:
        """Inline tokens as plain text, formulas as their readable line."""
        parts: list[str] = []
        for token in tokens:
            if token.type in ("math_inline", "math_display"):
                parts.append(self.formulas.plain(token.content, token.type == "math_display"))
            elif token.type == "image":
                parts.append(self.plain(token.children or ()))
            else:
                parts.append(text_of([token]))
        return "".join(parts)


def footnote_number(token: Token) -> tuple[int, str]:
    """A footnote's number, and what tells its further references from the first."""
    again = token.meta.get("subId", 0)
    return token.meta["id"] + 1, f":{again}" if again else ""


def _cell(token: Token) -> str:
    align = str(token.attrs.get("style", "")).removeprefix("text-align:")
    return f'<{token.tag} class="align-{align}">' if align else f"<{token.tag}>"


_OPEN_LINE = frozenset(["table", "thead", "tbody", "tr", "ul", "ol", "dl", "section", "blockquote"])
