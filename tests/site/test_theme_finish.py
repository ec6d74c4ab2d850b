"""What stands at the edges: the bars of the browser, counters, the picture of the home page."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.sites import SiteBuilder, text_of

THEMES = pytest.mark.parametrize("theme", ["tessera", "folio"])
POST = "2024/03/05/first/index.html"


def page(site: SiteBuilder, path: str, theme: str = "tessera", **settings: Any) -> str:
    site.configure(theme=theme, theme_config=settings)
    made = site.make()
    assert [each.message for each in made.diagnostics if each.severity != "info"] == []
    return text_of(made, path)


@THEMES
@pytest.mark.parametrize(
    ("height", "style"), [({}, ""), ({"hero_height": 25}, ' style="--banner: 25vh"')]
)
def test_the_home_page_begins_with_the_picture_that_is_named(
    site: SiteBuilder, theme: str, height: dict[str, int], style: str
) -> None:
    site.post("first")
    site.write("source/img/top.png", b"x")
    home = {"hero": "/img/top.png", **height}
    html = page(site, "index.html", theme, home=home)
    assert f'<div class="banner"{style}><img src="/img/top.png"' in html
    assert 'class="banner"' not in page(site, POST, theme, home=home)
    assert 'class="banner"' not in page(site, "index.html", theme)


@pytest.mark.parametrize(
    ("theme", "settings", "colours"),
    [
        ("tessera", {}, ["#f4f6f6", "#14181b"]),
        ("folio", {}, ["#ffffff", "#14181b"]),
        ("folio", {"tokens": {"bg": "#fffaf0"}}, ["#fffaf0", "#14181b"]),
        ("folio", {"scheme": "light"}, ["#ffffff"]),
        ("tessera", {"scheme": "dark"}, ["#14181b"]),
    ],
)
def test_the_bars_of_the_browser_have_the_ground_of_the_page(
    site: SiteBuilder, theme: str, settings: dict[str, Any], colours: list[str]
) -> None:
    site.post("first")
    html = page(site, "index.html", theme, **settings)
    assert re.findall(r'<meta name="theme-color"[^>]* content="([^"]*)"', html) == colours


def test_links_of_the_settings_have_a_page(site: SiteBuilder) -> None:
    links = [{"name": "A", "url": "https://a.example/"}]
    site.post("first")
    menu = [{"key": "links", "url": "/links/"}]
    html = page(site, "links/index.html", links=links, menu=menu)
    assert "<h1>Links</h1>" in html
    assert 'class="friend" ' in html
    assert 'href="/links/" aria-current="page"' in html


def test_no_page_of_links_beside_the_authors_own(site: SiteBuilder) -> None:
    links = [{"name": "A", "url": "https://a.example/"}]
    site.page("friends/index.md", "Mine.\n", type="link", title="Friends")
    site.configure(theme="tessera", theme_config={"links": links})
    made = site.make()
    assert "https://a.example/" in text_of(made, "friends/index.html")
    assert "links/index.html" not in made.outputs
    site.page("links/index.md", "Here.\n", title="Here")
    assert "<h1>Links</h1>" not in text_of(site.make(), "links/index.html")


def test_long_contents_lists_fold_unless_told_otherwise(site: SiteBuilder) -> None:
    body = "".join(f"## Part {n}\n\n### Below {n}\n\nWords.\n\n" for n in range(15))
    site.post("first", body)
    site.post("open", body, toc_expand=True)
    opened = "2024/03/05/open/index.html"
    assert " collapsing" in page(site, POST)
    assert " collapsing" not in page(site, opened)
    assert " collapsing" not in page(site, POST, toc={"expand": True})


def test_counts_of_views_are_shown_by_the_script_that_fills_them_in(site: SiteBuilder) -> None:
    """It sets `style.display`, over which the attribute `hidden` would win."""
    site.post("first")
    html = page(site, POST, analytics={"type": "busuanzi"}, meta={"views": True})
    for name in ("site_pv", "site_uv", "page_pv"):
        assert f'<span id="busuanzi_container_{name}" style="display: none">' in html
        assert f'<span id="busuanzi_value_{name}"></span>' in html
    assert "page_pv" not in page(site, POST, analytics={"type": "busuanzi"})
    assert "page_pv" not in page(site, POST, meta={"views": True})


def test_comments_that_load_by_themselves_promise_no_click(site: SiteBuilder) -> None:
    site.post("first")
    plan = {"type": "giscus", "giscus": {"repo": "a/b"}}
    assert "Comments need JavaScript." in page(site, POST, comments=plan)
    assert "only after you click" in page(site, POST, comments=plan)
    assert "only after you click" not in page(site, POST, comments=plan | {"load": "visible"})


@pytest.mark.parametrize("words", ["success", "success no-icon"])
def test_notes_have_their_name_in_the_language_of_the_page(site: SiteBuilder, words: str) -> None:
    site.post("first", f"{{% note {words} %}}\nWords.\n{{% endnote %}}\n", lang="zh-CN")
    site.configure(theme="tessera", language=["en", "zh-CN"])
    assert '<p class="callout-title">提示</p>' in text_of(site.make(), POST)


@pytest.mark.parametrize(
    ("config", "link"),
    [({}, "/archives/"), ({"archive_dir": "all/"}, "/all/"),
     ({"archive_generator": {"enabled": False}}, "/")],
)  # fmt: skip
def test_without_script_the_search_leads_to_the_archive_where_it_is(
    site: SiteBuilder, config: dict[str, Any], link: str
) -> None:
    site.post("first")
    site.configure(theme="tessera", **config)
    html = text_of(site.make(), "404.html")
    assert re.findall(r'<a class="tool" href="([^"]*)"', html) == [link]
    fallback = re.findall(r'class="search-fallback">.*?</p>', html)
    assert [f'href="{link}"' in each for each in fallback] == [link != "/"]
