"""A theme made ready for one build: settings, texts, templates, files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from inkpost.config import Config, ConfigFile
from inkpost.errors import Diagnostic, Span, warning
from inkpost.extend import RegisteredRenderer
from inkpost.hexo.defaults import get_dotted
from inkpost.hexo.permalink import extension
from inkpost.model import Blob, Body, Copy, Json, Tree
from inkpost.theme.bundles import build_bundles, plain_sources, uncompiled_sources
from inkpost.theme.compile import Keep
from inkpost.theme.env import ThemeEnvironment, build_environment
from inkpost.theme.given import read_given, settle
from inkpost.theme.i18n import Languages, load_languages
from inkpost.theme.rendering import render_sources
from inkpost.theme.settings import load_manifest

_CARD_LENGTH = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A theme's chain, ready. settings: merged; files: path below the site -> body;
    asset_paths: name of a bundle -> its path with the hash; spans: dotted name of a setting that
    the site gave -> its place, none where the settings were another theme's."""

    environment: ThemeEnvironment
    languages: Languages
    settings: Mapping[str, Json]
    files: Mapping[str, Body]
    asset_paths: Mapping[str, str]
    spans: Mapping[str, Span] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def card_length(self) -> int:
        """The length of a clipped excerpt, in CJK characters."""
        value = get_dotted(self.settings, "excerpt.length")
        return value if isinstance(value, int) and value > 0 else _CARD_LENGTH


def assemble_theme(
    tree: Tree,
    config: Config,
    alternatives: Sequence[ConfigFile],
    helpers: Mapping[str, Callable[..., Any]],
    *,
    replaced: bool,
    renderers: Mapping[str, RegisteredRenderer] | None = None,
    keep: Keep | None = None,
) -> Theme:
    """The theme of one build. alternatives: `_config.<theme>.yml` and its like, later over earlier;
    replaced: the blog's own theme gave way to ours, so that its settings are read as those of the
    other theme. renderers: those of plug-ins, by file ending. keep: where templates' code is kept
    between builds.

    Raises: ConfigError, TemplateError, PluginError with their place.
    """
    manifest = load_manifest(tree.layers, tree.read)
    given = read_given(tree, config, alternatives)
    settings, found = settle(given, manifest, tree, config, replaced=replaced)
    bundles = build_bundles(manifest, tree.layers, tree.read, settings)
    files: dict[str, Body] = {
        path: Copy(key=key) for path, key in plain_sources(manifest, tree.layers).items()
    }
    rendered = render_sources(tree.layers, tree.read, renderers or {})
    files = {path: body for path, body in files.items() if _ending(path) not in (renderers or {})}
    files |= rendered
    files |= {bundle.path: Blob(data=bundle.data) for bundle in bundles}
    return Theme(
        environment=build_environment(tree.layers, tree.read, helpers, keep=keep),
        languages=load_languages(tree.layers, tree.read),
        settings=settings,
        files=files,
        asset_paths={bundle.name: bundle.path for bundle in bundles},
        spans={} if replaced else given.spans,
        diagnostics=(*found, *_not_compiled(tree, renderers or {})),
    )


def _not_compiled(tree: Tree, renderers: Collection[str]) -> tuple[Diagnostic, ...]:
    foreign = uncompiled_sources(tree.layers).values()
    keys = sorted(key for key in foreign if _ending(key) not in renderers)
    if not keys:
        return ()
    others = f" and {len(keys) - 1} more" if len(keys) > 1 else ""
    return (
        warning(
            "not-compiled",
            f"this file{others} of the theme would have to be compiled; nothing is written for it",
            span=Span(path=keys[0]),
            hint="put the finished CSS beside it",
        ),
    )


def _ending(path: str) -> str:
    return extension(path).removeprefix(".")
