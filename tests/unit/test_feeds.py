"""Our feeds, sitemaps and robots.txt, and those of the original plug-ins."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from inkpost.builtin.feedbody import absolute_url, absolute_urls
from inkpost.config import ConfigFile, make_config
from inkpost.hexo.feedtext import cdata, cut_content, escape_xml, iso_utc
from tests.unit.sites import NOW, make_site, text_of

ATOM = "{http://www.w3.org/2005/Atom}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
SITEMAP = "{http://www.sitemaps.org/schemas/sitemap/0.9}"

POSTS = {
    "source/_posts/tide.md": (
        "---\ntitle: Tide & <moon>\ndate: 2024-01-02 00:00:00\ntags: [sea, 潮汐]\n---\n"
        "The level is $h = \\frac{a}{2}$.\n\n[list](/about/) ![chart](/img/a.png) [here](#up)\n\n"
        "<!-- more -->\n\nIt ]]> ends\x0bhere 🚢.\n"
    ),
    "source/_posts/wind.md": (
        "---\ntitle: Wind\ndate: 2024-01-03 00:00:00\nupdated: 2024-03-01 00:00:00\n---\n"
        "Wind from the west all day, and rain towards the evening.\n"
    ),
    "source/_posts/hidden.md": "---\ntitle: Hidden\ndate: 2024-01-04\nhide: true\n---\nNo one.\n",
    "source/_posts/draft.md": "---\ntitle: Draft\ndate: 2024-01-05\ndraft: true\n---\nNot yet.\n",
    "source/img/a.png": "picture",
    "source/about/index.md": "---\ntitle: About\ndate: 2024-01-01\n---\n# up\n",
    "source/404.md": "---\ntitle: Lost\ndate: 2024-01-01\n---\nGone.\n",
}


def test_the_feed_is_valid_and_complete(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS)
    root = ElementTree.fromstring(text_of(made, "atom.xml"))
    entries = root.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == ["Wind", "Tide & <moon>"]
    content = entries[1].findtext(f"{ATOM}content") or ""
    assert "<math" in content
    assert "annotation" not in content
    assert "katex" not in content
    assert 'href="https://blog.example/about/"' in content
    assert 'src="https://blog.example/img/a.png"' in content
    assert 'href="https://blog.example/2024/01/02/tide/#up"' in content
    assert "\x0b" not in content
    categories = [each.get("term") for each in entries[1].findall(f"{ATOM}category")]
    assert categories == ["sea", "潮汐"]
    assert root.findtext(f"{ATOM}updated") == "2024-03-01T00:00:00.000Z"


@pytest.mark.parametrize(
    ("form", "shown"),
    [("tex", "$h = \\frac{a}{2}$"), ("mathml", "<math")],
)
def test_formulas_in_the_feed_are_what_the_site_asks_for(
    tmp_path: Path, form: str, shown: str
) -> None:
    made = make_site(tmp_path, POSTS, f"feed:\n  math: {form}\n")
    root = ElementTree.fromstring(text_of(made, "atom.xml"))
    content = root.findall(f"{ATOM}entry")[1].findtext(f"{ATOM}content") or ""
    assert shown in content
    assert ("<math" in content) is (form == "mathml")


def test_formulas_as_text_are_readable(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, "feed:\n  math: text\n")
    content = ElementTree.fromstring(text_of(made, "atom.xml")).findall(f"{ATOM}entry")[1]
    text = content.findtext(f"{ATOM}content") or ""
    assert "<math" not in text
    assert "h = a/2" in text.replace("\u2044", "/")


FEED = """
feed:
  type: [rss2, atom]
  path: [feed/a.xml, r]
  limit: 1
  hub: https://hub.example/
  icon: icon.png
  content: false
  content_limit: 9
  order_by: title
