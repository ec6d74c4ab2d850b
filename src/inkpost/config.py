"""The site's configuration: Hexo's keys and ours, merged, coerced and typed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from inkpost.errors import BlogError, ConfigError, Diagnostic, Span, warning
from inkpost.hexo.defaults import (
    HEXO_KEYS,
    UNSET,
    deep_merge,
    default_values,
    finish_values,
    get_dotted,
)
from inkpost.hexo.plugindefaults import fill_plugin_defaults
from inkpost.hexo.urls import UrlRules
from inkpost.hexo.yamldoc import load_yaml
from inkpost.model import Json
from inkpost.options import CHOICES, OTHER_KNOWN, OWN_KEYS, Choice, Dialect

CHOICE_BY_NAME = {choice.name: choice for choice in CHOICES}
OWN_DEFAULTS = {spec.name: spec.default for spec in OWN_KEYS if spec.default is not UNSET}
HEXO_WORD = "hexo"
STARTER_PLUGINS = (
    "hexo-generator-archive", "hexo-generator-category", "hexo-generator-index",
    "hexo-generator-tag", "hexo-renderer-marked",
)  # fmt: skip


@dataclass(frozen=True)
class Config:
    """What the site is configured to be.

    values: every key as templates see it, defaults filled in, unknown keys kept.
    spans: dotted name -> where a file says it. process_timezone: the zone that stands for an
    unset `timezone`. plugins: npm names of the blog's plug-ins;
    names_plugins: it says itself which it has. drafts: drafts are shown.
    """

    values: Mapping[str, Json]
    spans: Mapping[str, Span] = field(default_factory=dict)
    process_timezone: str = "UTC"
    plugins: frozenset[str] = frozenset()
    names_plugins: bool = False
    drafts: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()

    def get(self, name: str, default: Json = None) -> Json:
        """The value at a dotted name; a key of ours that is absent has its default."""
        found = get_dotted(self.values, name, UNSET)
        return OWN_DEFAULTS.get(name, default) if found is UNSET else found

    def text(self, name: str) -> str:
        """The value at a dotted name as text; "" where it is absent or null."""
        value = self.get(name)
        return "" if value is None else str(value)

    def texts(self, name: str) -> tuple[str, ...]:
        """The value at a dotted name as texts: a lone text counts as a list of one."""
        value = self.get(name)
        if value is None or value is False or value == "":
            return ()
        return tuple(str(item) for item in value) if isinstance(value, list) else (str(value),)

    def flag(self, name: str) -> bool:
        """Whether the value at a dotted name is true in JavaScript's sense."""
        value = self.get(name)
        return bool(value) or isinstance(value, list | dict)

    def mapping(self, name: str) -> Mapping[str, Json]:
        """The mapping at a dotted name; an empty one where something else is there."""
        value = self.get(name)
        return value if isinstance(value, Mapping) else {}

    def number(self, name: str, default: int = 0) -> int:
        """The value at a dotted name as a whole number, as JavaScript would count with it."""
        value = self.get(name, default)
        try:
            return int(value)
        except (TypeError, ValueError):
            return default

    def choice(self, name: str) -> str:
        """The word in force for a deliberate difference from Hexo: the site's, or the dialect's."""
        choice = CHOICE_BY_NAME[name]
        default = choice.ours if self.dialect == "inkpost" else choice.stock
        return _choice_word(choice, self.get(name)) or default

    def improved(self, name: str) -> bool:
        """Whether a deliberate difference from Hexo is in force."""
        choice = CHOICE_BY_NAME[name]
        return self.choice(name) != choice.stock

    def has_plugin(self, *names: str) -> bool:
        """Whether the blog has one of the plug-ins, by npm name."""
        return any(name in self.plugins for name in names)

    def span(self, name: str) -> Span | None:
        """Where a file says `name`, or the nearest map around it."""
        while name:
            if name in self.spans:
                return self.spans[name]
            name = name.rpartition(".")[0]
        return None

    @cached_property
    def dialect(self) -> Dialect:
        """Whether the site asks for stock Hexo or for our improvements on it."""
        return cast("Dialect", self.text("dialect") or "inkpost")

    @cached_property
    def urls(self) -> UrlRules:
        """The rules by which URLs are made."""
        return UrlRules(
            url=self.text("url"),
            root=self.text("root"),
            relative_link=self.flag("relative_link"),
            trailing_index=self.get("pretty_urls.trailing_index", True) is not False,
            trailing_html=self.get("pretty_urls.trailing_html", True) is not False,
        )

    @cached_property
    def timezone(self) -> str:
        """The name of the site's zone; the process's where none is configured."""
        return self.text("timezone") or self.process_timezone

    @cached_property
    def zone(self) -> ZoneInfo:
        """The site's zone."""
        return ZoneInfo(self.timezone)

    @cached_property
    def url_zone(self) -> ZoneInfo:
        """The zone in which URLs with a date are made, archives among them."""
        word = self.choice("permalink_timezone")
        if word == "process":
            return ZoneInfo(self.process_timezone)
        return self.zone if word == "site" else ZoneInfo(word)

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The configured languages, first choice first."""
        return self.texts("language")

    @property
    def source_dir(self) -> str:
        """The source folder, without a slash at its end."""
        return self.text("source_dir").strip("/") or "source"

    @property
    def public_dir(self) -> str:
        """The output folder, without a slash at its end."""
        return self.text("public_dir").rstrip("/") or "public"

    @property
    def theme(self) -> str:
        """The theme's name."""
        return self.text("theme")


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfigFile:
    """One configuration file. values: what it says; spans: dotted name -> place."""

    path: str
    values: Mapping[str, Json]
    spans: Mapping[str, Span]


