"""What a theme says of itself, and what a site's theme settings come to."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from inkpost.content.parse import decode_source
from inkpost.errors import ConfigError, Diagnostic, Span, warning
from inkpost.hexo.defaults import get_dotted
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json, ThemeLayer

MANIFEST: Final = "theme.yml"

_RANGE: Final = re.compile(r"(int|number)\(([\d.]+)\.\.([\d.]+)\)")
_COLOUR: Final = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_CHECKS: Final[Mapping[str, Callable[[Json], bool]]] = {
    "null": lambda value: value is None,
    "bool": lambda value: isinstance(value, bool),
    "int": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "text": lambda value: isinstance(value, str),
    "items": lambda value: isinstance(value, list | tuple),
    "map": lambda value: isinstance(value, Mapping),
    "maps": lambda value: _all_are(value, Mapping),
    "texts": lambda value: _all_are(value, str),
    "levels": lambda value: (
        _all_are(value, int) and len(value) == 2 and 1 <= value[0] <= value[1] <= 6
    ),
    "hues": lambda value: isinstance(value, Mapping) and _all_are(list(value.values()), int),
    "colour": lambda value: isinstance(value, str) and _COLOUR.fullmatch(value) is not None,
}


_WORDS: Final[Mapping[str, str]] = {
    "null": "nothing", "bool": "true or false", "int": "a whole number", "number": "a number",
    "text": "a text", "items": "a list", "map": "a mapping", "maps": "a list of mappings",
    "texts": "a list of texts", "levels": "two levels such as [2, 4]",
    "hues": "a mapping to hues from 0 to 360", "colour": 'a colour such as "#0b6b5d"',
}  # fmt: skip
_ABSENT: Final = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What the `theme.yml` files of a chain say together.

    defaults: the settings where the site says nothing.
    schema: dotted key -> what it may be, alternatives with ` | ` between them.
    bundles: path of a bundle below the site -> its files below `source/`, farthest layer's first.
    tokens: colours that the accent is derived against, and the like.
    """

    defaults: Mapping[str, Json] = field(default_factory=dict)
    schema: Mapping[str, str] = field(default_factory=dict)
    bundles: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tokens: Mapping[str, Json] = field(default_factory=dict)


def load_manifest(layers: Sequence[ThemeLayer], read: Callable[[str], bytes]) -> Manifest:
    """The manifest of a chain, nearest layer first. Raises: ConfigError with its place."""
    defaults: Mapping[str, Json] = {}
    schema: dict[str, str] = {}
    bundles: dict[str, tuple[str, ...]] = {}
    tokens: dict[str, Json] = {}
    for layer in reversed(layers):
        data = read_theme_file(layer, read)
        defaults = merge_settings(defaults, _mapping(data, "config"))
        schema.update({key: str(kind) for key, kind in _mapping(data, "schema").items()})
        tokens.update(_mapping(data, "tokens"))
        for path, files in _mapping(data, "bundles").items():
            if not isinstance(files, list | None):
                raise ConfigError(
                    f'the bundle "{path}" should be a list of files',
                    span=Span(path=layer.files[MANIFEST]),
                    hint='write "- FILE" lines below it',
                )
            added = tuple(str(file) for file in files or ())
            bundles[path] = tuple(dict.fromkeys((*bundles.get(path, ()), *added)))
    return Manifest(
        defaults=defaults,
        schema=schema,
        bundles=bundles,
        tokens=tokens,
    )


def read_theme_file(layer: ThemeLayer, read: Callable[[str], bytes]) -> Mapping[str, Json]:
    """The `theme.yml` of a layer; empty when there is none. Raises: ConfigError."""
    key = layer.files.get(MANIFEST)
    if key is None:
        return {}
    value = load_yaml(decode_source(read(key), key, ConfigError), path=key, error=ConfigError).value
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError("a mapping was expected", span=Span(path=key))
    return value


def merge_settings(defaults: Mapping[str, Json], given: Mapping[str, Json]) -> Mapping[str, Json]:
    """Defaults with what was given: maps are merged, any other value replaces, lists too."""
    merged = dict(defaults)
    for key, value in given.items():
        below = merged.get(key)
        if isinstance(below, Mapping) and isinstance(value, Mapping):
            merged[key] = merge_settings(below, value)
        elif isinstance(below, Mapping) and isinstance(value, bool):
            # `toc: false` for `toc: {enable: false}`, as the loved themes let one write it.
            merged[key] = {**below, "enable": value}
        else:
            merged[key] = value
    return merged


