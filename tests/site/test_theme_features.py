"""What our themes add to posts, each switched on and off by its settings."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest

from tests.site.pages import requests_of
from tests.sites import SiteBuilder, text_of

THEMES = pytest.mark.parametrize("theme", ["tessera", "folio"])
POST = "2024/03/05/first/index.html"


def use(site: SiteBuilder, theme: str = "tessera", **settings: Any) -> None:
    site.configure(theme=theme, author="Keeper", theme_config=settings)


def pages(site: SiteBuilder) -> dict[str, str]:
    """Every page of the site; no setting was found wrong."""
    made = site.make(datetime(2024, 6, 1, 12, tzinfo=UTC))
    assert [each.message for each in made.diagnostics if each.severity != "info"] == []
    return {path: text_of(made, path) for path in made.outputs if path.endswith(".html")}


def page(site: SiteBuilder, path: str = POST) -> str:
    return pages(site)[path]


def box(html: str, tag: str, name: str) -> str:
    found = re.search(rf'<{tag} class="{name}".*?</{tag}>', html, re.DOTALL)
    return found[0] if found else ""


def titles(html: str) -> list[str]:
    return re.findall(r"<a[^>]*>([^<]+)</a>", html)


def write_series(site: SiteBuilder) -> None:
    """Three parts, published out of order, and a post that is none."""
    site.post("a", title="Knots, part 3", date="2024-01-01")
    site.post("b", title="Knots, part 1", date="2024-01-02")
    site.post("c", title="Knots, part 2", date="2024-01-03")
    site.post("first", title="Other")


@THEMES
def test_a_series_by_its_titles_is_in_the_order_of_its_numbers(
    site: SiteBuilder, theme: str
) -> None:
    use(site, theme)
    write_series(site)
    html = page(site, "2024/01/03/c/index.html")
    shown = box(html, "details", "series")
    assert titles(shown) == ["Knots, part 1", "Knots, part 3"]
    assert '<li aria-current="true">Knots, part 2</li>' in shown
    assert "2 / 3" in shown
    around = box(html, "nav", "neighbours")
    assert re.findall(r'<a rel="(\w+)" href="([^"]*)"', around) == [
        ("prev", "/2024/01/02/b/"),
        ("next", "/2024/01/01/a/"),
    ]
    assert box(page(site), "details", "series") == ""


def test_titles_make_no_series_where_that_is_off(site: SiteBuilder) -> None:
    use(site, series={"detect_titles": False})
    write_series(site)
    assert box(page(site, "2024/01/03/c/index.html"), "details", "series") == ""


def test_a_series_that_posts_name(site: SiteBuilder) -> None:
    use(site, series={"detect_titles": False})
    site.post("first", series="Ropes")
    site.post("second", series="Ropes", date="2024-01-02")
    site.post("third", series=False, title="Ropes 3", date="2024-01-01")
    assert titles(box(page(site), "details", "series")) == ["second"]


@THEMES
def test_related_posts(site: SiteBuilder, theme: str) -> None:
    for name in ("first", "second", "third", "fourth"):
        site.post(name, tags=["rope", "tide"])
    site.post("hidden", tags=["rope", "tide"], hide=True)
    site.post("far", tags=["cook"])
    for count, expected in ((2, 2), (12, 3), (0, 0), (False, 0)):
        use(site, theme, related=count)
        shown = titles(box(page(site), "section", "related"))
        assert len(shown) == expected, count
        assert not {"hidden", "far", "first"}.intersection(shown)


@THEMES
def test_notices(site: SiteBuilder, theme: str) -> None:
    use(site, theme)
    for kind in ("ai", "translation", "draft", "outdated", "Mind the gap & <step>"):
        site.post("first", notice=kind)
        shown = box(page(site), "p", "notice")
        assert shown, kind
        assert "notice." not in shown, "the text is there in the page's language"
    assert "Mind the gap &amp; &lt;step&gt;" in shown


def test_posts_that_grew_old(site: SiteBuilder) -> None:
    site.post("first")
    site.post("kept", noticeOutdate=False)
    site.post("fresh", updated="2024-05-31 09:00:00")
    use(site)
    assert box(page(site), "p", "notice") == ""
    use(site, notice={"outdated": 60})
    assert "88 days ago" in box(page(site), "p", "notice")
    for name in ("kept", "fresh"):
        assert box(page(site, f"2024/03/05/{name}/index.html"), "p", "notice") == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("BY", "licenses/by/4.0"),
        ("by-nc-nd", "licenses/by-nc-nd/4.0"),
        ("CC BY-SA 4.0", "licenses/by-sa/4.0"),
        ("CC0", "publicdomain/zero/1.0"),
        ("Ask me first.", "Ask me first."),
        (False, ""),
        (None, ""),
    ],
)
def test_licences(site: SiteBuilder, value: Any, expected: str) -> None:
    use(site, license=value)
    site.post("first")
    html = page(site)
    shown = box(html, "aside", "license")
    assert bool(shown) == bool(expected)
    assert expected in shown
    if expected:
        assert expected in box(html, "footer", "site-footer")
        assert "https://quay.example/2024/03/05/first/" in shown
        assert "Keeper" in shown


COMMENTS: Mapping[str, tuple[dict[str, Any], str]] = {
    "giscus": ({"repo": "a/b", "repo_id": "R", "category": "C"}, "https://giscus.app/client.js"),
    "utterances": ({"repo": "a/b", "label": "talk"}, "https://utteranc.es/client.js"),
    "waline": ({"server_url": "https://talk.example"}, "waline.js"),
    "twikoo": ({"env_id": "https://talk.example"}, "twikoo.all.min.js"),
    "disqus": ({"shortname": "quay"}, "https://quay.disqus.com/embed.js"),
}


@pytest.mark.parametrize("kind", COMMENTS)
@pytest.mark.parametrize("load", ["click", "visible"])
def test_comments_are_a_plan_until_a_reader_asks(site: SiteBuilder, kind: str, load: str) -> None:
    settings, script = COMMENTS[kind]
    use(site, comments={"type": kind, "load": load, kind: settings})
    site.post("first")
    site.page("plain/index.md")
    site.page("quiet/index.md", comments=False)
    made = pages(site)
    for path in (POST, "plain/index.html"):
        shown = box(made[path], "section", "comments")
        plan = re.search(r'<script type="application/json">(.*?)</script>', shown, re.DOTALL)
        assert plan is not None
        assert script in json.dumps(json.loads(plan[1]))
        assert f'data-comments="{kind}" data-load="{load}"' in shown
        data = re.search(r'id="site-data">(.*?)</script>', made[path], re.DOTALL)
        assert data is not None
        assert json.loads(data[1])["comments"].startswith("/js/comments.")
    assert box(made["quiet/index.html"], "section", "comments") == ""
    assert 'class="comments"' not in made["index.html"]
    assert all(requests_of(html) == [] for html in made.values())


def test_values_of_settings_cannot_leave_their_plan(site: SiteBuilder) -> None:
    use(site, comments={"type": "giscus", "giscus": {"repo": "</script><b>\"'&"}})
    site.post("first")
    html = page(site)
    assert "</script><b>" not in html
    plan = re.search(r'data-comments.*?json">(.*?)</script>', html, re.DOTALL)
    assert plan is not None
    assert json.loads(plan[1])["attributes"]["data-repo"] == "</script><b>\"'&"


ANALYTICS: Mapping[str, tuple[dict[str, Any], str]] = {
    "umami": ({"website_id": "w1"}, "cloud.umami.is/script.js"),
    "plausible": ({"domain": "quay.example"}, "plausible.io/js/script.js"),
    "google": ({"id": "G-1"}, "googletagmanager.com/gtag/js?id=G-1"),
    "baidu": ({"id": "b1"}, "hm.baidu.com/hm.js?b1"),
    "busuanzi": ({}, "busuanzi.ibruce.info"),
}


@pytest.mark.parametrize("kind", ANALYTICS)
def test_analytics_that_were_asked_for(site: SiteBuilder, kind: str) -> None:
    settings, url = ANALYTICS[kind]
    use(site, analytics={"type": kind, kind: settings})
    site.post("first")
    made = pages(site)
    for path in (POST, "index.html", "archives/index.html"):
        assert url in made[path], path
    others = {name for name in ANALYTICS if name != kind}
    assert not any(ANALYTICS[name][1] in made[POST] for name in others)


@pytest.mark.parametrize("kind", ANALYTICS)
def test_a_counter_is_a_plan_until_it_is_known_what_the_reader_wants(
    site: SiteBuilder, kind: str
) -> None:
    site.post("first")
    for dnt in (True, False):
        use(site, analytics={"type": kind, "dnt": dnt, kind: ANALYTICS[kind][0]})
        html = page(site)
        assert requests_of(html) == []
        assert f'data-analytics="{kind}" data-dnt="{str(dnt).lower()}"' in html


@THEMES
def test_filings_in_china(site: SiteBuilder, theme: str) -> None:
    site.post("first")
    use(site, theme)
    assert "beian" not in page(site)
    beian = {"icp": "京ICP备1号", "police": "京公网安备 2号", "police_code": 3}
    use(site, theme, footer={"beian": beian})
    made = pages(site)
    for path in (POST, "index.html", "404.html"):
        shown = box(made[path], "p", "footer-line beian")
        assert 'href="https://beian.miit.gov.cn/"' in shown
        assert "京ICP备1号" in shown
        assert "code=3" in shown
        assert requests_of(made[path]) == []
    use(site, theme, footer={"beian": {"icp": "京ICP备1号"}})
    assert "mps.gov.cn" not in page(site)


@THEMES
def test_the_footer(site: SiteBuilder, theme: str) -> None:
    site.post("first")
    use(site, theme, footer={"since": 2019, "text": "Made <b>slowly</b>."})
    shown = box(page(site), "footer", "site-footer")
    assert "© 2019–2024 Keeper" in " ".join(shown.split())
    assert "Made <b>slowly</b>." in shown
    use(site, theme, footer={"since": 2024})
    assert "© 2024 Keeper" in " ".join(page(site).split())


@THEMES
def test_nothing_is_asked_of_others_unless_it_is_configured(site: SiteBuilder, theme: str) -> None:
    use(site, theme)
    body = "$x^2$\n\n```mermaid\ngraph LR\nA-->B\n```\n\n```python\nx = 1\n```\n"
    site.post("first", body, tags=["t"], categories=["c"])
    site.post("second", tags=["t"], index_img="https://pics.example/a.png")
    for kind in ("about", "link", "tags", "categories", "search"):
        site.page(f"{kind}-page/index.md", type=kind, title=kind)
    made = pages(site)
    assert len(made) > 12
    theirs = {url for html in made.values() for url in requests_of(html)}
    # What an author names in a post is the author's wish.
    assert theirs <= {"https://pics.example/a.png"}


def test_neighbours_search_and_progress_can_be_switched_off(site: SiteBuilder) -> None:
    site.post("first")
    site.post("second", date="2024-03-06")
    use(site)
    html = page(site)
    assert box(html, "nav", "neighbours")
    assert "data-search " in html
    assert 'class="progress"' in html
    use(site, prev_next=False, search=False, progress=False)
    made = pages(site)
    html = made[POST]
    assert box(html, "nav", "neighbours") == ""
    assert "data-search " not in html
    assert 'class="progress"' not in html


@THEMES
def test_links_and_the_profile(site: SiteBuilder, theme: str) -> None:
    links = [
        {"name": "A", "url": "https://a.example/", "intro": "First", "avatar": "/img/a.png"},
        {"title": "B", "link": "https://b.example/", "description": "Second"},
    ]
    about = {"intro": "Keeps it.", "links": [{"name": "Code", "url": "https://code.example/me"}]}
    use(site, theme, links=links, about=about)
    site.page("links/index.md", layout="links", title="Links")
    site.page("about/index.md", layout="about", title="About")
    made = pages(site)
    shown = box(made["links/index.html"], "ul", "friends")
    for text in ("https://a.example/", "First", "/img/a.png", "https://b.example/", "Second"):
        assert text in shown
    shown = made["about/index.html"]
    assert "Keeps it." in shown
    assert '<a href="https://code.example/me"' in re.sub(r' target="_blank"', "", shown)


def test_links_from_data_files_in_groups(site: SiteBuilder) -> None:
    """Butterfly's `_data/link.yml`."""
    use(site)
    site.write(
        "source/_data/link.yml",
        "- class_name: Near\n  class_desc: Next door\n  link_list:\n"
        "    - {name: A, link: https://a.example/, avatar: /img/a.png, descr: First}\n"
        "- class_name: Far\n  link_list:\n    - {name: B, link: https://b.example/}\n",
    )
    site.page("link/index.md", type="link", title="Links")
    html = page(site, "link/index.html")
    assert re.findall(r"<h2[^>]*>([^<]*)</h2>", html) == ["Near", "Far"]
    assert "Next door" in html
    assert html.index("https://a.example/") < html.index("Far") < html.index("https://b.example/")
    assert "First" in html


@THEMES
@pytest.mark.parametrize(
    ("dialect", "feed", "linked"), [("inkpost", None, True), ("inkpost", False, False),
                                    ("hexo", None, False)],
)  # fmt: skip
def test_the_footer_links_to_a_feed_that_is_there(
    site: SiteBuilder, theme: str, dialect: str, feed: bool | None, linked: bool
) -> None:
    own = {} if feed is None else {"feed": feed}
    site.configure(theme=theme, dialect=dialect, **own)
    site.post("first")
    made = site.make()
    assert ("atom.xml" in made.outputs) is linked
    assert ("atom.xml" in text_of(made, "index.html")) is linked
