"""The one orchestrator: scan, parse, index, render, generate, page, publish."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from inkpost import __version__
from inkpost.builtin.covers import draw_post_cover
from inkpost.config import Config
from inkpost.content.mathscope import NullTypesetter, Typesetter
from inkpost.content.render import render_documents
from inkpost.content.setting import make_setting
from inkpost.errors import BlogError, Diagnostic, ManyErrors
from inkpost.extend import Extensions, SiteContext
from inkpost.io.imagesize import ImageSizes
from inkpost.io.publish import Published, publish_outputs
from inkpost.io.typeset import KatexTypesetter
from inkpost.model import Index, Output, Progress, Rendered, Report, Route
from inkpost.opening import Opened, OpenOptions, open_site, state_folder
from inkpost.plugins import load_extensions
from inkpost.reading import read_documents
from inkpost.reads import NullRecorder
from inkpost.site.checks import check_references
from inkpost.site.hooks import filter_documents, path_filter
from inkpost.site.index import IndexInput, build_index
from inkpost.site.routes import run_generators
from inkpost.site.state import SiteState
from inkpost.theme.assembly import Theme, assemble_theme
from inkpost.theme.maker import PageMaker
from inkpost.theme.page import render_route

OnProgress = Callable[[Progress], None]
PHASES = ("scan", "parse", "index", "render", "generate", "page", "publish")


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """How a site is built.

    strict: warnings are errors. keep_going: publish what is right in spite of documents that are
    not. bail: stop at the first error.
    """

    opening: OpenOptions = field(default_factory=OpenOptions)
    strict: bool = False
    keep_going: bool = False
    bail: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A site made in memory. outputs: path -> file; opened: the snapshot it was made from."""

    outputs: Mapping[str, Output]
    diagnostics: tuple[Diagnostic, ...]
    opened: Opened | None = None

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(item.severity == "error" for item in self.diagnostics)


class Engine:
    """Builds one site, again and again. Use it as a context manager: it owns the typesetter."""

    def __init__(self, root: Path, options: EngineOptions | None = None) -> None:
        self.root = root.resolve()
        self.options = options or EngineOptions()
        self._typesetter: KatexTypesetter | None = None
        self._public_name = "public"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def public_name(self) -> str:
        """The name of the output folder, as far as it is known."""
        return self._public_name

    def close(self) -> None:
        """End what the engine started."""
        if self._typesetter is not None:
            self._typesetter.close()
            self._typesetter = None

    def build(self, now: datetime, on_progress: OnProgress = lambda _: None) -> Report:
        """Make the site and publish it; after any error the output folder is as it was.

        now: aware; what is dated later is not shown with `future: false`.
        """
        started = time.perf_counter()
        made = self.make(now, on_progress)
        found = list(made.diagnostics)
        if made.opened is None or (made.failed and not self._may_go_on(made)):
            return Report(diagnostics=tuple(found), seconds=time.perf_counter() - started)
        on_progress(Progress(phase="publish", done=0, total=len(made.outputs)))
        published = Published()
        try:
            published = self._publish(made)
        except BlogError as error:
            found.append(error.to_diagnostic())
        return Report(
            pages=sum(1 for path in made.outputs if path.endswith((".html", ".htm"))),
            written=len(published.written),
            reused=published.reused,
            removed=len(published.removed),
            seconds=time.perf_counter() - started,
            diagnostics=tuple(found),
        )

    def refresh(self, changes: Iterable[str], now: datetime) -> Made:
        """The site made anew after the named files changed; the same steps as `make`.

        changes: site-relative paths. Every phase reads the snapshot, so that a change to
        configuration, theme or a plug-in is seen like one to a post.
        """
        del changes  # each step's own recorded reads will narrow the work down
        return self.make(now)

    def make(self, now: datetime, on_progress: OnProgress = lambda _: None) -> Made:
        """The whole site in memory, with everything that was found on the way."""
        try:
            on_progress(Progress(phase="scan", done=0, total=1))
            opened = open_site(self.root, self.options.opening)
            self._public_name = opened.config.public_dir
            run = _Run(opened, self._typesetter_for(opened.config), now, on_progress)
            outputs = run.outputs(bail=self.options.bail)
        except ManyErrors as error:
            return Made(
                outputs={}, diagnostics=tuple(each.to_diagnostic() for each in error.errors)
            )
        except BlogError as error:
            return Made(outputs={}, diagnostics=(error.to_diagnostic(),))
        found = tuple(self._graded(item) for item in dict.fromkeys(run.found))
        return Made(outputs=outputs, diagnostics=found, opened=opened)

    def _publish(self, made: Made) -> Published:
        assert made.opened is not None
        public = self.root / made.opened.config.public_dir
        return publish_outputs(made.outputs, made.opened.tree.read, public, state_folder(self.root))

    def _graded(self, item: Diagnostic) -> Diagnostic:
        strict = self.options.strict and item.severity == "warning"
        return replace(item, severity="error") if strict else item

    def _may_go_on(self, made: Made) -> bool:
        return self.options.keep_going and bool(made.outputs)

    def _typesetter_for(self, config: Config) -> Typesetter:
        if config.choice("math.engine") not in ("auto", "katex"):
            return NullTypesetter(client=config.choice("math.engine") == "client")
        if self._typesetter is None:
            self._typesetter = KatexTypesetter(state_folder(self.root) / "cache.sqlite")
        return self._typesetter


