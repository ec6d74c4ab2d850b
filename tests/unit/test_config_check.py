"""All that is wrong with a configuration at once, and what its author hardly means."""

from __future__ import annotations

import pytest

from inkpost.config import draft_config, make_config, read_config_file
from inkpost.errors import ConfigError, Diagnostic, ManyErrors, Span
from tests.unit.documents import make

WRONG = """\
url: quay.example
per_page: many
timezone: Asia/Shanghia
dialect: jekyll
heading_ids: uniq
skip_render: {a: 1}
permalink: [a]
index_generator:
  per_page: [1]
"""


def found(text: str) -> list[Diagnostic]:
    """What is said of a configuration that can be worked with."""
    return list(make(f"url: https://quay.example\n{text}").diagnostics)


def test_every_wrong_value_is_told_in_one_run() -> None:
    with pytest.raises(ConfigError) as caught:
        make(WRONG)
    assert isinstance(caught.value, ManyErrors)
    told = [(each.span.line, each.message) for each in caught.value.errors if each.span]
    assert told == [
        (1, '"url" should be an address such as "https://blog.example.org", found "quay.example"'),
        (2, '"per_page" should be a number, found "many"'),
        (3, '"timezone" should be a time zone such as "Asia/Shanghai", found "Asia/Shanghia"'),
        (4, '"dialect" should be "inkpost" or "hexo", found "jekyll"'),
        (5, '"heading_ids" should be "unique" or "hexo", found "uniq"'),
        (6, '"skip_render" should be a pattern or a list of patterns, found a mapping'),
        (7, '"permalink" should be a text, found a list'),
        (9, '"index_generator.per_page" should be a number, found a list'),
    ]
    hints = [each.hint for each in caught.value.errors]
    assert hints[2] == 'did you mean "Asia/Shanghai"?'
    assert hints[4] == 'did you mean "unique"?'
    assert hints[0] == 'correct the value of "url"'


@pytest.mark.parametrize("value", [".inf", "-.inf", ".nan"])
def test_a_count_without_end_is_an_error(value: str) -> None:
    with pytest.raises(ConfigError, match='"per_page" should be a number'):
        make(f"url: https://quay.example\nper_page: {value}\n")


def test_one_wrong_value_is_one_error() -> None:
    with pytest.raises(ConfigError) as caught:
        make("url: https://quay.example\nper_page: many\n")
    assert not isinstance(caught.value, ManyErrors)


def test_a_draft_has_the_default_where_a_value_is_wrong() -> None:
    draft = draft_config([read_config_file("_config.yml", WRONG)], process_timezone="Asia/Tokyo")
    assert len(draft.errors) == 8
    assert draft.config.text("url") == "http://example.com"
    assert draft.config.timezone == "Asia/Tokyo"
    assert draft.config.dialect == "inkpost"
    assert draft.config.improved("heading_ids")
    assert draft.config.get("per_page") == 10
    assert draft.config.text("permalink") == ":year/:month/:day/:title/"


def test_errors_name_the_file_that_says_it() -> None:
    files = [
        read_config_file("a.yml", "url: nope\nper_page: many\n"),
        read_config_file("b.yml", "title: b\nper_page: few\n"),
    ]
    with pytest.raises(ManyErrors) as caught:
        make_config(files, process_timezone="UTC")
    assert [each.span for each in caught.value.errors] == [
        Span(path="a.yml", line=1),
        Span(path="b.yml", line=2),
    ]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("math: {number: alll}", '"labelled" or "all" or "none", found "alll"', "all"),
        ("math: {number: 3}", '"labelled" or "all" or "none", found the number 3', ""),
        ("math: {throw: -1}", '"warn" or "error", found the number -1', ""),
        ("math: {copy_tex: 0}", "true or false, found the number 0", ""),
        ("math: {macros: [a]}", "a mapping of keys, found a list", ""),
        ("math: {engine: katx}", 'or "none", found "katx"', "katex"),
        ("feed: {math: mathm}", '"mathml" or "tex" or "text", found "mathm"', "mathml"),
        ("feed: {limit: -1}", "a whole number from 0 on, found the number -1", ""),
        ("feed: {limit: 2.5}", "a whole number from 0 on, found the number 2.5", ""),
        ("per_page: -1", "a whole number from 0 on, found the number -1", ""),
        ("image: {variants: 3}", "true, false or a mapping, found the number 3", ""),
        ("image: {variants: {widths: 0}}", "pixels from 16 to 8192, found the number 0", ""),
        ("image: {variants: {widths: [90.5]}}", "from 16 to 8192, found the number 90.5", ""),
        ("image: {variants: {formats: [gif]}}", 'avif or webp, found "gif"', ""),
        ("check: {links: 1}", "true or false, found the number 1", ""),
        ("plugins: hexo-abbrlink", 'a list, found "hexo-abbrlink"', ""),
        ("cover: {font: 1}", "a text, found the number 1", ""),
        ("follow_symlinks: [a]", "true or false, found a list", ""),
    ],
)
def test_an_odd_value_of_our_keys_is_told(text: str, message: str, hint: str) -> None:
    told = found(text)
    assert [item.code for item in told] == ["odd-value"]
    assert message in told[0].message
    assert told[0].hint == (f'did you mean "{hint}"?' if hint else "correct the value")
    assert told[0].span is not None
    assert told[0].span.line == 2


