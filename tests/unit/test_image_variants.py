from __future__ import annotations

import random
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from inkpost.config import ConfigFile, make_config
from inkpost.engine import Engine, EngineOptions, Made
from inkpost.io.variants import encode, planned_widths
from inkpost.options import VARIANT_KINDS
from inkpost.site.variants import VariantWish, read_wish
from tests.unit.sites import NOW, text_of, write_site


def photo(kind: str = "JPEG", size: tuple[int, int] = (1000, 600), **options: Any) -> bytes:
    """A picture with much in it, always the same."""
    rough = Image.frombytes("RGB", (50, 30), random.Random(4).randbytes(4500))
    out = BytesIO()
    rough.resize(size, Image.Resampling.BICUBIC).save(out, kind, **options)
    return out.getvalue()


WIDTHS = (480, 960, 1440)


@pytest.mark.parametrize(
    ("width", "found"),
    [(400, []), (480, []), (500, [480, 500]), (1000, [480, 960, 1000]), (3000, [480, 960, 1440])],
)
def test_widths(width: int, found: list[int]) -> None:
    data = photo(size=(width, 600), quality=95)
    forms = planned_widths("a.jpg", lambda: data, WIDTHS)
    assert [form[0] for form in forms] == found
    assert all(abs(w / h - width / 600) < 0.02 for w, h in forms)


def test_what_is_left_alone() -> None:
    frames = [Image.new("RGB", (900, 900), colour) for colour in ("red", "blue")]
    out = BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    moving = out.getvalue() + bytes(20_000)
    assert planned_widths("a.webp", lambda: moving, WIDTHS) == ()
    assert planned_widths("a.gif", photo, WIDTHS) == ()
    assert planned_widths("a.svg", lambda: b"<svg width='2000' height='900'>", WIDTHS) == ()
    assert planned_widths("a.png", lambda: b"none", WIDTHS) == ()
    deep = BytesIO()
    Image.frombytes("I;16", (900, 600), random.Random(1).randbytes(1_080_000)).save(deep, "PNG")
    assert planned_widths("a.png", deep.getvalue, WIDTHS) == ()
    flat = BytesIO()
    Image.new("RGB", (2000, 1000)).save(flat, "PNG")
    assert planned_widths("a.png", flat.getvalue, WIDTHS) == ()


@pytest.mark.parametrize("kind", VARIANT_KINDS)
@pytest.mark.parametrize("mode", ["RGB", "RGBA", "P", "L", "LA", "CMYK"])
def test_a_form_is_always_the_same(kind: str, mode: str) -> None:
    out = BytesIO()
    with Image.open(BytesIO(photo())) as opened:
        picture = opened.convert(mode)
        if mode in ("RGBA", "LA"):
            picture.putalpha(90)
        picture.save(out, "JPEG" if mode == "CMYK" else "PNG")
    data = encode(out.getvalue(), (480, 288), kind)
    assert data == encode(out.getvalue(), (480, 288), kind)
    with Image.open(BytesIO(data)) as made:
        assert (made.format, made.size) == (kind.upper(), (480, 288))
        assert ("A" in made.mode) == (mode in ("RGBA", "LA"))


def test_a_turned_photo_is_upright_and_says_nothing_of_the_camera() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x010F] = 6, "A Camera"
    data = encode(photo(exif=exif), (300, 500), "webp")
    with Image.open(BytesIO(data)) as picture:
        assert picture.size == (300, 500)
        assert not dict(picture.getexif())


def wish(value: object) -> VariantWish | None:
    config = make_config(
        [ConfigFile(path="_config.yml", values={"image": {"variants": value}}, spans={})],
        process_timezone="UTC",
    )
    return read_wish(config, {})


def test_what_is_asked_for() -> None:
    assert wish(True) == VariantWish(widths=(480, 960, 1440), kinds=("avif", "webp"))
    assert wish(False) is None
    assert wish({"widths": [900, 300, "x", True, 2], "formats": ["webp"]}) == VariantWish(
        widths=(300, 900), kinds=("webp",)
    )
    assert wish({"formats": "avif"}) == VariantWish(kinds=("avif",))


