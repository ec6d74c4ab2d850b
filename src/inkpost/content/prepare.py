"""Phase 1 of rendering: tag calls out, Markdown parsed, formulas found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

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
from inkpost.model import Formula, Page, Post
from inkpost.options import MARKDOWN

_ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_SUMMARY_KEYS = ("excerpt", "description")


@dataclass(slots=True)
class Prepared:
    """A document after phase 1.

    parsed: None where the text is no Markdown. summary: the front matter's own excerpt or
    description, parsed, or None. scope.group: the formulas to be set before phase 2.
    """

    document: Post | Page
    protected: Protected
    parsed: Parsed | None
    scope: MathScope
    summary: Parsed | None = None
    found: list[Diagnostic] = field(default_factory=list)

    def file_line(self, line: int) -> int:
        """The line of the file for a line of the text that Markdown saw."""
        return file_line(self.protected.lines, line, self.document.body_line)

    def body_line(self, line: int) -> int:
        """The line of the body for a line of the text that Markdown saw; 0 stays 0."""
        return self.file_line(line) - self.document.body_line + 1 if line else 0


def prepare_document(document: Post | Page, setting: RenderSetting) -> Prepared:
    """The document's tokens and formulas; nothing is set or run yet but filters on its text.

    Raises: PluginError where a `before_post_render` filter fails.
    """
    found = list(document.diagnostics)
    text = _without_illegal(document, found)
    text = setting.run_filters("before_post_render", text, document, found)
    protected = setting.protect(text, document, document.body_line)
    found += protected.diagnostics
    is_markdown = extension(document.source).removeprefix(".") in MARKDOWN
    parsed = setting.markdown.parse(protected.text) if is_markdown else None
    summary = _parse_summary(document, setting)
    formulas = _formulas(document, protected, parsed, setting)
    formulas += summary.formulas if summary else ()
    scope = MathScope(
        formulas,
        _math_rules(document, setting.config),
        typesetter=setting.typesetter,
        file=document.file,
        first_line=document.body_line,
        text=document.body,
    )
    prepared = Prepared(document, protected, parsed, scope, summary, found)
    for line, message in parsed.warnings if parsed else ():
        span = Span(path=document.file, line=prepared.file_line(line))
        found.append(warning("markdown", message, span=span))
    for line, text in find_expressions(parsed.tokens) if parsed else ():
        found.append(
            warning(
                "template",
                f'"{text}" is shown as written; posts are no templates',
                span=Span(path=document.file, line=prepared.file_line(line)),
                hint="put it in code, where it is meant to be read",
            )
        )
    return prepared


def _without_illegal(document: Post | Page, found: list[Diagnostic]) -> str:
    body = drop_marks(document.body)
    match = _ILLEGAL.search(body)
    if match is None:
        return body
    line = document.body_line + body.count("\n", 0, match.start())
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
    document: Post | Page, protected: Protected, parsed: Parsed | None, setting: RenderSetting
) -> list[tuple[Formula, int]]:
    """The document's formulas, each with its line in the body; those in tags come last."""
    if parsed is None:
        return []
    first = document.body_line
    found = [
        (formula, file_line(protected.lines, line, first) - first + 1)
        for formula, line in parsed.formulas
    ]
    for call in protected.calls:
        if call.body and ("$" in call.body or "\\" in call.body):
            text = setting.protect(call.body, document, call.body_line).text
            inner = setting.markdown.parse(text).formulas
            found += [(formula, call.body_line - first + line) for formula, line in inner]
    return found


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
