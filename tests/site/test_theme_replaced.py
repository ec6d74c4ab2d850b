"""A blog whose theme gives way to one of ours: its settings go on working."""

from __future__ import annotations

import json
import re

import pytest

from inkpost.engine import Made
from tests.site.pages import requests_of
from tests.sites import SiteBuilder, text_of

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de"
    "0000000c4944415408d763f8cfc0000000030001a1b2c3d40000000049454e44ae426082"
)
FLUID = """\
navbar:
  blog_title: 岸边笔记
  menu:
    - {key: home, link: /, icon: iconfont icon-home-fill}
    - {key: archive, link: /archives/}
    - {key: 作品, link: /works/}
    - {key: more, name: 更多, submenu: [{key: about, link: /about/}]}
index:
  banner_img: /img/shore.png
  banner_img_height: 100
  slogan: {enable: true, text: 慢慢写}
post:
  meta: {author: {enable: true}, wordcount: {enable: true}}
  toc: {headingSelector: "h2,h3"}
  copyright: {enable: true, license: BY-SA}
  comments: {enable: true, type: waline}
  prev_next: {enable: false}
waline: {serverURL: https://talk.example}
footer:
  content: <b>某某</b>
  beian: {enable: true, icp_text: 京ICP备1号, police_text: 京公网安备2号, police_code: 3}
web_analytics: {enable: true, umami: {src: https://count.example/s.js, website_id: w1}}
about: {avatar: /img/me.png, intro: 在海边写字}
custom_css: /css/mine.css
custom_head: <meta name="from" content="head">
fun_features: {typing: {enable: true}}
static_prefix: {jquery: https://cdn.example/}
"""
BUTTERFLY = """\
menu:
  首页: / || fas fa-home
  作品: /works/ || fas fa-star
index_img: /img/shore.png
post_copyright: {enable: true, license: CC BY-ND 4.0}
footer: {owner: {enable: true, since: 2019}, custom_text: <b>某某</b>}
noticeOutdate: {enable: true, limit_day: 30}
related_post: {enable: false}
comments: {use: Giscus}
giscus: {repo: a/b, repo_id: R, category_id: C}
inject: {head: ['<meta name="from" content="head">'], bottom: []}
fireworks: {enable: true}
"""
NEXT = """\
menu:
  home: / || fa fa-home
  works: /works/ || fa fa-star
darkmode: false
creative_commons: {license: by-nc-nd, post: true}
toc: {enable: true, max_depth: 2}
utterances: {enable: true, repo: a/b}
google_site_verification: abc"d
pangu: true
pjax: true
"""


def write_site(site: SiteBuilder, theme: str, settings: str, **config: object) -> None:
    site.configure(theme=theme, author="某人", language="zh-CN", **config)
    site.write(f"_config.{theme}.yml", settings)
    site.post(
        "first", "## 甲\n\n文。\n\n## 乙\n\n文。\n\n### 丙\n\n文。\n\n## 丁\n\n文。\n", tags=["x"]
    )
    site.post("second", "文。\n", tags=["x"])
    site.page("works/index.md", title="作品")
    site.page("about/index.md", title="关于", type="about", layout="about")
    site.write("source/img/shore.png", PNG)
    site.write("source/img/me.png", PNG)
    site.write("source/css/mine.css", "p{}")


def infos(made: Made) -> dict[str, str]:
    found = [each for each in made.diagnostics if each.severity == "info"]
    assert len({each.code for each in found}) == len(found), "each is told once"
    return {each.code: each.message for each in found}


def menu_of(html: str) -> list[str]:
    found = re.search(r'<nav class="menu".*?</nav>', html, re.DOTALL)
    assert found is not None
    return re.findall(r'href="([^"]*)"', found[0])


