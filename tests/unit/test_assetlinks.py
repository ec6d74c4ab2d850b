from __future__ import annotations

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from inkpost.assetlinks import AssetResolver
from inkpost.hexo.urls import UrlRules
from inkpost.model import Asset, Page, Post
from tests.unit.sites import make_site, text_of

WHEN = datetime(2024, 1, 2, tzinfo=UTC)
POST = Post(
    source="_posts/net/tcp.md", file="source/_posts/net/tcp.md", title="tcp", date=WHEN,
    updated=None, layout="post", path="2024/01/02/net/tcp/", permalink="", slug="net/tcp",
    asset_dir="_posts/net/tcp/",
)  # fmt: skip
URL = "/blog/2024/01/02/net/tcp"


def page(source: str, asset_dir: str) -> Page:
    return Page(
        source=source, file=f"source/{source}", title="", date=WHEN, updated=None,
        layout="page", path=source.removesuffix("index.md").replace(".md", ".html"),
        permalink="", asset_dir=asset_dir,
    )  # fmt: skip


def owned(*names: str, post: Post = POST) -> list[Asset]:
    return [
        Asset(source=post.asset_dir + name, key=name, path=post.path + name, owner=post.id)
        for name in names
    ]


def free(*sources: str) -> list[Asset]:
    return [Asset(source=source, key=source, path=source) for source in sources]


def resolver(*assets: Asset, enabled: bool = True) -> AssetResolver:
    return AssetResolver(
        assets, UrlRules(url="https://blog.example/blog", root="/blog/"), enabled=enabled
    )


@pytest.mark.parametrize(
    "name",
    ["a.png", "./a.png", "tcp/a.png", "./tcp/a.png", "tcp.assets/a.png", "./tcp.assets/a.png",
     ".\\tcp\\a.png", ".//a.png", "./x/../a.png", "%61.png", "../net/tcp/a.png"],
)  # fmt: skip
def test_every_spelling_of_a_posts_own_file(name: str) -> None:
    assert resolver(*owned("a.png")).url(POST, name) == f"{URL}/a.png"


@pytest.mark.parametrize("name", ["a.png", "tcp/a.png", "./tcp.assets/a.png"])
def test_a_folder_as_typora_makes_it(name: str) -> None:
    post = replace(POST, asset_dir="_posts/net/tcp.assets/")
    assert resolver(*owned("a.png", post=post)).url(post, name) == f"{URL}/a.png"


@pytest.mark.parametrize(
    ("file", "name", "url"),
    [
        ("空格 图.png", "空格 图.png", "%E7%A9%BA%E6%A0%BC%20%E5%9B%BE.png"),
        ("空格 图.png", "%E7%A9%BA%E6%A0%BC%20%E5%9B%BE.png", "%E7%A9%BA%E6%A0%BC%20%E5%9B%BE.png"),
        ("空格 图.png", "tcp/空格%20图.png", "%E7%A9%BA%E6%A0%BC%20%E5%9B%BE.png"),
        ("a.png", "a.png?v=2", "a.png?v=2"),
        ("a.png", "./tcp/a.png#half", "a.png#half"),
        ("a.pdf", "a.pdf?x=1#page=3", "a.pdf?x=1#page=3"),
        ("c#.png", "c#.png", "c%23.png"),
        ("c#.png", "c%23.png?v=1", "c%23.png?v=1"),
        ("what?.png", "what%3F.png", "what%3F.png"),
        ("100%.png", "100%.png", "100%25.png"),
        ("a%20b.png", "a%20b.png", "a%2520b.png"),
        ("sub/b.png", "tcp/sub/b.png", "sub/b.png"),
    ],
)
def test_names_that_need_care(file: str, name: str, url: str) -> None:
    assert resolver(*owned(file)).url(POST, name) == f"{URL}/{url}"


WHOLE = unicodedata.normalize("NFC", "café.png")
APART = unicodedata.normalize("NFD", "café.png")


