"""What we know of a document beyond Hexo's names, each part made when a template asks for it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import isfinite
from typing import Any, Protocol

from markupsafe import Markup

from inkpost.hexo.urls import full_url_for, path_to_url
from inkpost.model import Heading, Json, Page, Post, Rendered
from inkpost.reads import Key, Kind, Recorder
from inkpost.site.pictures import (
    Picture,
    cover_name,
    cover_picture,
    find_picture,
    refuses_cover,
    share_card,
    share_picture,
)
from inkpost.site.state import SiteState
from inkpost.site.variants import widths_set

DESCRIPTION_LENGTH = 160
_URL = re.compile(r"^(?:https?:)?//")
_NOTHING = Markup("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Cover:
    """A cover. url: of a picture, or None; srcset: smaller forms of it, or ""; svg: a generated
    one, or ""; sizes in pixels."""

    url: str | None = None
    srcset: str = ""
    svg: Markup = _NOTHING
    alt: str = ""
    width: int | None = None
    height: int | None = None

    def __bool__(self) -> bool:
        return bool(self.url or self.svg)


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A clipped excerpt: HTML with MathML, and plain text."""

    html: Markup
    text: str

    def __bool__(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesPlace:
    """A post's place in its series. position: 1-based; posts: views in the series' order."""

    name: str
    position: int
    posts: tuple[Any, ...]
    prev: Any = None
    next: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """An author's notice. kind: "ai", "translation", "draft", "outdated", or "" with a text."""

    kind: str
    text: str = ""


class Reader(Protocol):
    """Reads the site for one page, noting what is read."""

    state: SiteState
    recorder: Recorder

    def by_id(self, identity: str) -> Any:
        """The view of the document with that id."""

    def rendered(self, identity: str) -> Rendered:
        """A document's content."""


class Derived:
    """The derived values of one document."""

    def __init__(self, viewer: Reader, document: Post | Page) -> None:
        self._viewer, self._document = viewer, document
        self._state = viewer.state

    @cached_property
    def toc(self) -> tuple[Heading, ...]:
        """The document's headings, in order."""
        found = self._viewer.rendered(self._document.id).facts.headings
        return tuple(replace(each, html=Markup(each.html)) for each in found)  # noqa: S704 - as below

    @cached_property
    def cover(self) -> Cover:
        """The picture of the document's card: its own, or a generated one."""
        named = cover_name(self._document)
        if named:
            self._note(named[1])
        self._theme("cover.default")
        found = cover_picture(self._state, self._document)
        if found:
            return self._shown(found)
        if refuses_cover(self._document):
            return Cover()
        svg = self._state.drawn_cover(self._document)
        return Cover(svg=Markup(svg))  # noqa: S704 - drawn by us

    @cached_property
    def banner(self) -> Cover:
        """The strip above the header, where the author asked for one."""
        meta = self._document.meta
        for value in (meta.get("banner_img"), meta.get("top_img")):
            found = find_picture(self._state, self._document, value)
            if found:
                self._note(str(value))
                return self._shown(found)
        return Cover()

    @cached_property
    def card(self) -> Card:
        """The clipped excerpt."""
        rendered = self._viewer.rendered(self._document.id)
        return Card(html=Markup(rendered.card_html), text=rendered.card_text)  # noqa: S704 - rendered by us

    @cached_property
    def text(self) -> str:
        """The whole document as plain text."""
        return self._viewer.rendered(self._document.id).facts.text

    @cached_property
    def description(self) -> str:
        """One line about the document, for search engines and feeds."""
        text = " ".join(self.card.text.split())
        if len(text) <= DESCRIPTION_LENGTH:
            return text
        return text[: DESCRIPTION_LENGTH - 1].rstrip() + "…"

    @cached_property
    def words(self) -> int:
        """CJK characters and other words, each counted as one."""
        return self._viewer.rendered(self._document.id).facts.words

    @cached_property
    def minutes(self) -> int:
        """Minutes to read the document, at the theme's speeds."""
        facts = self._viewer.rendered(self._document.id).facts
        cjk = _number(self._theme("reading.cjk_per_min"), 350)
        latin = _number(self._theme("reading.words_per_min"), 220)
        return max(1, round(facts.cjk / cjk + facts.latin / latin))

    @cached_property
    def has_math(self) -> bool:
        """Whether the content holds a formula."""
        return self._viewer.rendered(self._document.id).facts.has_math

    @cached_property
    def formula_fonts(self) -> tuple[str, ...]:
        """The font files of KaTeX that the content's formulas use, such as `Main-Regular`.

        A page asks for them at once, so that no formula changes its width after the first paint,
        and so that it is laid out once and not anew with each font.
        """
        return self._viewer.rendered(self._document.id).facts.fonts

    @cached_property
    def has_diagram(self) -> bool:
        """Whether the content holds a Mermaid diagram."""
        return self._viewer.rendered(self._document.id).facts.has_diagram

    @cached_property
    def series(self) -> SeriesPlace | None:
        """The document's place in its series."""
        self._viewer.recorder.read(Key(Kind.POSTS))
        series = self._state.series.get(self._document.id)
        if series is None:
            return None
        posts = tuple(self._viewer.by_id(each) for each in series.post_ids)
        place = series.post_ids.index(self._document.id)
        return SeriesPlace(
            name=series.name,
            position=place + 1,
            posts=posts,
            prev=posts[place - 1] if place else None,
            next=posts[place + 1] if place + 1 < len(posts) else None,
        )

    @cached_property
    def related(self) -> Sequence[Any]:
        """Posts most like this one, as many as the theme's `related` says."""
        self._viewer.recorder.read(Key(Kind.FACT, f"related:{self._document.id}"))
        if not isinstance(self._document, Post):
            return ()
        count = int(_number(self._theme("related", 3), 0))
        found = self._state.related.of(self._document.id, count)
        return tuple(self._viewer.by_id(each) for each in found)

    @cached_property
    def pinned(self) -> bool:
        """Whether the author pinned the post."""
        meta = self._document.meta
        return any(bool(meta.get(key)) for key in ("sticky", "top", "pinned"))

    @cached_property
    def hidden(self) -> bool:
        """Whether the document is built but listed nowhere."""
        return self._document.meta.get("hide") is True

    @cached_property
    def notice(self) -> Notice | None:
        """The author's notice."""
        value = self._document.meta.get("notice")
        if not value:
            return None
        text = str(value)
        known = text in ("ai", "translation", "draft", "outdated")
        return Notice(kind=text if known else "", text="" if known else text)

    @cached_property
    def og_image(self) -> str | None:
        """The full URL of the picture that links to the document show."""
        self._theme("cover.default")
        for value in (self._document.meta.get("og_img"), *(cover_name(self._document) or ())[1:]):
            if isinstance(value, str):
                self._note(value)
        self._viewer.rendered(self._document.id)
        found = share_picture(self._state, self._document)
        url = found.url if found else None
        if url is None:
            card = share_card(self._state, self._document)
            url = path_to_url(self._state.config.urls, card) if card else None
        if url is None or _URL.match(url):
            return url
        return full_url_for(self._state.config.urls, self._below(url))

    def picture(self, value: str) -> str | None:
        """The URL of a picture named in front matter: a URL, a site path or an asset's name."""
        self._note(value)
        found = find_picture(self._state, self._document, value)
        return found.url if found else None

    def _shown(self, found: Picture) -> Cover:
        if found.asset is None:
            return Cover(url=found.url)
        self._viewer.recorder.read(Key(Kind.FILE, found.asset.key))
        self._viewer.recorder.read(Key(Kind.CONFIG, "image"))
        width, height = self._state.image_size(found.asset) or (None, None)
        srcset = widths_set(self._state, found.asset, "webp")
        return Cover(url=found.url, srcset=srcset, width=width, height=height)

    def _note(self, value: str) -> None:
        self._viewer.recorder.read(Key(Kind.FILE, f"{self._document.asset_dir}{value}"))

    def _theme(self, name: str, default: Json = None) -> Json:
        """A value of the theme's configuration; the read is noted."""
        self._viewer.recorder.read(Key(Kind.THEME, name.partition(".")[0]))
        return self._state.theme_value(name, default)

    def _below(self, url: str) -> str:
        root = self._state.config.urls.root
        return url.removeprefix(root) if root != "/" else url


class SiteDerived:
    """The derived values of the whole site."""

    def __init__(self, viewer: Reader) -> None:
        self._viewer = viewer

    @property
    def years(self) -> Mapping[str, int]:
        """Year -> how many posts of it lists show."""
        self._viewer.recorder.read(Key(Kind.POSTS))
        return self._viewer.state.years


def _number(value: Json, default: float) -> float:
    return float(value) if isinstance(value, int | float) and value and isfinite(value) else default