def check_settings(
    given: Mapping[str, Json],
    manifest: Manifest,
    spans: Mapping[str, Span] | None = None,
) -> tuple[Diagnostic, ...]:
    """Findings about a site's theme settings: unknown keys and values of the wrong kind.

    spans: dotted key -> its place.
    """
    return tuple(_check(given, "", manifest, spans or {}))


def without_wrong(
    given: Mapping[str, Json], manifest: Manifest, prefix: str = ""
) -> Mapping[str, Json]:
    """The settings that were given, without those whose value is of the wrong kind."""
    sound: dict[str, Json] = {}
    for key, value in given.items():
        kind = manifest.schema.get(f"{prefix}{key}")
        if kind is None and isinstance(value, Mapping):
            sound[key] = without_wrong(value, manifest, f"{prefix}{key}.")
        elif kind is None and _is_group(f"{prefix}{key}", manifest.schema):
            if isinstance(value, bool):
                sound[key] = value
        elif kind is None or allows(kind, value):
            sound[key] = value
    return sound


def allows(kind: str, value: Json) -> bool:
    """Whether a schema's `kind`, such as `bool | text` or `int(0..40)`, allows the value."""
    return any(_allows_one(part.strip(), value) for part in kind.split("|"))


def _check(
    given: Mapping[str, Json],
    prefix: str,
    manifest: Manifest,
    spans: Mapping[str, Span],
) -> Iterator[Diagnostic]:
    schema = manifest.schema
    for key, value in given.items():
        name = f"{prefix}{key}"
        inner = _is_group(name, schema)
        # `toc: false` is short for `toc: {enable: false}`.
        kind = schema.get(name) or ("map | bool" if inner and value is not None else None)
        if kind is not None and not allows(kind, value):
            yield warning(
                "theme-setting",
                f'"{name}" is {_shown(value)}; expected {_readable(kind)}',
                span=spans.get(name),
                hint="correct the value; until then the default holds",
            )
        elif kind is None and not inner and not _is_known(name, manifest):
            yield warning(
                "theme-setting",
                f'the theme has no setting "{name}"',
                span=spans.get(name),
                hint=_nearest(name, schema),
            )
        if inner and isinstance(value, Mapping):
            yield from _check(value, name + ".", manifest, spans)


def _is_group(name: str, schema: Mapping[str, str]) -> bool:
    return any(other.startswith(name + ".") for other in schema)


def _is_known(name: str, manifest: Manifest) -> bool:
    """Whether a setting without a kind is one: the theme has a default."""
    return get_dotted(manifest.defaults, name, _ABSENT) is not _ABSENT


def _allows_one(kind: str, value: Json) -> bool:
    bounds = _RANGE.fullmatch(kind)
    if bounds is not None:
        inside = _CHECKS[bounds[1]](value)
        return inside and float(bounds[2]) <= float(value) <= float(bounds[3])
    check = _CHECKS.get(kind)
    if check is not None:
        return check(value)
    return isinstance(value, str | int) and str(value) == kind


def _shown(value: Json) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, bool):
        return "true" if value else "false"
    return "empty" if value is None else f'"{value}"'


def _readable(kind: str) -> str:
    parts = [part.strip() for part in kind.split("|")]
    return " or ".join(_one_readable(part) for part in parts if part != "null" or len(parts) == 1)


def _one_readable(kind: str) -> str:
    bounds = _RANGE.fullmatch(kind)
    if bounds is not None:
        return f"{_WORDS[bounds[1]]} from {bounds[2]} to {bounds[3]}"
    return _WORDS.get(kind, f'"{kind}"')


def _all_are(value: Json, kind: type) -> bool:
    """Whether a value is a list whose items are all of a kind; true is no number."""
    return isinstance(value, list | tuple) and all(
        isinstance(each, kind) and not (kind is int and isinstance(each, bool)) for each in value
    )


def _nearest(name: str, schema: Mapping[str, str]) -> str | None:
    near = difflib.get_close_matches(name, list(schema), n=1)
    return f'did you mean "{near[0]}"?' if near else None


def _mapping(data: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    value = data.get(key)
    return value if isinstance(value, Mapping) else {}
