"""Paths that can be no files, names that nothing has, and files of ours that give way."""

from __future__ import annotations

import re

import pytest

from inkpost.errors import Diagnostic
from tests.sites import SiteBuilder

LONG = "长" * 90  # 270 bytes in UTF-8
SECTION = "_config.yml"


def told(site: SiteBuilder, severity: str) -> list[Diagnostic]:
    return [item for item in site.make().diagnostics if item.severity == severity]


def places(found: list[Diagnostic]) -> list[tuple[str, int, int]]:
    return [(item.span.path, item.span.line, item.span.column) for item in found if item.span]


# -- names that are too long


def test_a_tag_that_is_too_long_for_a_folder_is_told_at_the_post(site: SiteBuilder) -> None:
    site.post("one", tags=["a", LONG])
    (found,) = told(site, "error")
    assert found.code == "long-name"
    assert "is 270 bytes long, and a file's name holds at most 255" in found.message
    assert found.span is not None
    assert found.span.path == "source/_posts/one.md"
    assert found.hint == "shorten the tag, or give it a slug in tag_map"
    site.configure(tag_map={LONG: "long"})
    assert told(site, "error") == []


def test_a_category_that_is_too_long_is_told_too(site: SiteBuilder) -> None:
    site.write("source/_posts/one.md", f"---\ntitle: a\ncategory: {LONG}\n---\n")
    (found,) = told(site, "error")
    assert places([found]) == [("source/_posts/one.md", 3, 1)]
    assert found.hint == "shorten the category, or give it a slug in category_map"


@pytest.mark.parametrize(
    ("front", "column"), [(f"/x/{LONG}/", 15), ("/x/../../y", 15), ("../up", 12)]
)
def test_a_permalink_that_can_be_no_path_is_told_at_its_part(
    site: SiteBuilder, front: str, column: int
) -> None:
    site.write("source/_posts/one.md", f"---\ntitle: a\npermalink: {front}\n---\n")
    site.post("two")
    found = told(site, "error")
    assert places(found) == [("source/_posts/one.md", 3, column)]
    assert found[0].hint == "correct the permalink"


def test_a_title_that_is_too_long_is_told_at_the_title(site: SiteBuilder) -> None:
    site.configure(permalink=":post_title/")
    site.post("one", title=LONG)
    found = told(site, "error")
    assert [item.code for item in found] == ["long-name"]
    assert places(found) == [("source/_posts/one.md", 2, 1)]


def test_a_rule_that_leaves_the_folder_is_told_at_its_part(site: SiteBuilder) -> None:
    site.write(SECTION, "url: https://q.example\ntheme: plain\npermalink: /a/../../:title/\n")
    site.post("one")
    (found,) = told(site, "error")
    assert found.code == "bad-path"
    assert places([found]) == [(SECTION, 3, 15)]


def test_nothing_is_written_and_the_rest_is_with_keep_going(site: SiteBuilder) -> None:
    site.post("one", tags=[LONG])
    site.post("two")
    assert site.blog("build").code == 1
    assert not site.public.exists()
    assert site.blog("build", "--keep-going").code == 1
    assert "2024/03/05/two/index.html" in site.public_files()


# -- a file and a folder


def test_a_file_that_another_needs_as_a_folder_is_told_with_both(site: SiteBuilder) -> None:
    site.post("one", permalink="foo")
    site.post("two", permalink="foo/bar/")
    (found,) = told(site, "error")
    assert found.code == "file-and-folder"
    assert "source/_posts/one.md" in found.message
    assert "source/_posts/two.md" in found.message
    assert found.span is not None
    assert found.span.path == "source/_posts/one.md"
    site.post("one", permalink="foo/")
    assert told(site, "error") == []


def test_a_file_with_the_name_of_a_folder_of_ours_names_what_makes_it(site: SiteBuilder) -> None:
    site.write("source/archives", "words")
    site.post("one")
    found = told(site, "error")
    assert {item.code for item in found} == {"file-and-folder"}
    assert any('the generator "archive"' in item.message for item in found)
    assert "source/archives" in found[0].message


# -- names in `permalink`


def test_a_name_that_posts_have_no_value_for_is_told_once_at_its_place(site: SiteBuilder) -> None:
    site.write(
        SECTION, "url: https://q.example\ntimezone: UTC\ntheme: plain\npermalink: /:yaer/:title/\n"
    )
    site.post("one")
    site.post("two")
    found = [item for item in told(site, "warning") if item.code == "unknown-name"]
    assert [(item.message, item.hint) for item in found] == [(
        '2 posts have no value for ":yaer" in "permalink"; "undefined" stands in the URL',
        'did you mean ":year"?',
    )]  # fmt: skip
    assert places(found) == [(SECTION, 4, 13)]


