"""Which template a page gets, in which language, and what happens when there is none."""

from __future__ import annotations

import pytest

from tests.sites import SiteBuilder, codes, text_of

PAGE = "2024/03/05/first/index.html"
LANGUAGES = {
    "themes/plain/languages/en.yml": "hi: Hello\nposts:\n  zero: none\n  one: one\n  other: '%d'\n",
    "themes/plain/languages/zh-CN.yml": "hi: 你好\n",
    "themes/plain/languages/de.yml": "hi: Hallo\n",
}


@pytest.fixture
def named(site: SiteBuilder) -> SiteBuilder:
    """A theme whose layouts print their names."""
    for name in ("post", "page", "index", "archive", "photo"):
        site.write(f"themes/plain/layout/{name}.jinja", f"[{name}]{{{{ page.content }}}}")
    site.write("themes/plain/layout/layout.jinja", "({{ body }})")
    return site


def remove(site: SiteBuilder, *names: str) -> None:
    for name in names:
        (site.root / f"themes/plain/layout/{name}.jinja").unlink()


def layout(site: SiteBuilder, path: str) -> str:
    return text_of(site.make(), path).partition("]")[0].partition("[")[2]


def test_a_post_has_the_layout_that_it_names(named: SiteBuilder) -> None:
    named.post("first")
    assert layout(named, PAGE) == "post"
    named.post("first", layout="photo")
    assert layout(named, PAGE) == "photo"
    named.post("first", layout="unknown")
    assert layout(named, PAGE) == "post"


def test_layouts_that_the_theme_lacks_fall_back(named: SiteBuilder) -> None:
    named.post("first")
    named.page("about/index.md")
    remove(named, "post")
    assert layout(named, PAGE) == "page"
    remove(named, "page")
    assert layout(named, PAGE) == "index"
    assert layout(named, "about/index.html") == "index"
    assert layout(named, "archives/index.html") == "archive"
    remove(named, "archive")
    assert layout(named, "archives/index.html") == "index"


def test_a_page_falls_back_to_that_of_posts(named: SiteBuilder) -> None:
    named.page("about/index.md")
    assert layout(named, "about/index.html") == "page"
    remove(named, "page")
    assert layout(named, "about/index.html") == "post"


def test_without_any_layout_a_warning_names_those_that_were_tried(named: SiteBuilder) -> None:
    named.post("first")
    remove(named, "post", "page", "index", "archive")
    made = named.make()
    assert PAGE not in made.outputs
    told = [item for item in made.diagnostics if item.code == "no-layout"]
    assert any("post, page, index" in item.message for item in told)
    named.configure(dialect="hexo")
    assert named.make().outputs[PAGE].data == b""


@pytest.mark.parametrize("value", [False, "false"])
def test_layout_false_writes_the_bare_content(named: SiteBuilder, value: object) -> None:
    named.post("first", "Bare *words*.\n", layout=value)
    named.page("about/index.md", "Bare *page*.\n", layout=value)
    made = named.make()
    assert text_of(made, PAGE).strip() == "<p>Bare <em>words</em>.</p>"
    assert text_of(made, "about/index.html").strip() == "<p>Bare <em>page</em>.</p>"


def test_layout_off_is_for_pages_alone(named: SiteBuilder) -> None:
    named.post("first", layout="off")
    named.page("about/index.md", layout="off")
    made = named.make()
    assert "[post]" in text_of(made, PAGE)
    assert "[" not in text_of(made, "about/index.html")


def test_a_template_may_name_another_wrapper_or_none(named: SiteBuilder) -> None:
    named.post("first")
    named.write("themes/plain/layout/other.jinja", "<{{ body }}>")
    named.write("themes/plain/layout/post.jinja", "---\nlayout: other\n---\n[post]")
    assert text_of(named.make(), PAGE).startswith("<[post]")
    named.write("themes/plain/layout/post.jinja", "---\nlayout: false\n---\n[post]")
    assert text_of(named.make(), PAGE).startswith("[post]")


# -- languages


@pytest.fixture
def spoken(site: SiteBuilder) -> SiteBuilder:
    """A theme that speaks three languages."""
    for path, text in LANGUAGES.items():
        site.write(path, text)
    site.write("themes/plain/layout/layout.jinja", "{{ body }}")
    site.write(
        "themes/plain/layout/post.jinja",
        "{{ page.lang }}|{{ __('hi') }}|{{ __('absent') }}|{{ page.canonical_path }}",
    )
    return site


def says(site: SiteBuilder, path: str = PAGE) -> list[str]:
    return text_of(site.make(), path).split("|")


