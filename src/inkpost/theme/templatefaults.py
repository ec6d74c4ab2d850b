"""Where in a template something went wrong, and what to say about it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from types import FrameType, TracebackType

import jinja2
from jinja2.exceptions import UndefinedError

from inkpost.errors import Span, TemplateError
from inkpost.model import ThemeLayer
from inkpost.theme.lookup import canonical_name, template_names


def span_of_trace(trace: TracebackType | None) -> Span | None:
    """The innermost line of a template on a traceback."""
    span: Span | None = None
    while trace is not None:
        span = _template_span(trace.tb_frame, trace.tb_lineno) or span
        trace = trace.tb_next
    return span


def span_of_frame(frame: FrameType | None) -> Span | None:
    """The line of the template that a frame runs in, or None outside of one."""
    while frame is not None:
        span = _template_span(frame, frame.f_lineno)
        if span is not None:
            return span
        frame = frame.f_back
    return None


def name_of_frame(frame: FrameType | None) -> str:
    """The name of the template that is running, or ""."""
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if isinstance(template, jinja2.Template):
            return template.name or ""
        frame = frame.f_back
    return ""


def _template_span(frame: FrameType, line: int) -> Span | None:
    template = frame.f_globals.get("__jinja_template__")
    if template is None or not isinstance(template, jinja2.Template):
        return None
    return Span(path=template.filename or "", line=max(1, template.get_corresponding_lineno(line)))


def template_error(
    error: BaseException, layers: Sequence[ThemeLayer], helpers: Iterable[str]
) -> TemplateError:
    """What went wrong while a template ran, at its line. helpers: the names it may use."""
    span = span_of_trace(error.__traceback__)
    if isinstance(error, jinja2.TemplateNotFound):
        name = str(error.name or error)
        message = f'the template "{name}" is not in the theme'
        return TemplateError(message, span=span, hint=nearest_template(name, layers))
    if isinstance(error, UndefinedError):
        return TemplateError(str(error), span=span, hint=_nearest_helper(str(error), helpers))
    if isinstance(error, jinja2.TemplateRuntimeError):
        text = str(error).rstrip(".")
        return TemplateError(
            text[:1].lower() + text[1:], span=span, hint="check the names on this line"
        )
    if isinstance(error, RecursionError):
        return TemplateError(
            "the template includes itself without end",
            span=span,
            hint="use `theme:` before the name to reach the template that this one replaces",
        )
    text = str(error).rstrip(".")
    return TemplateError(
        f"{type(error).__name__}: {text}" if text else type(error).__name__,
        span=span,
        hint="check the values of this line, or run with --debug to see where",
    )


def nearest_template(name: str, layers: Sequence[ThemeLayer]) -> str:
    """A hint for a template that is not there."""
    near = difflib.get_close_matches(canonical_name(name), template_names(layers), n=1)
    return f'did you mean "{near[0]}"?' if near else "name a path below the theme's `layout/`"


def _nearest_helper(message: str, helpers: Iterable[str]) -> str | None:
    parts = message.split('"')
    near = difflib.get_close_matches(parts[1], list(helpers), n=1) if parts[1:] else []
    return f'did you mean "{near[0]}"?' if near else None
