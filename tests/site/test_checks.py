"""Links, anchors and pictures that lead nowhere, told with file and line."""

from __future__ import annotations

import re
from typing import Any

import pytest

from inkpost.errors import Diagnostic
from tests.sites import SiteBuilder, text_of

FIRST_LINE = 6  # of a body: front matter of four lines and a blank one stand before it


def findings(site: SiteBuilder) -> list[Diagnostic]:
    return [item for item in site.make().diagnostics if item.severity == "warning"]


def told(site: SiteBuilder, body: str, **front: Any) -> list[tuple[str, str]]:
    """Code and message of what is found in a post with this body."""
    site.post("first", body, **front)
    return [(item.code, item.message) for item in findings(site)]


@pytest.fixture(autouse=True)
def _other(site: SiteBuilder) -> None:
    site.post("second", "## Part one\n\n## 第二节\n")
    site.write("source/img/map.png", b"\x89PNG")
    site.write("source/_posts/first/own.png", b"\x89PNG")


@pytest.mark.parametrize(
    "body",
    [
        "[a](/2024/03/05/second/)",
        "[a](/2024/03/05/second)",
        "[a](/2024/03/05/second/index.html)",
        "[a](../second/)",
        "[a](https://quay.example/2024/03/05/second/)",
        "[a](/2024/03/05/second/#Part-one)",
        "[a](/2024/03/05/second/#%E7%AC%AC%E4%BA%8C%E8%8A%82)",
        "[a](#own)\n\n## own",
        "[a](/img/map.png) ![](/img/map.png) ![](own.png) ![](first/own.png)",
        "[a](https://elsewhere.example/nowhere/)",
        "[a](mailto:a@b.example) [b](tel:1) [c](javascript:void0)",
        "[a](//cdn.example/x.js)",
        "[a](/nowhere/?q=1)",
        "[a](/tags/x/) [b](/archives/) [c](/atom.xml)",
        "![](https://elsewhere.example/x.png) ![](data:image/png;base64,AA==)",
        "`[a](/nowhere/)`\n\n```\n[a](/nowhere/) ![](no.png)\n```",
        "[a](/)",
    ],
)
def test_what_leads_somewhere_is_not_told(site: SiteBuilder, body: str) -> None:
    assert told(site, body, tags=["x"]) == []


@pytest.mark.parametrize(
    ("body", "code", "shown"),
    [
        ("[a](/nowhere/)", "broken-link", "/nowhere/"),
        ("[a](../third/)", "broken-link", "third"),
        ("[a](https://quay.example/nowhere/)", "broken-link", "https://quay.example/nowhere/"),
        ("[a](/2024/03/05/second/#nowhere)", "broken-anchor", "#nowhere"),
        ("[a](#nowhere)", "broken-anchor", "#nowhere"),
        ("![](no.png)", "missing-picture", "no.png"),
        ("![](/img/no.png)", "missing-picture", "/img/no.png"),
        ("![](图.png)", "missing-picture", "图.png"),
        ("<img src='no.png'>", "missing-picture", "no.png"),
        ("![](file:///home/me/a.png)", "local-file", "file:///home/me/a.png"),
        ("![](/Users/me/a.png)", "local-file", "/Users/me/a.png"),
        ("![](C:\\\\a.png)", "local-file", "C:"),
    ],
)
def test_what_leads_nowhere_is_told(site: SiteBuilder, body: str, code: str, shown: str) -> None:
    found = told(site, body)
    assert [each for each, _ in found] == [code]
    assert shown in found[0][1]


def test_what_only_looks_like_a_tag_is_shown_as_it_was_written(site: SiteBuilder) -> None:
    found = told(site, "[a]({%nope_x%}) ![]({%nope_y%}.png)")
    assert ("broken-link", '"{%nope_x%}" leads to no page') in found
    assert ("missing-picture", 'the picture "/{%nope_y%}.png" is not there') in found


def test_each_place_is_that_of_the_link(site: SiteBuilder) -> None:
    site.post("first", "One.\n\nTwo [a](/no-1/) and\nthree [b](/no-2/).\n\n- x\n- [c](/no-3/)\n")
    places = [(item.span.line, item.span.column) for item in findings(site) if item.span]
    assert [line for line, _ in places] == [FIRST_LINE + 2, FIRST_LINE + 3, FIRST_LINE + 6]
    assert places[0][1] > 1


