from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image

from inkpost.engine import Engine, EngineOptions, Made
from tests.shared import absent
from tests.unit.sites import NOW, text_of, write_site

THEME = {
    "themes/plain/theme.yml": "config: {cover: {generate: pattern, default: null, font: null}}\n",
    "themes/plain/layout/post.jinja": (
        "{% set c = page.derived.cover %}cover={{ c.url or '' }}|{{ c.width }}x{{ c.height }}|"
        "{{ 'svg' if c.svg else '' }};banner={{ page.derived.banner.url or '' }};"
        "og={{ page.derived.og_image or '' }};\n{{ page.content }}"
    ),
    "themes/plain/layout/page.jinja": "og={{ page.derived.og_image or '' }};",
}
FILES = {"source/_posts/t/own.png": (64, 48), "source/img/site.png": (32, 16)}
HOST = "https://blog.example"
OWN = "/2024/01/02/t/own.png"


def png(size: tuple[int, int]) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, "#753").save(out, "PNG")
    return out.getvalue()


def make(
    root: Path, body: str = "Text.", config: str = "", files: Mapping[str, str] | None = None,
    **meta: Any,
) -> Made:  # fmt: skip
    front = yaml.safe_dump({"title": "T", "date": "2024-01-02", **meta}, allow_unicode=True)
    post = f"---\n{front}---\n{body}\n"
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>'
    texts = {"source/img/drawing.svg": drawing, "source/_posts/t.md": post, **(files or {})}
    write_site(root, {**THEME, **texts}, config)
    for name, size in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(png(size))
    with Engine(root, EngineOptions()) as engine:
        return engine.make(NOW)


def shown(made: Made) -> dict[str, str]:
    line = text_of(made, "2024/01/02/t/index.html").split("<body>")[-1].split(";\n")[0]
    return dict(part.split("=", 1) for part in line.split(";"))


DRAWN = "|x|svg"


@pytest.mark.parametrize(
    ("meta", "cover"),
    [
        ({"index_img": "own.png"}, f"{OWN}|64x48|"),
        ({"index_img": "./t/own.png"}, f"{OWN}|64x48|"),
        ({"index_img": "t.assets/own.png"}, f"{OWN}|64x48|"),
        ({"index_img": "/img/site.png"}, "/img/site.png|32x16|"),
        ({"index_img": "img/site.png"}, "/img/site.png|32x16|"),
        ({"index_img": "../img/site.png"}, "/img/site.png|32x16|"),
        ({"index_img": "/img/drawing.svg"}, "/img/drawing.svg|8x4|"),
        ({"index_img": "https://e.org/a.png"}, "https://e.org/a.png|x|"),
        ({"cover": "own.png"}, f"{OWN}|64x48|"),
        ({"cover": ["own.png", "/img/site.png"]}, f"{OWN}|64x48|"),
        ({"cover": False}, "|x|"),
        ({"cover": False, "photos": ["own.png"]}, "|x|"),
        ({"cover": "#49b1f5"}, DRAWN),
        ({"cover": True}, DRAWN),
        ({"cover": "transparent"}, DRAWN),
        ({"cover": "linear-gradient(20deg, #123, #456)"}, DRAWN),
        ({"photos": ["own.png", "/img/site.png"]}, f"{OWN}|64x48|"),
        ({"thumbnail": "own.png"}, f"{OWN}|64x48|"),
        ({"banner_img": "own.png"}, f"{OWN}|64x48|"),
        ({"top_img": "own.png"}, f"{OWN}|64x48|"),
        ({"top_img": False}, DRAWN),
        ({"top_img": False, "cover": "own.png"}, f"{OWN}|64x48|"),
        ({"index_img": "own.png", "cover": "/img/site.png"}, f"{OWN}|64x48|"),
        ({"index_img": "none.png"}, DRAWN),
        ({"index_img": ""}, DRAWN),
        ({"index_img": None, "cover": "own.png"}, f"{OWN}|64x48|"),
        ({}, DRAWN),
    ],
)
def test_which_picture_is_the_cover(tmp_path: Path, meta: dict[str, Any], cover: str) -> None:
    assert shown(make(tmp_path, **meta))["cover"] == cover


def test_the_banner(tmp_path: Path) -> None:
    assert shown(make(tmp_path, banner_img="own.png"))["banner"] == OWN
    assert shown(make(tmp_path, top_img="/img/site.png"))["banner"] == "/img/site.png"
    assert shown(make(tmp_path, cover="own.png"))["banner"] == ""


def test_a_common_cover(tmp_path: Path) -> None:
    files = {"themes/plain/theme.yml": "config: {cover: {default: /img/site.png}}\n"}
    assert shown(make(tmp_path, files=files))["cover"] == "/img/site.png|32x16|"
    assert shown(make(tmp_path, files=files, cover=False))["cover"] == "|x|"


CARD = f"{HOST}/covers/2024/01/02/t.png"