@pytest.mark.parametrize("rule", [":lang/:title/", ":series_name/:title/", ":kind/:title/"])
def test_a_name_that_front_matter_or_a_default_has_is_no_slip(site: SiteBuilder, rule: str) -> None:
    site.configure(permalink=rule, permalink_defaults={"lang": "en"})
    site.post("one", series_name="s", kind="k")
    assert told(site, "warning") == []


def test_only_posts_without_a_value_count(site: SiteBuilder) -> None:
    site.configure(permalink=":kind/:title/")
    site.post("one", kind="k")
    site.post("two")
    site.post("own", permalink="/own/")
    (found,) = told(site, "warning")
    assert re.match(r"source/_posts/two\.md has no value", found.message)


def test_a_tag_without_a_letter_is_told_at_the_post(site: SiteBuilder) -> None:
    site.write("source/_posts/one.md", "---\ndate: 2024-01-01\ntags: [ok, '.']\n---\n")
    (found,) = told(site, "warning")
    assert found.message == 'the tag "." gives no name for a folder; its page is "/tags/"'
    assert places([found]) == [("source/_posts/one.md", 3, 1)]
    site.configure(tag_map={".": "dot"})
    assert told(site, "warning") == []


@pytest.mark.parametrize("key", ["tags", "categories"])
def test_a_name_with_a_colon_is_told_as_the_mapping_that_it_is(site: SiteBuilder, key: str) -> None:
    site.write("source/_posts/one.md", f"---\ndate: 2024-01-01\n{key}:\n  - C++: x\n---\n")
    found = [item for item in told(site, "warning") if item.code == "bad-name"]
    assert places(found) == [("source/_posts/one.md", 3, 1)]
    assert found[0].hint == 'put a name with ": " in it in quotes'


def test_a_dot_between_slashes_is_no_part_of_a_path(site: SiteBuilder) -> None:
    site.post("one", permalink="a/./b/")
    assert "a/b/index.html" in site.make().outputs


# -- files of ours


@pytest.mark.parametrize(
    ("path", "name"),
    [("atom.xml", "the feed"), ("sitemap.xml", "the sitemap"), ("robots.txt", "robots.txt")],
)
def test_a_document_in_place_of_a_file_of_ours_is_told(
    site: SiteBuilder, path: str, name: str
) -> None:
    site.post("one", permalink=path)
    found = [item for item in told(site, "warning") if item.code == "replaced-file"]
    assert [item.message for item in found] == [
        f'"/{path}" is source/_posts/one.md now, in place of {name}'
    ]
    assert places(found) == [("source/_posts/one.md", 4, 1)]
    assert b"<article>" in (site.make().outputs[path].data or b"")


def test_a_file_of_the_authors_in_its_place_is_meant(site: SiteBuilder) -> None:
    site.write("source/robots.txt", "User-agent: *\n")
    site.write("source/atom.xml", "<feed/>\n")
    site.post("one")
    assert told(site, "warning") == []


def test_a_page_in_place_of_the_archive_is_hexos_way(site: SiteBuilder) -> None:
    site.page("archives/index.md")
    site.post("one")
    assert "replaced-file" not in [item.code for item in told(site, "warning")]


# -- plug-ins


def test_a_plugin_that_is_none_of_ours_is_told_at_its_place(site: SiteBuilder) -> None:
    site.write(
        SECTION,
        "url: https://q.example\ntimezone: UTC\ntheme: plain\nplugins:\n"
        "  - hexo-generator-feeds\n  - hexo-wordcount\n  - live2d\n  - abbrlink\n",
    )
    site.post("one")
    found = told(site, "warning")
    assert {item.code for item in found} == {"unknown-plugins"}
    hints = {item.span.line: item.hint for item in found if item.span}
    assert hints == {
        5: 'did you mean "hexo-generator-feed"?',
        7: "remove the name, or bring it as a script",
        8: 'did you mean "hexo-abbrlink"?',
    }


def test_a_theme_whose_name_no_folder_can_have(site: SiteBuilder) -> None:
    site.post("a")
    for value in ("x" * 300, {"字" * 90: None}):
        site.configure(theme=value)
        ended = site.blog("build")
        assert ended.code == 1
        assert "fault of inkpost" not in ended.err
        expected = r'_config\.yml:\d+:\d+: error: "theme": the name of a folder'
        assert re.match(expected, ended.errors[0])
        assert len(ended.errors) == 1
