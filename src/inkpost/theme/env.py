"""The Jinja environment in which a theme's templates run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, NoReturn

import jinja2
from jinja2.loaders import BaseLoader
from markupsafe import Markup

from inkpost.content.parse import decode_source
from inkpost.errors import BlogError, Diagnostic, Span, TemplateError, warning
from inkpost.model import Json, ThemeLayer
from inkpost.reads import Key, NullRecorder, Recorder
from inkpost.site.views import View
from inkpost.theme.compile import Compiled, compile_template, jinja_options
from inkpost.theme.lookup import (
    canonical_name,
    find_layout,
    find_template,
    template_key,
)
from inkpost.theme.templatefaults import (
    name_of_frame,
    nearest_template,
    span_of_frame,
    span_of_trace,
    template_error,
)
from inkpost.theme.toolbox import TOOLBOX
from inkpost.theme.undefined import Missing, make_missing

Warn = Callable[[Diagnostic], None]

_NO_VALUE: Final = object()
_VIEW_METHODS: Final = frozenset({"derived", "get", "keys"})


def _ignore(_diagnostic: Diagnostic) -> None:
    return


@dataclass(slots=True)
class _Run:
    """One page being made."""

    recorder: Recorder = field(default_factory=NullRecorder)
    warn: Warn = _ignore
    context: Any = None
    values: Mapping[str, Any] = field(default_factory=dict)
    told: set[tuple[str, int, str]] = field(default_factory=set)


class _Known(NamedTuple):
    """A template's canonical name, and the keys that asking for it reads."""

    name: str
    keys: tuple[Key, ...]


class _ChainLoader(BaseLoader):
    """Compiles templates of a theme's chain."""

    def __init__(self, layers: Sequence[ThemeLayer], read: Callable[[str], bytes]) -> None:
        self.layers = layers
        self.read = read
        self.compiled: dict[str, Compiled] = {}

    def compile(self, name: str) -> Compiled | None:
        """The code of a template by its canonical name, or None where there is none."""
        known = self.compiled.get(name)
        if known is None:
            found = find_template(name, self.layers)
            if found is None:
                return None
            source = decode_source(self.read(found.key), found.key, TemplateError)
            source = source.replace("\r\n", "\n")
            known = self.compiled[name] = compile_template(source, name, found.key)
        return known

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's name
    ) -> jinja2.Template:
        """The template, as Jinja asks for it."""
        compiled = self.compile(name)
        if compiled is None:
            raise jinja2.TemplateNotFound(name)
        # A plain dict, shared by all: Jinja's own chain of maps would be flattened for each page.
        return environment.template_class.from_code(environment, compiled.code, environment.globals)


