"""`blog build`: the site, published."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from inkpost.commands.console import progress_bar, show_findings, show_summary
from inkpost.configfiles import OpenOptions
from inkpost.engine import Engine, EngineOptions


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildArgs:
    """What a build is asked for."""

    config_files: tuple[str, ...] = ()
    drafts: bool = False
    strict: bool = False
    keep_going: bool = False
    bail: bool = False
    silent: bool = False
    debug: bool = False
    safe: bool = False
    overrides: dict[str, str] = field(default_factory=dict)


def build_time() -> datetime:
    """Now, or what `SOURCE_DATE_EPOCH` says, for builds that are to be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    return datetime.fromtimestamp(int(epoch), UTC) if epoch.isdigit() else datetime.now(UTC)


def engine_options(args: BuildArgs) -> EngineOptions:
    """What the engine is told for a build."""
    return EngineOptions(
        opening=OpenOptions(
            config_files=args.config_files,
            drafts=args.drafts,
            safe=args.safe,
            overrides=args.overrides,
        ),
        strict=args.strict,
        keep_going=args.keep_going,
        bail=args.bail,
    )


def run_build(root: Path, args: BuildArgs) -> int:
    """Build and publish the site at `root`; returns the exit code."""
    with Engine(root, engine_options(args)) as engine:
        with progress_bar(silent=args.silent) as show:
            report = engine.build(build_time(), show)
        show_findings(report.diagnostics, root, silent=args.silent, debug=args.debug)
        if not args.silent:
            show_summary(report, engine.public_name)
        engine.finish()
    return 1 if report.failed else 0