@pytest.mark.parametrize(
    ("meta", "body", "og"),
    [
        ({"og_img": "own.png", "cover": "/img/site.png"}, "", HOST + OWN),
        ({"og_img": "https://e.org/a"}, "", "https://e.org/a"),
        ({"cover": "/img/site.png", "photos": ["own.png"]}, "", f"{HOST}/img/site.png"),
        ({"cover": "/img/drawing.svg", "photos": ["own.png"]}, "", HOST + OWN),
        ({"cover": "/img/drawing.svg"}, "![](own.png)", HOST + OWN),
        ({}, "![](https://e.org/a.png)\n\n![](/img/drawing.svg) ![](own.png)", HOST + OWN),
        ({}, '<video src="own.png"></video><img src=own.png>', HOST + OWN),
        ({}, "![](https://e.org/a.png)", CARD),
        ({"cover": "/img/drawing.svg"}, "", CARD),
        ({}, "", CARD),
        ({"cover": False}, "", ""),
        ({"cover": False}, "![](own.png)", HOST + OWN),
    ],
)
def test_what_links_show(tmp_path: Path, meta: dict[str, Any], body: str, og: str) -> None:
    made = make(tmp_path, body, **meta)
    assert shown(made)["og"] == og
    assert ("covers/2024/01/02/t.png" in made.outputs) == (og == CARD)


def test_links_on_a_site_below_a_path(tmp_path: Path) -> None:
    config = {"_config.yml": "title: T\nurl: https://e.org/blog\ntimezone: UTC\ntheme: plain\n"}
    made = make(tmp_path, files=config)
    assert shown(made)["og"] == "https://e.org/blog/covers/2024/01/02/t.png"
    assert shown(make(tmp_path, files=config, cover="own.png")) == {
        "cover": f"/blog{OWN}|64x48|", "banner": "", "og": f"https://e.org/blog{OWN}",
    }  # fmt: skip


def test_the_card_is_a_png_and_always_the_same(tmp_path: Path) -> None:
    found = []
    for name in ("a", "b"):
        made = make(tmp_path / name)
        assert made.opened is not None
        found.append(made.opened.tree.read(made.outputs["covers/2024/01/02/t.png"].key or ""))
    assert found[0] == found[1]
    with Image.open(BytesIO(found[0])) as picture:
        assert (picture.format, picture.size) == ("PNG", (600, 315))


def test_who_gets_no_card(tmp_path: Path) -> None:
    def cards(made: Made) -> list[str]:
        return [path for path in made.outputs if path.startswith("covers/")]

    page = {"source/about/index.md": "---\ntitle: A\n---\nText.\n"}
    assert cards(make(tmp_path / "a", files=page)) == ["covers/2024/01/02/t.png"]
    assert cards(make(tmp_path / "b", config="dialect: hexo\n")) == []
    off = {"themes/plain/theme.yml": "config: {cover: {generate: none}}\n"}
    assert cards(make(tmp_path / "c", files=off)) == []
    without = {"themes/plain/theme.yml": "config: {}\n"}
    assert cards(make(tmp_path / "d", files=without)) == []


def test_an_authors_file_keeps_its_path(tmp_path: Path) -> None:
    made = make(tmp_path, files={"source/covers/2024/01/02/t.png": "mine"})
    assert made.outputs["covers/2024/01/02/t.png"].key == "source/covers/2024/01/02/t.png"


def test_the_title_needs_a_font_of_the_site(tmp_path: Path) -> None:
    fonts = list(Path("/usr/share/fonts").rglob("*.ttf")) or absent("a font file")
    plain = make(tmp_path, title="Title")

    def bytes_of(made: Made) -> bytes:
        assert made.opened is not None
        return made.opened.tree.read(made.outputs["covers/2024/01/02/t.png"].key or "")

    font = tmp_path / "fonts" / "face.ttf"
    font.parent.mkdir()
    font.write_bytes(fonts[0].read_bytes())
    titled = make(tmp_path, config="cover: {font: fonts/face.ttf}\n", title="Title")
    assert bytes_of(titled) != bytes_of(plain)
    assert [item.code for item in titled.diagnostics] == [item.code for item in plain.diagnostics]
    for name in ("fonts/none.ttf", "../face.ttf", "_config.yml"):
        broken = make(tmp_path, config=f"cover: {{font: {name}}}\n", title="Title")
        assert "cover-font" in [item.code for item in broken.diagnostics]
        assert bytes_of(broken) == bytes_of(plain)


