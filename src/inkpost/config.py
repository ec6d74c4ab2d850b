"""The site's configuration: Hexo's keys and ours, merged, coerced and typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import cast
from zoneinfo import ZoneInfo

from inkpost.configcheck import find_faults, find_oddities, kind_of, span_of
from inkpost.errors import BlogError, ConfigError, Diagnostic, ManyConfigErrors, ManyErrors, Span
from inkpost.hexo.defaults import UNSET, deep_merge, default_values, finish_values, get_dotted
from inkpost.hexo.jsvalue import whole_number
from inkpost.hexo.plugindefaults import fill_plugin_defaults
from inkpost.hexo.urls import UrlRules
from inkpost.hexo.yamldoc import load_yaml
from inkpost.locales import mend_language
from inkpost.model import Json
from inkpost.options import CHOICES, HEXO_WORD, OWN_KEYS, Dialect, choice_word

CHOICE_BY_NAME = {choice.name: choice for choice in CHOICES}
OWN_DEFAULTS = {spec.name: spec.default for spec in OWN_KEYS if spec.default is not UNSET}
STARTER_PLUGINS = (
    "hexo-generator-archive", "hexo-generator-category", "hexo-generator-index",
    "hexo-generator-tag", "hexo-renderer-marked",
)  # fmt: skip


@dataclass(frozen=True)
class Config:
    """What the site is configured to be.

    values: every key as templates see it, defaults filled in, unknown keys kept.
    spans: dotted name -> where a file says it; file_texts: path -> that file's text.
    process_timezone: the zone that stands for an unset `timezone`. plugins: npm names of the
    blog's plug-ins;
    names_plugins: it says itself which it has. drafts: drafts are shown.
    """

    values: Mapping[str, Json]
    spans: Mapping[str, Span] = field(default_factory=dict)
    file_texts: Mapping[str, str] = field(default_factory=dict)
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
        return whole_number(self.get(name, default), default)

    def choice(self, name: str) -> str:
        """The word in force for a deliberate difference from Hexo: the site's, or the dialect's."""
        choice = CHOICE_BY_NAME[name]
        default = choice.ours if self.dialect == "inkpost" else choice.stock
        return choice_word(choice, self.get(name)) or default

    def improved(self, name: str) -> bool:
        """Whether a deliberate difference from Hexo is in force."""
        choice = CHOICE_BY_NAME[name]
        return self.choice(name) != choice.stock

    def has_plugin(self, *names: str) -> bool:
        """Whether the blog has one of the plug-ins, by npm name."""
        return any(name in self.plugins for name in names)

    def span(self, name: str) -> Span | None:
        """Where a file says `name`, or the nearest map around it."""
        return span_of(self.spans, name)

    def value_span(self, name: str, part: str) -> Span | None:
        """Where a part of the text at a dotted name stands, else where the name does."""
        span = self.span(name)
        lines = self.file_texts.get(span.path, "").splitlines() if span else []
        if span is None or span.line > len(lines):
            return span
        key = name.rpartition(".")[2]
        after = lines[span.line - 1].find(key, span.column - 1) + len(key)
        column = lines[span.line - 1].find(part, after)
        return span if column < 0 else replace(span, column=column + 1)

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
    def page_zone(self) -> ZoneInfo:
        """The zone in which helpers and lists show dates."""
        return self.zone if self.text("timezone") else self.url_zone

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
    text: str = ""


def read_config_file(path: str, text: str) -> ConfigFile:
    """What a configuration file says.

    Raises: ConfigError where it cannot be read or is not a mapping.
    """
    loaded = load_yaml(text, path=path, error=ConfigError, js_types=True)
    value = {} if loaded.value is None else loaded.value
    if not isinstance(value, dict):
        raise ConfigError(
            f"a mapping of keys was expected, found {kind_of(value)}",
            span=Span(path=path),
            hint='write one "key: value" a line',
        )
    spans = {".".join(map(str, name)): span for name, span in loaded.spans.items()}
    return ConfigFile(path=path, values=value, spans=spans, text=text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A configuration and what is wrong with it. errors: each value that a build cannot work
    with, in the order of the files; `config` has its default in their place."""

    config: Config
    errors: tuple[ConfigError, ...] = ()


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
    Raises: ConfigError on a value that the build cannot work with, ManyErrors on several.
    """
    draft = draft_config(
        files,
        process_timezone=process_timezone,
        plugins=plugins,
        drafts=drafts,
        overrides=overrides,
    )
    raise_all(draft.errors)
    return draft.config


def raise_all(errors: Sequence[BlogError]) -> None:
    """Raises: the error, or ManyErrors where there are several; as a ConfigError if all are."""
    if len(errors) == 1:
        raise errors[0]
    if errors:
        alike = all(isinstance(error, ConfigError) for error in errors)
        raise (ManyConfigErrors if alike else ManyErrors)(errors)


def draft_config(
    files: Sequence[ConfigFile],
    *,
    process_timezone: str,
    plugins: Sequence[str] = (),
    drafts: bool = False,
    overrides: Mapping[str, Json] | None = None,
) -> Draft:
    """The configuration as `make_config` makes it, with its errors beside it."""
    given: dict[str, Json] = {}
    spans: dict[str, Span] = {}
    for file in files:
        given = deep_merge(given, file.values)
        spans |= file.spans
    given = deep_merge(given, overrides or {})
    faults = find_faults(deep_merge(default_values(), given), spans)
    for name in faults:
        given = _without(given, name.split("."))
    named = given.get("plugins") if isinstance(given.get("plugins"), list) else plugins
    installed = frozenset(str(name) for name in named or ())
    markdown_it = any(name.startswith("hexo-renderer-markdown-it") for name in installed)
    values = finish_values(deep_merge(default_values(), given), given, markdown_it=markdown_it)
    stock = values.get("dialect") == HEXO_WORD
    if not stock:
        values["root"] = "/" + values["root"].removeprefix("/")
        values["language"] = mend_language(values.get("language"))
    fill_plugin_defaults(values, installed.__contains__, switches=not stock)
    config = Config(
        values=MappingProxyType(values),
        spans=spans,
        file_texts={file.path: file.text for file in files},
        process_timezone=process_timezone,
        plugins=installed | set(STARTER_PLUGINS),
        drafts=drafts or bool(values.get("render_drafts")),
        names_plugins=bool(installed),
    )
    found = find_oddities(given, values, spans, config.value_span)
    errors = sorted(faults.values(), key=lambda each: each.span.line if each.span else 0)
    return Draft(config=replace(config, diagnostics=found), errors=tuple(errors))


def _without(values: Mapping[str, Json], name: Sequence[str]) -> dict[str, Json]:
    """The values without the one at a name."""
    kept = dict(values)
    inner = kept.get(name[0])
    if len(name) > 1 and isinstance(inner, Mapping):
        kept[name[0]] = _without(inner, name[1:])
    else:
        kept.pop(name[0], None)
    return kept
