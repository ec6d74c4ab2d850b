from __future__ import annotations

from inkpost.model import Json
from inkpost.theme.foreign import translate_settings


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
        {
            "key": "更多",
            "name": "更多",
            "submenu": [{"key": "项目", "name": "项目", "url": "/projects/"}],
        },
    ]
    assert made.settings["home"] == {"hero": "/img/own.png", "hero_height": 40}
    assert made.settings["toc"] == {"depth": [2, 3]}
    assert made.settings["license"] == "BY-SA"
    assert made.settings["meta"] == {"words": True, "minutes": False}
    assert made.settings["comments"] == {
        "type": "waline",
        "waline": {"server_url": "https://comments.example.org"},
    }
    assert made.settings["footer"] == {
        "beian": {"icp": "京ICP备1号", "police": None, "police_code": 7}
    }
    assert made.settings["scheme"] == "dark"
    assert made.dropped == ("fun_features",)
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
    assert made.dropped == ("fireworks",)


def test_next_settings() -> None:
    made = translate_settings(
        "next",
        {
            "menu": {"home": "/ || fa fa-home", "about": "/about/ || fa fa-user"},
            "toc": {"enable": True, "number": True, "max_depth": 4},
            "creative_commons": {"license": "by-nc-sa"},
            "links": {"Title": "https://example.org"},
            "utterances": {"enable": True, "repo": "a/b"},
            "pjax": True,
        },
    )
    assert made.settings["toc"] == {"enable": True, "number": "auto", "depth": [2, 4]}
    assert made.settings["license"] == "BY-NC-SA"
    assert made.settings["links"] == [{"title": "Title", "url": "https://example.org"}]
    assert made.settings["comments"]["type"] == "utterances"
    assert made.dropped == ("pjax",)


def test_settings_of_the_wrong_shape_are_passed_over() -> None:
    given: dict[str, Json] = {"navbar": "x", "post": [1], "menu": 3, "comments": {"use": None}}
    for theme in ("fluid", "butterfly", "next"):
        assert "menu" not in translate_settings(theme, given).settings


def test_of_other_themes_nothing_is_taken() -> None:
    made = translate_settings("icarus", {"a": 1})
    assert made.settings == {}
    assert made.dropped == ("a",)
