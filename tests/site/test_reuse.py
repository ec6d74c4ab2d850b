"""What a refresh takes over: pages that did not read what has changed, and no others."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from inkpost.engine import Engine, Made
from tests.sites import NOW, SiteBuilder, text_of

ONE, TWO = "2024/03/05/one/index.html", "2024/03/05/two/index.html"
BASE = "---\ntitle: {}\ndate: 2024-03-05 09:00:00\n{}---\n{}\n"


@pytest.fixture
def pair(site: SiteBuilder) -> SiteBuilder:
    """A site of two posts."""
    write(site, "one", "First words.")
    write(site, "two", "Other words.")
    return site


def write(site: SiteBuilder, name: str, body: str, extra: str = "") -> None:
    site.write(f"source/_posts/{name}.md", BASE.format(name, extra, body))


def remade(
    site: SiteBuilder, change: object, *, now: datetime = NOW, again: datetime = NOW
) -> set[str]:
    """The pages that are made anew after a change."""
    with Engine(site.root) as engine:
        before = engine.refresh(now)
        assert callable(change)
        change()
        after = engine.refresh(again)
    return new_pages(before, after)


def new_pages(before: Made, after: Made) -> set[str]:
    return {
        path
        for path, output in after.outputs.items()
        if path.endswith(".html") and before.outputs.get(path) is not output
    }


def test_another_text_makes_its_page_and_the_lists_that_show_it(pair: SiteBuilder) -> None:
    pair.write(
        "themes/plain/layout/index.jinja", "{% for p in page.posts %}{{ p.content }}{% endfor %}"
    )
    pair.write("themes/plain/layout/archive.jinja", "{{ page.posts.first().title }}")
    newest = remade(pair, lambda: write(pair, "two", "New words."))
    assert TWO in newest
    assert "index.html" in newest
    assert ONE not in newest
    assert not any(path.startswith("archives/") for path in newest)


def test_another_title_makes_everything_anew(pair: SiteBuilder) -> None:
    def change() -> None:
        pair.write("source/_posts/two.md", BASE.format("Renamed", "", "Other words."))

    assert ONE in remade(pair, change)


def test_a_page_that_shows_the_text_of_another_follows_it(pair: SiteBuilder) -> None:
    pair.write("themes/plain/layout/post.jinja", "{{ page.next.content }}{{ page.prev.content }}")
    assert remade(pair, lambda: write(pair, "two", "New words.")) == {ONE}


def test_a_page_with_the_time_on_it_is_made_when_that_has_moved(pair: SiteBuilder) -> None:
    later = NOW + timedelta(hours=1)

    def change() -> None:
        write(pair, "two", "New words.")

    pair.write("themes/plain/layout/post.jinja", "{{ date(none, 'YYYY-MM-DD') }}")
    assert ONE not in remade(pair, change, again=later)
    write(pair, "two", "Other words.")
    pair.write("themes/plain/layout/post.jinja", "{{ relative_date(page.date) }}")
    assert ONE in remade(pair, change, again=later)


def test_a_page_that_asks_for_a_path_follows_it(pair: SiteBuilder) -> None:
    pair.configure(theme="tessera")
    search = [path for path in Engine(pair.root).make(NOW).outputs if path.startswith("search-")]
    asked = next(path for path in search if path != "search-index.json")
    pair.configure(theme="plain")
    pair.write("themes/plain/theme.yml", "extends: kit\n")
    pair.write("themes/plain/layout/post.jinja", f"{{{{ route_exists('/{asked}') }}}}")
    assert ONE in remade(pair, lambda: write(pair, "two", "New words."))


def test_where_a_plug_in_runs_nothing_is_taken_over(pair: SiteBuilder) -> None:
    pair.write("scripts/mine.py", "def register(ext):\n    pass\n")
    assert ONE in remade(pair, lambda: write(pair, "two", "New words."))


def test_a_file_that_a_text_shows_is_read_again(pair: SiteBuilder) -> None:
    pair.configure(code_dir="_posts")
    write(pair, "one", "{% include_code lang:text two.md %}")
    assert ONE in remade(pair, lambda: write(pair, "two", "New words."))


def test_findings_are_told_again(pair: SiteBuilder) -> None:
    write(pair, "one", "[nowhere](/nowhere/) and $\\badcommand$")
    with Engine(pair.root) as engine:
        first = engine.refresh(NOW)
        write(pair, "two", "New words.")
        second = engine.refresh(NOW)
    assert [item.code for item in second.diagnostics] == [item.code for item in first.diagnostics]
    assert second.diagnostics


def test_after_an_error_the_last_whole_build_counts(pair: SiteBuilder) -> None:
    with Engine(pair.root) as engine:
        first = engine.refresh(NOW)
        pair.write("source/_posts/two.md", "---\ntitle: a: b\n---\n")
        assert engine.refresh(NOW).failed
        write(pair, "two", "New words.")
        third = engine.refresh(NOW)
    assert ONE not in new_pages(first, third)
    assert "New words." in text_of(third, TWO)
