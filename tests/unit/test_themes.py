"""The bundled themes as files: languages, settings, bundles, templates."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from inkpost.content.oklch import contrast
from inkpost.model import ThemeLayer
from inkpost.theme.bundles import Bundle, build_bundles
from inkpost.theme.colour import MIN_CONTRAST
from inkpost.theme.compile import compile_template
from inkpost.theme.i18n import load_languages
from inkpost.theme.lookup import find_template
from inkpost.theme.settings import Manifest, allows, check_settings, load_manifest
from tests.shared import ROOT

THEMES = ("tessera", "folio")
LANGUAGES = ("en", "ja", "zh-CN", "zh-TW")
LAYOUTS = [
    "layout",
    "index",
    "archive",
    "categories",
    "category",
    "tags",
    "tag",
    "page",
    "about",
    "links",
    "search",
    "404",
    "post",
]
TEMPLATES = sorted(ROOT.glob("themes/*/layout/**/*.jinja"))
PLURALS = {"zero", "one", "other"}


def read(key: str) -> bytes:
    return (ROOT / key.removeprefix("inkpost:")).read_bytes()


def chain(name: str) -> tuple[ThemeLayer, ...]:
    layers = []
    for each in (name, "kit"):
        base = ROOT / "themes" / each
        files = {
            path.relative_to(base).as_posix(): f"inkpost:{path.relative_to(ROOT).as_posix()}"
            for path in sorted(base.rglob("*"))
            if path.is_file()
        }
        layers.append(ThemeLayer(name=each, files=files))
    return tuple(layers)


def manifest(name: str) -> Manifest:
    return load_manifest(chain(name), read)


def bundles(name: str) -> dict[str, Bundle]:
    made = build_bundles(manifest(name), chain(name), read, manifest(name).defaults)
    return {bundle.name: bundle for bundle in made}


def dark_block(css: str) -> str:
    found = re.findall(r":root\[data-scheme=dark\]\{([^}]*--bg[^}]*)\}", css)
    return str(found[-1])


def tokens(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+):(#[0-9a-f]{3,6})", block))


@pytest.mark.parametrize("name", THEMES)
def test_every_layout_is_there(name: str) -> None:
    assert [each for each in LAYOUTS if find_template(each, chain(name)) is None] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_templates_can_be_read_and_name_templates_that_exist(path: Path) -> None:
    compiled = compile_template(path.read_text("utf-8"), path.name, path.name)
    own = path.relative_to(ROOT / "themes").parts[0]
    names = [own] if own in THEMES else list(THEMES)
    for name in names:
        for reference in compiled.references:
            assert find_template(reference, chain(name)), reference


def test_languages_are_complete() -> None:
    found = load_languages(chain("tessera"), read)
    assert found.names() == LANGUAGES
    keys = {language: set(found.texts[language]) for language in LANGUAGES}
    for language in LANGUAGES:
        assert keys[language] == keys["en"], keys[language] ^ keys["en"]


def test_texts_have_the_same_places_in_every_language() -> None:
    found = load_languages(chain("tessera"), read)
    for key, text in found.texts["en"].items():
        if key.rpartition(".")[2] in PLURALS or key.startswith("archive."):
            continue
        for language in LANGUAGES:
            assert re.findall(r"%[sd]", found.texts[language][key]) == re.findall(r"%[sd]", text)


def test_every_text_that_a_template_asks_for_is_there() -> None:
    texts = load_languages(chain("tessera"), read).texts["en"]
    for path in TEMPLATES:
        source = path.read_text("utf-8")
        for key in re.findall(r"\b__\('([\w.]+)'[,)]", source):
            assert key in texts, f"{path.name}: {key}"
        for key in re.findall(r"\b_p\('([\w.]+)'", source):
            assert f"{key}.other" in texts, f"{path.name}: {key}"


@pytest.mark.parametrize("name", THEMES)
def test_defaults_fit_the_schema_and_nothing_is_undescribed(name: str) -> None:
    own = manifest(name)
    assert check_settings(own.defaults, own) == ()


def test_every_setting_has_a_kind_that_can_be_read() -> None:
    for key, kind in manifest("tessera").schema.items():
        assert kind.strip(), key
        allows(kind, "x")


@pytest.mark.parametrize("name", THEMES)
def test_styles_and_scripts_of_a_page_stay_small(name: str) -> None:
    made = bundles(name)
    size = {key: len(gzip.compress(bundle.data, 9, mtime=0)) for key, bundle in made.items()}
    for part in ("notes", "zoom", "diagram", "missing", "extra"):
        assert size["css/site.css"] + size["js/site.js"] + size[f"js/{part}.js"] <= 14 * 1024, part
    assert size["js/search.js"] <= 8 * 1024


@pytest.mark.parametrize("name", THEMES)
def test_nothing_is_asked_of_other_hosts(name: str) -> None:
    for key in ("css/site.css", "js/site.js", "js/search.js"):
        text = bundles(name)[key].data.decode()
        assert re.findall(r"(?:https?:)?//[\w-]+\.[\w.]+", text) == []


@pytest.mark.parametrize("name", THEMES)
def test_text_can_be_read_on_every_surface(name: str) -> None:
    css = bundles(name)["css/site.css"].data.decode()
    light: dict[str, str] = {}
    for block in re.findall(r"(?<!\w):root\{([^}]*)\}", css.partition("@media print")[0]):
        light.update(tokens(block))
    skin = css.rpartition("@media print")[2]
    for block in re.findall(r"(?<![\w)]):root\{([^}]*--bg[^}]*)\}", skin):
        light.update(tokens(block))
    for scheme in (light, tokens(dark_block(css))):
        for surface in ("bg", "card", "code"):
            for ink in ("text", "muted", "accent", "kw", "str", "com", "num", "fn"):
                if ink in scheme:
                    ratio = contrast(scheme[ink], scheme[surface])
                    assert ratio >= MIN_CONTRAST, (ink, surface, ratio)


def test_the_script_before_the_first_paint_is_short() -> None:
    source = (ROOT / "themes/kit/layout/_partial/head/assets.jinja").read_text("utf-8")
    script = re.search(r"<script>(.*?)</script>", source)
    assert script is not None
    assert len(script[1].encode()) <= 220