def test_a_page_speaks_the_sites_first_language(spoken: SiteBuilder) -> None:
    spoken.post("first")
    spoken.configure(language="zh-CN")
    assert says(spoken) == ["zh-CN", "你好", "absent", PAGE]
    spoken.configure(language=["de", "en"])
    assert says(spoken)[:2] == ["de", "Hallo"]


@pytest.mark.parametrize("key", ["lang", "language"])
def test_a_page_may_say_its_language(spoken: SiteBuilder, key: str) -> None:
    spoken.post("first", **{key: "de"})
    assert says(spoken)[:2] == ["de", "Hallo"]


def test_an_unknown_language_falls_back_to_the_sites(spoken: SiteBuilder) -> None:
    spoken.configure(language="zh-CN")
    spoken.post("first", lang="eo")
    assert says(spoken)[:2] == ["eo", "你好"]


def test_the_folder_of_a_language_tells_it_and_is_stripped(spoken: SiteBuilder) -> None:
    spoken.configure(language="en")
    spoken.page("de/about/index.md")
    spoken.page("xx/about/index.md")
    assert says(spoken, "de/about/index.html") == ["de", "Hallo", "absent", "about/index.html"]
    assert says(spoken, "xx/about/index.html") == ["en", "Hello", "absent", "xx/about/index.html"]


def test_no_language_is_called_default(spoken: SiteBuilder) -> None:
    spoken.configure(language="")
    spoken.post("first")
    assert says(spoken)[0] == "default"


def test_forms_for_numbers(spoken: SiteBuilder) -> None:
    spoken.write(
        "themes/plain/layout/post.jinja",
        "{{ _p('posts', 0) }}|{{ _p('posts', 1) }}|{{ _p('posts', 5) }}",
    )
    spoken.post("first")
    assert says(spoken) == ["none", "one", "5"]


# -- lists


def test_lists_have_their_pages_and_nothing_beyond(site: SiteBuilder) -> None:
    site.configure(per_page=2)
    for number in range(5):
        site.post(f"p{number}", date=f"2024-03-0{number + 1}", tags=["x"])
    outputs = site.make().outputs
    for base in ("", "archives/", "archives/2024/", "tags/x/"):
        assert f"{base}index.html" in outputs
        assert f"{base}page/2/index.html" in outputs
        assert f"{base}page/3/index.html" in outputs
        assert f"{base}page/4/index.html" not in outputs
        assert f"{base}page/1/index.html" not in outputs


def test_per_page_0_puts_everything_on_one_page(site: SiteBuilder) -> None:
    site.configure(per_page=0)
    for number in range(12):
        site.post(f"p{number}")
    made = site.make()
    assert text_of(made, "index.html").count("<h2>") == 12
    assert "page/2/index.html" not in made.outputs


def test_pinned_posts_come_first_and_neighbours_ignore_it(site: SiteBuilder) -> None:
    site.write(
        "themes/plain/layout/post.jinja",
        "{{ page.prev.title or '-' }}/{{ page.next.title or '-' }}",
    )
    site.post("old", date="2024-03-01", sticky=2)
    site.post("mid", date="2024-03-02")
    site.post("new", date="2024-03-03", sticky=1)
    made = site.make()
    index = text_of(made, "index.html")
    assert index.index(">old<") < index.index(">new<") < index.index(">mid<")
    assert "new/old" in text_of(made, "2024/03/02/mid/index.html")
    assert "-/mid" in text_of(made, "2024/03/03/new/index.html")
    assert "mid/-" in text_of(made, "2024/03/01/old/index.html")


def test_an_empty_site_builds(site: SiteBuilder) -> None:
    (site.root / "source").mkdir()
    made = site.make()
    assert codes(made.diagnostics, "error") == []
    assert "sitemap.xml" in made.outputs


def test_an_authors_file_wins_over_one_of_the_theme_or_a_plugin(site: SiteBuilder) -> None:
    site.post("first")
    site.write("source/robots.txt", "mine")
    site.write("source/atom.xml", "mine")
    site.write("source/css/a.css", "mine")
    site.write("themes/plain/source/css/a.css", "theirs")
    site.write("themes/plain/source/css/b.css", "theirs")
    assert site.build().published
    files = site.public_files()
    assert [files[name] for name in ("robots.txt", "atom.xml", "css/a.css")] == [b"mine"] * 3
    assert files["css/b.css"] == b"theirs"


def test_a_page_against_a_list_is_hexos_winner_with_a_warning(site: SiteBuilder) -> None:
    site.post("first")
    site.page("index.md", "Mine.\n")
    made = site.make()
    assert codes(made.diagnostics, "warning") == ["same-url"]
    assert "Mine." not in text_of(made, "index.html")