class _RecordingEnvironment(jinja2.Environment):
    """Records every template that is asked for, and turns failures into ours."""

    run: _Run
    loader: _ChainLoader
    # Names as templates write them -> what they stand for: asked dozens of times on each page.
    known: dict[str, _Known]

    def get_template(
        self,
        name: str | jinja2.Template,
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's name
    ) -> jinja2.Template:
        """The template of that name; compiled `extends`, `include`, `import` come here."""
        if isinstance(name, jinja2.Template):
            return name
        known = self.known.get(name)
        if known is None:
            known = self.known[name] = self._learn(name)
        for key in known.keys:
            self.run.recorder.read(key)
        return super().get_template(known.name, None, globals)

    def select_template(
        self,
        names: Iterable[str | jinja2.Template],
        parent: str | None = None,
        globals: MutableMapping[str, Any] | None = None,  # noqa: A002 - Jinja's name
    ) -> jinja2.Template:
        """The first of the names that is there."""
        tried: list[str] = []
        for name in names:
            try:
                return self.get_template(name, parent, globals)
            except jinja2.TemplateNotFound:
                tried.append(str(name))
        raise jinja2.TemplatesNotFound(tried)

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute`: of a view or mapping its item, else the attribute, then the item."""
        if isinstance(obj, View):
            value = obj.get(attribute, _NO_VALUE)
            if value is not _NO_VALUE:
                return value
            if attribute in _VIEW_METHODS:
                return getattr(obj, attribute)
            return self.undefined(obj=obj, name=attribute)
        if isinstance(obj, Mapping):
            value = obj.get(attribute, _NO_VALUE)
            if value is not _NO_VALUE:
                return value
        if attribute == "length" and isinstance(obj, str | tuple | list | Mapping):
            return len(obj)
        return super().getattr(obj, attribute)

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise what is being handled as a TemplateError at the line of the template."""
        error = sys.exc_info()[1]
        assert error is not None
        if isinstance(error, BlogError):
            if error.span is None:
                error.span = span_of_trace(error.__traceback__)
            raise error
        raise template_error(error, self.loader.layers, self.globals) from error

    def _learn(self, written: str) -> _Known:
        # Jinja keeps the module of an imported template, so that what that one loads in turn is
        # seen on the first page only.
        name = canonical_name(written)
        compiled = self.loader.compile(name)
        keys = [template_key(name)]
        for imported in compiled.imports if compiled else ():
            keys += map(template_key, self._closure(imported, frozenset()))
        return _Known(name, tuple(dict.fromkeys(keys)))

    def _closure(self, name: str, seen: frozenset[str]) -> Iterator[str]:
        compiled = self.loader.compile(canonical_name(name))
        for reference in compiled.references if compiled else ():
            if reference not in seen:
                yield reference
                yield from self._closure(reference, seen | {reference})


class ThemeEnvironment:
    """Renders layouts of one theme's chain; one page at a time."""

    def __init__(
        self,
        layers: Sequence[ThemeLayer],
        read: Callable[[str], bytes],
        helpers: Mapping[str, Callable[..., Any]],
    ) -> None:
        self.layers = tuple(layers)
        self._loader = _ChainLoader(self.layers, read)
        options = jinja_options() | {"undefined": make_missing(self._report_missing)}
        self._jinja = _RecordingEnvironment(
            loader=self._loader, cache_size=-1, auto_reload=False, **options
        )
        self._jinja.run = _Run()
        self._jinja.known = {}
        self._jinja.policies["json.dumps_kwargs"] = {"sort_keys": True, "ensure_ascii": False}
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
        warn: Warn = _ignore,
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
        run = _Run(recorder=recorder, warn=warn, context=context, values=values)
        with self._running(run):
            return self._render_wrapped(found.name, values, values.get("layout", "layout"))

    def render_partial(
        self, name: str, values: Mapping[str, Any], *, only: bool = False, parent: str = ""
    ) -> str:
        """The HTML of a template inside the page that is being made.

        only: without the page's variables. parent: the template from which `name` may be reached
        by a relative path; the one that is running where it is "". Raises: TemplateError.
        """
        run = self._jinja.run
        parent = parent or name_of_frame(sys._getframe(1))  # noqa: SLF001 - the current frame
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
    def _running(self, run: _Run) -> Iterator[None]:
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
        def call(*args: Any, **values: Any) -> Any:
            return run(self._jinja.run.context, *args, **values)

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
                hint="Test it with `{% if … %}` first, or print `… or ''`.",
            )
        )


def build_environment(
    layers: Sequence[ThemeLayer],
    read: Callable[[str], bytes],
    helpers: Mapping[str, Callable[..., Any]] | None = None,
) -> ThemeEnvironment:
    """The environment for a theme's chain, nearest layer first.

    helpers: registered helpers, `(context, *arguments)`; templates call them without the context.
    """
    return ThemeEnvironment(layers, read, helpers or {})


_GLOBALS: Mapping[str, Any] = {
    "range": range,
    "dict": dict,
    "namespace": jinja2.utils.Namespace,
    "cycler": jinja2.utils.Cycler,
    "joiner": jinja2.utils.Joiner,
    **TOOLBOX,
}


__all__ = ["Missing", "ThemeEnvironment", "build_environment"]