@pytest.mark.parametrize("file", [WHOLE, APART])
@pytest.mark.parametrize("name", [WHOLE, APART])
def test_accents_whole_or_apart(file: str, name: str) -> None:
    found = resolver(*owned(file)).find(POST, name)
    assert found is not None
    assert found.path.endswith(file)
    at_site = resolver(*free(f"img/{file}")).find_at(f"/blog/img/{name}")
    assert at_site is not None


def test_a_site_path_whose_file_has_its_accents_apart() -> None:
    found = resolver(*free(f"img/{APART}")).url(POST, "/img/café.png")
    assert found == "/blog/img/cafe%CC%81.png"
    assert resolver(*free("img/café.png")).url(POST, "/img/café.png") is None


def test_a_file_is_found_from_the_documents_own_folder() -> None:
    assets = resolver(*free("img/x.png", "up.png"))
    assert assets.url(POST, "../../img/x.png") == "/blog/img/x.png"
    assert assets.url(POST, "../../up.png") == "/blog/up.png"
    assert assets.url(POST, "../../../img/x.png") is None
    assert assets.url(page("about/index.md", "about/"), "../img/x.png") == "/blog/img/x.png"


@pytest.mark.parametrize(
    ("source", "folder", "file", "name"),
    [
        ("about/index.md", "about/", "about/me.jpg", "me.jpg"),
        ("about/index.md", "about/", "about/me.jpg", "./me.jpg"),
        ("about/index.md", "about/", "about/index.assets/me.jpg", "index.assets/me.jpg"),
        ("about/index.md", "about/", "about/index.assets/me.jpg", "me.jpg"),
        ("about.md", "about/", "about/me.jpg", "me.jpg"),
        ("about.md", "about/", "about/me.jpg", "about/me.jpg"),
        ("about.md", "about/", "about.assets/me.jpg", "./about.assets/me.jpg"),
        ("index.md", "", "me.jpg", "./me.jpg"),
        ("a/b.md", "a/b/", "a/c.png", "c.png"),
    ],
)
def test_pages(source: str, folder: str, file: str, name: str) -> None:
    assert resolver(*free(file)).url(page(source, folder), name) == f"/blog/{file}"


@pytest.mark.parametrize(
    "name", ["https://e.org/a.png", "//e.org/a.png", "/a.png", "#a", "?a", "", "data:image/png,x",
             "mailto:a.png", "b.png", "../a.png", "A.png"],
)  # fmt: skip
def test_what_is_no_file_of_the_document(name: str) -> None:
    assert resolver(*owned("a.png")).url(POST, name) is None


def test_hexos_own_rule() -> None:
    off = resolver(*owned("a.png"), enabled=False)
    assert off.url(POST, "a.png") is None
    assert off.own_url(POST, "a.png") == f"{URL}/a.png"


def test_the_nearest_name() -> None:
    assets = resolver(*owned("Handshake.PNG", "sub/window.png"), *free("img/logo.svg"))
    assert assets.nearest(POST, "handshake.png") == "Handshake.PNG"
    assert assets.nearest(POST, "tcp/handshake.png?v=1") == "Handshake.PNG"
    assert assets.nearest(POST, "windwo.png") == "sub/window.png"
    assert assets.nearest(POST, "window.png") == "sub/window.png"
    assert assets.nearest(POST, "logo.svg") == "/img/logo.svg"
    assert assets.nearest(POST, "zebra.gif") is None


LIST = {
    "themes/plain/layout/index.jinja": (
        "{% for post in page.posts %}{{ post.content }}{{ post.excerpt }}"
        "[{{ asset_url(post, 'a b.png') }}][{{ post.derived.cover.url }}]{% endfor %}"
    ),
    "themes/plain/layout/page.jinja": "{{ page.content }}",
}
BODY = (
    "---\ntitle: T\ndate: 2024-01-02\nindex_img: a b.png\n---\n"
    "![1](a%20b.png) ![2](<./t/a b.png>) ![3](t.assets/a%20b.png) [4](a%20b.png)\n\n"
    '<img src="t/a b.png">\n\n![[a b.png]]\n\n<!-- more -->\n\nrest\n'
)