def test_a_blog_of_fluid(site: SiteBuilder) -> None:
    write_site(site, "fluid", FLUID)
    made = site.make()
    home = text_of(made, "index.html")
    assert '<a class="brand" href="/">岸边笔记</a>' in home
    assert menu_of(home) == ["/", "/archives/", "/works/", "/about/"]
    assert "card-title" in home, "tessera is the nearest"
    assert re.search(r'<div class="banner"[^>]*40vh[^>]*><img src="/img/shore.png"', home)
    assert "<h1>慢慢写</h1>" in home
    assert "京ICP备1号" in home
    assert "code=3" in home
    assert "<b>某某</b>" in home
    assert '"data-website-id": "w1"' in home
    assert '<link rel="stylesheet" href="/css/mine.css">' in home
    assert '<meta name="from" content="head">' in home
    post = text_of(made, "2024/03/05/first/index.html")
    assert "licenses/by-sa/4.0" in post
    assert 'class="neighbours"' not in post
    assert "<span>某人</span>" in post
    assert 'data-comments="waline"' in post
    assert '"serverURL": "https://talk.example"' in post
    assert "在海边写字" in text_of(made, "about/index.html")
    told = infos(made)
    assert 'the theme "fluid" is not in Jinja; "tessera"' in told["theme-replaced"]
    assert told["theme-settings-dropped"] == (
        '3 settings of "fluid" without counterpart: '
        "fun_features.typing, static_prefix, navbar.menu (icons)"
    )
    assert [each.message for each in made.diagnostics if each.severity != "info"] == []


def test_a_blog_of_butterfly(site: SiteBuilder) -> None:
    write_site(site, "butterfly", BUTTERFLY)
    made = site.make()
    home = text_of(made, "index.html")
    assert menu_of(home) == ["/", "/works/"]
    assert '<div class="banner"' in home
    assert "© 2019" in home
    assert "<b>某某</b>" in home
    assert '<meta name="from" content="head">' in home
    post = text_of(made, "2024/03/05/first/index.html")
    assert "licenses/by-nd/4.0" in post
    assert 'class="notice"' in post, "it is older than thirty days"
    assert 'class="related"' not in post
    plan = re.search(r'data-comments="giscus".*?json">(.*?)</script>', post, re.DOTALL)
    assert plan is not None
    assert json.loads(plan[1])["attributes"]["data-repo-id"] == "R"
    assert "fireworks" in infos(made)["theme-settings-dropped"]


def test_a_blog_of_next(site: SiteBuilder) -> None:
    write_site(site, "next", NEXT)
    made = site.make()
    home = text_of(made, "index.html")
    assert "entry-title" in home, "folio is the nearest"
    assert menu_of(home) == ["/", "/works/"]
    assert "data-scheme-toggle" not in home
    assert '<meta name="google-site-verification" content="abc&quot;d">' in home
    post = text_of(made, "2024/03/05/first/index.html")
    assert "licenses/by-nc-nd/4.0" in post
    assert "丙</a>" not in post, "deeper than max_depth"
    assert 'data-comments="utterances"' in post
    assert "pjax" in infos(made)["theme-settings-dropped"]


def test_what_is_found_nowhere_is_asked_of_nobody(site: SiteBuilder) -> None:
    """Without settings no page asks another host for anything, whatever the theme was."""
    for theme in ("fluid", "butterfly", "next", "icarus"):
        write_site(site, theme, "{}")
        assert requests_of(text_of(site.make(), "2024/03/05/first/index.html")) == []
        (site.root / f"_config.{theme}.yml").unlink()


def test_our_own_settings_may_stand_among_theirs(site: SiteBuilder) -> None:
    write_site(site, "fluid", FLUID, theme_config={"related": 0, "home": {"lead": False}})
    made = site.make()
    assert 'class="related"' not in text_of(made, "2024/03/05/first/index.html")
    assert "card-lead" not in text_of(made, "index.html")
    assert "related" not in infos(made)["theme-settings-dropped"]


@pytest.mark.parametrize("place", ["themes/fluid/_config.yml", "_config.fluid.yml"])
def test_settings_in_the_folder_of_the_theme(site: SiteBuilder, place: str) -> None:
    write_site(site, "fluid", "{}")
    site.write("themes/fluid/layout/index.ejs", "<%= page.title %>")
    site.write(place, FLUID)
    assert ">岸边笔记</a>" in text_of(site.make(), "index.html")


def test_a_change_of_their_settings_is_seen(site: SiteBuilder) -> None:
    write_site(site, "fluid", FLUID)
    assert site.blog("build").code == 0
    site.write("_config.fluid.yml", FLUID.replace("岸边笔记", "山里笔记"))
    assert site.blog("build").code == 0
    assert ">山里笔记</a>" in site.public_files()["index.html"].decode()


def test_a_picture_that_is_not_there_is_told(site: SiteBuilder) -> None:
    write_site(site, "fluid", FLUID.replace("shore.png", "gone.png"))
    made = site.make()
    assert "index.banner_img (no such file)" in infos(made)["theme-settings-dropped"]
    assert "gone.png" not in text_of(made, "index.html")
