"""Equivalents of Hexo plug-ins. Expected values were recorded with the originals."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from inkpost.builtin.plugins import PLUGINS, register
from inkpost.builtin.plugins.known import plugin_notes
from inkpost.errors import Span
from inkpost.extend import Extensions
from inkpost.hexo.urls import UrlRules
from inkpost.model import Post, RoutePath, Text
from tests.unit.tag_context import make_post


@dataclass
class Blog:
    """A configuration, a page's context and a filter's context at once."""

    values: dict[str, Any] = field(default_factory=dict)
    names: tuple[str, ...] = tuple(PLUGINS)
    document: Post | None = None
    site: Any = None
    urls: UrlRules = field(default_factory=lambda: UrlRules("https://blog.example", "/"))
    index: Any = None
    warned: list[str] = field(default_factory=list)

    @property
    def config(self) -> Blog:
        return self

    def get(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    value = get

    def has_plugin(self, *names: str) -> bool:
        return any(name in self.names for name in names)

    def cached(self, key: str, make: Any) -> str:
        return str(make())

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        self.warned.append(message)


def load(*names: str) -> Extensions:
    ext = Extensions()
    register(ext, Blog(names=names))
    return ext


def run_filters(ext: Extensions, name: str, value: Any, blog: Blog) -> Any:
    for each in ext.filters.get(name, ()):
        made = each.run(value, blog)
        value = value if made is None else made
    return value


def test_nothing_is_registered_for_a_blog_that_names_none() -> None:
    assert load() == Extensions()


TEXTS = {
    "mixed": "<p>海边的灯塔 counts 3 ships</p>",
    "chinese": f"<p>{'潮' * 301}</p>",
    "english": f"<p>{'word ' * 1649}</p>",
    "others": "<p>Ünïcode Ärger 한국어 かな x_y 3.14</p>",
    "empty": "",
}


@pytest.mark.parametrize(
    ("name", "words", "minutes", "slowly"),
    [
        ("mixed", 8, "1", "1"),
        ("chinese", 301, 1, 3),
        ("english", "1.6k", 10, 32),
        ("others", 9, "1", "1"),
        ("empty", 0, "1", "1"),
    ],
)
def test_wordcount_counts_as_the_original(name: str, words: Any, minutes: Any, slowly: Any) -> None:
    helpers = load("hexo-wordcount").helpers
    blog = Blog()
    assert helpers["wordcount"].run(blog, TEXTS[name]) == words
    assert helpers["min2read"].run(blog, TEXTS[name]) == minutes
    assert helpers["min2read"].run(blog, TEXTS[name], cn=100, en=50) == slowly


def test_totalcount_counts_all_posts() -> None:
    site = {"posts": [{"content": text} for text in TEXTS.values()]}
    assert load("hexo-wordcount").helpers["totalcount"].run(Blog(site=site), site) == "2k"


@pytest.mark.parametrize(
    ("text", "count", "time", "slowly"),
    [
        (TEXTS["mixed"], 17, "1 mins.", "1 分钟"),
        (TEXTS["chinese"], 301, "1 mins.", "2 分钟"),
        (TEXTS["english"], "6.6k", "6 mins.", "33 分钟"),
        (f"<p>{'潮 ' * 12345}</p>", "12k", "11 mins.", "1:02"),
        ("<p>a &lt; b 🚢\n x</p>", 9, "1 mins.", "1 分钟"),
    ],
)
def test_symbols_are_counted_as_the_original(text: str, count: Any, time: str, slowly: str) -> None:
    helpers = load("hexo-symbols-count-time").helpers
    post, blog = {"content": text}, Blog()
    assert helpers["symbolsCount"].run(blog, post) == count
    assert helpers["symbolsTime"].run(blog, post) == time
    assert helpers["symbolsTime"].run(blog, post, 2, 100, "分钟") == slowly


def test_symbols_of_the_site_are_added_up() -> None:
    texts = [*TEXTS.values(), f"<p>{'潮 ' * 12345}</p>", "<p>a &lt; b 🚢\n x</p>"]
    site = {"posts": [{"content": text} for text in texts]}
    helpers = load("hexo-symbols-count-time").helpers
    assert helpers["symbolsCountTotal"].run(Blog(), site) == "19k"
    assert helpers["symbolsTimeTotal"].run(Blog(), site) == "18 mins."


def test_nofollow_marks_links_to_other_sites() -> None:
    ext = load("hexo-filter-nofollow")
    html = '<a href="https://x.example/a">x</a><a href="/b">b</a><a href="https://ok.example">o</a>'
    blog = Blog({"url": "https://blog.example", "nofollow.exclude": ["ok.example"]})
    made = run_filters(ext, "after_render:html", html, blog)
    assert made.count("external nofollow noreferrer") == 1
    assert run_filters(ext, "after_post_render", html, blog) == html
    in_posts = Blog(blog.values | {"nofollow.field": "post"})
    assert run_filters(ext, "after_post_render", html, in_posts) == made
    off = Blog(blog.values | {"nofollow.enable": False})
    assert run_filters(ext, "after_render:html", html, off) == html


def test_lazyload_marks_pictures_but_those_that_refuse() -> None:
    ext = load("hexo-lazyload-image")
    html = '<img src="/a.png"><img no-lazy src="/b.png"><img src="data:x"><img loading="eager">'
    made = run_filters(ext, "after_render:html", html, Blog())
    assert made == html.replace('src="/a.png"', 'src="/a.png" loading="lazy"')
    blog = Blog({"lazyload.onlypost": True}, document=make_post("a", "A"))
    assert run_filters(ext, "after_render:html", html, blog) == html
    assert run_filters(ext, "after_post_render", html, blog) == made


def test_hidden_posts_are_marked_and_not_to_be_indexed() -> None:
    ext = load("hexo-hide-posts")
    shown = make_post("a", "A")
    hidden = replace(make_post("b", "B"), meta={"hidden": True})
    documents = run_filters(ext, "before_index", [shown, hidden], Blog())
    assert [item.meta.get("hide") for item in documents] == [None, True]
    content = run_filters(ext, "after_post_render", "<p>b</p>", Blog(document=hidden))
    page = f"<head><title>B</title></head><body>{content}</body>"
    assert '</title><meta name="robots" content="noindex">' in run_filters(
        ext, "after_render:html", page, Blog()
    )
    assert run_filters(ext, "after_post_render", "<p>a</p>", Blog(document=shown)) == "<p>a</p>"


@pytest.mark.parametrize(
    ("depth", "multiple", "chains"),
    [
        (None, False, (("Sea", "Fog"),)),
        (1, False, (("Sea",),)),
        (None, True, (("Sea",), ("Fog",))),
    ],
)
def test_folders_become_categories(depth: Any, multiple: bool, chains: Any) -> None:
    values = {
        "auto_category.enable": True,
        "auto_category.depth": depth,
        "auto_category.multiple": multiple,
    }
    posts = [replace(make_post("Sea/Fog/a", "A"), categories=(("Old",),)), make_post("b", "B")]
    made = run_filters(load("hexo-auto-category"), "before_index", posts, Blog(values))
    assert [post.categories for post in made] == [chains, ()]


@pytest.mark.parametrize(
    ("title", "short", "long"),
    [
        ("Harbour", 28273, 2497029382),
        ("灯塔与雾", 13218, 480123822),
        ("a", 59585, 3904355907),
        ("🚢 ship", 18523, 2206659522),
    ],
)
def test_abbrlink_numbers_are_the_original_ones(title: str, short: int, long: int) -> None:
    ext = load("hexo-abbrlink")

    def number(**values: Any) -> Any:
        config = {f"abbrlink.{key}": value for key, value in values.items()}
        (post,) = run_filters(ext, "before_index", [make_post("a", title)], Blog(config))
        return post.meta["abbrlink"]

    assert number() == short
    assert number(alg="crc32") == long
    assert number(alg="crc32", rep="hex") == f"{long:x}"


def test_abbrlink_keeps_numbers_and_goes_on_from_taken_ones() -> None:
    kept = replace(make_post("a", "Harbour"), meta={"abbrlink": 28273})
    posts = [kept, make_post("b", "Harbour"), make_post("c", "Harbour")]
    blog = Blog()
    made = run_filters(load("hexo-abbrlink"), "before_index", posts, blog)
    assert [post.meta["abbrlink"] for post in made] == [28273, 28274, 28275]
    assert len(blog.warned) == 2


@pytest.mark.parametrize(
    ("path", "made"),
    [
        ("2024/你今日饮咗未/", "2024/ni-jin-ri-yin-zuo-wei/"),
        ("海边的灯塔/Hello World.html", "hai-bian-de-deng-ta/hello-world.html"),
        ("重庆银行/", "chong-qing-yin-xing/"),
        ("C++ 笔记/", "c-bi-ji/"),
        ("a .b/c", "a.b/c"),
        ("2024/！x/", "2024/x/"),
        ("Ünïcode Ärger", "unicode-arger"),
        ("旅行/女", "lu-xing/nu"),
    ],
)
def test_paths_are_spelled_as_the_original_spells_them(path: str, made: str) -> None:
    pytest.importorskip("pypinyin")
    ext = load("hexo-permalink-pinyin")
    blog = Blog({"permalink_pinyin.enable": True})
    assert run_filters(ext, "post_permalink", path, blog) == made
    assert run_filters(ext, "post_permalink", path, Blog()) == path


def test_aliases_lead_to_their_posts() -> None:
    ext = load("hexo-generator-alias")
    post = replace(make_post("a", "A"), meta={"alias": ["old/", "older.html"]})
    moved = replace(make_post("b", "B"), meta={"redirect": "a"})
    index = _Index((post, moved))
    routes = list(
        ext.generators["alias"].run(Blog({"alias": {"x/": "https://y.example/"}}, index=index))
    )
    assert [route.path for route in routes] == ["old/", "older.html", "2024/b/", "x/"]
    body = routes[0].body
    assert isinstance(body, Text)
    assert 'content="0; url=https://blog.example/2024/a/"' in body.text
    assert 'href="https://blog.example/2024/a/"' in routes[2].body.text
    assert 'href="https://y.example/"' in routes[3].body.text


@dataclass
class _Index:
    posts: tuple[Post, ...]
    pages: tuple[Any, ...] = ()

    @property
    def documents(self) -> dict[str, Post]:
        return {post.id: post for post in self.posts}

    @property
    def by_slug(self) -> dict[str, str]:
        return {post.slug: post.id for post in self.posts}


def test_excerpt_ends_after_some_elements() -> None:
    ext = load("hexo-excerpt")
    html = "<h1>t</h1>\n<p>one <b>x</b></p>\n<hr>\n<p>two</p>"
    blog = Blog({"excerpt.depth": 2}, document=make_post("a", "A"))
    assert run_filters(ext, "after_post_render", html, blog) == (
        "<h1>t</h1>\n<p>one <b>x</b></p><!-- more -->\n<hr>\n<p>two</p>"
    )
    blog = Blog(blog.values | {"excerpt.excerpt_excludes": ["h1"]}, document=blog.document)
    assert "<hr><!-- more -->" in run_filters(ext, "after_post_render", html, blog)
    marked = "<p>a</p><!-- more --><p>b</p>"
    assert run_filters(ext, "after_post_render", marked, blog) == marked
    assert run_filters(ext, "after_post_render", "<p>a</p>", blog) == "<p>a</p>"


def test_emoji_names_become_characters_outside_code() -> None:
    ext = load("hexo-filter-emoji")
    text = "a :smile: b `:smile:`\n\n```\n:smile:\n```\n:no-such-name: 12:30:45"
    made = run_filters(ext, "before_post_render", text, Blog(document=make_post("a", "A")))
    assert made == text.replace(
        "a :smile:", 'a <span class="emoji" role="img" aria-label="smile">😄</span>'
    )
    quiet = replace(make_post("a", "A"), meta={"no-emoji": True})
    assert run_filters(ext, "before_post_render", text, Blog(document=quiet)) == text


def test_reading_time_has_a_word_behind() -> None:
    run = load("hexo-reading-time").helpers["readingTime"].run
    assert run(Blog(), TEXTS["english"]) == "11 min. read"
    assert run(Blog(), "<p>short</p>", "分钟") == "1 分钟"


def test_aliases_of_paths_with_special_letters_are_encoded_whole() -> None:
    ext = load("hexo-generator-alias")
    post = replace(make_post("c", "C"), path=RoutePath("c#/"), meta={"alias": "old/"})
    (route,) = ext.generators["alias"].run(Blog(index=_Index((post,))))
    assert "https://blog.example/c%23/" in route.body.text


def test_a_blog_is_told_once_what_is_left_out() -> None:
    names = ["hexo", "hexo-abbrlink", "hexo-generator-foo", "hexo-bar", "hexo-renderer-kramed",
             "hexo-renderer-markdown-it-plus", "hexo-theme-next", "hexo-math"]  # fmt: skip
    found = list(plugin_notes(names, Span(path="package.json")))
    assert {item.severity for item in found} == {"info"}
    assert [item.message for item in found] == [
        "hexo-renderer-kramed is not built in; Markdown follows the rules of marked",
        "hexo-renderer-markdown-it-plus is not built in; Markdown follows the rules of markdown-it",
        "what these plug-ins do is left out: hexo-bar, hexo-generator-foo",
    ]


def test_every_plug_in_of_a_new_hexo_blog_is_accounted_for() -> None:
    names = [f"hexo-renderer-{kind}" for kind in ("ejs", "marked", "stylus")]
    names += [f"hexo-generator-{kind}" for kind in ("archive", "category", "index", "tag")]
    assert not list(
        plugin_notes([*names, "hexo", "hexo-server", "hexo-theme-landscape"], Span(path="x"))
    )