def read_config_file(path: str, text: str) -> ConfigFile:
    """What a configuration file says.

    Raises: ConfigError where it cannot be read or is not a mapping.
    """
    loaded = load_yaml(text, path=path, error=ConfigError, js_types=True)
    value = {} if loaded.value is None else loaded.value
    if not isinstance(value, dict):
        raise ConfigError(
            f"a mapping of keys was expected, found {_kind_of(value)}",
            span=Span(path=path),
            hint='write one "key: value" a line',
        )
    spans = {".".join(map(str, name)): span for name, span in loaded.spans.items()}
    return ConfigFile(path=path, values=value, spans=spans)


def make_config(
    files: Sequence[ConfigFile],
    *,
    process_timezone: str,
    plugins: Sequence[str] = (),
    drafts: bool = False,
    overrides: Mapping[str, Json] | None = None,
) -> Config:
    """The configuration that the files make, later ones over earlier ones.

    plugins: npm names from a `package.json`, used where no file has `plugins:`.
    Raises: ConfigError on a value that the build cannot work with.
    """
    given: dict[str, Json] = {}
    spans: dict[str, Span] = {}
    for file in files:
        given = deep_merge(given, file.values)
        spans |= file.spans
    given = deep_merge(given, overrides or {})
    named = given.get("plugins") if isinstance(given.get("plugins"), list) else plugins
    installed = frozenset(str(name) for name in named or ())
    markdown_it = any(name.startswith("hexo-renderer-markdown-it") for name in installed)
    values = deep_merge(default_values(), given)
    _check_types(values, spans)
    values = finish_values(values, given, markdown_it=markdown_it)
    stock = values.get("dialect") == "hexo"
    fill_plugin_defaults(values, installed.__contains__, switches=not stock)
    config = Config(
        values=values,
        spans=spans,
        process_timezone=process_timezone,
        plugins=installed | set(STARTER_PLUGINS),
        drafts=drafts or bool(values.get("render_drafts")),
        names_plugins=bool(installed),
        diagnostics=(*_near_misses(given, spans), *_unread_maps(values, spans)),
    )
    _check_words(config)
    return config