@pytest.mark.parametrize(
    "text",
    [
        "math: {engine: client, number: none, throw: error, copy_tex: false, macros: {R: x}}",
        "image: {variants: {widths: [480, 960], formats: [webp, AVIF]}}",
        "image: {variants: true}",
        "feed: {limit: 0, math: tex}",
        "per_page: 0",
        "marked: {modifyAnchors: 2}",
        "archive: 1",
        "math: {per_page: true, mathjax: {enable: true}}",
        "plugins: [hexo-abbrlink]",
        "root: /blog",
        "new_post_name: :year-:month-:day-:title.md",
        "new_post_name: :lang/:title.md",
    ],
)
def test_right_values_are_no_oddities(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "url",
    ["https://example.com", "http://example.com/blog", "http://www.example.com",
     "http://yoursite.com", "HTTP://YourSite.com:80/"],
)  # fmt: skip
@pytest.mark.parametrize("dialect", ["inkpost", "hexo"])
def test_a_placeholder_for_the_address_is_told(url: str, dialect: str) -> None:
    config = make(f"title: T\nurl: {url}\ndialect: {dialect}\n")
    assert [(item.code, item.span) for item in config.diagnostics] == [
        ("placeholder-url", Span(path="_config.yml", line=2, column=6))
    ]
    told = config.diagnostics[0]
    assert told.severity == "warning"
    assert told.message.startswith('"url" is a placeholder; feeds, the sitemap and canonical')
    assert told.hint == (
        'write your site\'s address in _config.yml, such as "https://blog.example.org"'
    )


@pytest.mark.parametrize(
    ("name", "tag"),
    [
        ("zh_CN.UTF-8", "zh-CN"),
        ("zh_TW.Big5", "zh-TW"),
        ("zh_CN", "zh-CN"),
        ("en_US.utf8", "en-US"),
        ("ja.UTF-8", "ja"),
        ("sr_RS@latin", "sr-Latn-RS"),
        ("C.UTF-8", "en"),
        ("POSIX", "en"),
    ],
)
def test_the_name_of_a_locale_is_read_as_a_language_and_told(name: str, tag: str) -> None:
    config = make(f"url: https://quay.example\nlanguage: {name}\n")
    assert config.languages == (tag,)
    told = config.diagnostics
    assert [(item.code, item.span) for item in told] == [
        ("odd-value", Span(path="_config.yml", line=2, column=11))
    ]
    assert told[0].message == (
        '"language" should be a language\'s tag, found the name of a locale, '
        f'"{name}"; it is read as "{tag}"'
    )
    assert told[0].hint == f'write "{tag}"'


def test_the_name_of_a_locale_in_a_list_and_in_stock_hexo() -> None:
    base = "url: https://quay.example\n"
    ours = make(f"{base}language: [en, zh_CN.UTF-8]\n")
    assert ours.get("language") == ["en", "zh-CN"]
    assert [item.span for item in ours.diagnostics] == [Span(path="_config.yml", line=2, column=16)]
    stock = make(f"{base}language: zh_CN.UTF-8\ndialect: hexo\n")
    assert stock.languages == ("zh_CN.UTF-8",)
    assert stock.diagnostics[0].message.endswith('found the name of a locale, "zh_CN.UTF-8"')
    assert make(f"{base}language: zh_CN\ndialect: hexo\n").diagnostics == ()


@pytest.mark.parametrize("tag", ["zh-CN", "zh-Hans", "zh-Hant-HK", "en", "default", "de-1996"])
def test_tags_of_languages_are_no_locales(tag: str) -> None:
    assert found(f"language: {tag}") == []


def test_an_address_that_is_not_set_is_told_at_the_file() -> None:
    told = make("title: T\n").diagnostics
    assert [(item.code, item.span) for item in told] == [
        ("placeholder-url", Span(path="_config.yml"))
    ]
    assert told[0].message == (
        '"url" is not set; feeds, the sitemap and canonical links lead to "http://example.com"'
    )


@pytest.mark.parametrize(
    "url", ["https://example.community", "https://blog.example.test", "https://myexample.com"]
)
def test_an_address_of_ones_own_is_no_placeholder(url: str) -> None:
    assert make(f"url: {url}\n").diagnostics == ()


def test_a_wrong_address_is_told_once() -> None:
    draft = draft_config([read_config_file("_config.yml", "url: nope\n")], process_timezone="UTC")
    assert len(draft.errors) == 1
    assert draft.config.diagnostics == ()


def test_a_root_without_a_slash_is_mended_here_and_kept_in_stock_hexo() -> None:
    ours = make("url: https://quay.example\nroot: blog\n")
    assert ours.urls.root == "/blog/"
    assert "it is read as" in ours.diagnostics[0].message
    assert ours.diagnostics[0].hint == 'write "root: /blog/"'
    stock = make("url: https://quay.example\nroot: blog\ndialect: hexo\n")
    assert stock.urls.root == "blog/"
    assert "relative to its own page" in stock.diagnostics[0].message


def test_a_name_in_a_pattern_is_told_at_its_own_place() -> None:
    (told,) = found("new_post_name: ':year-:titel.md'\n")
    assert told.span == Span(path="_config.yml", line=2, column=23)
    assert told.hint == 'did you mean ":title"?'


def test_the_place_of_a_part_of_a_value() -> None:
    config = make("url: https://quay.example\npermalink: /a/:year/:title/\n")
    assert config.value_span("permalink", ":title") == Span(path="_config.yml", line=2, column=21)
    assert config.value_span("permalink", ":gone") == Span(path="_config.yml", line=2, column=1)
    assert config.value_span("absent", "x") is None


def test_values_cannot_be_changed_by_who_reads_them() -> None:
    with pytest.raises(TypeError):
        make().values["title"] = "x"  # type: ignore[index]
