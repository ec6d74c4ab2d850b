"""Faults that a stranger found, each with the right outcome."""

from __future__ import annotations

import os

from tests.sites import SiteBuilder, codes, text_of


def test_clean_behind_a_link_removes_only_what_is_ours(site: SiteBuilder) -> None:
    real = site.root.parent / "elsewhere"
    real.mkdir()
    (real / "mine.txt").write_text("kept")
    site.public.symlink_to(real)
    site.post("a")
    site.build()
    done = site.blog("clean")
    assert done.code == 0
    assert [file.name for file in real.rglob("*") if file.is_file()] == ["mine.txt"]


def test_a_source_folder_that_is_not_there_is_an_error(site: SiteBuilder) -> None:
    site.post("a")
    site.build()
    before = site.public_files()
    site.configure(source_dir="sorce")
    report = site.build()
    assert report.failed
    assert site.public_files() == before


def test_a_file_name_that_is_no_utf8_is_told(site: SiteBuilder) -> None:
    site.post("a")
    folder = os.fsencode(site.root / "source" / "_posts")
    with open(os.path.join(folder, b"\xc4\xe3.md"), "wb") as file:  # noqa: PTH118, PTH123 - bytes
        file.write(b"x")
    report = site.build()
    assert report.failed
    assert any("not UTF-8" in item.message for item in report.diagnostics)


def test_a_link_to_itself_stops_nothing(site: SiteBuilder) -> None:
    site.post("a")
    (site.root / "source" / "self").symlink_to("self")
    (site.root / "source" / "up").symlink_to("..")
    made = site.make()
    assert not made.failed
    assert not any(path.startswith("up/") for path in made.outputs)


def test_a_failing_page_raises_no_alarm_about_links(site: SiteBuilder) -> None:
    site.post("a", "[b](/2024/03/05/b/)\n")
    site.post("b")
    site.write("themes/plain/layout/post.jinja", "{% if %}")
    made = site.make()
    assert made.failed
    assert "broken-link" not in codes(made.diagnostics, "warning")


def test_a_draft_is_published_by_its_title(site: SiteBuilder) -> None:
    site.write("source/_drafts/d.md", "---\ntitle: 草稿\n---\nwords\n")
    assert site.blog("publish", "草稿").code == 0
    site.write("source/_drafts/e.md", "---\ntitle: E\n---\nwords\n")
    assert site.blog("publish", "source/_drafts/e.md").code == 0
    assert (site.root / "source/_posts/e.md").is_file()


def test_a_post_link_is_right_on_every_page(site: SiteBuilder) -> None:
    site.configure(relative_link=True)
    site.post("a", "{% post_link b %}\n")
    site.post("b")
    assert 'href="/2024/03/05/b/"' in text_of(site.make(), "2024/03/05/a/index.html")
