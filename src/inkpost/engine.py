"""The one orchestrator: scan, parse, index, render, generate, page, publish."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from inkpost.config import Config, raise_all
from inkpost.configfiles import OpenOptions
from inkpost.content.mathscope import NullTypesetter, Typesetter
from inkpost.errors import BlogError, Diagnostic, Findings, ManyErrors, Stop
from inkpost.extend import Extensions
from inkpost.io.closing import Closing
from inkpost.io.madefiles import MadeFiles
from inkpost.io.publish import Published, publish_outputs
from inkpost.io.statefolder import state_folder
from inkpost.io.typeset import open_typesetter
from inkpost.model import Index, Output, Progress, Report
from inkpost.opening import Opened, open_site
from inkpost.pipeline import OnProgress, Pipeline
from inkpost.reuse import Build, Reuse
from inkpost.site.hooks import run_filters


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


class Engine(Closing):
    """Builds one site, again and again. Use it as a context manager: it owns the typesetter."""

    def __init__(self, root: Path, options: EngineOptions | None = None) -> None:
        self.root = root.resolve()
        self.options = options or EngineOptions()
        self._typesetters: dict[str, Typesetter] = {}
        self._owned = ExitStack()
        self._last: Opened | None = None
        self._before: Build | None = None
        self._extensions: Extensions | None = None
        self._made: MadeFiles | None = None

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
        raise_all(opened.errors)
        findings = Findings()
        build = Pipeline(
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

    def make(self, now: datetime, on_progress: OnProgress = lambda _: None) -> Made:
        """The whole site in memory, with everything that was found on the way.

        Called again it makes the site anew: the snapshot itself tells what changed, for
        configuration, theme and plug-ins are in it like posts, and what has not is not read again.
        """
        return self._make(now, on_progress, keep=False)

    def refresh(self, now: datetime) -> Made:
        """As `make`, and what it made is kept for the next refresh: where only texts have changed
        since, all that did not read them is taken over."""
        return self._make(now, lambda _: None, keep=True)

    def _make(self, now: datetime, on_progress: OnProgress, *, keep: bool) -> Made:
        findings = Findings(strict=self.options.strict, bail=self.options.bail)
        outputs: Mapping[str, Output] = {}
        opened: Opened | None = None
        try:
            on_progress(Progress(phase="scan", done=0, total=1))
            opened = self._last = open_site(self.root, self.options.opening, self._last)
            findings.extend(opened.diagnostics)
            if opened.errors:
                self._survey_faults(opened, findings, now)
                return Made(outputs={}, diagnostics=findings.items, opened=opened)
            typesetter = self._typesetter(opened.config)
            self._made = MadeFiles(opened.tree, self._cache("made"))
            opened = replace(opened, tree=self._made.tree)
            zoned = now.astimezone(opened.config.zone)
            reuse = Reuse(self._before, dict(opened.snapshot.files), zoned) if keep else None
            build = Pipeline(
                opened, typesetter, findings, on_progress, now, self.options.command, reuse=reuse
            )
            self._extensions = build.extensions
            outputs = build.outputs(self._made)
            self._before = build.left or self._before
        except Stop:
            pass
        except BlogError as error:
            _take(error, findings)
        return Made(outputs=outputs, diagnostics=findings.items, opened=opened)

    def _survey_faults(self, opened: Opened, findings: Findings, now: datetime) -> None:
        """Tell what is wrong with the configuration, and with the sources as far as it allows."""
        findings.extend(each.to_diagnostic() for each in opened.errors)
        typesetter = NullTypesetter(client=False)
        Pipeline(
            opened, typesetter, findings, lambda _: None, now, self.options.command
        ).survey_faults()

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
