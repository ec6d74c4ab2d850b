from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inkpost.model import Json, ThemeLayer
from inkpost.theme.foreign.others import OTHERS
from inkpost.theme.foreign.translate import TABLES, translate_settings
from inkpost.theme.settings import Manifest, check_settings, load_manifest
from tests.shared import ROOT


def test_fluid_settings() -> None:
    given: dict[str, Json] = {
        "navbar": {
            "blog_title": "某某的笔记",
            "menu": [
                {"key": "home", "link": "/", "icon": "iconfont icon-home-fill"},
                {"key": "category", "link": "/categories/"},
                {"key": "更多", "submenu": [{"key": "项目", "link": "/projects/"}]},
            ],
        },
        "index": {"banner_img": "/img/own.png", "banner_img_height": 100},
        "post": {
            "toc": {"headingSelector": "h2,h3"},
            "copyright": {"enable": True, "license": "BY-SA"},
            "meta": {"wordcount": {"enable": True}, "min2read": {"enable": False, "wpm": 60}},
            "comments": {"enable": True, "type": "waline"},
        },
        "waline": {"serverURL": "https://comments.example.org", "meta": ["nick"]},
        "fun_features": {"typing": {"enable": True}},
        "footer": {"beian": {"enable": True, "icp_text": "京ICP备1号", "police_code": 7}},
        "dark_mode": {"enable": True, "default": "dark"},
    }
    made = translate_settings("hexo-theme-fluid", given)
    assert made.settings["brand"] == "某某的笔记"
    assert made.settings["menu"] == [
        {"key": "home", "url": "/"},
        {"key": "categories", "url": "/categories/"},
        {"name": "更多", "submenu": [{"name": "项目", "url": "/projects/"}]},
    ]
    assert made.settings["home"] == {"hero": "/img/own.png", "hero_height": 40}
    assert made.settings["toc"] == {"depth": [2, 3]}
    assert made.settings["license"] == "BY-SA"
    assert made.settings["meta"] == {"words": True, "minutes": False}
    assert made.settings["comments"] == {
        "type": "waline",
        "waline": {"server_url": "https://comments.example.org"},
    }
    assert made.settings["footer"] == {"beian": {"icp": "京ICP备1号", "police_code": 7}}
    assert made.settings["scheme"] == "dark"
    assert made.dropped == ("fun_features.typing", "navbar.menu (icons)")
    line = made.to_diagnostic("fluid")
    assert line is not None
    assert "fun_features" in line.message


def test_butterfly_settings() -> None:
    made = translate_settings(
        "butterfly",
        {
            "menu": {
                "首页": "/ || fas fa-home",
                "List||fas fa-list": {"Music": "/music/ || fas fa-music"},
            },
            "comments": {"use": "Giscus,Waline"},
            "giscus": {"repo": "a/b", "repo_id": "1", "light_theme": "light"},
            "noticeOutdate": {"enable": True, "limit_day": 100},
            "related_post": {"enable": True, "limit": 4},
            "footer": {"owner": {"enable": True, "since": 2020}},
            "fireworks": {"enable": True},
        },
    )
    assert made.settings["menu"] == [
        {"key": "home", "url": "/"},
        {"name": "List", "submenu": [{"name": "Music", "url": "/music/"}]},
    ]
    assert made.settings["comments"]["type"] == "giscus"
    assert made.settings["comments"]["giscus"]["repo"] == "a/b"
    assert made.settings["notice"] == {"outdated": 100}
    assert made.settings["related"] == 4
    assert made.settings["footer"] == {"since": 2020}
    assert made.dropped == ("fireworks", "menu (icons)")


def test_next_settings() -> None:
    made = translate_settings(
        "next",
        {
            "menu": {"home": "/ || fa fa-home", "about": "/about/ || fa fa-user"},
            "toc": {"enable": True, "number": True, "max_depth": 4},
            "creative_commons": {"license": "by-nc-sa", "post": True},
            "social": {"GitHub": "https://git.example/me || fab fa-github"},
            "links": {"Title": "https://example.org"},
            "utterances": {"enable": True, "repo": "a/b"},
            "pjax": True,
        },
    )
    assert made.settings["toc"] == {"enable": True, "number": "auto", "depth": [2, 4]}
    assert made.settings["license"] == "BY-NC-SA"
    assert made.settings["links"] == [{"title": "Title", "url": "https://example.org"}]
    assert made.settings["comments"]["type"] == "utterances"
    assert made.settings["about"]["links"] == [{"name": "GitHub", "url": "https://git.example/me"}]
    assert made.dropped == ("pjax", "menu (icons)")


