"""Stylesheets and scripts of a theme, put together under names that change with their content."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from inkpost.errors import ConfigError, Span
from inkpost.model import Json, ThemeLayer
from inkpost.site.sources import is_foreign
from inkpost.theme.colour import DARK_SURFACES, LIGHT_SURFACES, derive_accent
from inkpost.theme.lookup import find_source, is_part, source_files
from inkpost.theme.settings import MANIFEST, Manifest

_HASH_LENGTH: Final = 8
_CSS_PIECES: Final = re.compile(
    r"""(?P<comment>/\*.*?\*/)|(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)"']*\))"""
    r"""|(?P<space>\s+)""",
    re.DOTALL,
)
_CSS_TIGHT: Final = re.compile(r" *([{};,>]) *|(?<=[\w)-]): (?=[^{}]*[;})])")
_TOKEN_NAME: Final = re.compile(r"[a-z][a-z0-9-]*")
_TOKEN_VALUE: Final = re.compile(r"[^;{}<>\\]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Bundle:
    """One bundle. name: as in `theme.yml`; path: with the hash of its content, below the site."""

    name: str
    path: str
    data: bytes


def build_bundles(
    manifest: Manifest,
    layers: Sequence[ThemeLayer],
    read: Callable[[str], bytes],
    settings: Mapping[str, Json],
) -> tuple[Bundle, ...]:
    """All bundles of a theme; the stylesheets among them end with the site's own tokens.

    Raises: ConfigError where a bundle names a file that no layer has.
    """
    own = tokens_css(settings, manifest)
    return tuple(_build(name, files, layers, read, own) for name, files in manifest.bundles.items())


def plain_sources(manifest: Manifest, layers: Sequence[ThemeLayer]) -> Mapping[str, str]:
    """The files below `source/` that are copied as they are: path -> key.

    Left out are the parts of bundles, names that begin with `_` or `.` at any depth, and
    `uncompiled_sources`.
    """
    parts = {file for files in manifest.bundles.values() for file in files}
    return {
        path: key
        for path, key in source_files(layers).items()
        if path not in parts and not is_part(path) and not is_foreign(path)
    }


def uncompiled_sources(layers: Sequence[ThemeLayer]) -> Mapping[str, str]:
    """The files below `source/` that Hexo would have compiled and we do not: path -> key."""
    return {
        path: key
        for path, key in source_files(layers).items()
        if is_foreign(path) and not is_part(path)
    }


def asset_path(name: str, bundles: Iterable[Bundle]) -> str:
    """The path below the site of a bundle, hash included, or of a plain file: its own."""
    return next((bundle.path for bundle in bundles if bundle.name == name), name)


def tokens_css(settings: Mapping[str, Json], manifest: Manifest) -> str:
    """The rules for `accent` and `tokens` that a site set; "" where it kept the theme's.

    Raises: ConfigError where the accent is no colour.
    """
    return _accent_css(settings, manifest) + _own_tokens_css(settings.get("tokens"))


def shrink_css(css: str) -> str:
    """A stylesheet without comments and without white space that says nothing."""

    def squeeze(piece: re.Match[str]) -> str:
        if piece["text"]:
            kept.append(piece[0])
            return f"\x00{len(kept) - 1}\x00"
        return " " if piece["space"] else ""

    kept: list[str] = []
    tight = _CSS_PIECES.sub(squeeze, css)
    tight = _CSS_TIGHT.sub(lambda match: match[1] or ":", tight).replace(";}", "}").strip()
    return re.sub(r"\x00(\d+)\x00", lambda match: kept[int(match[1])], tight)


def shrink_js(script: str) -> str:
    """A script without indentation, empty lines and comments that have a line to themselves."""
    lines = (line.strip() for line in script.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


def _build(
    name: str,
    files: Sequence[str],
    layers: Sequence[ThemeLayer],
    read: Callable[[str], bytes],
    own: str,
) -> Bundle:
    texts: list[str] = []
    for file in files:
        key = find_source(file, layers)
        if key is None:
            raise ConfigError(
                f'the bundle "{name}" names "{file}", which no layer of the theme has',
                span=Span(path=MANIFEST),
                hint="put the file below the theme's `source/`, or take it out of `bundles`",
            )
        texts.append(read(key).decode("utf-8").removeprefix("\ufeff"))
    if name.endswith(".css"):
        text = shrink_css("\n".join((*texts, own)))
    elif name.endswith(".js"):
        # One scope for all parts, which is not the page's: a site's own script may use any name.
        text = "(()=>{\n" + shrink_js("\n".join(texts)) + "})()\n"
    else:
        text = "\n".join(texts)
    data = text.encode()
    digest = hashlib.sha256(data).hexdigest()[:_HASH_LENGTH]
    stem, dot, ending = name.rpartition(".")
    return Bundle(name=name, path=f"{stem}.{digest}{dot}{ending}", data=data)


def _accent_css(settings: Mapping[str, Json], manifest: Manifest) -> str:
    accent = settings.get("accent")
    if not accent or accent == manifest.defaults.get("accent"):
        return ""
    light = tuple(str(each) for each in manifest.tokens.get("light", LIGHT_SURFACES))
    dark = tuple(str(each) for each in manifest.tokens.get("dark", DARK_SURFACES))
    try:
        found = derive_accent(str(accent), light, dark)
    except ValueError as error:
        raise ConfigError(f'"accent": {error}', hint='write it as "#rrggbb"') from error
    day = f"--accent:{found.light};--tint:{found.light_tint}"
    night = f"--accent:{found.dark};--tint:{found.dark_tint}"
    return (
        f":root{{{day}}}\n{_in_the_dark(night)}@media print{{:root:root:root{{--accent:#000}}}}\n"
    )


def _in_the_dark(rules: str) -> str:
    return (
        f"@media (prefers-color-scheme:dark){{:root:not([data-scheme=light]){{{rules}}}}}\n"
        f":root[data-scheme=dark]{{{rules}}}\n"
    )


def _own_tokens_css(tokens: Json) -> str:
    if not isinstance(tokens, Mapping):
        return ""
    day, night = _declarations(tokens), _declarations(tokens.get("dark"))
    return (f":root{{{day}}}\n" if day else "") + (_in_the_dark(night) if night else "")


def _declarations(tokens: Json) -> str:
    """Style variables as a rule has them; what is no name or no value of one is left out."""
    return ";".join(
        f"--{name}:{value}"
        for name, value in (tokens.items() if isinstance(tokens, Mapping) else ())
        if name not in ("accent", "dark")
        and not isinstance(value, Mapping)
        and _TOKEN_NAME.fullmatch(str(name))
        and _TOKEN_VALUE.fullmatch(str(value))
    )
