"""What Jinja asks while a template runs: templates, attributes, calls. What is read is noted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from types import FunctionType
from typing import Any, Final, NamedTuple, NoReturn

import jinja2
from jinja2.loaders import BaseLoader
from jinja2.runtime import Context, Macro
from jinja2.utils import missing

from inkpost.content.parse import decode_source
from inkpost.errors import BlogError, Diagnostic, TemplateError
from inkpost.model import ThemeLayer
from inkpost.reads import Key, NullRecorder, Recorder
from inkpost.site.views import View
from inkpost.theme.compile import Compiled, Keep, printed, recall_template
from inkpost.theme.lookup import canonical_name, find_template, template_key
from inkpost.theme.templatefaults import span_of_trace, template_error

Warn = Callable[[Diagnostic], None]

_NO_VALUE: Final = object()
_VIEW_METHODS: Final = frozenset({"get", "keys"})
# What a dot does with values of a type.
_OBJECT, _MAP, _VIEW = range(3)


def ignore(_diagnostic: Diagnostic) -> None:
    """Tell nobody."""


@dataclass(slots=True)
class Run:
    """One page being made."""

    recorder: Recorder = field(default_factory=NullRecorder)
    warn: Warn = ignore
    context: Any = None
    values: Mapping[str, Any] = field(default_factory=dict)
    told: set[tuple[str, int, str]] = field(default_factory=set)


class _Known(NamedTuple):
    """A template's canonical name, the keys that asking for it reads, and the template."""

    name: str
    keys: tuple[Key, ...]
    template: jinja2.Template | None


class ChainLoader(BaseLoader):
    """Compiles templates of a theme's chain. keep: where their code is kept between builds."""

    def __init__(
        self, layers: Sequence[ThemeLayer], read: Callable[[str], bytes], keep: Keep | None = None
    ) -> None:
        self.layers = layers
        self.read, self.keep = read, keep
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
            known = self.compiled[name] = recall_template(source, name, found.key, self.keep)
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
        return environment.template_class.from_code(environment, compiled.code, {})


class _Variables(Context):
    """A template's variables; a call of a helper goes straight to it.

    The globals stay out of them: Jinja would copy them all for every `include`.
    """

    def resolve_or_missing(self, key: str) -> Any:
        """The value of a name: the template's own, the page's, or a global."""
        value = self.vars.get(key, missing)
        if value is missing:
            value = self.parent.get(key, missing)
            if value is missing:
                return self.environment.globals.get(key, missing)
        return value

    def call(self, obj: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """What `obj` answers: Jinja asks four times what it should be handed, helpers need
        nothing, and there are a hundred calls on a page."""
        kind = type(obj)
        if kind is Macro:
            return obj(self.eval_ctx, *args, **kwargs)
        if kind is not FunctionType or hasattr(obj, "jinja_pass_arg"):
            return super().call(obj, *args, **kwargs)
        return obj(*args, **kwargs)


def _shape_of(kind: type) -> int:
    if issubclass(kind, View):
        return _VIEW
    return _MAP if issubclass(kind, Mapping) else _OBJECT


class RecordingEnvironment(jinja2.Environment):
    """Records every template that is asked for, and turns failures into ours."""

    context_class = _Variables
    printed = staticmethod(printed)
    run: Run
    loader: ChainLoader
    # Names as templates write them -> what they stand for: asked dozens of times on each page.
    known: dict[str, _Known]
    # Types of values -> how their parts are read.
    shapes: dict[type, int]
    # Names -> the values that stand for them where nobody has them.
    absent: dict[str, jinja2.Undefined]

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
        read = self.run.recorder.read
        for key in known.keys:
            read(key)
        return known.template or super().get_template(known.name, None, globals)

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
        kind = type(obj)
        shape = self.shapes.get(kind)
        if shape is None:
            shape = self.shapes[kind] = _shape_of(kind)
        if shape == _OBJECT or (shape == _VIEW and attribute == "derived"):
            try:
                return getattr(obj, attribute)
            except AttributeError:
                if attribute == "length" and isinstance(obj, str | tuple | list):
                    return len(obj)
                return super().getattr(obj, attribute)
        value = obj.get(attribute, _NO_VALUE)
        if value is not _NO_VALUE:
            return value
        if shape == _MAP:
            return len(obj) if attribute == "length" else super().getattr(obj, attribute)
        return getattr(obj, attribute) if attribute in _VIEW_METHODS else self._missing(attribute)

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise what is being handled as a TemplateError at the line of the template."""
        error = sys.exc_info()[1]
        assert error is not None
        if isinstance(error, BlogError):
            if error.span is None:
                error.span = span_of_trace(error.__traceback__)
            raise error
        raise template_error(error, self.loader.layers, self.globals) from error

    def _missing(self, name: str) -> jinja2.Undefined:
        found = self.absent.get(name)
        if found is None:
            found = self.absent[name] = self.undefined(name=name)
        return found

    def _learn(self, written: str) -> _Known:
        # Jinja keeps the module of an imported template, so that what that one loads in turn is
        # seen on the first page only.
        name = canonical_name(written)
        compiled = self.loader.compile(name)
        keys = [template_key(name)]
        for imported in compiled.imports if compiled else ():
            keys += map(template_key, self._closure(imported, frozenset()))
        template = super().get_template(name) if compiled else None
        return _Known(name, tuple(dict.fromkeys(keys)), template)

    def _closure(self, name: str, seen: frozenset[str]) -> Iterator[str]:
        compiled = self.loader.compile(canonical_name(name))
        for reference in compiled.references if compiled else ():
            if reference not in seen:
                yield reference
                yield from self._closure(reference, seen | {reference})
