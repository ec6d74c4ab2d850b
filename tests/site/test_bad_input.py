"""Bad input: one clear line with its place, an excerpt and a hint; exit 1; `public/` as it was."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.site.refusing import refuse, shows
from tests.sites import SiteBuilder

# -- front matter


def test_broken_yaml_in_two_posts_is_told_for_both(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", "---\ntitle: a: b\ndate: 2024-03-05\n---\nx\n")
    built.write("source/_posts/second.md", "---\ntitle: ok\ntags: [a, b\n---\nx\n")
    ended = refuse(built, r"first\.md:2:\d+: error: ", r"second\.md:\d:\d+: error: ")
    assert shows(ended, "title: a: b")


def test_a_key_given_twice_is_an_error_at_the_second(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", "---\ntitle: a\ntags: x\ntitle: b\n---\nx\n")
    ended = refuse(built, r"first\.md:4:1: error: .*title")
    assert shows(ended, "title: b")


def test_a_list_as_front_matter_is_an_error(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", "---\n- a\n- b\n---\nx\n")
    refuse(built, r"first\.md:\d+:\d+: error: ")


def test_bad_json_front_matter_is_told_with_its_place(built: SiteBuilder) -> None:
    built.write("source/_posts/first.md", '"title": "a",\n"date": \n;;;\nx\n')
    built.write("source/_posts/second.md", ';;;\n"title": "a",\n"date": ,\n;;;\nx\n')
    ended = refuse(
        built, r"first\.md:2:9: error: .*found the end", r'second\.md:3:9: error: .*found ","'
    )
    assert shows(ended, '"date": ,')


def test_a_post_that_is_not_utf8_is_told_with_line_and_byte(built: SiteBuilder) -> None:
    text = b"---\ntitle: a\n---\n\n" + "一行\n".encode() + "标题".encode("gbk") + b"\n"
    built.write("source/_posts/first.md", text)
    refuse(built, r"first\.md:6:1: error: the file is not UTF-8: byte 0xb1")


def test_a_page_that_is_not_utf8_is_told(built: SiteBuilder) -> None:
    built.write("source/about/index.md", "关于".encode("gbk"))
    refuse(built, r"source/about/index\.md:1:1: error: the file is not UTF-8")


def test_data_that_cannot_be_read_is_told_with_its_place(built: SiteBuilder) -> None:
    built.write("source/_data/friends.yml", "a: 1\nb: [1\n")
    built.write("source/_data/links.json", '{\n  "a": 1,\n  b\n}\n')
    refuse(built, r"friends\.yml:\d+:\d+: error", r"links\.json:3:\d+: error", hint=False)


# -- configuration


@pytest.mark.parametrize(
    ("text", "pattern"),
    [
        ("url: 5", r'_config\.yml:1:\d+: error: "url" should be a text, found the number 5'),
        ("url: quay.example", r"_config\.yml:1:\d+: error: .*address"),
        ("url: []", r'error: "url" should be a text, found a list'),
        ("url: https://q.example\nper_page: many", r'yml:2:\d+: error: "per_page" .* a number'),
        ("url: https://q.example\nper_page: [1]", r'yml:2:\d+: error: "per_page" .* a list'),
        ("url: https://q.example\ntimezone: Asia/Atlantis", r"yml:2:\d+: error: .*time zone"),
        ("url: https://q.example\ndialect: jekyll", r'yml:2:\d+: error: .*"jekyll"'),
        ("url: https://q.example\nheading_ids: uniq", r'yml:2:\d+: error: "heading_ids"'),
        ("url: https://q.example\nsource_dir: {a: 1}", r"yml:2:\d+: error: .*source_dir"),
        ("url: https://q.example\n\ttitle: x", r"yml:2:\d+: error: "),
        ("- a\n- b", r"yml:1:1: error: a mapping of keys was expected, found a list"),
        ("title: a: b", r"yml:1:\d+: error: "),
        ("url: https://q.example\ntitle: a\ntitle: b", r"yml:3:\d+: error: .*title"),
    ],
)
def test_a_wrong_configuration_is_told_with_its_place(
    built: SiteBuilder, text: str, pattern: str
) -> None:
    built.write("_config.yml", f"{text}\n")
    refuse(built, pattern)


def test_a_configuration_that_is_not_utf8_is_told(built: SiteBuilder) -> None:
    built.write("_config.yml", "title: 博客\n".encode("gbk"))
    refuse(built, r"_config\.yml:1:\d+: error: .*not UTF-8")


def test_no_configuration_is_told_with_what_to_do(tmp_path: Path) -> None:
    site = SiteBuilder(tmp_path / "s")
    (site.root / "_config.yml").unlink()
    ended = refuse(site, r"_config\.yml:1:1: error: no _config\.yml here")
    assert "blog init" in ended.err


def test_a_configuration_named_on_the_command_line_must_be_there(built: SiteBuilder) -> None:
    before = built.public_files()
    ended = built.blog("--config", "other.yml", "build")
    assert ended.code == 1
    assert len(ended.errors) == 1
    assert ended.errors[0].startswith("other.yml:1:1: error: cannot read the configuration")
    assert built.public_files() == before


# -- paths


@pytest.mark.parametrize("path", ["../out/", "a/../../out/", "/../out.html", "..", "a\\..\\..\\b/"])
def test_a_path_that_would_leave_the_output_folder_is_refused(
    built: SiteBuilder, path: str
) -> None:
    built.post("first", permalink=path)
    refuse(built, r"source/_posts/first\.md:\d+:\d+: error: the (path|permalink) .*would leave")
    assert not (built.root / "out").exists()


def test_a_site_wide_permalink_that_would_leave_is_refused(built: SiteBuilder) -> None:
    built.configure(permalink="../:title/")
    ended = refuse(built, r'_config\.yml:\d+:12: error: the path "\.\./first/index\.html" would')
    assert shows(ended, "permalink: ../:title/")


def test_every_pair_of_posts_with_one_url_is_told(built: SiteBuilder) -> None:
    built.post("first", permalink="same/")
    built.post("second", permalink="/same/")
    built.post("third", permalink="same/index.html")
    ended = refuse(
        built,
        r"second\.md:4:\d+: error: the URL .* source/_posts/first\.md",
        r"third\.md:4:\d+: error: the URL .* source/_posts/first\.md",
    )
    assert "first.md:" not in "".join(ended.errors)


def test_a_post_and_a_page_with_one_url_are_told(built: SiteBuilder) -> None:
    built.post("first", permalink="about/")
    built.page("about/index.md")
    refuse(built, r"about/index\.md:\d+:\d+: error: the URL \"/about/\w*")


def test_a_link_that_leaves_the_site_is_refused(built: SiteBuilder, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (built.root / "source" / "leak.txt").symlink_to(tmp_path / "secret.txt")
    ended = refuse(built, r"source/leak\.txt:1:1: error: .*leaves the site")
    assert "follow_symlinks" in ended.err
    built.configure(follow_symlinks=True)
    assert built.blog("build").code == 0
    assert built.public_files()["leak.txt"] == b"secret"