"""


def test_every_key_of_the_feed_is_heeded(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, FEED)
    atom = ElementTree.fromstring(text_of(made, "feed/a.xml"))
    rss = ElementTree.fromstring(text_of(made, "r.xml"))
    assert atom.findtext(f"{ATOM}icon") == "https://blog.example/icon.png"
    links = {link.get("rel"): link.get("href") for link in atom.findall(f"{ATOM}link")}
    assert links["hub"] == "https://hub.example/"
    assert links["self"] == "https://blog.example/feed/a.xml"
    titles = [item.findtext("title") for item in rss.iter("item")]
    assert titles == ["Tide & <moon>"]
    assert next(rss.iter("item")).find(CONTENT) is None


def test_a_summary_is_cut_where_the_author_wrote_none(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, "feed:\n  content_limit: 9\n")
    root = ElementTree.fromstring(text_of(made, "atom.xml"))
    summaries = [each.findtext(f"{ATOM}summary") for each in root.findall(f"{ATOM}entry")]
    assert summaries[0] == "Wind from…"
    assert summaries[1] is not None
    assert summaries[1].startswith("The level is")


def test_the_whole_post_stands_in_an_rss_feed(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, "feed:\n  type: rss2\n")
    items = list(ElementTree.fromstring(text_of(made, "rss2.xml")).iter("item"))
    assert "It ]]&gt; ends" in (items[1].findtext(CONTENT) or "")
    assert items[1].findtext("pubDate") == "Tue, 02 Jan 2024 00:00:00 GMT"


@pytest.mark.parametrize("name", ["feed", "sitemap", "robots"])
def test_what_is_switched_off_is_not_written(tmp_path: Path, name: str) -> None:
    paths = {"feed": "atom.xml", "sitemap": "sitemap.xml", "robots": "robots.txt"}
    made = make_site(tmp_path, POSTS, f"{name}: false\n")
    assert paths[name] not in made.outputs
    assert set(paths.values()) - {paths[name]} <= made.outputs.keys()


def test_a_site_without_posts_has_no_feed(tmp_path: Path) -> None:
    made = make_site(tmp_path, {"source/index.md": "---\ntitle: Home\n---\nText."})
    assert "atom.xml" not in made.outputs
    assert not made.failed


def test_a_page_names_the_feed_once(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS)
    page = text_of(made, "2024/01/03/wind/index.html")
    assert page.count("application/atom+xml") == 1
    assert 'href="/atom.xml"' in page
    silent = make_site(tmp_path, POSTS, "feed:\n  autodiscovery: false\n")
    assert "application/atom+xml" not in text_of(silent, "2024/01/03/wind/index.html")


def test_the_sitemap_lists_what_may_be_found(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, "sitemap:\n  path: [map.xml, map.txt]\n  rel: true\n")
    urls = ElementTree.fromstring(text_of(made, "map.xml")).iter(f"{SITEMAP}loc")
    found = [url.text for url in urls]
    assert found == text_of(made, "map.txt").splitlines()
    assert found[:2] == ["https://blog.example/", "https://blog.example/2024/01/03/wind/"]
    assert "https://blog.example/about/" in found
    assert not [url for url in found if url and ("hidden" in url or "404" in url)]
    assert "https://blog.example/tags/%E6%BD%AE%E6%B1%90/" in found
    assert 'rel="sitemap"' in text_of(made, "2024/01/03/wind/index.html")
    assert "Sitemap: https://blog.example/map.xml\n" in text_of(made, "robots.txt")


def test_robots_are_told_what_the_plug_in_s_key_says(tmp_path: Path) -> None:
    made = make_site(
        tmp_path, POSTS, 'robotstxt:\n  useragent: "*"\n  disallow: [/one_file.html]\n'
    )
    assert text_of(made, "robots.txt").splitlines()[:2] == [
        "User-agent: *",
        "Disallow: /one_file.html",
    ]


def test_search_data_is_written_for_a_blog_that_names_the_plug_in(tmp_path: Path) -> None:
    config = "plugins: [hexo-generator-searchdb]\n"
    entries = json.loads(text_of(make_site(tmp_path, POSTS, config), "search.json"))
    tide = next(entry for entry in entries if entry["title"] == "Tide & <moon>")
    assert tide["url"] == "/2024/01/02/tide/"
    assert tide["tags"] == ["sea", "潮汐"]
    assert "<" not in tide["content"].replace("<moon>", "")
    assert "annotation" not in tide["content"]


def test_search_data_as_xml_is_valid(tmp_path: Path) -> None:
    config = "plugins: [hexo-generator-search]\nsearch:\n  path: search.xml\n  field: all\n"
    root = ElementTree.fromstring(text_of(make_site(tmp_path, POSTS, config), "search.xml"))
    urls = [each.text for each in root.iter("url")]
    assert "/2024/01/02/tide/" in urls
    assert "/about/index.html" in urls or "/about/" in urls
    assert "]]>" in "".join(each.text or "" for each in root.iter("content")).replace("&gt;", ">")


PLUGINS = "plugins: [hexo-generator-feed, hexo-generator-sitemap, hexo-generator-searchdb]\n"


def test_the_originals_feed_is_written_in_the_stock_dialect(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, f"dialect: hexo\n{PLUGINS}")
    root = ElementTree.fromstring(text_of(made, "atom.xml"))
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == 3
    assert 'src="/img/a.png"' in (entries[2].findtext(f"{ATOM}content") or "")
    assert root.findtext(f"{ATOM}generator") == "Hexo"
    assert "robots.txt" not in made.outputs


def test_without_the_plug_in_the_stock_dialect_has_no_feed(tmp_path: Path) -> None:
    made = make_site(tmp_path, POSTS, "dialect: hexo\n")
    assert not {"atom.xml", "sitemap.xml", "search.json", "robots.txt"} & made.outputs.keys()


@pytest.mark.parametrize(
    ("given", "kinds", "paths"),
    [
        ({}, "atom", "atom.xml"),
        ({"type": "rss2"}, "rss2", "rss2.xml"),
        ({"type": "json"}, "atom", "atom.xml"),
        ({"type": ["rss2", "atom"]}, ["atom", "rss2"], ["atom.xml", "rss2.xml"]),
        ({"type": ["rss2"], "path": "x.xml"}, ["rss2"], ["rss2.xml"]),
        ({"type": ["atom", "rss2"], "path": ["f"]}, ["atom", "rss2"], ["f.xml", "rss2.xml"]),
        ({"type": "atom", "path": ["f"]}, "atom", "atom.xml"),
        ({"type": "atom", "path": "feed/all"}, "atom", "feed/all.xml"),
        ({"type": []}, "atom", "atom.xml"),
    ],
)
def test_kinds_and_paths_are_completed_as_the_original_does(
    given: object, kinds: object, paths: object
) -> None:
    values = {"dialect": "hexo", "plugins": ["hexo-generator-feed"], "feed": given}
    file = ConfigFile(path="_config.yml", values=values, spans={})
    feed = make_config([file], process_timezone="UTC").get("feed")
    assert feed["type"] == kinds
    assert feed["path"] == paths


@pytest.mark.parametrize(
    ("url", "meant"),
    [
        ("/a.png", "https://b.example/a.png"),
        ("a.png", "https://b.example/x/a.png"),
        ("../a.png", "https://b.example/a.png"),
        ("//c.example/a", "https://c.example/a"),
        ("#part", "https://b.example/x/#part"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        ("data:image/png;base64,AAA", "data:image/png;base64,AAA"),
        ("http://[x", "http://[x"),
    ],
)
def test_a_url_is_made_absolute(url: str, meant: str) -> None:
    assert absolute_url(url, "https://b.example/x/") == meant


def test_urls_of_pictures_in_sizes_and_of_svg() -> None:
    html = '<img srcset="a.png 1x, /b.png 2x" src=\'c.png\'><svg><use href="#i"/></svg>'
    assert absolute_urls(html, "https://b.example/x/") == (
        '<img srcset="https://b.example/x/a.png 1x, https://b.example/b.png 2x"'
        ' src="https://b.example/x/c.png"><svg><use href="#i"/></svg>'
    )


@pytest.mark.parametrize(
    ("text", "limit", "delimiter", "cut"),
    [
        ("one two three", 9, " ", "one two"),
        ("one two three", 9, "", "one two t"),
        ("onetwo", 3, " ", "one"),
        ("🚢🚢", 2, "", "🚢"),
        ("abc", None, "", ""),
        ("abc", "x", "", ""),
        ("abc", -1, "", ""),
    ],
)
def test_content_is_cut_as_the_original_does(
    text: str, limit: object, delimiter: str, cut: str
) -> None:
    assert cut_content(text, limit, delimiter) == cut


def test_text_for_xml() -> None:
    section = cdata("x]]>y\x00")
    assert ElementTree.fromstring(f"<a>{section}</a>").text == "x]]>y"
    assert escape_xml("a\x08<\ud800\"'&") == "a&lt;&quot;&#x27;&amp;"
    assert escape_xml(None) == ""
    assert iso_utc(NOW) == "2024-06-01T12:00:00.000Z"
