"""What can go wrong, as data: where, what was expected and found, and what to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

Severity = Literal["info", "warning", "error"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A place in a file of the site.

    path: site-relative POSIX path; line, column: 1-based.
    """

    path: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding of a build, kept with the result that it belongs to and replayed with it.

    code: a stable word for the kind of finding, such as "unknown-tag".
    """

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    hint: str | None = None


class BlogError(Exception):
    """A fault of the user's input that stops a document, a page or the build.

    message: lower case, no full stop, says what was expected and what was found.
    hint: one imperative sentence, or None.
    """

    code = "error"

    def __init__(self, message: str, *, span: Span | None = None, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.hint = hint

    def to_diagnostic(self) -> Diagnostic:
        """The error as a finding of severity "error"."""
        return Diagnostic(
            severity="error", code=self.code, message=self.message, span=self.span, hint=self.hint
        )


class ManyErrors(BlogError):
    """Several errors at once. errors: each of them."""

    def __init__(self, errors: Sequence[BlogError]) -> None:
        super().__init__(errors[0].message, span=errors[0].span, hint=errors[0].hint)
        self.errors = tuple(errors)


class ConfigError(BlogError):
    """A value in a configuration file that the build cannot work with."""

    code = "config"


class FrontMatterError(BlogError):
    """Front matter that cannot be read."""

    code = "front-matter"


class TemplateError(BlogError):
    """A template that is missing, cannot be parsed or fails while it runs."""

    code = "template"


class TagError(BlogError):
    """A tag plug-in that cannot do what the author asked for."""

    code = "tag"


class PluginError(BlogError):
    """A plug-in that fails; the message names it and its file."""

    code = "plugin"


class DeployError(BlogError):
    """A deployment that could not be carried out."""

    code = "deploy"


def warning(
    code: str, message: str, *, span: Span | None = None, hint: str | None = None
) -> Diagnostic:
    """A finding of severity "warning"."""
    return Diagnostic(severity="warning", code=code, message=message, span=span, hint=hint)
