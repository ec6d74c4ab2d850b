"""Rendering documents: phase 1 for each, one batch of formulas for all, phase 2 for each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from inkpost.content.excerpt import card_from_headings, card_source, clip_html, find_more
from inkpost.content.facts import collect_facts
from inkpost.content.frame import keep_in_frame
from inkpost.content.links import DocumentLinks, resolve_assets
from inkpost.content.mathscope import MathScope, Typesetter
from inkpost.content.md_types import Block, Parsed, RenderedMarkdown
from inkpost.content.plaintext import to_line
from inkpost.content.prepare import Part, Prepared, prepare_document
from inkpost.content.sealing import Sealed, Seals
from inkpost.content.setting import RenderSetting, file_line
from inkpost.content.tagging import TagRunner
from inkpost.errors import BlogError, Diagnostic, Span, warning
from inkpost.extend import call_plugin
from inkpost.hexo.htmlfilters import well_formed_split
from inkpost.hexo.jstext import to_text
from inkpost.hexo.permalink import extension
from inkpost.hexo.tagsyntax import Protected, restore
from inkpost.model import Facts, Page, Post, Rendered, SourceText

_PROSE_REFERENCE = re.compile(
    r"<(?P<code>pre|code|script|style)\b.*?</(?P=code)\s*>|<[^>]*>"
    r"|\\(?P<command>eqref|ref)\{(?P<key>[^{}<>]*)\}",
    re.DOTALL,
)


def prepare_all(
    documents: Iterable[Post | Page], texts: Mapping[str, SourceText], setting: RenderSetting
) -> tuple[list[Prepared], list[Diagnostic]]:
    """Phase 1 for each document, and the errors of those that failed in it."""
    prepared: list[Prepared] = []
    errors: list[Diagnostic] = []
    for document in documents:
        try:
            prepared.append(prepare_document(document, texts[document.id], setting))
        except BlogError as error:
            errors.append(error.to_diagnostic())
    return prepared, errors


def typeset_all(prepared: Iterable[Prepared], typesetter: Typesetter) -> None:
    """Set the formulas of all documents in one batch; each scope gets its own."""
    scopes = [item.scope for item in prepared]
    for scope, results in zip(
        scopes, typesetter.typeset([scope.group for scope in scopes]), strict=True
    ):
        scope.accept(results)


def finish_all(
    prepared: Iterable[Prepared], setting: RenderSetting
) -> tuple[dict[str, Rendered], list[Diagnostic]]:
    """Phase 2 for each document: id -> content, and the errors of those that failed in it."""
    rendered: dict[str, Rendered] = {}
    errors: list[Diagnostic] = []
    for item in prepared:
        try:
            rendered[item.document.id] = finish_document(item, setting)
        except BlogError as error:
            errors.append(error.to_diagnostic())
    return rendered, errors


def finish_document(prepared: Prepared, setting: RenderSetting) -> Rendered:
    """Phase 2: the document's content in every form; its formulas have been set.

    Raises: PluginError where a tag or filter of a plug-in fails.
    """
    prepared.scope.use(setting.typesetter)
    return _Finisher(prepared, setting).finish()


class _Finisher:
    """Phase 2 of one document; also what Markdown asks for the HTML of formulas."""

    def __init__(self, prepared: Prepared, setting: RenderSetting) -> None:
        setting = setting.fitted(prepared.document)
        self.prepared, self.setting = prepared, setting
        self.document, self.config = prepared.document, setting.config
        self.found = list(prepared.diagnostics)
        self.seals = Seals()
        self.used_ids: dict[str, int] = {}
        self.access = setting.access(self.document)
        self.links = DocumentLinks(self.access, prepared.text, setting.markdown.rules)
        self.has_diagram = self.has_html = False
        self.blocks: Sequence[Block] = ()
        # What the document's own tag calls made.
        self.called: Sequence[str] = ()

    def html(self, tex: str, display: bool, line: int) -> str:
        """A mark that stands for the formula until the very end."""
        scope, at = self.prepared.scope, self.prepared.body_line(line)
        return self.seals.add(
            Sealed(
                html=scope.html(tex, display, at),
                shown=scope.mathml(tex, display, at),
                plain=scope.plain(tex, display, at),
                tex=f"$${tex}$$" if display else f"${tex}$",
            )
        )

    def plain(self, tex: str, display: bool) -> str:
        """The formula as one readable line."""
        return self.prepared.scope.plain(tex, display)

    def finish(self) -> Rendered:
        """The document's content."""
        sealed = link_equations(self._body(), self.prepared.scope)
        sealed = self.setting.run_filters("after_post_render", sealed, self.document, self.found)
        sealed = self._in_frame(sealed)
        content, excerpt, more = self._cut(sealed)
        facts = collect_facts(
            content, self.seals, place=self.links.place_of, has_diagram=self.has_diagram
        )
        card = self._card(excerpt, facts)
        whole = self.seals.bodies(content)
        return Rendered(
            content=whole,
            excerpt=self.seals.bodies(excerpt),
            more=whole if more is content else self.seals.bodies(more),
            feed=self.seals.feed(content, self.config.text("feed.math")),
            card_html=self.seals.in_line(card),
            card_text=to_line(self.seals.plain(card)),
            facts=facts,
            diagnostics=tuple(dict.fromkeys((*self.found, *self.prepared.scope.diagnostics))),
            reads=frozenset(self.access.reads),
        )

    def _in_frame(self, html: str) -> str:
        """The HTML, all that the author opened closed, so that the page around it stands."""
        text, body = self.prepared.text, self.prepared.body
        # What a tag makes of its body may be HTML of the author's: `raw` does.
        may_be_open = body.parsed is not None and (self.has_html or bool(body.protected.calls))
        if not may_be_open or self.config.dialect == "hexo":
            return html
        html, found = keep_in_frame(html, text.body, file=self.document.file, first_line=text.line)
        self.found += found
        return html

    def render_part(self, text: str, line: int) -> str:
        """The HTML of Markdown inside a tag, in the document's own setting."""
        part = self.prepared.parts.get(text)
        if part is None:
            protected = self.setting.protect(text, self.document, line)
            part = Part(protected, self.setting.markdown.parse(protected.text))
        self.found += part.protected.diagnostics
        assert part.parsed is not None
        rendered = self._rendered(part.parsed, part.protected)
        return self._with_tags(rendered.html, part.protected)

    def _body(self) -> str:
        part = self.prepared.body
        if part.parsed is None:
            html = self._converted(part.protected.text)
        else:
            rendered = self._rendered(part.parsed, part.protected)
            html, self.blocks = rendered.html, rendered.blocks
        self.called = self._run_tags(part.protected)
        html = restore(html, self.called)
        return resolve_assets(html, self.links) if self.config.improved("asset_links") else html

    def _rendered(self, parsed: Parsed, protected: Protected) -> RenderedMarkdown:
        rendered = self.setting.markdown.render(
            parsed, links=self.links, formulas=self, used_ids=self.used_ids
        )
        self.has_diagram = self.has_diagram or rendered.has_diagram
        self.has_html = self.has_html or rendered.has_html
        first = self.prepared.text.line
        for line, message in rendered.warnings:
            span = Span(path=self.document.file, line=file_line(protected.lines, line, first))
            self.found.append(warning("markdown", message, span=span))
        for url, line in (*rendered.links, *rendered.images):
            self.links.locate(url, file_line(protected.lines, line, first) - first + 1)
        return rendered

    def _converted(self, text: str) -> str:
        """What the renderer of the file's ending makes of a text that is no Markdown."""
        ending = extension(self.document.source).removeprefix(".")
        renderer = self.setting.extensions.renderers.get(ending)
        if renderer is None:
            return text
        value = call_plugin(
            f'renderer ".{ending}"',
            renderer.plugin,
            renderer.run,
            text,
            {"path": self.document.file},
            span=Span(path=self.document.file),
        )
        if isinstance(value, str):
            return value
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)

    def _with_tags(self, html: str, protected: Protected) -> str:
        return restore(html, self._run_tags(protected))

    def _run_tags(self, protected: Protected) -> list[str]:
        if not protected.calls:
            return []
        runner = TagRunner(self.setting, self.access, render=self.render_part, found=self.found)
        return [runner.run(call) for call in protected.calls]

    def _cut(self, sealed: str) -> tuple[str, str, str]:
        """Content, excerpt and what comes after it. Source: Hexo 8.1.2 filter excerpt."""
        own = self.document.meta.get("excerpt")
        careful = self.config.improved("excerpt_mark")
        if "excerpt" in self.document.meta and (own is not None or not careful):
            return sealed, "" if own is None else to_text(own), sealed
        mark = find_more(sealed, any_spacing=careful)
        if mark is None:
            return sealed, "", sealed
        content = f'{sealed[: mark.start()]}<span id="more"></span>{sealed[mark.end() :]}'
        if careful:
            before, after = well_formed_split(sealed, mark.start(), mark.end())
        else:
            before, after = sealed[: mark.start()], sealed[mark.end() :]
        return content, before.strip(), after.strip()

    def _card(self, excerpt: str, facts: Facts) -> str:
        length = self.setting.card_length
        if self.prepared.summary is not None:
            rendered = self.setting.markdown.render(
                self.prepared.summary, links=self.links, formulas=self
            )
            return clip_html(rendered.html, length)
        # What an author marked may be code alone, of which a card has nothing.
        for source in filter(None, (excerpt, card_source(self.blocks))):
            if card := clip_html(restore(source, self.called), length):
                return card
        return card_from_headings(heading.text for heading in facts.headings)


def link_equations(html: str, scope: MathScope) -> str:
    r"""HTML in which `\eqref{key}` and `\ref{key}` in prose are links to equations."""
    if "ref{" not in html:
        return html

    def link(match: re.Match[str]) -> str:
        if match["command"] is None:
            return match[0]
        return scope.resolve_ref(match["key"], match["command"])

    return _PROSE_REFERENCE.sub(link, html)
