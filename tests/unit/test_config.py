"""The configuration: defaults, coercions, both dialects, near misses."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from inkpost.config import CHOICE_BY_NAME, make_config, read_config_file
from inkpost.errors import ConfigError, Span
from inkpost.options import CHOICES, OTHER_KNOWN, OWN_KEYS
from tests.unit.documents import make


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.name)
def test_each_difference_is_ours_or_hexos_by_the_dialect(choice: object) -> None:
    name = getattr(choice, "name")  # noqa: B009 - a table row
    known = CHOICE_BY_NAME[name]
    assert make().choice(name) == known.ours
    assert make(dialect="hexo").choice(name) == known.stock
    assert make().improved(name)
    assert not make(dialect="hexo").improved(name)


@pytest.mark.parametrize("choice", CHOICES, ids=lambda choice: choice.name)
def test_hexo_is_a_word_for_the_stock_behaviour_of_each(choice: object) -> None:
    name = getattr(choice, "name")  # noqa: B009 - a table row
    first, _, rest = name.partition(".")
    config = make(**{first: {rest: "hexo"} if rest else "hexo"})
    assert config.choice(name) == CHOICE_BY_NAME[name].stock
    assert not config.improved(name)


def test_a_difference_may_be_taken_in_stock_hexo() -> None:
    config = make(dialect="hexo", date_offset="exact", markdown={"cjk": True})
    assert config.improved("date_offset")
    assert config.improved("markdown.cjk")
    assert not config.improved("markdown.extras")


def test_flags_stand_for_on_and_off() -> None:
    assert make(asset_links=False).choice("asset_links") == "off"
    assert make(dialect="hexo", asset_links=True).choice("asset_links") == "on"


def test_any_zone_may_be_that_of_permalinks() -> None:
    assert make(permalink_timezone="Asia/Tokyo").url_zone == ZoneInfo("Asia/Tokyo")
    assert make(timezone="Asia/Shanghai").url_zone == ZoneInfo("Asia/Shanghai")
    process = make(timezone="Asia/Shanghai", permalink_timezone="process", zone="Europe/Paris")
    assert process.url_zone == ZoneInfo("Europe/Paris")
    stock = make(timezone="Asia/Shanghai", dialect="hexo", zone="Europe/Paris")
    assert (stock.url_zone, stock.zone) == (ZoneInfo("Europe/Paris"), ZoneInfo("Asia/Shanghai"))


def test_an_unset_zone_is_that_of_the_process() -> None:
    assert make(timezone="", zone="Asia/Tokyo").timezone == "Asia/Tokyo"
    with pytest.raises(ConfigError, match="timezone"):
        make(permalink_timezone="Moon/Sea")


@pytest.mark.parametrize("name", ["Asia/Atlantis", "../x", "/etc/passwd", "UTC+8", "Asia"])
def test_a_zone_that_is_none_is_an_error_at_its_place(name: str) -> None:
    with pytest.raises(ConfigError, match=f'found "{name}"'.replace("+", r"\+")) as caught:
        make(f"url: https://q.example\ntimezone: '{name}'\n")
    assert caught.value.span == Span(path="_config.yml", line=2, column=1)


@pytest.mark.parametrize(
    ("values", "root", "url"),
    [
        ({"url": "https://q.example"}, "/", "https://q.example"),
        ({"url": "https://q.example/"}, "/", "https://q.example"),
        ({"url": "https://q.example/blog"}, "/blog/", "https://q.example/blog"),
        ({"url": "https://q.example/blog", "root": ""}, "/blog/", "https://q.example/blog"),
        ({"url": "https://q.example/blog", "root": "/x"}, "/x/", "https://q.example/blog"),
        ({"url": "https://q.example", "root": "/x//"}, "/x/", "https://q.example"),
    ],
)
def test_url_and_root_as_hexo_finishes_them(values: dict[str, str], root: str, url: str) -> None:
    config = make(**values)
    assert (config.urls.root, config.text("url")) == (root, url)


@pytest.mark.parametrize("url", ["q.example", "ftp://q.example", "", "https://", "/blog"])
def test_a_url_that_is_none_is_an_error(url: str) -> None:
    with pytest.raises(ConfigError, match='"url"'):
        make(url=url)


@pytest.mark.parametrize(("value", "flag"), [
    (True, True), (False, False), (0, False), (1, True), ("", False), ("false", True), ([], True),
    ({}, True), (None, False),
])  # fmt: skip
def test_flags_are_true_as_javascript_has_it(value: object, flag: bool) -> None:
    assert make(some={"key": value}).flag("some.key") is flag


def test_values_come_as_texts_lists_and_numbers() -> None:
    config = make(one="a", many=["a", 1], none=None, off=False, number="5", word="x", true=True)
    assert config.texts("one") == ("a",)
    assert config.texts("many") == ("a", "1")
    assert config.texts("none") == config.texts("off") == config.texts("absent") == ()
    assert config.text("none") == config.text("absent") == ""
    assert config.number("number") == 5
    assert config.number("word", 7) == 7
    assert config.number("true") == 1
    assert config.get("absent.deep", "d") == "d"


def test_hexos_defaults_are_there() -> None:
    config = make("url: https://q.example\n")
    assert config.get("title") == "Hexo"
    assert config.get("per_page") == 10
    assert config.text("permalink") == ":year/:month/:day/:title/"
    assert config.get("pagination_dir") == "page"
    assert config.languages == ("en",)
    assert (config.source_dir, config.public_dir, config.theme) == ("source", "public", "landscape")


@pytest.mark.parametrize("spec", OWN_KEYS, ids=lambda spec: spec.name)
def test_our_keys_have_their_defaults_when_absent(spec: object) -> None:
    from inkpost.config import OWN_DEFAULTS

    name = getattr(spec, "name")  # noqa: B009 - a table row
    assert make().get(name, None) == OWN_DEFAULTS.get(name)


def test_folders_lose_their_slashes() -> None:
    config = make(source_dir="/src/", public_dir="docs/")
    assert (config.source_dir, config.public_dir) == ("src", "docs")


@pytest.mark.parametrize(
    ("key", "meant"),
    [("permalnk", "permalink"), ("titel", "title"), ("per_pages", "per_page"),
     ("tag_generater", "tag_generator"), ("theme_confg", "theme_config"), ("Title", "title")],
)  # fmt: skip
def test_a_near_miss_is_told_with_the_key_that_is_meant(key: str, meant: str) -> None:
    found = make(f"url: https://q.example\n{key}: x\n").diagnostics
    assert [(item.code, item.hint) for item in found] == [
        ("unknown-key", f'did you mean "{meant}"?')
    ]
    assert found[0].span == Span(path="_config.yml", line=2, column=1)


def test_keys_of_others_are_no_near_misses() -> None:
    others: dict[str, Any] = {
        name: {} for name in OTHER_KNOWN if name not in ("image", "math", "search")
    }
    found = make(
        **{
            **others,
            "leancloud": {},
            "post_wordcount": 1,
            "jsonContent": {},
            "algolia": {},
            "baidusitemap": {},
            "live2d": {},
            "minify": {},
            "aplayer": {},
            "mathjax": {},
            "pandoc": {},
            "kramed": {},
            "encrypt": {},
            "neat_enable": 1,
            "githubEmojis": 1,
            "valine": {},
        }
    ).diagnostics
    assert found == ()


def test_foreign_words_below_math_are_accepted() -> None:
    config = make(math={"engine": "mathjax", "per_page": True})
    assert config.choice("math.engine") == "auto"


def test_later_files_win_and_maps_are_merged() -> None:
    files = [
        read_config_file("a.yml", "url: https://a.example\nmarked: {gfm: false, breaks: true}\n"),
        read_config_file("b.yml", "title: B\nmarked: {breaks: false}\n"),
    ]
    config = make_config(files, process_timezone="UTC", overrides={"title": "C"})
    assert config.text("title") == "C"
    assert config.get("marked.gfm") is False
    assert config.get("marked.breaks") is False
    assert config.spans["title"].path == "b.yml"
    assert config.span("marked.breaks") == Span(path="b.yml", line=2, column=10)
    assert config.span("title.deeper") == config.spans["title"]
    assert config.span("absent") is None


def test_plugins_are_named_or_told_by_the_package() -> None:
    least = read_config_file("_config.yml", "url: https://q.example\n")
    told = make_config([least], process_timezone="UTC", plugins=["hexo-generator-search"])
    assert told.has_plugin("hexo-generator-search")
    assert told.has_plugin("other", "hexo-generator-index")
    named = read_config_file("_config.yml", "url: https://q.example\nplugins: [hexo-abbrlink]\n")
    config = make_config([named], process_timezone="UTC", plugins=["hexo-generator-search"])
    assert config.has_plugin("hexo-abbrlink")
    assert not config.has_plugin("hexo-generator-search")


def test_drafts_are_shown_by_either_way() -> None:
    least = read_config_file("_config.yml", "url: https://q.example\nrender_drafts: true\n")
    assert make_config([least], process_timezone="UTC").drafts
    plain = read_config_file("_config.yml", "url: https://q.example\n")
    assert make_config([plain], process_timezone="UTC", drafts=True).drafts
    assert not make_config([plain], process_timezone="UTC").drafts


@pytest.mark.parametrize("text", ["", "---\n", "# nothing\n", "null\n"])
def test_an_empty_file_says_nothing(text: str) -> None:
    assert read_config_file("_config.yml", text).values == {}


@pytest.mark.parametrize(("text", "found"), [
    ("- a\n", "a list"), ("just words\n", "a text"), ("5\n", "the number 5"),
    ("true\n", "the flag true"),
])  # fmt: skip
def test_a_file_that_is_no_mapping_says_what_it_is(text: str, found: str) -> None:
    with pytest.raises(ConfigError, match=f"expected, found {found}"):
        read_config_file("_config.yml", text)


@pytest.mark.parametrize("value", ["5", "", " 7 ", 5, None, True, "-1"])
def test_what_counts_as_a_number_is_taken(value: object) -> None:
    make(per_page=value)


@pytest.mark.parametrize("value", ["many", [], {}, ["5"]])
def test_what_counts_as_none_is_an_error(value: object) -> None:
    with pytest.raises(ConfigError, match='"per_page" should be a number'):
        make(per_page=value)


@pytest.mark.parametrize("name", ["skip_render", "include", "exclude", "ignore"])
def test_patterns_are_texts_or_lists_of_texts(name: str) -> None:
    for value in (None, False, "", "*.md", ["a", "b"]):
        make(**{name: value})
    for wrong in (True, 1, [1], [["a"]], {"a": 1}):
        with pytest.raises(ConfigError, match=f'"{name}" should be a pattern'):
            make(**{name: wrong})


def test_json_is_a_configuration_too() -> None:
    found = read_config_file("_config.json", '{"title": "T", "marked": {"gfm": false}}')
    assert found.values == {"title": "T", "marked": {"gfm": False}}