def test_settings_of_the_wrong_shape_are_passed_over() -> None:
    given: dict[str, Json] = {"navbar": "x", "post": [1], "menu": 3, "comments": {"use": None}}
    for theme in ("fluid", "butterfly", "next"):
        assert "menu" not in translate_settings(theme, given).settings


def test_menus_of_switches_and_of_maps() -> None:
    menu = {
        "About": False,
        "Tags": True,
        "Archives": True,
        "Notes": True,
        "academic": {"name": "Papers", "path": "https://a.test", "children": {"Talks": "/talks/"}},
        "more": {"Music": "/music/", "Off": "/off/"},
    }
    made = translate_settings("icarus", {"menu": menu})
    assert made.settings["menu"] == [
        {"key": "tags", "url": "/tags/"},
        {"key": "archive", "url": "/archives/"},
        {"name": "Notes", "url": "/notes/"},
        {
            "name": "Papers",
            "url": "https://a.test",
            "submenu": [{"name": "Talks", "url": "/talks/"}],
        },
        {
            "name": "More",
            "submenu": [{"name": "Music", "url": "/music/"}, {"name": "Off", "url": "/off/"}],
        },
    ]
    assert "menu" not in translate_settings("icarus", {"menu": {"Home": False}}).settings


def test_of_other_themes_nothing_is_taken() -> None:
    made = translate_settings("icarus", {"a": 1, "menu": {"Home": "/", "Shop": "/shop/"}})
    assert made.settings == {
        "menu": [{"key": "home", "url": "/"}, {"name": "Shop", "url": "/shop/"}],
        "license": False,
    }
    assert made.dropped == ("a",)


def test_a_theme_that_claims_no_licence_gets_none() -> None:
    assert translate_settings("next", {}).settings["license"] is False
    given: dict[str, Json] = {"creative_commons": {"license": "by-nc-sa", "post": False}}
    assert translate_settings("next", given).settings["license"] is False
    given = {"post": {"copyright": {"enable": True, "license": "转载请先问我"}}}
    assert translate_settings("fluid", given).settings["license"] == "转载请先问我"
    given = {"post": {"copyright": {"enable": True, "license": "ZERO"}}}
    assert translate_settings("fluid", given).settings["license"] == "CC0"
    given = {"post_copyright": {"enable": False, "license": "CC BY-NC-SA 4.0"}}
    assert translate_settings("butterfly", given).settings["license"] is False


def test_files_that_the_site_has_not_are_left_out() -> None:
    given: dict[str, Json] = {
        "favicon": "/img/fluid.png",
        "index": {"banner_img": "/img/mine.png", "banner_img_height": 30},
        "about": {"avatar": "/img/me.png", "intro": "某人"},
        "custom_css": ["/css/a.css", "/css/gone.css"],
        "custom_js": "//cdn.example/x.js",
        "links": {"items": [{"title": "友", "link": "https://a.example", "avatar": "/img/f.png"}]},
    }
    made = translate_settings("fluid", given, {"css/a.css", "img/me.png"}.__contains__)
    assert made.settings["about"] == {"avatar": "/img/me.png", "intro": "某人"}
    assert made.settings["custom_css"] == ["/css/a.css"]
    assert made.settings["custom_js"] == ["//cdn.example/x.js"]
    assert made.settings["links"] == [{"title": "友", "url": "https://a.example"}]
    assert "favicon" not in made.settings
    assert "home" not in made.settings
    # The favicon is Fluid's own picture: the site never chose it.
    assert made.dropped == ("index.banner_img (no such file)", "custom_css (no such file)")


def test_what_is_switched_off_is_not_reported() -> None:
    given: dict[str, Json] = {
        "fireworks": {"enable": False, "zIndex": 9999},
        "pjax": {"enable": False, "exclude": ["/x/"]},
        "pwa": {"enable": True, "manifest": "/m.json"},
        "background": None,
        "chat": {"use": "", "rightside_button": False},
        "gitalk": {"client_id": "unused"},
    }
    assert translate_settings("butterfly", given).dropped == ("pwa",)


