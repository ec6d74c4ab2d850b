"""The one orchestrator: scan, parse, index, render, generate, page, publish."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from inkpost import __version__
from inkpost.builtin.covers import draw_post_cover
from inkpost.config import Config
from inkpost.content.loose import LooseRenderer
from inkpost.content.mathscope import NullTypesetter, Typesetter
from inkpost.content.render import finish_all, prepare_all, typeset_all
from inkpost.content.setting import RenderSetting, make_setting
from inkpost.errors import BlogError, Diagnostic, Findings, ManyErrors, Stop
from inkpost.extend import Extensions, SiteContext
from inkpost.io.imagesize import ImageSizes
from inkpost.io.madefiles import MadeFiles
from inkpost.io.publish import Published, publish_outputs
from inkpost.io.typeset import open_typesetter
from inkpost.model import Body, Index, Output, Progress, Rendered, Report, Route
from inkpost.opening import Opened, OpenOptions, open_site, state_folder
from inkpost.picturing import Illustrator
from inkpost.plugins import load_extensions
from inkpost.reading import Read, read_documents, source_reader
from inkpost.reads import NullRecorder
from inkpost.site.checks import check_references
from inkpost.site.hooks import filter_documents, filter_outputs, path_filter, run_filters
from inkpost.site.index import IndexInput, build_index
from inkpost.site.routes import run_generators
from inkpost.site.state import SiteState
from inkpost.theme.assembly import Theme, assemble_theme
from inkpost.theme.maker import PageMaker
from inkpost.theme.menu import check_menu
from inkpost.theme.page import render_route

OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineOptions:
    """How a site is built.

    strict: warnings are errors. keep_going: publish what is right in spite of documents that are
    not. bail: stop at the first error. command: Hexo's name of what runs, for templates.
    """

    opening: OpenOptions = field(default_factory=OpenOptions)
    strict: bool = False
    keep_going: bool = False
    bail: bool = False
    command: str = "generate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A site made in memory. outputs: path -> file; opened: the snapshot it was made from, or None
    where it could not be opened."""

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
        self._typesetters: dict[str, Typesetter] = {}
        self._owned = ExitStack()
        self._last: Opened | None = None
        self._extensions: Extensions | None = None
        self._made: MadeFiles | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def finish(self) -> None:
        """Tell the plug-ins of the last build that the command ends.

        Raises: PluginError naming the one that fails.
        """
        if self._extensions is not None and self._last is not None:
            config = self._last.config
            run_filters("before_exit", None, self._extensions, config, lambda _: None)
            self._extensions.tell("exit", {})

    def close(self) -> None:
        """End what the engine started."""
        self._typesetters.clear()
        self._owned.close()

    @property
    def public_name(self) -> str:
        """The name of the output folder, as far as it is known."""
        return self._last.config.public_dir if self._last else "public"

    def build(self, now: datetime, on_progress: OnProgress = lambda _: None) -> Report:
        """Make the site and publish it; after any error the output folder is as it was.

        now: aware; what is dated later is not shown with `future: false`.
        """
        started = time.perf_counter()
        made = self.make(now, on_progress)
        found = list(made.diagnostics)
        published: Published | None = None
        if made.opened is not None and (not made.failed or self._may_go_on(made)):
            on_progress(Progress(phase="publish", done=0, total=len(made.outputs)))
            try:
                published = self._publish(made, made.opened)
                if self._made:
                    self._made.prune()
                found += _foreign_files(published, self.public_name)
            except BlogError as error:
                found.append(error.to_diagnostic())
        done = published or Published()
        return Report(
            pages=sum(1 for path in made.outputs if path.endswith((".html", ".htm"))),
            written=len(done.written),
            reused=done.reused,
            removed=len(done.removed),
            seconds=time.perf_counter() - started,
            published=published is not None,
            diagnostics=tuple(found),
        )

    def survey(self, now: datetime) -> Index:
        """What is on the site, nothing of it rendered.

        Raises: BlogError where the site cannot be opened or a document cannot be read.
        """
        opened = open_site(self.root, self.options.opening)
        findings = Findings()
        build = _Build(
            opened,
            NullTypesetter(client=False),
            findings,
            lambda _: None,
            now,
            self.options.command,
        )
        index = build.survey()
        errors = [item for item in findings.items if item.severity == "error"]
        if errors:
            raise ManyErrors([_to_error(item) for item in errors])
        return index

    def refresh(self, changes: Iterable[str], now: datetime) -> Made:
        """The site made anew after the named files changed; the same steps as `make`.

        changes: site-relative paths, a hint. The snapshot itself tells what changed: configuration,
        theme and plug-ins are in it like posts, and what has not changed is not read again.
        """
        del changes
        return self.make(now)

    def make(self, now: datetime, on_progress: OnProgress = lambda _: None) -> Made:
        """The whole site in memory, with everything that was found on the way."""
        findings = Findings(strict=self.options.strict, bail=self.options.bail)
        outputs: Mapping[str, Output] = {}
        opened: Opened | None = None
        try:
            on_progress(Progress(phase="scan", done=0, total=1))
            opened = self._last = open_site(self.root, self.options.opening, self._last)
            findings.extend(opened.diagnostics)
            typesetter = self._typesetter(opened.config)
            self._made = MadeFiles(opened.tree, self._cache("pictures"))
            opened = replace(opened, tree=self._made.tree)
            build = _Build(opened, typesetter, findings, on_progress, now, self.options.command)
            self._extensions = build.extensions
            outputs = build.outputs(self._made)
        except Stop:
            pass
        except BlogError as error:
            _take(error, findings)
        return Made(outputs=outputs, diagnostics=findings.items, opened=opened)

    def _publish(self, made: Made, opened: Opened) -> Published:
        public = self.root / opened.config.public_dir
        if self._made:
            self._made.make_all(each.key for each in made.outputs.values() if each.key)
        return publish_outputs(
            made.outputs, opened.tree.read, public, state_folder(self.root), prune=not made.failed
        )

    def _may_go_on(self, made: Made) -> bool:
        return self.options.keep_going and bool(made.outputs)

    def _typesetter(self, config: Config) -> Typesetter:
        engine = config.choice("math.engine")
        if engine not in self._typesetters:
            cache = self._cache("cache.sqlite")
            self._typesetters[engine] = self._owned.enter_context(open_typesetter(engine, cache))
        return self._typesetters[engine]

    def _cache(self, name: str) -> Path | None:
        """Where something may be kept; a cache that cannot be kept stops no build."""
        try:
            return state_folder(self.root) / name
        except BlogError:
            return None


