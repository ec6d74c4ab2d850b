"""The settings of themes that people come from, as settings of ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from inkpost.errors import Diagnostic
from inkpost.hexo.defaults import set_dotted
from inkpost.model import Json
from inkpost.theme.foreign_tables import TABLES, Table
from inkpost.theme.foreign_values import ABSENT, SERVICES, read


@dataclass(frozen=True, slots=True, kw_only=True)
class Translation:
    """Settings of ours, and the dotted keys of the other theme that have no counterpart."""

    settings: Mapping[str, Json]
    dropped: tuple[str, ...]

    def to_diagnostic(self, theme: str) -> Diagnostic | None:
        """One line about what was left out; None when nothing was."""
        if not self.dropped:
            return None
        names = ", ".join(self.dropped[:12]) + (", …" if len(self.dropped) > 12 else "")
        return Diagnostic(
            severity="info",
            code="theme-settings-dropped",
            message=f'{len(self.dropped)} settings of "{theme}" have no counterpart: {names}',
            hint=f'Run "blog theme migrate" to see what becomes of "_config.{theme}.yml".',
        )


def translate_settings(theme: str, given: Mapping[str, Json]) -> Translation:
    """What a site set for Fluid, Butterfly or NexT, as settings of ours.

    theme: its name, with or without `hexo-theme-`. Of other themes nothing is taken over.
    """
    table = TABLES.get(theme.removeprefix("hexo-theme-").lower())
    if table is None:
        return Translation(settings={}, dropped=tuple(sorted(given)))
    settings: dict[str, Json] = {}
    used: set[str] = set()
    for source, target, convert in table.rows:
        value = read(given, source)
        if value is ABSENT:
            continue
        used.add(source)
        made = convert(value)
        if made is not None and target:
            set_dotted(settings, target, made)
    _add_comments(settings, given, table, used)
    dropped = [
        name
        for name in _leaves(given)
        if not any(_covers(key, name) for key in (*used, *table.quiet))
    ]
    mapped = {source.partition(".")[0] for source, _, _ in table.rows}
    return Translation(settings=settings, dropped=tuple(dict.fromkeys(_shorten(dropped, mapped))))


_COMMENT_KEYS: Final = {
    "serverURL": "server_url", "server_url": "server_url", "envId": "env_id", "env_id": "env_id",
    "theme_dark": "theme_dark", "dark_theme": "theme_dark", "light_theme": "theme_light",
    "theme": "theme_light", "repo_id": "repo_id", "repo-id": "repo_id", "category": "category",
    "category_id": "category_id", "category-id": "category_id", "repo": "repo", "region": "region",
    "issue_term": "issue_term", "label": "label", "mapping": "mapping", "shortname": "shortname",
    "lang": "lang", "strict": "strict",
}  # fmt: skip


def _add_comments(
    settings: dict[str, Json], given: Mapping[str, Json], table: Table, used: set[str]
) -> None:
    kind = table.comments(given)
    if not isinstance(kind, str):
        return
    kind = kind.strip().lower()
    if kind not in SERVICES:
        return
    used.update((kind, "comments", "post.comments"))
    own = given.get(kind)
    values = own if isinstance(own, Mapping) else {}
    set_dotted(settings, "comments.type", kind)
    chosen = {
        _COMMENT_KEYS[key]: value for key, value in values.items() if key in _COMMENT_KEYS and value
    }
    set_dotted(settings, f"comments.{kind}", chosen)


def _leaves(values: Mapping[str, Json], prefix: str = "") -> Iterator[str]:
    for key, value in values.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{prefix}{key}.")
        elif value not in (None, "", [], {}):
            yield f"{prefix}{key}"


def _covers(key: str, name: str) -> bool:
    return name == key or name.startswith(key + ".")


def _shorten(names: list[str], mapped: set[str]) -> Iterator[str]:
    """Keys as a reader wants them: a group of which nothing is ours by its name alone."""
    for name in names:
        top, _, rest = name.partition(".")
        yield f"{top}.{rest.partition('.')[0]}" if rest and top in mapped else top
