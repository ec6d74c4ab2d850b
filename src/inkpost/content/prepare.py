"""Phase 1 of rendering: tag calls out, Markdown parsed, formulas found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from inkpost.config import Config
from inkpost.content.leftovers import find_expressions
from inkpost.content.mathscope import MathRules, MathScope
from inkpost.content.md_types import Parsed
from inkpost.content.sealing import drop_marks
from inkpost.content.setting import RenderSetting, file_line
from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.jstext import to_text
from inkpost.hexo.permalink import extension
from inkpost.hexo.tagsyntax import Protected
from inkpost.model import Formula, Page, Post, SourceText
from inkpost.options import MARKDOWN

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SUMMARY_KEYS = ("excerpt", "description")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of Markdown: the body of a document, or of a tag. parsed: None for other text."""

    protected: Protected
    parsed: Parsed | None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A document after phase 1.

    parts: text of a tag's body -> that body, prepared. summary: the front matter's own excerpt or
    description, parsed, or None. scope.group: the formulas to be set before phase 2.
    """

    document: Post | Page
    text: SourceText
    body: Part
    parts: Mapping[str, Part]
    scope: MathScope
    summary: Parsed | None
    diagnostics: tuple[Diagnostic, ...]

    def file_line(self, line: int) -> int:
        """The line of the file for a line of the text that Markdown saw."""
        return file_line(self.body.protected.lines, line, self.text.line)

    def body_line(self, line: int) -> int:
        """The line of the body for a line of the text that Markdown saw; 0 stays 0."""
        return self.file_line(line) - self.text.line + 1 if line else 0


def prepare_document(document: Post | Page, source: SourceText, setting: RenderSetting) -> Prepared:
    """The document's tokens and formulas; nothing is set or run yet but filters on its text.

    Raises: PluginError where a `before_post_render` filter fails.
    """
    setting = setting.fitted(document)
    found = list(document.diagnostics)
    text = drop_marks(source.body)
    if setting.config.dialect == "inkpost":
        # Hexo 8.1 keeps what XML and JSON cannot hold; feeds and search data drop it then.
        text = _without_illegal(document, text, source.line, found)
    text = setting.run_filters("before_post_render", text, document, found)
    is_markdown = extension(document.source).removeprefix(".") in MARKDOWN
    protected = setting.protect(text, document, source.line)
    body = Part(protected, setting.markdown.parse(protected.text) if is_markdown else None)
    parts: dict[str, Part] = {}
    if is_markdown:
        _prepare_parts(protected, document, setting, parts)
    summary = _parse_summary(document, setting)
    scope = MathScope(
        _formulas(body, parts, summary, source.line),
        _math_rules(document, setting.config),
        file=document.file,
        first_line=source.line,
        text=source.body,
    )
    found += protected.diagnostics
    found += _parse_findings(document, body, source.line)
    return Prepared(document, source, body, parts, scope, summary, tuple(found))


def _prepare_parts(
    protected: Protected, document: Post | Page, setting: RenderSetting, parts: dict[str, Part]
) -> None:
    """Parse the bodies of tags that hold Markdown, those of tags within them too."""
    for call in protected.calls:
        if not call.body or call.name not in setting.markdown_tags or call.body in parts:
            continue
        inner = setting.protect(call.body, document, call.body_line)
        parts[call.body] = Part(inner, setting.markdown.parse(inner.text))
        _prepare_parts(inner, document, setting, parts)


def _parse_findings(document: Post | Page, body: Part, first: int) -> Iterable[Diagnostic]:
    if body.parsed is None:
        return
    for line, message in body.parsed.warnings:
        span = Span(path=document.file, line=file_line(body.protected.lines, line, first))
        yield warning("markdown", message, span=span)
    for line, text in find_expressions(body.parsed.tokens):
        yield warning(
            "template",
            f'"{text}" is shown as written; posts are no templates',
            span=Span(path=document.file, line=file_line(body.protected.lines, line, first)),
            hint="put it in code, where it is meant to be read",
        )


def _without_illegal(
    document: Post | Page, body: str, first_line: int, found: list[Diagnostic]
) -> str:
    match = _ILLEGAL.search(body)
    if match is None:
        return body
    line = first_line + body.count("\n", 0, match.start())
    column = match.start() - body.rfind("\n", 0, match.start())
    found.append(
        warning(
            "control-character",
            f"the invisible character U+{ord(match[0]):04X} is left out",
            span=Span(path=document.file, line=line, column=column),
            hint="delete it; feeds and search data cannot hold it",
        )
    )
    return _ILLEGAL.sub("", body)


def _parse_summary(document: Post | Page, setting: RenderSetting) -> Parsed | None:
    for key in _SUMMARY_KEYS:
        value = document.meta.get(key)
        if value and not isinstance(value, list | dict):
            return setting.markdown.parse(drop_marks(to_text(value)))
    return None


def _formulas(
    body: Part, parts: Mapping[str, Part], summary: Parsed | None, first: int
) -> list[tuple[Formula, int]]:
    """The document's formulas, each with its line in the body; those in tags come last."""
    found: list[tuple[Formula, int]] = []
    for part in (body, *parts.values()):
        lines = part.protected.lines
        for formula, line in part.parsed.formulas if part.parsed else ():
            found.append((formula, file_line(lines, line, first) - first + 1))
    return [*found, *(summary.formulas if summary else ())]


def _math_rules(document: Post | Page, config: Config) -> MathRules:
    number = config.text("math.number")
    return MathRules(
        macros=_macros(document, config),
        number="all" if number == "all" else "none" if number == "none" else "labelled",
        throw="error" if config.get("math.throw") == "error" else "warn",
    )


def _macros(document: Post | Page, config: Config) -> dict[str, str]:
    """The site's macros, then the document's, names with a backslash."""
    math = document.meta.get("math")
    own = math.get("macros") if isinstance(math, dict) else None
    merged: dict[str, str] = {}
    for values in (config.get("math.macros"), document.meta.get("macros"), own):
        if isinstance(values, Mapping):
            merged |= {str(name): str(value) for name, value in values.items()}
    return {name if name.startswith("\\") else f"\\{name}": to for name, to in merged.items()}
