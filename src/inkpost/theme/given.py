"""What a site says about its theme, and the settings that this comes to."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from inkpost.config import Config, ConfigFile, read_config_file
from inkpost.content.parse import decode_source
from inkpost.errors import ConfigError, Diagnostic, Span, warning
from inkpost.hexo.defaults import deep_merge
from inkpost.model import Json, ThemeLayer, Tree
from inkpost.theme.foreign.translate import Translation, translate_settings
from inkpost.theme.lookup import canonical_name, find_template, template_names
from inkpost.theme.settings import (
    Manifest,
    check_settings,
    merge_settings,
    without_wrong,
)

_OWN_PREFIX = "theme_config."


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a site's files say about its theme. spans: dotted key -> its place."""

    values: Mapping[str, Json]
    spans: Mapping[str, Span]


def read_given(tree: Tree, config: Config, files: Sequence[ConfigFile] = ()) -> Given:
    """What the site says about its theme, later files over earlier ones, lists united.

    files: those beside the theme's own `_config.yml`, which is the first.
    Raises: ConfigError where the theme's own cannot be read.
    Source: Hexo 8.1.2: theme's `_config.yml`, then `_config.<theme>.yml`, then `theme_config`.
    """
    values: Json = {}
    spans: dict[str, Span] = {}
    key = tree.layers[0].files.get("_config.yml") if tree.layers else None
    own = read_config_file(key, decode_source(tree.read(key), key, ConfigError)) if key else None
    for file in (*((own,) if own else ()), *files):
        values = deep_merge(values, file.values)
        spans |= file.spans
    below = config.get("theme_config")
    if isinstance(below, dict):
        values = deep_merge(values, below)
        spans |= {
            name.removeprefix(_OWN_PREFIX): span
            for name, span in config.spans.items()
            if name.startswith(_OWN_PREFIX)
        }
    return Given(values=values, spans=spans)


def settle(
    given: Given, manifest: Manifest, tree: Tree, config: Config, *, replaced: bool
) -> tuple[Mapping[str, Json], tuple[Diagnostic, ...]]:
    """The theme's settings, and what is to be said about those that were given.

    A value that a setting does not take is reported, and the default holds. replaced: the settings
    are those of another theme.
    """
    if replaced:
        translation = _translated(tree, config, given.values)
        own = _own_settings(given.values, translation, manifest)
        told = translation.without(own).to_diagnostic(config.theme)
        values = merge_settings(translation.settings, own)
        settings = merge_settings(manifest.defaults, values)
        settings, _ = _known_slots(settings, manifest, tree.layers, {})
        return settings, (told,) if told else ()
    if not manifest.schema:
        return merge_settings(manifest.defaults, given.values), ()
    found = check_settings(given.values, manifest, given.spans)
    settings = merge_settings(manifest.defaults, without_wrong(given.values, manifest))
    settings, missing = _known_slots(settings, manifest, tree.layers, given.spans)
    return settings, (*found, *missing)


def _known_slots(
    settings: Mapping[str, Json],
    manifest: Manifest,
    layers: Sequence[ThemeLayer],
    spans: Mapping[str, Span],
) -> tuple[Mapping[str, Json], tuple[Diagnostic, ...]]:
    """The settings without templates in slots that the theme has not, and a word on each."""
    slots = settings.get("inject")
    if not isinstance(slots, Mapping):
        return settings, ()
    kept = dict(slots)
    missing: list[Diagnostic] = []
    for name, value in slots.items():
        if f"inject.{name}" not in manifest.schema:
            continue
        parts = [str(part) for part in (value if isinstance(value, list) else [value]) if part]
        kept[name] = [part for part in parts if "<" in part or find_template(part, layers)]
        missing += [
            _no_template(name, part, layers, spans.get(f"inject.{name}"))
            for part in parts
            if part not in kept[name]
        ]
    return {**settings, "inject": kept}, tuple(missing)


def _no_template(
    slot: str, name: str, layers: Sequence[ThemeLayer], span: Span | None
) -> Diagnostic:
    near = difflib.get_close_matches(canonical_name(name), template_names(layers), n=1)
    return warning(
        "theme-setting",
        f'"inject.{slot}" names the template "{name}", which is not there',
        span=span,
        hint=f'did you mean "{near[0]}"?' if near else "put HTML there, or a template's name",
    )


def _translated(tree: Tree, config: Config, values: Mapping[str, Json]) -> Translation:
    def is_there(path: str) -> bool:
        return f"{config.source_dir}/{path}" in tree.files

    return translate_settings(config.theme, values, is_there)


def _own_settings(
    values: Mapping[str, Json], translation: Translation, manifest: Manifest
) -> Mapping[str, Json]:
    """The settings among another theme's that are ours already, with values that ours takes.

    Of a key that both have, only a map can tell whose it is.
    """
    return {
        key: value
        for key, value in values.items()
        if (isinstance(value, Mapping) or key not in translation.known)
        and any(each == key or each.startswith(f"{key}.") for each in manifest.schema)
        and not check_settings({key: value}, manifest)
    }
