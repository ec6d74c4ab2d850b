"""The Jinja environment in which a theme's templates run."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import jinja2
from markupsafe import Markup

from inkpost.errors import Span, TemplateError, warning
from inkpost.model import Json, ThemeLayer
from inkpost.reads import NullRecorder, Recorder
from inkpost.theme.compile import Keep, jinja_options
from inkpost.theme.lookup import (
    canonical_name,
    find_layout,
    find_template,
)
from inkpost.theme.running import ChainLoader, RecordingEnvironment, Run, Warn, ignore
from inkpost.theme.templatefaults import (
    name_of_frame,
    nearest_template,
    span_of_frame,
)
from inkpost.theme.toolbox import TOOLBOX
from inkpost.theme.undefined import Missing, make_missing


class ThemeEnvironment:
    """Renders layouts of one theme's chain; one page at a time."""

    def __init__(
        self,
        layers: Sequence[ThemeLayer],
        read: Callable[[str], bytes],
        helpers: Mapping[str, Callable[..., Any]],
        keep: Keep | None = None,
    ) -> None:
        self.layers = tuple(layers)
        self._loader = ChainLoader(self.layers, read, keep)
        options = jinja_options() | {"undefined": make_missing(self._report_missing)}
        self._jinja = RecordingEnvironment(
            loader=self._loader, cache_size=-1, auto_reload=False, **options
        )
        self._jinja.run = Run()
        self._jinja.known, self._jinja.shapes, self._jinja.absent = {}, {}, {}
        self._jinja.policies["json.dumps_kwargs"] = _JSON_OPTIONS
        self._jinja.policies["json.dumps_function"] = _to_json
        self._jinja.globals.clear()
        self._jinja.globals.update(_GLOBALS)
        self._jinja.globals.update({name: self._bind(run) for name, run in helpers.items()})

    def has_layout(self, name: str) -> bool:
        """Whether the chain has a template of that name; nothing is recorded."""
        return find_template(name, self.layers) is not None

    def render_layout(
        self,
        layouts: Sequence[str],
        values: Mapping[str, Any],
        *,
        recorder: Recorder | None = None,
        warn: Warn = ignore,
        context: Any = None,
    ) -> str | None:
        """The page that the first existing layout makes of `values`; None when none exists.

        A template without `extends` is put into the theme's `layout` as `body`, unless its front
        matter says `layout: false` or names another; its other front matter are variables.
        context: what registered helpers get as their first argument.

        Raises: TemplateError with the place in the template.
        Source: hexo 8.1, theme/view.
        """
        recorder = recorder or NullRecorder()
        found = find_layout(layouts, self.layers, recorder)
        if found is None:
            return None
        run = Run(recorder=recorder, warn=warn, context=context, values=values)
        with self._running(run):
            return self._render_wrapped(found.name, values, values.get("layout", "layout"))

    def render_partial(self, name: str, values: Mapping[str, Any], *, only: bool = False) -> str:
        """The HTML of a template inside the page that is being made.

        name: below the theme's `layout/`, or beside the template that is running. only: without
        the page's variables. Raises: TemplateError.
        """
        run = self._jinja.run
        parent = name_of_frame(sys._getframe(1))  # noqa: SLF001 - the current frame
        merged = dict(values) if only else {**run.values, **values}
        names = [f"{parent.rpartition('/')[0]}/{name}", name] if "/" in parent else [name]
        found = find_layout(names, self.layers, run.recorder)
        if found is None:
            message = f'the partial "{name}" is not in the theme'
            raise TemplateError(
                message, span=self.place(), hint=nearest_template(name, self.layers)
            )
        return self._render(found.name, merged)

    def place(self) -> Span | None:
        """The line of the template that is running, or None outside of one."""
        return span_of_frame(sys._getframe(1))  # noqa: SLF001 - the way to the current frame

    @contextmanager
    def _running(self, run: Run) -> Iterator[None]:
        before, self._jinja.run = self._jinja.run, run
        try:
            yield
        finally:
            self._jinja.run = before

    def _render_wrapped(self, name: str, values: Mapping[str, Any], layout: Json) -> str:
        compiled = self._loader.compile(name)
        assert compiled is not None
        html = self._render(name, values)
        layout = compiled.front.get("layout", layout)
        if compiled.extends or not layout or not isinstance(layout, str):
            return html
        folder = name.rpartition("/")[0]
        names = [f"{folder}/{layout}", layout] if folder else [layout]
        wrapper = find_layout(
            [each for each in names if canonical_name(each) != name],
            self.layers,
            self._jinja.run.recorder,
        )
        if wrapper is None:
            return html
        wrapped = {**values, "body": Markup(html), "layout": False}  # noqa: S704 - a template's
        return self._render_wrapped(wrapper.name, wrapped, None)

    def _render(self, name: str, values: Mapping[str, Any]) -> str:
        compiled = self._loader.compile(name)
        template = self._jinja.get_template(name)
        if compiled is not None and compiled.front:
            own = {key: value for key, value in compiled.front.items() if key != "layout"}
            values = {**values, **own}
        return template.render(values)

    def _bind(self, run: Callable[..., Any]) -> Callable[..., Any]:
        jinja = self._jinja

        def call(*args: Any, **values: Any) -> Any:
            return run(jinja.run.context, *args, **values)

        return call

    def _report_missing(self, name: str) -> None:
        run = self._jinja.run
        span = span_of_frame(sys._getframe(1))  # noqa: SLF001 - the way to the current frame
        place = (span.path, span.line, name) if span else ("", 0, name)
        if place in run.told:
            return
        run.told.add(place)
        run.warn(
            warning(
                "undefined",
                f'"{name}" is printed and is not there',
                span=span,
                hint="test it with `{% if … %}` first, or print `… or ''`",
            )
        )


_JSON_OPTIONS: Final = {"sort_keys": True, "ensure_ascii": False}
_JSON: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=False)


def _to_json(value: Any, **options: Any) -> str:
    # `json.dumps` makes an encoder each time that it is given options.
    return _JSON.encode(value) if options == _JSON_OPTIONS else json.dumps(value, **options)


def build_environment(
    layers: Sequence[ThemeLayer],
    read: Callable[[str], bytes],
    helpers: Mapping[str, Callable[..., Any]] | None = None,
    *,
    keep: Keep | None = None,
) -> ThemeEnvironment:
    """The environment for a theme's chain, nearest layer first.

    helpers: registered helpers, `(context, *arguments)`; templates call them without the context.
    keep: where the code of templates is kept between builds.
    """
    return ThemeEnvironment(layers, read, helpers or {}, keep)


_GLOBALS: Mapping[str, Any] = {
    "range": range,
    "dict": dict,
    "namespace": jinja2.utils.Namespace,
    "cycler": jinja2.utils.Cycler,
    "joiner": jinja2.utils.Joiner,
    **TOOLBOX,
}


__all__ = ["Missing", "ThemeEnvironment", "build_environment"]