def test_one_result_in_posts_lists_feeds_covers_and_templates(tmp_path: Path) -> None:
    files = {**LIST, "source/_posts/t.md": BODY, "source/_posts/t/a b.png": "x"}
    config = "title: T\nurl: https://blog.example/blog\ntimezone: UTC\ntheme: plain\n"
    made = make_site(tmp_path, {**files, "_config.yml": config})
    url = "/blog/2024/01/02/t/a%20b.png"
    assert text_of(made, "2024/01/02/t/index.html").count(f'"{url}"') == 6
    assert text_of(made, "index.html").count(f'"{url}"') == 12
    assert f"[{url}][{url}]" in text_of(made, "index.html")
    assert text_of(made, "atom.xml").count(f"https://blog.example{url}") >= 6
    assert not [item for item in made.diagnostics if item.code == "missing-picture"]


def test_drafts_and_pages(tmp_path: Path) -> None:
    files = {
        **LIST,
        "source/_drafts/d.md": "---\ntitle: D\ndate: 2024-01-02\n---\n![](x.png)\n",
        "source/_drafts/d/x.png": "x",
        "source/about/index.md": "---\ntitle: A\n---\n![](x.png)\n",
        "source/about/x.png": "x",
        "source/team.md": "---\ntitle: T\n---\n![](./team/y.png)\n",
        "source/team/y.png": "x",
    }
    made = make_site(tmp_path, files, "render_drafts: true\n")
    assert 'src="/2024/01/02/d/x.png"' in text_of(made, "2024/01/02/d/index.html")
    assert 'src="/about/x.png"' in text_of(made, "about/index.html")
    assert 'src="/team/y.png"' in text_of(made, "team.html")


def test_stock_hexo_leaves_names_to_the_root(tmp_path: Path) -> None:
    files = {**LIST, "source/_posts/t.md": BODY, "source/_posts/t/a b.png": "x"}
    made = make_site(tmp_path, files, "dialect: hexo\npost_asset_folder: true\n")
    assert 'src="/a%20b.png"' in text_of(made, "2024/01/02/t/index.html")


def test_another_case_is_missing_and_told(tmp_path: Path) -> None:
    files = {
        "source/_posts/t.md": "---\ntitle: T\ndate: 2024-01-02\n---\n\n![](Shot.PNG)\n",
        "source/_posts/t/shot.png": "x",
    }
    made = make_site(tmp_path, files)
    found = [item for item in made.diagnostics if item.code == "missing-picture"]
    assert [item.hint for item in found] == ['did you mean "shot.png"?']
    assert found[0].span is not None
    assert (found[0].span.path, found[0].span.line) == ("source/_posts/t.md", 6)


def test_raw_elements_with_several_addresses(tmp_path: Path) -> None:
    body = (
        "---\ntitle: T\ndate: 2024-01-02\n---\n\n"
        '<img src="a.png" srcset="a.png 1x, t/b.png 2x,https://e.org/c.png 3x">\n'
        "<video src='t/c.mp4' poster=b.png></video>\n"
        '<picture><source srcset="./t.assets/a.png"><img src="/img/x.png"></picture>\n'
    )
    names = ("a.png", "b.png", "c.mp4")
    files = {f"source/_posts/t/{name}": "x" for name in names}
    made = make_site(tmp_path, {"source/_posts/t.md": body, **files})
    html, url = text_of(made, "2024/01/02/t/index.html"), "/2024/01/02/t"
    assert f'srcset="{url}/a.png 1x, {url}/b.png 2x,https://e.org/c.png 3x"' in html
    assert f'src="{url}/c.mp4" poster="{url}/b.png"' in html
    assert f'<source srcset="{url}/a.png">' in html