@pytest.mark.parametrize(
    ("theme", "given", "told"),
    [
        ("fluid", {"post": {"comments": {"enable": True, "type": "valine"}}}, "post.comments.type"),
        ("butterfly", {"comments": {"use": "Artalk"}}, "comments.use"),
        ("next", {"gitalk": {"enable": True}}, "comments.active"),
        ("fluid", {"post": {"comments": {"enable": True, "type": "giscus"}}}, "post.comments.type"),
    ],
)
def test_comments_that_cannot_be_set_up_are_told(
    theme: str, given: dict[str, Json], told: str
) -> None:
    made = translate_settings(theme, given)
    assert "comments" not in made.settings
    assert [name.partition(":")[0] for name in made.dropped] == [told]


def test_services_by_the_names_of_each_theme() -> None:
    fluid: dict[str, Json] = {
        "post": {"comments": {"enable": True, "type": "giscus"}},
        "giscus": {"repo": "a/b", "repo-id": "R", "category-id": "C", "theme-dark": "dark_dimmed",
                   "reactions-enabled": 0, "input-position": "top", "lang": "zh-CN"},
    }  # fmt: skip
    assert translate_settings("fluid", fluid).settings["comments"] == {
        "type": "giscus",
        "giscus": {
            "repo": "a/b", "repo_id": "R", "category_id": "C", "theme_dark": "dark_dimmed",
            "reactions": False, "input_position": "top", "lang": "zh-CN",
        },
    }  # fmt: skip
    butterfly: dict[str, Json] = {
        "comments": {"use": ["Twikoo"]},
        "twikoo": {"envId": "https://t.example", "region": None, "option": {"lang": "en"}},
    }
    assert translate_settings("butterfly", butterfly).settings["comments"] == {
        "type": "twikoo",
        "twikoo": {"env_id": "https://t.example", "lang": "en"},
    }


def chain_of(name: str) -> Manifest:
    """The manifest of one of our themes."""
    layers = tuple(
        ThemeLayer(name=each, files={"theme.yml": f"themes/{each}/theme.yml"})
        for each in (name, "kit")
    )
    return load_manifest(layers, lambda key: (ROOT / key).read_bytes())


MANIFEST = chain_of("tessera")
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 2000),
    st.sampled_from(
        ["", "x", "#49b1f5", "/img/a.png", "https://a.example/b", "both", "dark", "h1,h5", "50vh"]
    ),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                ["enable", "use", "link", "key", "name", "url", "license", "limit", "items",
                 "website_id", "repo", "type", "submenu", "tip", "sub", "post", "content"]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)  # fmt: skip


@pytest.mark.parametrize("theme", ["fluid", "butterfly", "next", "icarus"])
@given(data=st.data())
@settings(deadline=None)
def test_whatever_was_set_becomes_settings_that_ours_takes(theme: str, data: st.DataObject) -> None:
    table = TABLES.get(theme, OTHERS)
    names = [source for source, _, _ in table.rows]
    chosen = data.draw(st.dictionaries(st.sampled_from(names), VALUES, max_size=6))
    given: dict[str, Json] = {}
    for name, value in chosen.items():
        *parents, last = name.split(".")
        below: Json = given
        for parent in parents:
            below = below.setdefault(parent, {}) if isinstance(below, dict) else {}
        if isinstance(below, dict):
            below[last] = value
    made = translate_settings(theme, given, lambda path: len(path) % 2 == 0)
    assert check_settings(made.settings, MANIFEST) == ()


@pytest.mark.parametrize(
    ("theme", "given", "expected"),
    [
        (
            "fluid",
            {"post": {"meta": {"views": {"enable": True, "source": "busuanzi"}}}},
            {"meta": {"views": True}, "analytics": {"type": "busuanzi"}},
        ),
        (
            "next",
            {"busuanzi_count": {"enable": True, "post_views": True}},
            {"meta": {"views": True}, "analytics": {"type": "busuanzi"}},
        ),
        ("next", {"busuanzi_count": {"enable": False, "post_views": True}}, {}),
        ("next", {"toc": {"expand_all": True}}, {"toc": {"expand": True}}),
        ("butterfly", {"toc": {"expand": True}}, {"toc": {"expand": True}}),
        ("butterfly", {"toc": {"expand": False}}, {}),
    ],
)
def test_views_and_open_contents(
    theme: str, given: dict[str, Json], expected: dict[str, Json]
) -> None:
    made = translate_settings(theme, given).settings
    assert {key: made[key] for key in ("meta", "analytics", "toc") if key in made} == expected
