"""URLs of one document: from what its author wrote to what is printed, and back to its place."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from inkpost.assetlinks import AssetResolver
from inkpost.content.access import SiteAccess
from inkpost.content.links import DocumentLinks, resolve_assets
from inkpost.content.rules import markdown_rules
from inkpost.errors import Span
from inkpost.model import Asset, RoutePath, SourceText
from inkpost.site.index import IndexInput, build_index
from tests.unit.documents import make, page, post

BODY = "See ![a](x.png) and [b](/docs/).\n\nThen ![c](x.png)\nand [中](中文.html).\n"


def links(body: str = BODY, *, line: int = 5, **values: Any) -> DocumentLinks:
    """The links of `_posts/here.md`, whose body begins on that line and whose file is `x.png`."""
    config = make(**values)
    documents = (post("tide", "High tide", path=RoutePath("tide/")), page("about.md", title="Us"))
    index = build_index(
        IndexInput(documents=documents, files=(), data={}), config, datetime(2030, 1, 1, tzinfo=UTC)
    )
    document = post("here", asset_dir="_posts/here/")
    asset = Asset(source="_posts/here/x.png", key="k", path="here/x.png", owner=document.id)
    access = SiteAccess(
        document, index=index,
        assets=AssetResolver([asset], config.urls, enabled=config.improved("asset_links")),
        config=config, read_source=lambda _: None,
    )  # fmt: skip
    return DocumentLinks(access, SourceText(body=body, line=line), markdown_rules(config))


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("x.png", "/b/here/x.png"),
        ("here/x.png", "/b/here/x.png"),
        ("x.png?v=2#top", "/b/here/x.png?v=2#top"),
        ("/docs/", "/b/docs/"),
        ("/b/docs/", "/b/docs/"),
        ("/b", "/b"),
        ("//cdn.example/a", "//cdn.example/a"),
        ("https://e.example/a b?q=中", "https://e.example/a%20b?q=%E4%B8%AD"),
        ("中文.html", "%E4%B8%AD%E6%96%87.html"),
        ("a%20b%zz", "a%20b%25zz"),
        ("#part", "#part"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("", ""),
    ],
)
def test_links(written: str, printed: str) -> None:
    assert links(root="/b/").link(written) == printed


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("x.png", "/b/here/x.png"),
        ("img/far.png", "/b/img/far.png"),
        ("/img/far.png", "/b/img/far.png"),
        ("/b/img/far.png", "/b/img/far.png"),
        ("https://e.example/a.png", "https://e.example/a.png"),
        ("https%3A%2F%2Fe.example%2Fa%20b.png", "https://e.example/a%20b.png"),
        ("data:image/png;base64,AA==", "data:image/png;base64,AA=="),
        ("C:\\pics\\a.png", "C:\\pics\\a.png"),
        ("c:%5Cpics%5Ca.png", "c:\\pics\\a.png"),
        ("#sprite", "#sprite"),
        ("", ""),
    ],
)
def test_pictures(written: str, printed: str) -> None:
    assert links(root="/b/").image(written) == printed


def test_without_the_root_put_before_them_relative_pictures_stay() -> None:
    found = links(root="/b/", marked={"prependRoot": False})
    assert found.image("img/far.png") == "img/far.png"
    assert found.image("/img/far.png") == "/b/img/far.png"


def test_root_links_may_be_left_as_they_are() -> None:
    found = links(root="/b/", markdown={"root_links": "off"})
    assert found.link("/docs/") == "/docs/"
    # Hexo puts the root before every picture, also where it stands already.
    assert found.image("/b/img/far.png") == "/b/b/img/far.png"


def test_wiki_links_name_titles_and_files() -> None:
    found = links(root="/b/")
    url, title = found.wiki("High tide") or ("", "")
    assert title == "High tide"
    assert found.wiki("tide") == (url, title)
    assert found.wiki("tide#低 潮") == (f"{url}#%E4%BD%8E%20%E6%BD%AE", title)
    assert found.wiki("about") == ("/b/about.html", "Us")
    assert found.wiki("nowhere") is None


def test_a_printed_url_leads_back_to_what_was_written() -> None:
    found = links()
    printed = found.image("x.png")
    assert found.place_of(printed) == Span(path="source/_posts/here.md", line=5, column=10)


def test_the_block_of_a_url_says_where_to_look_for_it() -> None:
    found = links()
    printed = found.image("x.png")
    found.locate(printed, 3)
    assert found.place_of(printed) == Span(path="source/_posts/here.md", line=7, column=11)
    found.locate(printed, 1)  # the first place that is noted stays
    assert found.place_of(printed).line == 7


def test_an_encoded_url_is_found_as_it_was_written() -> None:
    found = links()
    printed = found.link("%E4%B8%AD%E6%96%87.html")
    assert found.place_of(printed) == Span(path="source/_posts/here.md", line=8, column=9)


def test_a_url_that_stands_nowhere_is_at_the_line_of_its_block() -> None:
    found = links()
    assert found.place_of("/made/") == Span(path="source/_posts/here.md", line=5)
    found.locate("/made/", 3)
    assert found.place_of("/made/") == Span(path="source/_posts/here.md", line=7)
    found.locate("/beyond/", 99)
    assert found.place_of("/beyond/").line == 5 + 99 - 1


@pytest.mark.parametrize(
    ("html", "made"),
    [
        ('<img src="x.png">', '<img src="/here/x.png">'),
        ("<IMG alt=a SRC=x.png>", '<IMG alt=a SRC="/here/x.png">'),
        ('<a href="x.png">', '<a href="/here/x.png">'),
        ('<video src="x.png" poster="x.png">', '<video src="/here/x.png" poster="/here/x.png">'),
        (
            '<img srcset="x.png 1x, far.png 2x, x.png">',
            '<img srcset="/here/x.png 1x, far.png 2x, /here/x.png">',
        ),
        ('<img src="far.png">', '<img src="far.png">'),
        ('<img src="/x.png"> <img src="#x.png">', '<img src="/x.png"> <img src="#x.png">'),
        ('<img src="https://e.example/x.png">', '<img src="https://e.example/x.png">'),
        ('<iframe src="x.png">', '<iframe src="x.png">'),
        ("<!-- <img src='x.png'> -->", "<!-- <img src='x.png'> -->"),
    ],
)
def test_raw_html_leads_to_the_documents_files(html: str, made: str) -> None:
    assert resolve_assets(html, links()) == made
