"""Blogs as they are found: another theme, plug-ins that are not there, settings of theirs."""

from __future__ import annotations

import json

import pytest

from tests.sites import SiteBuilder, codes, text_of

ABSENT_SETTINGS = {
    "neat_enable": True,
    "neat_html": {"enable": True, "exclude": []},
    "live2d": {"enable": True, "model": {"use": "wanko"}},
    "algolia": {"applicationID": "x", "indexName": "y"},
    "baidusitemap": {"path": "baidusitemap.xml"},
    "aplayer": {"meting": True},
    "encrypt": {"enable": True},
    "leancloud_counter_security": {"enable_sync": True},
    "valine": {"enable": False},
    "pwa": {"manifest": {"path": "/manifest.json"}},
    "translate_title": {"translate_way": "google"},
}


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("next", "folio"),
        ("hexo-theme-next", "folio"),
        ("butterfly", "tessera"),
        ("hexo-theme-tranquilpeak", "folio"),
    ],
)
def test_the_name_of_a_known_theme_is_the_nearest_of_ours(
    name: str, ours: str, site: SiteBuilder
) -> None:
    site.configure(theme=name)
    site.post("one")
    made = site.make()
    told = [item for item in made.diagnostics if item.code == "theme-replaced"]
    assert [item.message for item in told] == [
        f'the theme "{name}" is not in Jinja; "{ours}" is the nearest of ours'
    ]
    assert codes(made.diagnostics, "warning") == codes(made.diagnostics, "error") == []
    assert "Words." in text_of(made, "2024/03/05/one/index.html")


@pytest.mark.parametrize("ending", ["ejs", "pug", "swig", "njk"])
def test_a_theme_of_other_templates_gives_way(ending: str, site: SiteBuilder) -> None:
    site.configure(theme="harbour")
    site.write(f"themes/harbour/layout/index.{ending}", "<%- page.content %>")
    site.write("themes/harbour/source/css/site.styl", "a\n  b c\n")
    site.write("themes/harbour/_config.yml", "menu:\n  home: /\nwave: 3\n")
    site.post("one")
    made = site.make()
    assert codes(made.diagnostics, "error") == []
    assert codes(made.diagnostics, "info").count("theme-replaced") == 1
    assert not any(path.endswith(".styl") for path in made.outputs)
    assert "<%-" not in text_of(made, "index.html")


@pytest.mark.parametrize("folder", [None, "themes/habour/.gitkeep"])
def test_a_theme_that_is_nowhere_is_an_error(folder: str | None, site: SiteBuilder) -> None:
    site.configure(theme="habour")
    site.post("one")
    if folder:
        site.write(folder, "")
    ended = site.blog("build")
    assert ended.code == 1
    assert "_config.yml:4:1: error: " in ended.err
    assert "git submodule update" in ended.err
    assert not site.public.exists()


def test_tags_of_absent_plugins_stay_with_a_warning_each_kind(site: SiteBuilder) -> None:
    body = (
        '{% aplayer "Song" "Band" "song.mp3" %}\n\n{% meting "12" "netease" "song" %}\n\n'
        "{% echarts 400 %}\n{a: 1}\n{% endecharts %}\n\nEnd **bold**.\n"
    )
    site.post("one", body)
    ended = site.blog("build")
    assert ended.code == 0
    for name in ("aplayer", "meting", "echarts"):
        assert ended.err.count(f'unknown tag "{name}"') == 1
    page = site.public_files()["2024/03/05/one/index.html"].decode()
    assert "{% echarts 400 %}" in page
    assert "{% endecharts %}" in page
    assert "End <strong>bold</strong>." in page


def test_many_of_one_kind_are_not_a_flood(site: SiteBuilder) -> None:
    for number in range(60):
        site.post(f"p{number}", '{% aplayer "a" "b" "c.mp3" %}\n')
    ended = site.blog("build")
    assert ended.code == 0
    assert len(ended.warnings) < 30
    assert "more warnings of the kind" in ended.err


def test_settings_of_absent_plugins_are_kept_and_plugins_named_once(site: SiteBuilder) -> None:
    site.configure(**ABSENT_SETTINGS)
    names = ("hexo", "hexo-neat", "hexo-tag-aplayer", "hexo-server", "hexo-renderer-kramed")
    site.write("package.json", json.dumps({"dependencies": dict.fromkeys(names, "*")}))
    site.write(
        "themes/plain/layout/post.jinja",
        "{{ config.live2d.model.use }} {{ config.algolia.indexName }} {{ page.content }}",
    )
    site.post("one", password_hint="none", aplayer=True, mathjax=True)
    made = site.make()
    assert codes(made.diagnostics, "warning") == codes(made.diagnostics, "error") == []
    told = {item.code: item.message for item in made.diagnostics}
    assert told["unknown-plugins"] == (
        "what these plug-ins do is left out: hexo-neat, hexo-tag-aplayer"
    )
    assert "marked" in told["other-renderer"]
    assert "wanko y <p>Words.</p>" in text_of(made, "2024/03/05/one/index.html")


def test_scripts_of_node_are_left_alone(site: SiteBuilder) -> None:
    site.write("scripts/filter.js", "hexo.extend.filter.register('after_init', () => {})")
    site.write("scripts/helper.py", "raise RuntimeError('never imported')\n")
    site.post("one")
    made = site.make()
    assert codes(made.diagnostics, "error") == []
    assert "scripts/filter.js" not in made.outputs
