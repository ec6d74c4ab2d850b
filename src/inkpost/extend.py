"""The extension points: registries, their decorators, and what extensions are given."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeAlias, TypeVar

from inkpost.config import Config
from inkpost.contexts import SiteContext, TagContext
from inkpost.errors import BlogError, PluginError, Span
from inkpost.hexo.tagsyntax import TagCall
from inkpost.model import Json, Route

F = TypeVar("F", bound=Callable[..., Any])

BUILT_IN = "inkpost"
"""The name under which what ships is registered."""

_FILTERS = {"_after_html_render": "after_render:html"}
"""Names of Hexo's that mean another one's."""

_ENTRIES = ("head_begin", "head_end", "body_begin", "body_end")
_CAPITAL = re.compile("(?<=[a-z])[A-Z]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Deployment:
    """What a deployer is given. settings: its part of `deploy`; public, root: absolute paths of
    the output folder and of the site; say: tells the user one line."""

    settings: Mapping[str, Json]
    public: str
    root: str
    now: datetime
    say: Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandCall:
    """What a command of a plug-in is given. words: what stands without dashes; options: the
    rest, `--flag` as True; root: absolute path of the site; say: tells the user one line."""

    words: tuple[str, ...]
    options: Mapping[str, str | bool]
    root: str
    config: Config
    say: Callable[[str], None]


TagBody: TypeAlias = Literal["markdown", "text"]
Helper: TypeAlias = Callable[..., Any]
TagFunction: TypeAlias = Callable[[TagCall, TagContext], str]
FilterFunction: TypeAlias = Callable[[Any, Any], Any]
Generator: TypeAlias = Callable[[SiteContext], Iterable[Route]]
Renderer: TypeAlias = Callable[[str, Mapping[str, Json]], Json]
Processor: TypeAlias = Callable[[str, bytes], Json]
Listener: TypeAlias = Callable[[Mapping[str, Json]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A registered tag. ends: has a body up to `end<name>`; body: what that body is; plugin: whose
    it is, for messages."""

    name: str
    run: TagFunction
    ends: bool
    body: TagBody
    plugin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """A registered filter. Lower priorities run first, equal ones in order of registration."""

    run: FilterFunction
    priority: int
    plugin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RegisteredRenderer:
    """A renderer for one file ending. output: the ending of what it makes."""

    run: Renderer
    output: str
    plugin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A generator, helper, command, deployer or migrator with its owner."""

    run: Callable[..., Any]
    plugin: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Injection:
    """A piece of HTML for every page of a kind. value: text, or a function that makes it;
    plugin: whose it is, for messages."""

    value: str | Callable[[], str]
    to: str
    plugin: str = BUILT_IN


@dataclass(slots=True)
class Extensions:
    """All registries of one site. A plug-in is a module with `register(ext: Extensions)`.

    plugin: the name under which registrations are noted at the moment. others: the names of the
    plug-ins that are not ours; what those read is not known.
    """

    plugin: str = BUILT_IN
    others: list[str] = field(default_factory=list)
    filters: dict[str, list[Filter]] = field(default_factory=dict)
    generators: dict[str, Named] = field(default_factory=dict)
    helpers: dict[str, Named] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)
    renderers: dict[str, RegisteredRenderer] = field(default_factory=dict)
    processors: list[tuple[str, Processor, str]] = field(default_factory=list)
    listeners: dict[str, list[tuple[Listener, str]]] = field(default_factory=dict)
    injections: dict[str, list[Injection]] = field(default_factory=dict)
    commands: dict[str, Named] = field(default_factory=dict)
    deployers: dict[str, Named] = field(default_factory=dict)
    migrators: dict[str, Named] = field(default_factory=dict)

    def filter(self, name: str, priority: int = 10) -> Callable[[F], F]:
        """Register a filter: `(value, ctx) -> value`, None leaves the value as it was."""
        known = _FILTERS.get(name) or _snake_case(name)

        def add(run: F) -> F:
            entry = Filter(run=run, priority=priority, plugin=self.plugin)
            chain = self.filters.setdefault(known, [])
            chain.append(entry)
            chain.sort(key=lambda item: item.priority)
            return run

        return add

    def generator(self, name: str) -> Callable[[F], F]:
        """Register a generator: `(site) -> routes`; a later one of the same name replaces it."""
        return self._named(self.generators, name)

    def helper(self, name: str) -> Callable[[F], F]:
        """Register a helper: `(ctx, *arguments) -> value`."""
        return self._named(self.helpers, name)

    def tag(
        self, name: str, *aliases: str, ends: bool = False, body: TagBody = "markdown"
    ) -> Callable[[F], F]:
        """Register a tag plug-in: `(call, ctx) -> html`. body: "text" where no Markdown is in it,
        so that formulas are not looked for there."""

        def add(run: F) -> F:
            for each in (name, *aliases):
                self.tags[each] = Tag(name=each, run=run, ends=ends, body=body, plugin=self.plugin)
            return run

        return add

    def renderer(self, *endings: str, output: str) -> Callable[[F], F]:
        """Register a renderer: `(text, options) -> text or data`."""

        def add(run: F) -> F:
            for ending in endings:
                self.renderers[ending] = RegisteredRenderer(
                    run=run, output=output, plugin=self.plugin
                )
            return run

        return add

    def processor(self, pattern: str) -> Callable[[F], F]:
        """Register a processor of source files: `(path, data) -> a data value, or None`."""

        def add(run: F) -> F:
            self.processors.append((pattern, run, self.plugin))
            return run

        return add

    def on(self, event: str) -> Callable[[F], F]:
        """Register a listener: `(event) -> None`; it cannot alter values.

        event: such as `generate_after`; Hexo's spelling, `generateAfter`, will do.
        """

        def add(run: F) -> F:
            self.listeners.setdefault(_snake_case(event), []).append((run, self.plugin))
            return run

        return add

    def inject(self, entry: str, value: str | Callable[[], str], to: str = "default") -> None:
        """Put HTML at `head_begin`, `head_end`, `body_begin` or `body_end` of pages.

        to: `home`, `post`, `page`, `archive`, `category`, `tag`, the name of a layout, or
        `default` for all pages.
        """
        entry = entry if entry in _ENTRIES else "head_end"
        injection = Injection(value=value, to=to, plugin=self.plugin)
        self.injections.setdefault(entry, []).append(injection)

    def command(self, name: str) -> Callable[[F], F]:
        """Register a command: `(call: CommandCall) -> exit code or None`."""
        return self._named(self.commands, name)

    def deployer(self, name: str) -> Callable[[F], F]:
        """Register a deployer: `(call: Deployment) -> None`."""
        return self._named(self.deployers, name)

    def migrator(self, name: str) -> Callable[[F], F]:
        """Register a migrator: `(call: CommandCall) -> exit code or None`."""
        return self._named(self.migrators, name)

    def tell(self, event: str, values: Mapping[str, Json]) -> None:
        """Tell all listeners of an event. Raises: PluginError naming the one that fails."""
        for run, plugin in self.listeners.get(event, ()):
            call_plugin(f'listener of "{event}"', plugin, run, values)

    def helper_functions(self) -> dict[str, Helper]:
        """Name -> helper; a failing one of a plug-in is named, at the place in the template."""
        return {
            name: helper.run if helper.plugin == BUILT_IN else _guarded(name, helper)
            for name, helper in self.helpers.items()
        }

    @property
    def foreign_renderers(self) -> Mapping[str, RegisteredRenderer]:
        """The renderers that do not ship with the package."""
        return {name: each for name, each in self.renderers.items() if each.plugin != BUILT_IN}

    def blocks(self) -> Sequence[str]:
        """The names of the tags that have a body."""
        return [name for name, tag in self.tags.items() if tag.ends]

    def inlines(self) -> Sequence[str]:
        """The names of the tags without a body."""
        return [name for name, tag in self.tags.items() if not tag.ends]

    def _named(self, registry: dict[str, Named], name: str) -> Callable[[F], F]:
        def add(run: F) -> F:
            registry[name] = Named(run=run, plugin=self.plugin)
            return run

        return add


def _snake_case(name: str) -> str:
    return _CAPITAL.sub(lambda match: f"_{match[0].lower()}", name)


def call_plugin(
    what: str, plugin: str, run: Callable[..., Any], *args: Any, span: Span | None = None
) -> Any:
    """What a plug-in's function gives.

    what: it was doing, for the message. span: the place in the site's own files, if there is one;
    the plug-in's line stands for it. Raises: BlogError as it comes, PluginError for anything
    else, naming the plug-in's file and line.
    """
    try:
        return run(*args)
    except BlogError:
        raise
    except (Exception, SystemExit) as error:  # a plug-in may fail in any way
        line = line_in(error, plugin)
        raise PluginError(
            _failure(what, plugin, error),
            span=span or (Span(path=plugin, line=line or 1) if plugin.endswith(".py") else None),
            hint="run with --debug to see where",
        ) from error


def _guarded(name: str, helper: Named) -> Helper:
    def run(*args: Any, **values: Any) -> Any:
        try:
            return helper.run(*args, **values)
        except BlogError:
            raise
        except (Exception, SystemExit) as error:  # a plug-in may fail in any way
            raise PluginError(
                _failure(f'helper "{name}"', helper.plugin, error),
                hint="run with --debug to see where",
            ) from error

    return run


def _failure(what: str, plugin: str, error: BaseException) -> str:
    line = line_in(error, plugin)
    place = f"{plugin}:{line}" if line else plugin
    return f"{what} of {place} failed: {type(error).__name__}: {error}"


def line_in(error: BaseException, plugin: str) -> int | None:
    """The innermost line of a plug-in's file on an error's way, or None where it is not there.

    plugin: a site-relative path such as `scripts/tide.py`.
    """
    line = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename.replace("\\", "/").endswith(f"/{plugin}"):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
