"""What stock Hexo makes of odd names, titles and terms, and what our own dialect makes of them."""

from __future__ import annotations

from tests.sites import SiteBuilder, codes, text_of


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


def test_titles_are_capitalised_on_request(site: SiteBuilder) -> None:
    site.configure(titlecase=True)
    site.post("a", title="the tide and the moon")
    site.post("b", title="left as it is", titlecase=False)
    index = text_of(site.make(), "index.html")
    assert "The Tide and the Moon" in index
    assert "left as it is" in index


def test_a_date_under_another_key_is_of_the_site_s_zone(site: SiteBuilder) -> None:
    site.configure(timezone="America/New_York")
    site.write("themes/plain/layout/post.jinja", "{{ date(page.seen, 'YYYY-MM-DD HH:mm') }}")
    site.write("source/_posts/a.md", "---\ndate: 2024-03-05 09:00:00\nseen: 2024-03-01\n---\n")
    assert "2024-03-01 00:00" in text_of(site.make(), "2024/03/05/a/index.html")


def test_terms_that_are_named_twice_are_counted_twice_by_hexo_alone(site: SiteBuilder) -> None:
    site.write(
        "themes/plain/layout/index.jinja", "{% for tag in site.tags %}{{ tag.length }}{% endfor %}"
    )
    site.post("a", tags=["x", "x"])
    for dialect, count in (("inkpost", "1"), ("hexo", "2")):
        site.configure(dialect=dialect)
        assert f"<body>{count}</body>" in text_of(site.make(), "index.html")


def test_what_is_left_out_by_patterns(site: SiteBuilder) -> None:
    site.configure(
        post_asset_folder=True,
        include=["_inc/**", ".well-known/*"],
        exclude=["secret/**", "*.tmp"],
        ignore=["**/ignored/**"],
        skip_render=["raw/**", "*.skip.md"],
    )
    site.post("tide")
    for path in (
        "_posts/tide/a.png", "_posts/tide/_b.png", "_posts/tide/c.tmp", "_posts/tide/d.md~",
        "_inc/e.md", "_out/f.md", ".well-known/g", "secret/h.md", "i.tmp", "ignored/j.md",
        "raw/k.md", "l.skip.md", "deep/m.skip.md", "n~",
    ):  # fmt: skip
        site.write(f"source/{path}", "text")
    site.write("themes/plain/source/ignored/o.js", "let o")
    site.write("themes/plain/source/p.js", "let p")
    for dialect in ("inkpost", "hexo"):
        site.configure(**{**site.config, "dialect": dialect})
        made = {path.removeprefix("2024/03/05/") for path in site.make().outputs}
        made &= {
            "tide/a.png", "tide/_b.png", "tide/c.tmp", "tide/d.md~", "_inc/e.html", "_out/f.html",
            ".well-known/g", "secret/h.html", "i.tmp", "ignored/j.html", "raw/k.md", "raw/k.html",
            "l.skip.md", "deep/m.skip.md", "deep/m.skip.html", "n~", "ignored/o.js", "p.js",
        }  # fmt: skip
        assert made == {
            "tide/a.png", "_inc/e.html", ".well-known/g", "raw/k.md", "l.skip.md",
            "deep/m.skip.html", "p.js",
        }, dialect  # fmt: skip
