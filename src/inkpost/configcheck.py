"""What is wrong with the values of a configuration, all of it at once."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import isfinite
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

from inkpost.errors import ConfigError, Diagnostic, Span, warning
from inkpost.hexo.defaults import HEXO_KEYS, UNSET, get_dotted
from inkpost.locales import DEFAULT_LANGUAGE, is_locale_name, to_language_tag
from inkpost.model import Json
from inkpost.options import (
    CHOICES,
    HEXO_WORD,
    OTHER_KNOWN,
    OWN_KEYS,
    OWN_WORDS,
    VARIANT_KINDS,
    VARIANT_WIDTHS,
    choice_word,
    is_variant_width,
)

ValueSpan = Callable[[str, str], Span | None]
"""Where a part of the text at a dotted name stands; the name's own place where it is not found."""

_TEXTS = ("source_dir", "public_dir", "permalink", "new_post_name", "archive_dir", "tag_dir")
_COUNTS = ("per_page", "index_generator.per_page", "archive_generator.per_page")
_CORRECT = "correct the value"
_ADDRESS = "https://blog.example.org"
_PATTERNS = ("skip_render", "include", "exclude", "ignore")
_WORDS_OF = {
    "text": "a text", "flag": "true or false", "list": "a list", "map": "a mapping of keys",
    "number": "a whole number from 0 on",
}  # fmt: skip
_KINDS: tuple[tuple[type, str], ...] = ((str, "a text"), (list, "a list"), (dict, "a mapping"))
# The case of heading ids, and kinds of ids: numbers with a meaning each.
_NO_COUNTS = frozenset({"marked.modifyAnchors", "markdown.anchors.case", "archive"})
_NAMES = re.compile(r":(\w*[^_\W])", re.ASCII)
_FILE_NAMES = ("title", "year", "month", "day", "i_month", "i_day", "hash", "lang", "layout")
_ZONE_WORDS = ("", "site", "process", HEXO_WORD)
# What the configuration of a new blog says: of Hexo 5 and later and of ours, of Hexo before.
_PLACEHOLDERS = ("example.com", "yoursite.com")

Fault = tuple[str, str, Json]
"""A dotted name, what was expected there, what was found."""


def find_faults(values: Mapping[str, Json], spans: Mapping[str, Span]) -> dict[str, ConfigError]:
    """Dotted name -> what is wrong with its value, for each that a build cannot work with."""
    checks = (_texts, _urls, _counts, _patterns, _words, _zones)
    return {
        name: _wrong(name, expected, found, spans)
        for check in checks
        for name, expected, found in check(values)
    }


def find_oddities(
    given: Mapping[str, Json],
    values: Mapping[str, Json],
    spans: Mapping[str, Span],
    value_span: ValueSpan,
) -> tuple[Diagnostic, ...]:
    """Warnings about what a build works with, and its author hardly means.

    given: what the files say; values: with the defaults below it.
    """
    return (
        *_near_misses(given, spans),
        *_unread_maps(values, spans),
        *_odd_numbers(given, spans),
        *_odd_options(given, spans),
        *_odd_root(given, spans),
        *_locale_names(given, value_span),
        *_placeholder_url(given, values, spans, value_span),
        *_unknown_names(given, values, value_span),
    )


def is_zone(name: str) -> bool:
    """Whether there is a time zone of that name."""
    try:
        ZoneInfo(name)
    except (OSError, ValueError, KeyError):  # absent, no such name, no such name either
        return False
    return True


