from __future__ import annotations

import pytest

from inkpost.errors import ConfigError
from inkpost.model import ThemeLayer
from inkpost.theme.i18n import Languages, Translator, format_text, load_languages

FILES = {
    "near/en.yml": "home: Start\n",
    "far/en.yml": "home: Home\nminutes:\n  {zero: instant, one: one minute, other: '%d minutes'}\n",
    "far/zh-CN.yml": "home: 首页\n",
    "far/zh-TW.yml": "home: 首頁\n",
    "far/ja.yml": "home: ホーム\n",
}


def chain() -> tuple[ThemeLayer, ...]:
    layers = []
    for name in ("near", "far"):
        files = {f"languages/{key.partition('/')[2]}": key for key in FILES if key.startswith(name)}
        layers.append(ThemeLayer(name=name, files=files))
    return tuple(layers)


def languages() -> Languages:
    return load_languages(chain(), lambda key: FILES[key].encode())


def test_nearer_texts_replace_farther_ones_key_by_key() -> None:
    table = languages().texts["en"]
    assert table["home"] == "Start"
    assert table["minutes.one"] == "one minute"


@pytest.mark.parametrize(
    ("page", "configured", "first"),
    [
        ("ja", ["en"], "ja"),
        (None, ["zh-CN", "en"], "zh-CN"),
        ("zh", ["en"], "zh-CN"),
        ("zh-Hant-HK", ["en"], "zh-TW"),
        ("zh-Hans-HK", ["en"], "zh-CN"),
        ("en-GB", ["ja"], "en"),
        ("zh_cn", ["ja"], "zh-CN"),
        ("xx", ["ja"], "ja"),
        (None, [], "en"),
    ],
)
def test_order_of_languages(page: str | None, configured: list[str], first: str) -> None:
    assert languages().order(page, configured)[0] == first


def test_translate_falls_back_to_other_languages_then_to_the_key() -> None:
    found = languages()
    texts = Translator(found.texts_for(found.order("ja", ["zh-CN"])))
    assert texts.translate("home") == "ホーム"
    assert texts.plural("minutes", 2) == "2 minutes"
    assert texts.translate("nothing here") == "nothing here"
    assert texts.translate("") == ""


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "instant"), (1, "one minute"), (2, "2 minutes")]
)
def test_plural_forms(count: int, expected: str) -> None:
    assert Translator(languages().texts["en"]).plural("minutes", count) == expected


def test_plural_without_forms_uses_the_plain_text() -> None:
    assert Translator({"n": "%d things"}).plural("n", 3) == "3 things"
    assert Translator({}).plural("n", 3) == "n"


@pytest.mark.parametrize(
    ("text", "args", "expected"),
    [
        ("%s and %s", ["a", 2], "a and 2"),
        ("%2$s %1$s", ["a", "b"], "b a"),
        ("%05.1f|%-4s|%+d", [3.14159, "x", 7], "003.1|x   |+7"),
        ("100%% %x", [255], "100% ff"),
        ("%s is missing %s", ["one"], "one is missing %s"),
        ("50 % off", [], "50 % off"),
    ],
)
def test_format_text(text: str, args: list[object], expected: str) -> None:
    assert format_text(text, args) == expected


def test_a_broken_language_file_is_an_error_with_its_place() -> None:
    layer = ThemeLayer(name="t", files={"languages/en.yml": "languages/en.yml"})
    with pytest.raises(ConfigError) as caught:
        load_languages((layer,), lambda _key: b"a: [1\nb: 2")
    assert caught.value.span is not None
    assert caught.value.span.path == "languages/en.yml"
