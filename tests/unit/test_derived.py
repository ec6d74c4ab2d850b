"""What we know of a document beyond Hexo's names, and what reading it notes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from markupsafe import Markup

from inkpost.model import Asset, Facts, Heading, Page, PictureVariant, Post, Rendered
from inkpost.reads import Key, Kind, TraceRecorder
from inkpost.site.derived import Card, Cover, Derived, Notice
from inkpost.site.index import IndexInput, build_index
from inkpost.site.sources import Source, SourceKind
from inkpost.site.state import SiteState
from inkpost.site.views import Viewer
from tests.unit.documents import make, page, post

PICTURE = Source(kind=SourceKind.ASSET, source="img/a.png", key="source/img/a.png")
FORMS = (
    PictureVariant(kind="webp", path="variants/a-480.webp", key="v", width=480, height=300),
    PictureVariant(kind="avif", path="variants/a-480.avif", key="w", width=480, height=300),
)


class Site:
    """Some documents, the first of them looked at. reads: what that noted."""

    def __init__(
        self,
        *documents: Post | Page,
        rendered: Rendered | None = None,
        theme: Mapping[str, Any] | None = None,
        draw: str = "",
        **config: Any,
    ) -> None:
        self.config = make(**config)
        given = IndexInput(documents=documents, files=[PICTURE], data={})
        index = build_index(given, self.config, datetime(2030, 1, 1, tzinfo=UTC))
        empty = Rendered(content="", excerpt="", more="")
        self.recorder = TraceRecorder()
        self.state = SiteState(
            index=index,
            rendered=dict.fromkeys(index.documents, rendered or empty),
            config=self.config,
            theme=theme or {},
            now=datetime(2024, 3, 1, tzinfo=UTC),
            draw_cover=lambda _post, _theme: draw,
            image_size=lambda asset: (960, 600) if asset.source == PICTURE.source else None,
            variants=lambda asset: FORMS if isinstance(asset, Asset) else (),
            makes_cards=bool(draw),
        )
        viewer = Viewer(self.state, self.recorder)
        self.derived = Derived(viewer, index.documents[documents[0].id])

    @property
    def reads(self) -> set[Key]:
        return set(self.recorder.keys)


def derive(document: Post | Page, **more: Any) -> Derived:
    return Site(document, **more).derived


def with_facts(**facts: Any) -> Rendered:
    return Rendered(content="", excerpt="", more="", facts=Facts(**facts))


def test_facts_are_those_of_the_content_and_their_reading_is_noted() -> None:
    heading = Heading(level=2, id="a", html="<i>A</i>", text="A")
    facts = {"headings": (heading,), "words": 7, "text": "t", "has_math": True}
    site = Site(post("me"), rendered=with_facts(**facts))
    found = site.derived
    assert (found.words, found.text, found.has_math, found.has_diagram) == (7, "t", True, False)
    assert isinstance(found.toc[0].html, Markup)
    assert found.toc == (heading,)
    assert site.reads == {Key(Kind.CONTENT, "_posts/me.md")}


def test_the_card_is_html_and_text() -> None:
    rendered = Rendered(content="", excerpt="", more="", card_html="<b>x</b>", card_text="x")
    card = derive(post("me"), rendered=rendered).card
    assert (str(card.html), card.text, bool(card)) == ("<b>x</b>", "x", True)
    assert isinstance(card.html, Markup)
    assert not Card(html=Markup(""), text="")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("one\n  two", "one two"),
        ("x" * 160, "x" * 160),
        ("x" * 161, "x" * 159 + "…"),
        ("x" * 158 + " yyy", "x" * 158 + "…"),
    ],
)
def test_a_description_is_one_line_of_160_characters_at_most(text: str, line: str) -> None:
    rendered = Rendered(content="", excerpt="", more="", card_text=text)
    assert derive(post("me"), rendered=rendered).description == line


@pytest.mark.parametrize(
    ("cjk", "latin", "theme", "minutes"),
    [
        (0, 0, {}, 1),
        (700, 0, {}, 2),
        (700, 440, {}, 4),
        (525, 0, {}, 2),
        (524, 0, {}, 1),
        (700, 0, {"reading": {"cjk_per_min": 700}}, 1),
        (0, 440, {"reading": {"words_per_min": 110}}, 4),
        (700, 0, {"reading": {"cjk_per_min": 0}}, 2),
        (700, 0, {"reading": {"cjk_per_min": "fast"}}, 2),
    ],
)
def test_minutes_to_read(cjk: int, latin: int, theme: dict[str, Any], minutes: int) -> None:
    site = Site(post("me"), rendered=with_facts(cjk=cjk, latin=latin), theme=theme)
    assert site.derived.minutes == minutes
    assert Key(Kind.THEME, "reading") in site.reads


def test_a_cover_of_the_sites_has_its_size_and_smaller_forms() -> None:
    site = Site(post("me", meta={"index_img": "/img/a.png"}), root="/b/", draw="<svg/>")
    assert site.derived.cover == Cover(
        url="/b/img/a.png", srcset="/b/variants/a-480.webp 480w", width=960, height=600
    )
    assert {Key(Kind.FILE, PICTURE.key), Key(Kind.CONFIG, "image")} <= site.reads


def test_a_cover_elsewhere_has_a_url_alone() -> None:
    cover = derive(post("me", meta={"cover": "https://p.example/a.png"})).cover
    assert cover == Cover(url="https://p.example/a.png")


@pytest.mark.parametrize("named", ["none.png", "", "#49b1f5"])
def test_without_a_picture_the_cover_is_drawn_and_the_absence_noted(named: str) -> None:
    site = Site(post("me", meta={"index_img": named}), draw="<svg/>")
    cover = site.derived.cover
    assert (cover.url, str(cover.svg), bool(cover)) == (None, "<svg/>", True)
    assert (Key(Kind.FILE, "none.png") in site.reads) is (named == "none.png")
    assert Key(Kind.THEME, "cover") in site.reads


def test_a_refused_cover_is_none() -> None:
    assert not derive(post("me", meta={"cover": False}), draw="<svg/>").cover


def test_the_themes_common_cover_stands_in() -> None:
    theme = {"cover": {"default": "/img/a.png"}}
    assert derive(post("me"), theme=theme, draw="<svg/>").cover.url == "/img/a.png"


@pytest.mark.parametrize(
    ("meta", "url"),
    [
        ({"banner_img": "/img/a.png"}, "/img/a.png"),
        ({"top_img": "/img/a.png"}, "/img/a.png"),
        ({"banner_img": "none.png", "top_img": "/img/a.png"}, "/img/a.png"),
        ({"top_img": False}, None),
        ({}, None),
    ],
)
def test_a_banner_is_only_what_the_author_asked_for(meta: dict[str, Any], url: str | None) -> None:
    assert derive(post("me", meta=meta), draw="<svg/>").banner.url == url


def test_a_place_in_a_series() -> None:
    posts = [post(f"s{n}", day=n, meta={"series": "Tides"}) for n in (1, 2, 3)]
    site = Site(posts[1], posts[0], posts[2], post("other", day=4))
    place = site.derived.series
    assert place is not None
    assert (place.name, place.position) == ("Tides", 2)
    assert [each["slug"] for each in place.posts] == ["s1", "s2", "s3"]
    assert (place.prev["slug"], place.next["slug"]) == ("s1", "s3")
    assert Key(Kind.POSTS) in site.reads
    first = Site(*posts).derived.series
    assert first is not None
    assert first.prev is None
    assert derive(post("alone")).series is None


def test_related_posts_as_many_as_the_theme_says() -> None:
    posts = [post(name, tags=("a",), day=day) for day, name in enumerate("mxyzw", 1)]
    assert [each["slug"] for each in Site(*posts).derived.related] == ["w", "z", "y"]
    for count, slugs in ((1, ["w"]), (0, []), (False, []), (-1, [])):
        found = Site(*posts, theme={"related": count}).derived.related
        assert [each["slug"] for each in found] == slugs
    assert derive(page("about.md")).related == ()


@pytest.mark.parametrize(
    ("meta", "pinned", "hidden"),
    [
        ({}, False, False),
        ({"sticky": 5}, True, False),
        ({"top": True}, True, False),
        ({"pinned": 0}, False, False),
        ({"hide": True}, False, True),
        ({"hide": "yes"}, False, False),
    ],
)
def test_pinned_and_hidden(meta: dict[str, Any], pinned: bool, hidden: bool) -> None:
    found = derive(post("me", meta=meta))
    assert (found.pinned, found.hidden) == (pinned, hidden)


@pytest.mark.parametrize(
    ("value", "notice"),
    [
        (None, None),
        ("", None),
        ("ai", Notice(kind="ai")),
        ("outdated", Notice(kind="outdated")),
        ("Read with care.", Notice(kind="", text="Read with care.")),
        (7, Notice(kind="", text="7")),
    ],
)
def test_a_notice_is_of_a_kind_or_a_text(value: object, notice: Notice | None) -> None:
    assert derive(post("me", meta={"notice": value})).notice == notice


@pytest.mark.parametrize(
    ("meta", "draw", "url"),
    [
        ({"og_img": "/img/a.png"}, "", "https://quay.example/b/img/a.png"),
        ({"og_img": "https://p.example/a.png"}, "", "https://p.example/a.png"),
        ({"index_img": "/img/a.png"}, "<svg/>", "https://quay.example/b/img/a.png"),
        ({}, "<svg/>", "https://quay.example/b/covers/2024/01/01/me.png"),
        ({"cover": False}, "<svg/>", None),
        ({}, "", None),
    ],
)
def test_the_picture_for_links_is_a_full_url(
    meta: dict[str, Any], draw: str, url: str | None
) -> None:
    config = {"url": "https://quay.example/b", "root": "/b/"}
    assert derive(post("me", meta=meta), draw=draw, **config).og_image == url


def test_a_picture_that_is_named_is_looked_for_and_noted() -> None:
    site = Site(post("me", asset_dir="_posts/me/"))
    assert site.derived.picture("/img/a.png") == "/img/a.png"
    assert site.derived.picture("none.png") is None
    assert Key(Kind.FILE, "_posts/me/none.png") in site.reads
