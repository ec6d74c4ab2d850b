"""Names of POSIX locales, such as `zh_CN.UTF-8`, as tags of languages, such as `zh-CN`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from inkpost.model import Json

DEFAULT_LANGUAGE = "en"

_LOCALE = re.compile(
    r"(?P<language>[A-Za-z]{2,3})(?:[_-](?P<script>[A-Za-z]{4}))?(?:[_-](?P<region>[A-Za-z]{2}))?"
    r"(?P<codeset>\.[\w-]+)?(?:@(?P<modifier>\w+))?",
    re.ASCII,
)
_NO_LANGUAGE = re.compile(r"(?:C|POSIX)(?:\..*)?")
_SCRIPTS = {"latin": "Latn", "cyrillic": "Cyrl", "devanagari": "Deva"}


def to_language_tag(name: str) -> str:
    """The tag of a locale's language; "" for `C`, `POSIX` and what is no locale's name."""
    match = _LOCALE.fullmatch(name)
    if match is None:
        return ""
    script = match["script"] or _SCRIPTS.get(match["modifier"] or "", "")
    parts = (match["language"].lower(), script.capitalize(), (match["region"] or "").upper())
    return "-".join(filter(None, parts))


def is_locale_name(text: str) -> bool:
    """Whether a text names a locale and cannot be meant as the tag of a language."""
    match = _LOCALE.fullmatch(text)
    has_more = match is not None and (match["codeset"] or match["modifier"] or "_" in text)
    return bool(has_more or _NO_LANGUAGE.fullmatch(text))


def mend_language(value: Json) -> Json:
    """The value of `language` with tags in the place of locales' names; the rest stays."""
    if isinstance(value, list):
        return [mend_language(each) for each in value]
    if isinstance(value, str) and is_locale_name(value):
        return to_language_tag(value) or DEFAULT_LANGUAGE
    return value


def is_traditional(tag: str) -> bool:
    """Whether a tag of Chinese means the traditional script: by its script, else by its region."""
    parts = tag.casefold().replace("_", "-").split("-")
    return "hans" not in parts and any(part in parts for part in ("hant", "tw", "hk", "mo"))


def user_language(environ: Mapping[str, str]) -> str:
    """The tag of the language in which the user wants to be spoken to; "" where none is said.

    Source: POSIX, the order of the variables for messages; GNU gettext for `LANGUAGE`.
    """
    said = next(filter(None, map(environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    tag = to_language_tag(said)
    first = environ.get("LANGUAGE", "").partition(":")[0]
    return (to_language_tag(first) or tag) if tag else ""
