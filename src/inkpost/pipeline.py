"""One pass through the pipeline: parse, index, render, generate, page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from inkpost import __version__
from inkpost.builtin.covers import draw_post_cover
from inkpost.content.loose import LooseRenderer
from inkpost.content.mathscope import Typesetter
from inkpost.content.prepare import Prepared
from inkpost.content.render import finish_all, prepare_all, typeset_all
from inkpost.content.setting import RenderSetting, make_setting
from inkpost.contexts import SiteContext
from inkpost.errors import BlogError, Findings
from inkpost.io.imagesize import ImageSizes
from inkpost.io.madefiles import MadeFiles
from inkpost.model import Body, Index, Layout, MadePage, Output, Progress, Rendered, Route
from inkpost.opening import Opened
from inkpost.picturing import Illustrator
from inkpost.plugins import load_extensions
from inkpost.reading import Read, read_documents, source_reader
from inkpost.reads import NullRecorder
from inkpost.reuse import Build, PageReads, Reuse
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


class Pipeline:
    """One pass through the pipeline."""

    def __init__(
        self,
        opened: Opened,
        typesetter: Typesetter,
        findings: Findings,
        on_progress: OnProgress,
        now: datetime,
        command: str,
        *,
        reuse: Reuse | None = None,
    ) -> None:
        self.opened, self.config = opened, opened.config
        self.typesetter, self.findings = typesetter, findings
        self.on_progress, self.command = on_progress, command
        self.now = now.astimezone(self.config.zone)
        self.extensions = load_extensions(self.config, opened.scripts, safe=opened.safe)
        self.reuse = None if self.extensions.others else reuse
        self.left: Build | None = None

    def survey(self) -> Index:
        """What is on the site."""
        return self._index(self._parse())

    def survey_faults(self) -> None:
        """Tell the errors of the sources alone: what else is found may follow from defaults that
        stand in for wrong values."""
        for item in read_documents(self.opened, self.extensions).diagnostics:
            if item.severity == "error":
                self.findings.add(item)

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
        theme = self._theme(made)
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
        if self.reuse:
            self.reuse.settle(routes, illustrator.made_forms)
        outputs = filter_outputs(
            self._pages(state, theme, routes),
            self.extensions,
            self.config,
            self.findings.add,
            self.opened.tree.read,
        )
        self.extensions.tell("generate_after", {"paths": tuple(outputs)})
        if self.reuse and not self.findings.failed:
            self.left = self.reuse.leave(index, rendered)
        # With pages missing, every link to them would be told as well.
        if self.config.flag("check.links") and not self.findings.failed:
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

    def _theme(self, made: MadeFiles) -> Theme:
        theme = assemble_theme(
            self.opened.tree,
            self.config,
            self.opened.alternatives,
            self.extensions.helper_functions(),
            replaced=self.opened.replaced,
            renderers=self.extensions.foreign_renderers,
            # What a folder of somebody else's brings along is not run.
            keep=None if self.opened.safe else made.keep,
        )
        self.findings.extend(theme.diagnostics)
        return theme

    def _render(self, index: Index, read: Read, theme: Theme) -> dict[str, Rendered]:
        self._tell("render", len(index.documents))
        setting = self._setting(index, theme)
        kept = self.reuse.rendered(index, read.texts) if self.reuse else {}
        stale = [each for each in index.documents.values() if each.id not in kept]
        prepared, failed = prepare_all(stale, read.texts, setting)
        self.findings.extend(failed)
        typeset_all(prepared, self.typesetter)
        made, failed = finish_all(_taken(prepared), setting)
        self.findings.extend(failed)
        both = {**kept, **made}
        rendered = {each: both[each] for each in index.documents if each in both}
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
                made = self._page(path, route, maker)
            except BlogError as error:
                self.findings.add_error(error)
                continue
            self.findings.extend(made.diagnostics)
            if made.output is not None:
                outputs[made.output.path] = made.output
        return outputs

    def _page(self, path: str, route: Route, maker: PageMaker) -> MadePage:
        """The page of a route, made now or taken over from the build before."""
        if self.reuse is None or not isinstance(route.body, Layout):
            return render_route(route, path, maker, NullRecorder())
        made = self.reuse.page(path, route)
        if made is None:
            reads = PageReads()
            made = render_route(route, path, maker, reads)
            self.reuse.keep(path, route, made, reads.keys)
        return made

    def _tell(self, phase: str, total: int, done: int = 0) -> None:
        self.on_progress(Progress(phase=phase, done=done, total=total))


def _taken(prepared: list[Prepared]) -> Iterator[Prepared]:
    """The items one by one, each let go of as the next is taken: tokens need much memory."""
    prepared.reverse()
    while prepared:
        yield prepared.pop()