def _check_types(values: Mapping[str, Json], spans: Mapping[str, Span]) -> None:
    for name in ("url", "root"):
        value = values.get(name)
        if not isinstance(value, str) and not (name == "root" and value is None):
            raise _wrong(name, "a text", value, spans)
    parts = urlsplit(values["url"])
    if not parts.scheme.startswith("http") or not parts.netloc:
        raise _wrong("url", 'an address such as "https://example.com"', values["url"], spans)
    for name in (
        "source_dir",
        "public_dir",
        "permalink",
        "new_post_name",
        "archive_dir",
        "tag_dir",
    ):
        if isinstance(values.get(name), list | dict) or values.get(name) is None:
            raise _wrong(name, "a text", values.get(name), spans)
    for name in ("per_page", "index_generator.per_page", "archive_generator.per_page"):
        value = get_dotted(values, name)
        if not _counts(value):
            raise _wrong(name, "a number", value, spans)
    for name in ("skip_render", "include", "exclude", "ignore"):
        value = values.get(name)
        items = value if isinstance(value, list) else [value or ""]
        if not all(isinstance(item, str) for item in items):
            raise _wrong(name, "a pattern or a list of patterns", value, spans)


def _unread_maps(values: Mapping[str, Json], spans: Mapping[str, Span]) -> Iterable[Diagnostic]:
    """Keys that hold something else than a mapping, where Hexo finds nothing in it then."""
    for name in ("theme_config", "permalink_defaults", "category_map", "tag_map"):
        value = values.get(name)
        if value and not isinstance(value, dict):
            yield warning(
                "no-mapping",
                f'"{name}" is no mapping, so nothing in it is used',
                span=spans.get(name),
                hint='write "key: value" lines below it',
            )


def _counts(value: Json) -> bool:
    if isinstance(value, list | dict):
        return False
    return not isinstance(value, str) or value.strip().lstrip("-").isdigit() or not value.strip()


def _check_words(config: Config) -> None:
    if config.dialect not in ("inkpost", "hexo"):
        raise _wrong("dialect", '"inkpost" or "hexo"', config.dialect, config.spans)
    zones = [("timezone", config.timezone)]
    word = config.choice("permalink_timezone")
    if word not in ("site", "process"):
        zones.append(("permalink_timezone", word))
    for name, zone in zones:
        try:
            ZoneInfo(zone)
        except (OSError, ValueError, KeyError):  # absent, no such name, no such name either
            raise _wrong(name, 'a time zone such as "Asia/Shanghai"', zone, config.spans) from None
    for choice in CHOICES:
        value = config.get(choice.name)
        if not choice.open and isinstance(value, str) and not _choice_word(choice, value):
            if choice.name.startswith("math.") or value == "":
                continue  # other tools keep their own words under `math:`
            expected = " or ".join(f'"{word}"' for word in choice.words)
            raise _wrong(choice.name, expected, value, config.spans)


def _choice_word(choice: Choice, value: Json) -> str | None:
    if isinstance(value, bool) and {"on", "off"} <= set(choice.words):
        return "on" if value else "off"
    if value == HEXO_WORD and value not in choice.words:
        return choice.stock
    if isinstance(value, str) and value and (choice.open or value in choice.words):
        return value
    return None


def _wrong(name: str, expected: str, found: Json, spans: Mapping[str, Span]) -> BlogError:
    shown = f'"{found}"' if isinstance(found, str) else _kind_of(found)
    return ConfigError(
        f'"{name}" should be {expected}, found {shown}',
        span=spans.get(name) or Span(path="_config.yml"),
        hint=f'correct the value of "{name}"',
    )


def _kind_of(value: Json) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the flag {str(value).lower()}"
    if isinstance(value, int | float):
        return f"the number {value}"
    kinds: tuple[tuple[type, str], ...] = (
        (str, "a text"),
        (list, "a list"),
        (dict, "a mapping"),
    )
    return next((word for kind, word in kinds if isinstance(value, kind)), "a date")


def _near_misses(given: Mapping[str, Json], spans: Mapping[str, Span]) -> list[Diagnostic]:
    known = {spec.name.split(".")[0] for spec in (*HEXO_KEYS, *OWN_KEYS)}
    known |= {choice.name.split(".")[0] for choice in CHOICES} | set(OTHER_KNOWN)
    found = []
    for name in given:
        if name in known:
            continue
        near = difflib.get_close_matches(str(name).lower(), sorted(known), n=1, cutoff=0.8)
        if near:
            found.append(
                warning(
                    "unknown-key",
                    f'unknown key "{name}"',
                    span=spans.get(str(name)),
                    hint=f'did you mean "{near[0]}"?',
                )
            )
    return found