def test_one_link_written_twice_is_told_where_it_stands(site: SiteBuilder) -> None:
    site.post("first", "[a](/no/)\n\nText.\n\n[b](/no/)\n")
    found = findings(site)
    assert {item.code for item in found} == {"broken-link"}
    assert all(item.span and item.span.path == "source/_posts/first.md" for item in found)


def test_near_names_are_offered(site: SiteBuilder) -> None:
    site.post("first", "[a](/2024/03/05/secnd/) [b](/2024/03/05/second/#Part-on) ![](onw.png)\n")
    hints = {item.code: item.hint for item in findings(site)}
    assert hints["broken-link"] == 'did you mean "/2024/03/05/second/"?'
    assert hints["broken-anchor"] == 'did you mean "#Part-one"?'
    assert hints["missing-picture"] == 'did you mean "own.png"?'


def test_a_link_to_a_source_file_is_told_what_to_write(site: SiteBuilder) -> None:
    site.configure(asset_links="off")
    site.post("first", "[a](second.md)\n")
    (found,) = findings(site)
    assert "post_link" in (found.hint or "")


def test_a_link_to_a_markdown_file_leads_to_its_page(site: SiteBuilder) -> None:
    site.configure(url="https://quay.example/blog")
    site.post("sub/第 三", "Words.\n")
    site.page("about/index.md", "[a](../_posts/second.md)")
    body = (
        "[a](second.md) [b](./second.md#Part-one) [c](sub/%E7%AC%AC%20%E4%B8%89.md) "
        "[d](../about/index.md?x#y) [e](<sub/第 三.md> \"t\") <a href='second.md'>f</a>"
    )
    assert told(site, body) == []
    made = text_of(site.make(), "2024/03/05/first/index.html")
    assert re.findall(r'<a[^>]* href="?([^" >]*)"?[^>]*>[a-f]</a>', made) == [
        "/blog/2024/03/05/second/",
        "/blog/2024/03/05/second/#Part-one",
        "/blog/2024/03/05/sub/%E7%AC%AC%20%E4%B8%89/",
        "/blog/about/?x#y",
        "/blog/2024/03/05/sub/%E7%AC%AC%20%E4%B8%89/",
        "/blog/2024/03/05/second/",
    ]
    assert told(site, "[a](second.md#Part-onne)")[0][0] == "broken-anchor"
    assert told(site, "[a](third.md)")[0][0] == "broken-link"
    site.configure(dialect="hexo")
    site.post("first", "[a](second.md)")
    assert 'href="second.md"' in text_of(site.make(), "2024/03/05/first/index.html")


def test_the_roots_path_is_part_of_a_link(site: SiteBuilder) -> None:
    site.configure(url="https://quay.example/blog")
    good = "[a](/blog/2024/03/05/second/) [b](/2024/03/05/second/) ![](/img/map.png)"
    assert told(site, good) == []
    (found,) = told(site, "[a](https://quay.example/other/)\n[b](/blog/nowhere/)")
    assert found[0] == "broken-link"


def test_covers_that_are_not_there_are_told_at_their_key(site: SiteBuilder) -> None:
    site.post("first", index_img="onw.png")
    (found,) = findings(site)
    assert found.code == "missing-picture"
    assert found.span is not None
    assert (found.span.path, found.span.line) == ("source/_posts/first.md", 4)
    assert found.hint == 'did you mean "own.png"?'
    for good in ("own.png", "first/own.png", "/img/map.png", "https://a.example/x.png", "#fff"):
        site.post("first", index_img=good)
        assert findings(site) == []


def test_checks_may_be_turned_off(site: SiteBuilder) -> None:
    site.configure(check={"links": False})
    assert told(site, "[a](/nowhere/) ![](no.png)") == []


def test_a_hidden_draft_is_no_target(site: SiteBuilder) -> None:
    site.post("third", published=False)
    assert [code for code, _ in told(site, "[a](/2024/03/05/third/)")] == ["broken-link"]


def test_pages_are_checked_too(site: SiteBuilder) -> None:
    site.page("about/index.md", "[a](no.html) ![](me.png)\n")
    assert sorted(item.code for item in findings(site)) == ["broken-link", "missing-picture"]
    site.write("source/about/me.png", b"\x89PNG")
    site.write("source/about/no.html", "<p>x</p>")
    assert findings(site) == []
