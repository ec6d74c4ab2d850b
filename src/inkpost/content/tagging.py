"""Runs tag plug-ins while their document is rendered."""

from __future__ import annotations

import re
from collections.abc import Callable

from inkpost.content.access import SiteAccess
from inkpost.content.code_types import CodeOptions
from inkpost.content.highlight import render_code
from inkpost.content.rules import highlight_rules
from inkpost.content.setting import RenderSetting
from inkpost.errors import Diagnostic, Span, TagError, warning
from inkpost.extend import call_plugin
from inkpost.hexo.html import escape_html
from inkpost.hexo.tagsyntax import TagCall
from inkpost.model import Json, Post

_PARAGRAPH = re.compile(r"^\s*<p>(.*)</p>\s*$", re.DOTALL)


class TagRunner:
    """Runs the tag calls of one document, or of a part of it."""

    def __init__(
        self,
        setting: RenderSetting,
        access: SiteAccess,
        *,
        render: Callable[[str, int], str],
        found: list[Diagnostic],
    ) -> None:
        self.setting, self.access = setting, access
        self.render, self.found = render, found

    def run(self, call: TagCall) -> str:
        """The HTML of one call; a call that cannot be done stays as written, with a warning.

        Raises: PluginError where the plug-in fails by its own fault.
        """
        tag = self.setting.extensions.tags[call.name]
        context = _Context(self, call)
        try:
            made = call_plugin(
                f'tag "{call.name}"', tag.plugin, tag.run, call, context, span=call.span
            )
        except TagError as error:
            self.found.append(
                warning("tag", error.message, span=error.span or call.span, hint=error.hint)
            )
            return escape_html(call.source)
        return "" if made is None else str(made)


class _Context:
    """What one tag call may ask."""

    def __init__(self, runner: TagRunner, call: TagCall) -> None:
        self._runner, self._call, self._access = runner, call, runner.access
        self.document = runner.access.document
        self.urls = runner.access.config.urls

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""
        return self._access.value(name, default)

    def post(self, slug: str) -> Post | None:
        """The post with that slug."""
        return self._access.post(slug)

    def asset(self, name: str) -> str | None:
        """The URL of a file in the document's asset folder, or None."""
        return self._access.tag_asset_url(name)

    def read_source(self, path: str) -> str | None:
        """The text of a file below the source folder, or None."""
        return self._access.source(path)

    def render_markdown(self, text: str) -> str:
        """The HTML of Markdown in the document's own setting."""
        return self._runner.render(text, self._call.body_line or self._call.span.line)

    def render_inline(self, text: str) -> str:
        """As `render_markdown`, without the paragraph around one line."""
        html = self.render_markdown(text).strip()
        match = _PARAGRAPH.match(html)
        return match[1] if match and "<p>" not in match[1] else html

    def render_code(self, code: str, **options: Json) -> str:
        """A code figure as a fence makes it."""
        return render_code(code, CodeOptions(**options), highlight_rules(self._access.config))

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        """Report a finding at the tag."""
        self._runner.found.append(warning(code, message, span=span or self._call.span, hint=hint))