THEME = {
    "themes/plain/theme.yml": "config: {}\n",
    "themes/plain/layout/post.jinja": (
        "{{ dressed(page.content) }}[{{ page.derived.cover.srcset }}]"
    ),
    "themes/plain/layout/index.jinja": "{% for post in page.posts %}{{ post.content }}{% endfor %}",
    "source/_posts/t.md": (
        "---\ntitle: T\ndate: 2024-01-02\nindex_img: big.jpg\n---\n"
        "![大](big.jpg)\n\n![小](small.jpg) ![](draw.svg)\n"
    ),
    "source/_posts/t/draw.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="9"/>',
}
SETTING = "image: {variants: {widths: [320, 640], formats: [webp, avif]}}\n"


def make(root: Path, config: str = SETTING, files: Mapping[str, bytes] | None = None) -> Made:
    write_site(root, THEME, config)
    for name, data in {
        "big.jpg": photo(quality=95),
        "small.jpg": photo(size=(90, 60)),
        **(files or {}),
    }.items():
        (root / "source/_posts/t" / name).write_bytes(data)
    with Engine(root, EngineOptions()) as engine:
        made = engine.make(NOW)
        assert made.opened is not None
        for output in made.outputs.values():
            assert output.data is not None or made.opened.tree.read(output.key or "")
        return made


def test_a_site_with_forms(tmp_path: Path) -> None:
    made = make(tmp_path)
    names = sorted(path for path in made.outputs if path.startswith("variants/"))
    assert [name.rpartition("-")[2] for name in names] == [
        "320.avif", "320.webp", "640.avif", "640.webp",
    ]  # fmt: skip
    html = text_of(made, "2024/01/02/t/index.html")
    assert html.count("<picture>") == 1
    assert html.index('type="image/avif"') < html.index('type="image/webp"')
    srcset = ", ".join(
        f"/{name} {width}w" for name, width in zip(names[1::2], (320, 640), strict=True)
    )
    assert f'srcset="{srcset}"' in html
    assert f"[{srcset}]" in html
    assert 'src="/2024/01/02/t/big.jpg"' in html
    for path in ("index.html", "atom.xml"):
        assert "big.jpg" in text_of(made, path)
        assert "variants/" not in text_of(made, path)


def test_without_the_setting_there_are_none(tmp_path: Path) -> None:
    made = make(tmp_path, "")
    assert not [path for path in made.outputs if path.startswith("variants/")]
    assert "<picture>" not in text_of(made, "2024/01/02/t/index.html")


def test_forms_are_kept_and_follow_the_picture(tmp_path: Path) -> None:
    first = make(tmp_path)
    kept = tmp_path / ".inkpost" / "made"
    stamps = {file.name: file.stat().st_mtime_ns for file in kept.iterdir()}
    again = make(tmp_path)
    assert {file.name: file.stat().st_mtime_ns for file in kept.iterdir()} == stamps
    assert again.outputs.keys() == first.outputs.keys()
    changed = make(tmp_path, files={"big.jpg": photo(size=(1000, 500), quality=95)})
    assert changed.outputs.keys() != first.outputs.keys()


def test_a_form_that_is_no_smaller_is_not_used(tmp_path: Path) -> None:
    tight = encode(photo(size=(640, 400)), (640, 400), "avif")
    made = make(tmp_path, files={"big.avif": tight + bytes(9000), "big.jpg": photo(size=(90, 60))})
    assert not [path for path in made.outputs if path.startswith("variants/big")]


def test_a_damaged_picture_is_told_and_left_as_it_is(tmp_path: Path) -> None:
    made = make(tmp_path, files={"big.jpg": photo(quality=95)[:20_000]})
    found = [item for item in made.diagnostics if item.code == "damaged-picture"]
    assert [item.span.path for item in found if item.span] == ["source/_posts/t/big.jpg"]
    assert "variants/" not in text_of(made, "2024/01/02/t/index.html")
