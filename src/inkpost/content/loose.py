"""Markdown that belongs to no document: in data files, and where a template asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote

from inkpost.config import Config
from inkpost.content.markdown import Markdown, build_markdown
from inkpost.content.mathscope import MathScope, NullTypesetter, Typesetter
from inkpost.content.rules import markdown_rules
from inkpost.extend import Extensions
from inkpost.model import Json
from inkpost.options import MARKDOWN


class LooseRenderer:
    """Renders texts for templates."""

    def __init__(self, config: Config, extensions: Extensions, typesetter: Typesetter) -> None:
        self._extensions, self._typesetter = extensions, typesetter
        self._root = config.urls.root
        self._rules = markdown_rules(config)
        if config.dialect == "hexo":
            # Hexo 8.1: only posts and pages pass the filter that colours fences; golden md/3.
            plain = replace(self._rules.highlight, engine="none")
            self._rules = replace(self._rules, highlight=plain)
        self._markdown: Markdown | None = None

    def render(self, text: str, engine: str, options: Mapping[str, Json] | None = None) -> Json:
        """What the renderer for a file ending makes of a text; the text where there is none."""
        if engine in MARKDOWN:
            if self._markdown is None:
                self._markdown = build_markdown(self._rules)
            return plain_markdown(self._markdown, text, self._typesetter, root=self._root)
        renderer = self._extensions.renderers.get(engine)
        return renderer.run(text, options or {}) if renderer else text


def plain_markdown(
    markdown: Markdown, text: str, typesetter: Typesetter | None = None, *, root: str = "/"
) -> str:
    """The HTML of Markdown outside of any document. root: for relative pictures."""
    parsed = markdown.parse(text)
    scope = MathScope(parsed.formulas, typesetter=typesetter or NullTypesetter(client=False))
    scope.typeset()
    return markdown.render(parsed, links=_Links(root), formulas=scope).html


class _Links:
    """URLs as they were written; relative pictures lie below the root, as in Hexo."""

    def __init__(self, root: str) -> None:
        self._root = root

    def link(self, url: str) -> str:
        """The URL, encoded."""
        return quote(url, safe="/:?#[]@!$&'()*+,;=%~")

    def image(self, url: str) -> str:
        """The URL, encoded, below the root where it is relative."""
        encoded = self.link(url)
        outside = encoded.startswith(("/", "#", "data:")) or "//" in encoded
        return encoded if outside or not encoded else self._root + encoded

    def wiki(self, name: str) -> tuple[str, str] | None:
        """Nothing: there is no site to look into."""
        del name
        return None