def kind_of(value: Json) -> str:
    """A value's kind in words."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"the flag {str(value).lower()}"
    if isinstance(value, int | float):
        return f"the number {value}"
    return next((word for kind, word in _KINDS if isinstance(value, kind)), "a date")


def _texts(values: Mapping[str, Json]) -> Iterator[Fault]:
    for name in _TEXTS:
        value = values.get(name)
        if isinstance(value, list | dict) or value is None:
            yield name, "a text", value
    root = values.get("root")
    if not isinstance(root, str) and root is not None:
        yield "root", "a text", root
    elif root and not root.strip():
        yield "root", 'a path such as "/" or "/blog/"', root


def _urls(values: Mapping[str, Json]) -> Iterator[Fault]:
    value = values.get("url")
    if not isinstance(value, str):
        yield "url", "a text", value
    elif not _is_address(value):
        yield "url", f'an address such as "{_ADDRESS}"', value


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:  # half an IPv6 address
        return False
    return parts.scheme.startswith("http") and bool(parts.netloc)


def _counts(values: Mapping[str, Json]) -> Iterator[Fault]:
    for name in _COUNTS:
        value = get_dotted(values, name)
        text = value.strip() if isinstance(value, str) else "0"
        endless = isinstance(value, float) and not isfinite(value)
        if endless or isinstance(value, list | dict) or (text and not text.lstrip("-").isdigit()):
            yield name, "a number", value


def _patterns(values: Mapping[str, Json]) -> Iterator[Fault]:
    for name in _PATTERNS:
        value = values.get(name)
        items = value if isinstance(value, list) else [value or ""]
        if not all(isinstance(item, str) for item in items):
            yield name, "a pattern or a list of patterns", value


def _words(values: Mapping[str, Json]) -> Iterator[Fault]:
    dialect = values.get("dialect")
    if dialect and str(dialect) not in ("inkpost", HEXO_WORD):
        yield "dialect", '"inkpost" or "hexo"', dialect
    for choice in CHOICES:
        value = get_dotted(values, choice.name)
        if choice.open or not isinstance(value, str) or choice_word(choice, value):
            continue
        # Other tools keep their own words under `math:`.
        if not choice.name.startswith("math.") and value != "":
            yield choice.name, " or ".join(f'"{word}"' for word in choice.words), value


def _zones(values: Mapping[str, Json]) -> Iterator[Fault]:
    for name in ("timezone", "permalink_timezone"):
        value = values.get(name)
        zone = "" if value is None else str(value)
        if name != "timezone" and (not isinstance(value, str) or zone in _ZONE_WORDS):
            continue
        if zone and not is_zone(zone):
            yield name, 'a time zone such as "Asia/Shanghai"', value


def _wrong(name: str, expected: str, found: Json, spans: Mapping[str, Span]) -> ConfigError:
    shown = f'"{found}"' if isinstance(found, str) else kind_of(found)
    zones = name.endswith("timezone")
    known = available_timezones() if zones else re.findall('"([^"]+)"', expected)
    near = nearest(str(found), sorted(known), cutoff=0.7) if isinstance(found, str) else ""
    return ConfigError(
        f'"{name}" should be {expected}, found {shown}',
        span=span_of(spans, name) or Span(path="_config.yml"),
        hint=f'did you mean "{near}"?' if near else f'correct the value of "{name}"',
    )


def span_of(spans: Mapping[str, Span], name: str) -> Span | None:
    """Where a file says `name`, or the nearest map around it."""
    while name:
        if name in spans:
            return spans[name]
        name = name.rpartition(".")[0]
    return None


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


def _near_misses(given: Mapping[str, Json], spans: Mapping[str, Span]) -> Iterable[Diagnostic]:
    known = {spec.name.split(".")[0] for spec in (*HEXO_KEYS, *OWN_KEYS)}
    known |= {choice.name.split(".")[0] for choice in CHOICES} | set(OTHER_KNOWN)
    for name in given:
        near = "" if name in known else nearest(str(name).lower(), sorted(known))
        if near:
            yield warning(
                "unknown-key",
                f'unknown key "{name}"',
                span=spans.get(str(name)),
                hint=f'did you mean "{near}"?',
            )


def nearest(name: str, known: Sequence[str], *, cutoff: float = 0.8) -> str:
    """The known name that is likely meant, or ""."""
    found = difflib.get_close_matches(name, known, n=1, cutoff=cutoff)
    return found[0] if found else ""


def _odd_numbers(given: Mapping[str, Json], spans: Mapping[str, Span]) -> Iterable[Diagnostic]:
    """Counts below zero or with a fraction, of which Hexo makes empty lists and the like."""
    for spec in HEXO_KEYS:
        value = get_dotted(given, spec.name)
        if spec.type != "number" or spec.name in _NO_COUNTS or isinstance(value, bool):
            continue
        if isinstance(value, int | float) and (value < 0 or value != value // 1):
            yield _odd(spec.name, "number", value, spans, _CORRECT)


def _odd_options(given: Mapping[str, Json], spans: Mapping[str, Span]) -> Iterable[Diagnostic]:
    """Values of keys of ours that are of another kind than theirs; the default holds then.

    They are no errors: other tools have keys under the same names.
    """
    for spec in OWN_KEYS:
        value = get_dotted(given, spec.name, UNSET)
        if value is UNSET or value is None or spec.name == "dialect":
            continue
        words = OWN_WORDS.get(spec.name, ())
        if words and not (isinstance(value, str) and value in words):
            yield _odd_word(spec.name, value, words, spans)
        elif not words and not _is_of(spec.type, value):
            yield _odd(spec.name, spec.type, value, spans, _CORRECT)
    for choice in CHOICES:
        value = get_dotted(given, choice.name)
        if value and choice.name.startswith("math.") and not choice_word(choice, value):
            yield _odd_word(choice.name, value, choice.words, spans)
    yield from _odd_variants(get_dotted(given, "image.variants"), spans)


def _odd_word(
    name: str, value: Json, words: Sequence[str], spans: Mapping[str, Span]
) -> Diagnostic:
    near = nearest(str(value).lower(), words, cutoff=0.6)
    expected = " or ".join(f'"{word}"' for word in words)
    return _odd(name, expected, value, spans, f'did you mean "{near}"?' if near else _CORRECT)


def _odd_variants(given: Json, spans: Mapping[str, Span]) -> Iterable[Diagnostic]:
    name = "image.variants"
    if given is None or isinstance(given, bool):
        return
    if not isinstance(given, Mapping):
        yield _odd(name, "true, false or a mapping", given, spans, _CORRECT)
        return
    low, high = VARIANT_WIDTHS
    for key, is_right, expected in (
        ("widths", is_variant_width, f"whole numbers of pixels from {low} to {high}"),
        ("formats", lambda each: str(each).lower() in VARIANT_KINDS, " or ".join(VARIANT_KINDS)),
    ):
        value = given.get(key)
        for each in value if isinstance(value, list) else () if value is None else (value,):
            if not is_right(each):
                yield _odd(f"{name}.{key}", expected, each, spans, _CORRECT)


def _is_of(kind: str, value: Json) -> bool:
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "text":
        return isinstance(value, str) or value is False
    if kind == "map":
        return isinstance(value, Mapping)
    return kind != "list" or isinstance(value, list)


def _odd(name: str, kind: str, value: Json, spans: Mapping[str, Span], hint: str) -> Diagnostic:
    shown = f'"{value}"' if isinstance(value, str) else kind_of(value)
    return warning(
        "odd-value",
        f'"{name}" should be {_WORDS_OF.get(kind, kind)}, found {shown}',
        span=span_of(spans, name),
        hint=hint,
    )


def _odd_root(given: Mapping[str, Json], spans: Mapping[str, Span]) -> Iterable[Diagnostic]:
    """A root without a slash at its front, which makes every link relative to its page."""
    root = given.get("root")
    if isinstance(root, str) and root and not root.startswith("/"):
        stock = given.get("dialect") == HEXO_WORD
        what = "every link is relative to its own page" if stock else f'it is read as "/{root}"'
        wanted = f"/{root.strip('/')}/"
        yield warning(
            "odd-value",
            f'"root" should begin with "/", found "{root}"; {what}',
            span=spans.get("root"),
            hint=f'write "root: {wanted}"',
        )


def _locale_names(given: Mapping[str, Json], value_span: ValueSpan) -> Iterable[Diagnostic]:
    """Names of locales in place of languages' tags, which no browser understands."""
    value = given.get("language")
    stock = given.get("dialect") == HEXO_WORD
    for name in value if isinstance(value, list) else (value,):
        # A theme made for Hexo may have a file called "zh_CN.yml".
        if not isinstance(name, str) or not is_locale_name(name) or (stock and "." not in name):
            continue
        tag = to_language_tag(name) or DEFAULT_LANGUAGE
        read = "" if stock else f'; it is read as "{tag}"'
        yield warning(
            "odd-value",
            f'"language" should be a language\'s tag, found the name of a locale, "{name}"{read}',
            span=value_span("language", name),
            hint=f'write "{tag}"',
        )


