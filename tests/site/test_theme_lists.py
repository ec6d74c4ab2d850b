"""What lists and titles show: years once, short phrases whole."""

from __future__ import annotations

import re

import pytest

from tests.sites import SiteBuilder, text_of


@pytest.mark.parametrize("theme", ["tessera", "folio"])
def test_the_archive_of_a_year_or_month_does_not_repeat_it(site: SiteBuilder, theme: str) -> None:
    site.configure(theme=theme)
    site.post("a", date="2024-02-03")
    site.post("b", date="2025-06-07")
    made = site.make()
    assert text_of(made, "archives/index.html").count('class="year-title"') == 2
    for path in ("archives/2024/index.html", "archives/2024/02/index.html"):
        assert 'class="year-title"' not in text_of(made, path)
        assert 'class="row' in text_of(made, path)


@pytest.mark.parametrize(
    ("title", "whole"),
    [
        ("从方差到最小二乘：一次不跳步的推导", True),
        ("Short words only", True),
        ("一个词也没有断开的非常长的标题，后面还有", False),
        ("", True),
    ],
)
def test_only_titles_of_short_phrases_are_kept_together(
    site: SiteBuilder, title: str, whole: bool
) -> None:
    site.configure(theme="tessera")
    site.post("a", date="2024-01-02", title=title)
    html = text_of(site.make(), "2024/01/02/a/index.html")
    assert ('<h1 class="post-title" data-phrased>' in html) is whole


def test_a_list_tells_how_many_posts_it_has_where_it_knows(site: SiteBuilder) -> None:
    site.configure(theme="folio", language="en", archive_generator={"per_page": 2})
    for n in range(3):
        site.post(f"p{n}", date=f"2024-01-0{n + 1}", tags=["one"])
    made = site.make()
    assert "<p>3 posts</p>" in text_of(made, "archives/index.html")
    assert re.search(r"<p><a [^>]*>Tags</a> 3 posts</p>", text_of(made, "tags/one/index.html"))
    year = text_of(made, "archives/2024/index.html")
    assert "2 posts" not in year
    assert "<p></p>" not in year


def test_the_years_of_the_archive_tell_how_many_posts_they_have(site: SiteBuilder) -> None:
    site.configure(
        theme="tessera", language="en", timezone="Asia/Shanghai", archive_generator={"per_page": 2}
    )
    for n in range(3):
        site.post(f"p{n}", date=f"2024-01-0{n + 1}")
    site.post("shown", date="2023-12-31 23:30:00")
    site.post("hidden", date="2023-06-01", hide=True)
    made = site.make()
    heading = '<h2 class="year-title">{} <span class="count">{}</span></h2>'
    assert heading.format(2024, "3 posts") in text_of(made, "archives/index.html")
    second = text_of(made, "archives/page/2/index.html")
    assert heading.format(2024, "3 posts") in second
    assert heading.format(2023, "1 post") in second


def test_the_post_shows_the_whole_chain_of_its_categories_a_list_the_innermost(
    site: SiteBuilder,
) -> None:
    site.configure(theme="tessera")
    site.post("a", date="2024-01-02", categories=[["系统", "网络"], ["别的"]])
    made = site.make()
    meta = text_of(made, "2024/01/02/a/index.html").partition('<p class="meta">')[2]
    assert re.findall(r'class="meta-category"[^>]*>(.*?)</a>', meta) == ["系统", "网络"]
    row = text_of(made, "archives/index.html").partition('<li class="row')[2]
    assert re.findall(r'class="meta-category"[^>]*>(.*?)</a>', row) == ["网络"]


@pytest.mark.parametrize(
    ("path", "text", "tag_dir", "shows"),
    [
        ("tags/index.md", "", "tags", True),
        ("tags/index.md", "My own words on tags.\n", "tags", False),
        ("notes/tags/index.md", "", "tags", False),
        ("labels/index.md", "", "tags", False),
        ("labels/index.md", "", "labels", True),
    ],
)
def test_a_page_that_says_nothing_is_what_its_folder_is_called(
    site: SiteBuilder, path: str, text: str, tag_dir: str, shows: bool
) -> None:
    """Where the theme of before went by the folder, the author wrote a title and nothing else."""
    site.configure(theme="tessera", tag_dir=tag_dir)
    site.post("a", tags=["one"])
    site.page(path, text, title="T")
    html = text_of(site.make(), path.replace(".md", ".html")).partition("<main")[2]
    assert ("/one/" in html) is shows