class _Run:
    """One pass through the pipeline. found: everything to be reported, in order."""

    def __init__(
        self, opened: Opened, typesetter: Typesetter, now: datetime, on_progress: OnProgress
    ) -> None:
        self.opened, self.config = opened, opened.config
        self.typesetter = typesetter
        self.now = now.astimezone(self.config.zone)
        self.on_progress = on_progress
        self.found: list[Diagnostic] = list(opened.diagnostics)

    def outputs(self, *, bail: bool) -> dict[str, Output]:
        """Path -> finished file.

        Raises: BlogError where nothing can be made at all, or at the first error with `bail`.
        """
        extensions = load_extensions(self.config, self.opened.scripts)
        index = self._index(extensions)
        self._stop(bail)
        rendered = self._render(index, extensions)
        self._stop(bail)
        theme = assemble_theme(
            self.opened.tree,
            self.config,
            self.opened.alternative,
            {name: helper.run for name, helper in extensions.helpers.items()},
            replaced=self.opened.replaced,
        )
        self.found += theme.diagnostics
        state = self._state(index, rendered, theme)
        routes = self._routes(state, theme, extensions)
        if self.config.flag("check.links"):
            self.found += check_references(state, routes, rendered)
        return self._pages(state, theme, extensions, routes, bail=bail)

    def _index(self, extensions: Extensions) -> Index:
        self._tell("parse", len(self.opened.sources))
        read = read_documents(self.opened, extensions, self.now)
        self.found += read.diagnostics
        self._tell("index", len(read.documents))
        warn = self.found.append
        given = IndexInput(
            documents=filter_documents(read.documents, extensions, self.config, warn),
            files=read.files,
            data=read.data,
            filter_path=path_filter(extensions, self.config, warn),
        )
        index = build_index(given, self.config, self.now)
        self.found += index.diagnostics
        return index

    def _render(self, index: Index, extensions: Extensions) -> dict[str, Rendered]:
        self._tell("render", len(index.documents))
        setting = make_setting(
            self.config,
            extensions,
            index,
            typesetter=self.typesetter,
            read_source=self._read_source,
        )
        rendered, errors = render_documents(index.documents.values(), setting)
        self.found += errors
        for content in rendered.values():
            self.found += content.diagnostics
        return rendered

    def _read_source(self, path: str) -> str | None:
        key = self.opened.sources.get(path)
        return None if key is None else self.opened.tree.read(key).decode("utf-8", "replace")

    def _state(self, index: Index, rendered: Mapping[str, Rendered], theme: Theme) -> SiteState:
        return SiteState(
            index=index,
            rendered=rendered,
            config=self.config,
            theme=theme.settings,
            now=self.now,
            draw_cover=draw_post_cover,
            image_size=ImageSizes(self.opened.tree).of,
        )

    def _routes(self, state: SiteState, theme: Theme, extensions: Extensions) -> dict[str, Route]:
        self._tell("generate", len(extensions.generators))
        site = SiteContext(
            index=state.index,
            rendered=state.rendered,
            config=self.config,
            theme=theme.settings,
            now=self.now,
            has_layout=theme.environment.has_layout,
            theme_files=theme.files,
            vendored=self.opened.vendored,
            warn=self.found.append,
            body_of=lambda each: state.index.documents[each].body,
        )
        return run_generators(extensions, site, self.found)

    def _pages(
        self,
        state: SiteState,
        theme: Theme,
        extensions: Extensions,
        routes: Mapping[str, Route],
        *,
        bail: bool,
    ) -> dict[str, Output]:
        maker = PageMaker(
            state=state,
            tree=self.opened.tree,
            environment=theme.environment,
            languages=theme.languages,
            extensions=extensions,
            asset_paths=theme.asset_paths,
            routes=frozenset(routes),
            env={"version": __version__, "cmd": "generate", "args": {}, "debug": False},
            render_text=self._render_text(state.index, extensions),
            cache={},
        )
        outputs: dict[str, Output] = {}
        for done, (path, route) in enumerate(routes.items()):
            if done % 50 == 0:
                self._tell("page", len(routes), done)
            try:
                output = render_route(route, path, maker, NullRecorder(), self.found)
            except BlogError as error:
                self.found.append(error.to_diagnostic())
                self._stop(bail)
                continue
            if output is not None:
                outputs[path] = output
        return outputs

    def _render_text(self, index: Index, extensions: Extensions) -> Callable[[str, str], object]:
        from inkpost.content.loose import LooseRenderer  # lazy: few themes render texts

        return LooseRenderer(self.config, extensions, index, self.typesetter).render

    def _tell(self, phase: str, total: int, done: int = 0) -> None:
        self.on_progress(Progress(phase=phase, done=done, total=total))

    def _stop(self, bail: bool) -> None:
        first = next((item for item in self.found if item.severity == "error"), None)
        if bail and first is not None:
            self.found.clear()
            raise BlogError(first.message, span=first.span, hint=first.hint)