def found(made: Made, code: str) -> list[tuple[str, int, str | None]]:
    return [
        (item.span.path, item.span.line, item.hint)
        for item in made.diagnostics
        if item.code == code and item.span
    ]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("![](OWN.png)", 'did you mean "own.png"?'),
        ("![](t/onw.png)", 'did you mean "own.png"?'),
        ("![](SITE.png)", 'did you mean "/img/site.png"?'),
        ("<img src='own.jpg'>", 'did you mean "own.png"?'),
        ("![](/img/zebra.gif)", None),
    ],
)
def test_a_missing_picture_is_told_with_its_place(
    tmp_path: Path, written: str, hint: str | None
) -> None:
    made = make(tmp_path, f"One.\n\n{written}")
    assert found(made, "missing-picture") == [("source/_posts/t.md", 7, hint)]


def test_a_missing_cover_is_told_with_its_place(tmp_path: Path) -> None:
    made = make(tmp_path, cover="OWN.PNG")
    assert found(made, "missing-picture") == [("source/_posts/t.md", 2, 'did you mean "own.png"?')]
    for fine in ("own.png", "#123456", "https://e.org/a.png", "rgb(1,2,3)", "tomato", False, True):
        assert found(make(tmp_path, cover=fine), "missing-picture") == []


@pytest.mark.parametrize(
    "name",
    [r"C:\Users\me\a.png", "C:/Users/me/a.png", "E:/a.png", r"\\nas\share\a.png",
     "/Users/me/Pictures/a.png", "/home/me/a.png", "file:///tmp/a.png", "~/a.png"],
)  # fmt: skip
@pytest.mark.parametrize("root", ["/", "/blog/"])
def test_pictures_on_one_machine_only(tmp_path: Path, name: str, root: str) -> None:
    files = {"_config.yml": f"title: T\nurl: https://e.org{root}\ntimezone: UTC\ntheme: plain\n"}
    made = make(tmp_path / "a", f"One.\n\n![]({name})", files=files)
    assert [place[:2] for place in found(made, "local-file")] == [("source/_posts/t.md", 7)]
    assert found(made, "missing-picture") == []
    made = make(tmp_path / "b", cover=name, files=files)
    assert len(found(made, "local-file")) == 1


def test_a_page_called_home_is_no_disk(tmp_path: Path) -> None:
    files = {"source/home/me/a.png": "x"}
    made = make(tmp_path, "![](/home/me/a.png) [x](/home/me/a.png)", files=files)
    assert found(made, "local-file") == []


def test_pictures_on_other_hosts_are_counted_once(tmp_path: Path) -> None:
    body = (
        "![](https://i.example/a.png?token=s3cret) ![](https://u:p@i.example/b.png)\n\n"
        "![](https://i.example/a.png) ![](own.png) ![](https://blog.example/img/site.png)\n\n"
        '<iframe src="https://v.example/"></iframe>'
    )
    made = make(tmp_path, body, cover="https://i.example/c.png")
    (item,) = (item for item in made.diagnostics if item.code == "remote-pictures")
    assert item.severity == "info"
    assert item.message.startswith("3 pictures lie on other hosts")
    assert item.hint is not None
    assert "blog localize" in item.hint
    assert "s3cret" not in item.message
    assert not [item for item in make(tmp_path).diagnostics if item.code == "remote-pictures"]


DRESSED = {"themes/plain/layout/post.jinja": "{{ dressed(page.content) }}"}
BODY = '![Words](own.png "Title")\n\n![Other|32](own.png) ![](own.png =16x)'


def dressed(root: Path, config: str = "", **meta: Any) -> str:
    made = make(root, BODY, config, DRESSED, **meta)
    return text_of(made, "2024/01/02/t/index.html").split("<body>")[1]


def test_pictures_are_completed(tmp_path: Path) -> None:
    html = dressed(tmp_path)
    assert (
        f'<figure class="picture"><a class="zoom" href="{OWN}"><img src="{OWN}" alt="Words"'
        ' width="64" height="48" decoding="async"></a><figcaption>Title</figcaption></figure>'
    ) in html
    assert 'alt="Other" width="32" height="24" loading="lazy"' in html
    assert 'alt="" width="16" height="12" loading="lazy"' in html


def test_stock_pictures_are_left_alone(tmp_path: Path) -> None:
    html = dressed(tmp_path, "dialect: hexo\n")
    assert '<img src="/own.png" alt="Words" title="Title">' in html
    assert "zoom" not in html
    assert "loading" not in html


@pytest.mark.parametrize(
    ("name", "key", "mark"),
    [("caption", "image_caption", "figcaption"), ("zoom", "image_zoom", 'class="zoom"'),
     ("lazy", "lazyload", "loading="), ("sizes", None, "height=")],
)  # fmt: skip
def test_switches(tmp_path: Path, name: str, key: str | None, mark: str) -> None:
    assert mark in dressed(tmp_path / "on")
    assert mark not in dressed(tmp_path / "off", f"theme_config: {{image: {{{name}: false}}}}\n")
    if key:
        off: dict[str, Any] = {key: False}
        assert mark not in dressed(tmp_path / "page", **off)
    if name == "sizes":
        assert mark not in dressed(tmp_path / "site", "image: {sizes: false}\n")
