"""A theme made ready for one build: settings, texts, templates, files."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from inkpost.config import Config, ConfigFile, read_config_file
from inkpost.content.parse import decode_source
from inkpost.errors import ConfigError, Diagnostic, Span, warning
from inkpost.extend import RegisteredRenderer
from inkpost.hexo.defaults import deep_merge, get_dotted
from inkpost.hexo.permalink import extension
from inkpost.model import Blob, Body, Copy, Json, Tree
from inkpost.theme.bundles import build_bundles, plain_sources, uncompiled_sources
from inkpost.theme.env import ThemeEnvironment, build_environment
from inkpost.theme.foreign.translate import Translation, translate_settings
from inkpost.theme.i18n import Languages, load_languages
from inkpost.theme.rendering import render_sources
from inkpost.theme.settings import Manifest, check_settings, load_manifest, merge_settings

_CARD_LENGTH = 110


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """A theme's chain, ready. settings: merged; files: path below the site -> body;
    asset_paths: name of a bundle -> its path with the hash."""

    environment: ThemeEnvironment
    languages: Languages
    settings: Mapping[str, Json]
    files: Mapping[str, Body]
    asset_paths: Mapping[str, str]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def card_length(self) -> int:
        """The length of a clipped excerpt, in CJK characters."""
        value = get_dotted(self.settings, "excerpt.length")
        return value if isinstance(value, int) and value > 0 else _CARD_LENGTH


def assemble_theme(
    tree: Tree,
    config: Config,
    alternative: ConfigFile | None,
    helpers: Mapping[str, Callable[..., Any]],
    *,
    replaced: bool,
    renderers: Mapping[str, RegisteredRenderer] | None = None,
) -> Theme:
    """The theme of one build. alternative: `_config.<theme>.yml`; replaced: the blog's own theme
    gave way to ours, so that its settings are read as those of the other theme. renderers: those
    of plug-ins, by file ending.

    Raises: ConfigError, TemplateError, PluginError with their place.
    """
    manifest = load_manifest(tree.layers, tree.read)
    given = _given(tree, config, alternative)
    told: Diagnostic | None = None
    if replaced:
        translation = _translated(tree, config, given)
        own = _own_settings(given, translation, manifest)
        given = merge_settings(translation.settings, own)
        told = translation.without(own).to_diagnostic(config.theme)
    settings = merge_settings(manifest.defaults, given)
    bundles = build_bundles(manifest, tree.layers, tree.read, settings)
    files: dict[str, Body] = {
        path: Copy(key=key) for path, key in plain_sources(manifest, tree.layers).items()
    }
    rendered = render_sources(tree.layers, tree.read, renderers or {})
    files = {path: body for path, body in files.items() if _ending(path) not in (renderers or {})}
    files |= rendered
    files |= {bundle.path: Blob(data=bundle.data) for bundle in bundles}
    checked = bool(manifest.schema) and not replaced
    found = check_settings(given, manifest, _spans(config)) if checked else ()
    return Theme(
        environment=build_environment(tree.layers, tree.read, helpers),
        languages=load_languages(tree.layers, tree.read),
        settings=settings,
        files=files,
        asset_paths={bundle.name: bundle.path for bundle in bundles},
        diagnostics=(*found, *((told,) if told else ()), *_not_compiled(tree, renderers or {})),
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


def _translated(tree: Tree, config: Config, given: Mapping[str, Json]) -> Translation:
    def is_there(path: str) -> bool:
        return f"{config.source_dir}/{path}" in tree.files

    return translate_settings(config.theme, given, is_there)


def _own_settings(
    given: Mapping[str, Json], translation: Translation, manifest: Manifest
) -> Mapping[str, Json]:
    """The settings among another theme's that are ours already, with values that ours takes.

    Of a key that both have, only a map can tell whose it is.
    """
    return {
        key: value
        for key, value in given.items()
        if (isinstance(value, Mapping) or key not in translation.known)
        and any(each == key or each.startswith(f"{key}.") for each in manifest.schema)
        and not check_settings({key: value}, manifest)
    }


def _given(tree: Tree, config: Config, alternative: ConfigFile | None) -> Mapping[str, Json]:
    """What the site says about its theme: lists are united, as Hexo has it.

    Source: Hexo 8.1.2: theme's `_config.yml`, then `_config.<theme>.yml`, then `theme_config`.
    """
    given: Json = {}
    key = tree.layers[0].files.get("_config.yml") if tree.layers else None
    if key is not None:
        given = read_config_file(key, decode_source(tree.read(key), key, ConfigError)).values
    if alternative is not None:
        given = deep_merge(given, alternative.values)
    own = config.get("theme_config")
    merged: Mapping[str, Json] = deep_merge(given, own) if isinstance(own, dict) else given
    return merged


def _spans(config: Config) -> Mapping[str, Any]:
    prefix = "theme_config."
    return {
        name.removeprefix(prefix): span
        for name, span in config.spans.items()
        if name.startswith(prefix)
    }