def _placeholder_url(
    given: Mapping[str, Json],
    values: Mapping[str, Json],
    spans: Mapping[str, Span],
    value_span: ValueSpan,
) -> Iterable[Diagnostic]:
    """An address that nobody has filled in, which belongs to somebody else."""
    url = str(given.get("url", values["url"]))
    if not _is_address(url) or ("url" in spans and "url" not in given):  # an error, told as such
        return
    host = urlsplit(url).hostname or ""
    if host.removeprefix("www.") in _PLACEHOLDERS:
        said = "is a placeholder" if "url" in given else "is not set"
        yield warning(
            "placeholder-url",
            f'"url" {said}; feeds, the sitemap and canonical links lead to "{url}"',
            span=value_span("url", url) or Span(path="_config.yml"),
            hint=f'write your site\'s address in _config.yml, such as "{_ADDRESS}"',
        )


def _unknown_names(
    given: Mapping[str, Json], values: Mapping[str, Json], value_span: ValueSpan
) -> Iterable[Diagnostic]:
    """Names in `new_post_name` that are near a known one; any other name is the author's own."""
    defaults = values.get("permalink_defaults")
    known = (*_FILE_NAMES, *(map(str, defaults) if isinstance(defaults, Mapping) else ()))
    text = given.get("new_post_name")
    for name in dict.fromkeys(_NAMES.findall(text)) if isinstance(text, str) else ():
        near = "" if name in known else nearest(name, known, cutoff=0.7)
        if near:
            yield warning(
                "unknown-name",
                f'"new_post_name" has no ":{name}" that is known',
                span=value_span("new_post_name", f":{name}"),
                hint=f'did you mean ":{near}"?',
            )
