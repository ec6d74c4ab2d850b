from __future__ import annotations

from inkpost.model import ThemeLayer
from inkpost.reads import Key, Kind, TraceRecorder
from inkpost.theme.lookup import (
    canonical_name,
    find_layout,
    find_source,
    find_template,
    language_files,
    source_files,
    template_names,
)


def layer(name: str, *paths: str, base: str = "") -> ThemeLayer:
    prefix = base or f"inkpost:themes/{name}/"
    return ThemeLayer(name=name, files={path: prefix + path for path in paths})


KIT = layer("kit", "layout/post.jinja", "layout/_partial/card.jinja", "source/css/a.css")
TESSERA = layer("tessera", "layout/index.jinja", "layout/_partial/card.jinja", "source/css/b.css")
SITE = layer("tessera", "layout/_partial/card.html", "source/css/a.css", base="themes/tessera/")
CHAIN = (SITE, TESSERA, KIT)


def key_of(name: str, chain: tuple[ThemeLayer, ...] = CHAIN) -> str | None:
    found = find_template(name, chain)
    return found.key if found else None


def test_nearest_layer_wins_whatever_its_ending() -> None:
    assert key_of("_partial/card.jinja") == "themes/tessera/layout/_partial/card.html"
    assert key_of("post") == "inkpost:themes/kit/layout/post.jinja"
    assert key_of("absent") is None


def test_endings_have_an_order_within_a_layer() -> None:
    own = layer("mine", "layout/post.html", "layout/post.j2", base="themes/mine/")
    assert key_of("post", (own,)) == "themes/mine/layout/post.j2"
    assert key_of("post", (layer("mine", "layout/post.njk", base="t/"),)) is None


def test_theme_prefix_skips_the_layer_of_the_site() -> None:
    assert key_of("theme:_partial/card") == "inkpost:themes/tessera/layout/_partial/card.jinja"
    assert key_of("kit:_partial/card") == "inkpost:themes/kit/layout/_partial/card.jinja"
    assert key_of("tessera:index") == "inkpost:themes/tessera/layout/index.jinja"


def test_each_name_is_tried_on_the_whole_chain_before_the_next() -> None:
    recorder = TraceRecorder()
    found = find_layout(("page", "post", "index"), CHAIN, recorder)
    assert found is not None
    assert found.name == "post"
    assert list(recorder.keys) == [Key(Kind.TEMPLATE, "page"), Key(Kind.TEMPLATE, "post")]


def test_absent_layouts_are_recorded() -> None:
    recorder = TraceRecorder()
    assert find_layout(("a", "b"), CHAIN, recorder) is None
    assert list(recorder.keys) == [Key(Kind.TEMPLATE, "a"), Key(Kind.TEMPLATE, "b")]


def test_names_are_canonical() -> None:
    assert canonical_name("/_partial//card.jinja") == "_partial/card"
    assert canonical_name("a/../b.html") == "b"
    assert canonical_name("../../etc/passwd") == "etc/passwd"
    assert canonical_name("theme:_partial/card.j2") == "theme:_partial/card"


def test_source_files_of_the_chain() -> None:
    assert source_files(CHAIN) == {
        "css/a.css": "themes/tessera/source/css/a.css",
        "css/b.css": "inkpost:themes/tessera/source/css/b.css",
    }
    assert find_source("css/b.css", CHAIN) == "inkpost:themes/tessera/source/css/b.css"


def test_language_files_come_farthest_first() -> None:
    near = layer("mine", "languages/en.yml", base="themes/mine/")
    far = layer("kit", "languages/en.yml", "languages/zh-CN.yaml")
    assert [language for language, _ in language_files((near, far))] == ["en", "zh-CN", "en"]


def test_template_names() -> None:
    assert template_names(CHAIN) == ("_partial/card", "index", "post")
