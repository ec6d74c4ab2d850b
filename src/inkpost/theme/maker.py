"""What pages are made with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from inkpost.extend import Extensions
from inkpost.model import Json, Tree
from inkpost.reads import Key
from inkpost.site.state import SiteState
from inkpost.theme.env import ThemeEnvironment
from inkpost.theme.i18n import Languages


@dataclass(frozen=True, slots=True, kw_only=True)
class PageMaker:
    """Everything that the pages of one build share.

    asset_paths: name of a theme's file or bundle -> its path below the site. routes: every path
    of the site. env: Hexo's `env`. render_text: a text and a file ending -> what its renderer
    makes. cache: fragments kept for one build, with what they read.
    """

    state: SiteState
    tree: Tree
    environment: ThemeEnvironment
    languages: Languages
    extensions: Extensions
    asset_paths: Mapping[str, str]
    routes: frozenset[str]
    env: Mapping[str, Json]
    render_text: Callable[[str, str], Json]
    cache: dict[str, tuple[str, tuple[Key, ...]]]
