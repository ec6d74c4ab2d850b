from __future__ import annotations

import pytest

from inkpost.errors import ConfigError
from inkpost.model import ThemeLayer
from inkpost.theme.bundles import (
    asset_path,
    build_bundles,
    plain_sources,
    shrink_css,
    shrink_js,
    tokens_css,
)
from inkpost.theme.settings import Manifest, load_manifest

FILES = {
    "kit/theme.yml": "name: kit\nbundles: {css/site.css: [css/a.css, css/b.css]}\n"
    "config: {accent: '#0b6b5d'}\n",
    "kit/source/css/a.css": "a { color: red }",
    "kit/source/css/b.css": "b { top: 0 }",
    "kit/source/img/x.svg": "<svg/>",
    "kit/source/_draft.css": "",
    "mine/theme.yml": "name: mine\nbundles: {css/site.css: [css/skin.css]}\n",
    "mine/source/css/skin.css": "c { left: 0 }",
    "mine/source/css/b.css": "b { top: 1px }",
}


def chain() -> tuple[ThemeLayer, ...]:
    return tuple(
        ThemeLayer(
            name=name,
            files={
                key.removeprefix(name + "/"): key for key in FILES if key.startswith(name + "/")
            },
        )
        for name in ("mine", "kit")
    )


def read(key: str) -> bytes:
    return FILES[key].encode()


def test_bundle_is_the_chain_with_the_nearest_files() -> None:
    manifest = load_manifest(chain(), read)
    (bundle,) = build_bundles(manifest, chain(), read, {})
    assert bundle.data == b"a{color:red}b{top:1px}c{left:0}"
    assert bundle.path.startswith("css/site.")
    assert len(bundle.path) == len("css/site.12345678.css")
    assert asset_path("css/site.css", (bundle,)) == bundle.path
    assert asset_path("img/x.svg", (bundle,)) == "img/x.svg"


def test_name_changes_with_the_content_only() -> None:
    manifest = load_manifest(chain(), read)
    (one,) = build_bundles(manifest, chain(), read, {})
    (same,) = build_bundles(manifest, chain(), read, {"accent": "#0b6b5d"})
    (other,) = build_bundles(manifest, chain(), read, {"accent": "#aa0000"})
    assert one == same
    assert one.path != other.path


def test_parts_and_hidden_files_are_not_copied() -> None:
    assert plain_sources(load_manifest(chain(), read), chain()) == {
        "img/x.svg": "kit/source/img/x.svg"
    }


def test_a_part_that_is_absent_is_an_error() -> None:
    manifest = Manifest(bundles={"css/site.css": ("css/none.css",)})
    with pytest.raises(ConfigError, match="none"):
        build_bundles(manifest, chain(), read, {})


def test_accent_and_tokens_of_the_site() -> None:
    css = tokens_css(
        {"accent": "#ff0", "tokens": {"radius": "4px", "bad name": "1", "x": "1;}body{"}},
        Manifest(),
    )
    assert ":root{--accent:#" in css
    assert "#ffff00" not in css
    assert "[data-scheme=dark]" in css
    assert "--radius:4px" in css
    assert "body{" not in css


def test_tokens_for_the_dark_scheme() -> None:
    tokens = {"bg": "#fffdf7", "dark": {"bg": "#101418", "x y": "1"}}
    css = tokens_css({"tokens": tokens}, Manifest())
    assert css == (
        ":root{--bg:#fffdf7}\n"
        "@media (prefers-color-scheme:dark){:root:not([data-scheme=light]){--bg:#101418}}\n"
        ":root[data-scheme=dark]{--bg:#101418}\n"
    )
    assert tokens_css({"tokens": {"dark": "no"}}, Manifest()) == ""
    assert tokens_css({"tokens": {"dark": {"bg": "#000"}}}, Manifest()).startswith("@media")


def test_accent_that_is_no_colour_is_an_error() -> None:
    with pytest.raises(ConfigError, match="tomato"):
        tokens_css({"accent": "tomato"}, Manifest())


def test_shrinking_keeps_what_matters() -> None:
    css = '/* c */\na:is(b, c) > d::after { content: " ; /* x */ "; margin: calc(1px + 2px); }\n'
    assert shrink_css(css) == ('a:is(b,c)>d::after{content:" ; /* x */ ";margin:calc(1px + 2px)}')
    assert shrink_css("@media (a) and (b) { a :not(.b) { --x: 1 } }") == (
        "@media (a) and (b){a :not(.b){--x:1}}"
    )
    assert shrink_js("// note\n  let a = 1\n\n  // b\n  go(a) // c\n") == (
        "let a = 1\ngo(a) // c\n"
    )
