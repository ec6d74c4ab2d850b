"""URLs that stock Hexo makes of odd names, and what our own dialect makes of them."""

from __future__ import annotations

from tests.sites import SiteBuilder, codes


def test_an_empty_part_of_a_url_is_no_folder(site: SiteBuilder) -> None:
    site.configure(permalink=":title/:post_title/:year/")
    site.post("tide", title="")
    for dialect in ("inkpost", "hexo"):
        site.configure(permalink=":title/:post_title/:year/", dialect=dialect)
        assert "tide/2024/index.html" in site.make().outputs


def test_a_percent_sign_in_a_name(site: SiteBuilder) -> None:
    site.post("100%real")
    assert "2024/03/05/100%real/index.html" in site.make().outputs
    site.configure(dialect="hexo")
    made = site.make()
    assert not [path for path in made.outputs if "real" in path]
    assert codes(made.diagnostics, "warning") == ["bad-name"]


def test_the_number_0_is_an_id(site: SiteBuilder) -> None:
    site.configure(permalink="p/:id/")
    site.post("tide", id=0)
    assert "p/0/index.html" in site.make().outputs


def test_a_date_in_a_name_that_no_calendar_has(site: SiteBuilder) -> None:
    site.write("source/_posts/2020-13-45-late.md", "---\ntitle: Late\n---\nx\n")
    site.configure(new_post_name=":year-:month-:day-:title.md", dialect="hexo")
    assert "2021/02/14/late/index.html" in site.make().outputs