class _Build:
    """One pass through the pipeline."""

    def __init__(
        self,
        opened: Opened,
        typesetter: Typesetter,
        findings: Findings,
        on_progress: OnProgress,
        now: datetime,
        command: str,
    ) -> None:
        self.opened, self.config = opened, opened.config
        self.typesetter, self.findings = typesetter, findings
        self.on_progress, self.command = on_progress, command
        self.now = now.astimezone(self.config.zone)
        self.extensions = load_extensions(self.config, opened.scripts, safe=opened.safe)

    def survey(self) -> Index:
        """What is on the site."""
        return self._index(self._parse())

    def outputs(self, made: MadeFiles) -> dict[str, Output]:
        """Path -> finished file. made: where pictures of ours are kept.

        Raises: BlogError where nothing can be made at all; Stop at the first error, where that
        was asked for.
        """
        self._hook("after_init")
        self.extensions.tell("ready", {})
        self.extensions.tell("process_before", {})
        read = self._parse()
        self.extensions.tell("process_after", {})
        self.extensions.tell("generate_before", {})
        self._hook("before_generate")
        index = self._index(read)
        theme = self._theme()
        rendered = self._render(index, read, theme)
        if len(rendered) < len(index.documents):
            # What could not be rendered is on no list: the rest of the site stands without it.
            kept = [each for each in read.documents if each.id in rendered]
            index = self._index(replace(read, documents=tuple(kept)))
        illustrator = Illustrator(made, self.opened.root, self.config, theme.settings)
        state = self._state(index, rendered, theme, illustrator)
        pictures, found = illustrator.illustrate(state)
        self.findings.extend(found)
        routes = self._generate(state, theme, read, pictures)
        outputs = filter_outputs(
            self._pages(state, theme, routes),
            self.extensions,
            self.config,
            self.findings.add,
            self.opened.tree.read,
        )
        self.extensions.tell("generate_after", {"paths": tuple(outputs)})
        if self.config.flag("check.links"):
            self.findings.extend(check_references(state, outputs))
        return outputs

    def _hook(self, name: str) -> None:
        """Run the filters of a name that are given no value."""
        run_filters(name, None, self.extensions, self.config, self.findings.add)

    def _parse(self) -> Read:
        self._tell("parse", len(self.opened.sources))
        read = read_documents(self.opened, self.extensions)
        self.findings.extend(read.diagnostics)
        documents = filter_documents(
            read.documents, self.extensions, self.config, self.findings.add
        )
        return replace(read, documents=documents)

    def _index(self, read: Read) -> Index:
        self._tell("index", len(read.documents))
        given = IndexInput(
            documents=read.documents,
            files=read.files,
            data=read.data,
            filter_path=path_filter(self.extensions, self.config, self.findings.add),
        )
        index = build_index(given, self.config, self.now)
        self.findings.extend(index.diagnostics)
        return index

    def _theme(self) -> Theme:
        theme = assemble_theme(
            self.opened.tree,
            self.config,
            self.opened.alternatives,
            self.extensions.helper_functions(),
            replaced=self.opened.replaced,
            renderers=self.extensions.foreign_renderers,
        )
        self.findings.extend(theme.diagnostics)
        return theme

    def _render(self, index: Index, read: Read, theme: Theme) -> dict[str, Rendered]:
        self._tell("render", len(index.documents))
        setting = self._setting(index, theme)
        prepared, failed = prepare_all(index.documents.values(), read.texts, setting)
        self.findings.extend(failed)
        typeset_all(prepared, self.typesetter)
        rendered, failed = finish_all(prepared, setting)
        self.findings.extend(failed)
        for content in rendered.values():
            self.findings.extend(content.diagnostics)
        return rendered

    def _setting(self, index: Index, theme: Theme) -> RenderSetting:
        return make_setting(
            self.config,
            self.extensions,
            index,
            typesetter=self.typesetter,
            read_source=source_reader(self.opened),
            card_length=theme.card_length,
        )

    def _state(
        self,
        index: Index,
        rendered: Mapping[str, Rendered],
        theme: Theme,
        illustrator: Illustrator,
    ) -> SiteState:
        return SiteState(
            index=index,
            rendered=rendered,
            config=self.config,
            theme=theme.settings,
            now=self.now,
            draw_cover=draw_post_cover,
            read_text=lambda key: self.opened.tree.read(key).decode("utf-8", "replace"),
            image_size=ImageSizes(self.opened.tree).of,
            variants=illustrator.forms,
            makes_cards=illustrator.makes_cards,
        )

    def _generate(
        self, state: SiteState, theme: Theme, read: Read, pictures: Mapping[str, Body]
    ) -> dict[str, Route]:
        self._tell("generate", len(self.extensions.generators))
        site = SiteContext(
            index=state.index,
            rendered=state.rendered,
            config=self.config,
            theme=theme.settings,
            now=self.now,
            has_layout=theme.environment.has_layout,
            theme_files=theme.files,
            vendored=self.opened.vendored,
            pictures=pictures,
            warn=self.findings.add,
            body_of=lambda each: read.texts[each].body,
        )
        routes, found = run_generators(self.extensions, site)
        self.findings.extend(found)
        menu = theme.settings.get("menu")
        self.findings.extend(check_menu(menu, theme.spans, routes, self.config.urls.root))
        return routes

    def _pages(
        self, state: SiteState, theme: Theme, routes: Mapping[str, Route]
    ) -> dict[str, Output]:
        loose = LooseRenderer(self.config, self.extensions, self.typesetter)
        maker = PageMaker(
            state=state,
            tree=self.opened.tree,
            environment=theme.environment,
            languages=theme.languages,
            extensions=self.extensions,
            asset_paths=theme.asset_paths,
            routes=frozenset(routes),
            env={"version": __version__, "cmd": self.command, "args": {}, "debug": False},
            render_text=loose.render,
            cache={},
        )
        outputs: dict[str, Output] = {}
        for done, (path, route) in enumerate(routes.items()):
            if done % 50 == 0:
                self._tell("page", len(routes), done)
            try:
                made = render_route(route, path, maker, NullRecorder())
            except BlogError as error:
                self.findings.add_error(error)
                continue
            self.findings.extend(made.diagnostics)
            if made.output is not None:
                outputs[made.output.path] = made.output
        return outputs

    def _tell(self, phase: str, total: int, done: int = 0) -> None:
        self.on_progress(Progress(phase=phase, done=done, total=total))


def _take(error: BlogError, findings: Findings) -> None:
    """Add an error that ends the build anyway; `bail` has nothing left to stop."""
    try:
        findings.add_error(error)
    except Stop:
        return


def _to_error(item: Diagnostic) -> BlogError:
    return BlogError(item.message, span=item.span, hint=item.hint)


def _foreign_files(published: Published, public: str) -> list[Diagnostic]:
    if not published.foreign:
        return []
    count = len(published.foreign)
    return [
        Diagnostic(
            severity="info",
            code="foreign-files",
            message=f'"{public}" holds {count} files that are not of this site, such as '
            f'"{published.foreign[0]}"; they are left alone',
            hint='"blog clean" empties the folder',
        )
    ]
