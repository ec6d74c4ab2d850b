"""What all documents of a site are rendered with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from inkpost.assetlinks import AssetResolver
from inkpost.config import Config
from inkpost.content.access import SiteAccess
from inkpost.content.markdown import Markdown, build_markdown
from inkpost.content.mathscope import Typesetter
from inkpost.content.rules import markdown_rules
from inkpost.errors import Diagnostic, Span, warning
from inkpost.extend import Extensions, call_plugin
from inkpost.hexo.tagsyntax import Protected, protect
from inkpost.model import Index, Json, Page, Post

# With which Fluid, NexT and their plug-ins let an author do without formulas.
_MATH_KEYS = ("math", "mathjax", "katex")


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderSetting:
    """The site as a document sees it while it is rendered.

    typesetter: sets formulas that phase 1 cannot see, such as those a tag writes.
    read_source: text of a file below the source folder, or None. markdown_tags: those whose
    bodies are Markdown. card_length: of the clipped excerpt, in CJK characters.
    """

    config: Config
    extensions: Extensions
    index: Index
    markdown: Markdown
    assets: AssetResolver
    typesetter: Typesetter
    read_source: Callable[[str], str | None]
    inline_tags: frozenset[str]
    block_tags: frozenset[str]
    markdown_tags: frozenset[str]
    card_length: int

    def access(self, document: Post | Page) -> SiteAccess:
        """The document's way to the rest of the site."""
        return SiteAccess(
            document,
            index=self.index,
            assets=self.assets,
            config=self.config,
            read_source=self.read_source,
        )

    def fitted(self, document: Post | Page) -> RenderSetting:
        """The setting for one document: without formulas where its front matter says so."""
        if not any(document.meta.get(key) is False for key in _MATH_KEYS):
            return self
        return replace(self, markdown=build_markdown(replace(self.markdown.rules, math=False)))

    def protect(self, text: str, document: Post | Page, line: int) -> Protected:
        """Markdown with the calls of registered tags taken out. line: of its first line."""
        return protect(
            text,
            inline=self.inline_tags,
            blocks=self.block_tags,
            path=document.file,
            first_line=line,
        )

    def run_filters(
        self, name: str, value: str, document: Post | Page, found: list[Diagnostic]
    ) -> str:
        """The value after the filters of that name.

        Raises: PluginError naming the plug-in that fails.
        """
        context = FilterView(self.config, document, found)
        place = Span(path=document.file)
        for each in self.extensions.filters.get(name, ()):
            result = call_plugin(
                f'filter "{name}"', each.plugin, _text_of, each.run, value, context, span=place
            )
            value = value if result is None else result
        return value


def _text_of(run: Callable[..., object], value: str, context: FilterView) -> str | None:
    """What a filter gives. Raises: TypeError where it is neither a text nor None."""
    result = run(value, context)
    if result is None or isinstance(result, str):
        return result
    raise TypeError(f"a text was expected, found {type(result).__name__}")


def make_setting(
    config: Config,
    extensions: Extensions,
    index: Index,
    *,
    typesetter: Typesetter,
    read_source: Callable[[str], str | None],
    card_length: int,
) -> RenderSetting:
    """The setting for a site's documents."""
    return RenderSetting(
        config=config,
        extensions=extensions,
        index=index,
        markdown=build_markdown(markdown_rules(config)),
        assets=AssetResolver(index.assets, config.urls, enabled=config.improved("asset_links")),
        typesetter=typesetter,
        read_source=read_source,
        inline_tags=frozenset(extensions.inlines()),
        block_tags=frozenset(extensions.blocks()),
        markdown_tags=frozenset(
            name for name, tag in extensions.tags.items() if tag.ends and tag.body == "markdown"
        ),
        card_length=card_length,
    )


class FilterView:
    """What a filter may ask while a document is rendered."""

    def __init__(self, config: Config, document: Post | Page, found: list[Diagnostic]) -> None:
        self._config, self._found = config, found
        self.document = document
        self.urls = config.urls
        self.path = document.path

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""
        return self._config.get(name, default)

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Report a finding in the document."""
        place = span or Span(path=self.document.file)
        self._found.append(warning(code, message, span=place, hint=hint))


def file_line(lines: Sequence[int], line: int, default: int) -> int:
    """The line of the file that a line of the protected text comes from; all 1-based."""
    return lines[line - 1] if 0 < line <= len(lines) else default
