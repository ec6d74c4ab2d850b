"""What can go wrong, as data: where, what was expected and found, and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from traceback import format_exception
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

    code: a stable word for the kind of finding, such as "unknown-tag". detail: where in the code
    it arose, for those who ask with --debug.
    """

    severity: Severity
    code: str
    message: str
    span: Span | None = None
    hint: str | None = None
    detail: str = field(default="", compare=False)


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
        """The error as a finding of severity "error", its cause's traceback as the detail."""
        cause = self.__cause__
        return Diagnostic(
            severity="error",
            code=self.code,
            message=self.message,
            span=self.span,
            hint=self.hint,
            detail="".join(format_exception(cause)) if cause else "",
        )


class ManyErrors(BlogError):
    """Several errors at once. errors: each of them."""

    def __init__(self, errors: Sequence[BlogError]) -> None:
        super().__init__(errors[0].message, span=errors[0].span, hint=errors[0].hint)
        self.errors = tuple(errors)


class ConfigError(BlogError):
    """A value in a configuration file that the build cannot work with."""

    code = "config"


class ManyConfigErrors(ManyErrors, ConfigError):
    """Several errors of the configuration at once."""


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


class Stop(Exception):
    """Ends a build at its first error, where that was asked for."""


class Findings:
    """Everything that a build found, graded as it comes in.

    strict: warnings are errors. bail: the first error ends the build.
    """

    def __init__(self, *, strict: bool = False, bail: bool = False) -> None:
        self._strict, self._bail = strict, bail
        self._items: dict[Diagnostic, None] = {}

    def add(self, item: Diagnostic) -> None:
        """Take one finding. Raises: Stop at an error, where that was asked for."""
        if self._strict and item.severity == "warning":
            item = replace(item, severity="error")
        self._items[item] = None
        if self._bail and item.severity == "error":
            raise Stop

    def extend(self, items: Iterable[Diagnostic]) -> None:
        """Take several findings."""
        for item in items:
            self.add(item)

    def add_error(self, error: BlogError) -> None:
        """Take an error, or each of several."""
        errors = error.errors if isinstance(error, ManyErrors) else (error,)
        self.extend(each.to_diagnostic() for each in errors)

    @property
    def items(self) -> tuple[Diagnostic, ...]:
        """All findings, each once, in order."""
        return tuple(self._items)

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(item.severity == "error" for item in self._items)
