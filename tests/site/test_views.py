"""What templates see of a site: Hexo's names, and ours under `page.derived`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sites import SiteBuilder, codes, text_of

PAGE = "2024/03/05/first/index.html"


@pytest.fixture
def site(site: SiteBuilder) -> SiteBuilder:
    site.write("themes/plain/layout/layout.jinja", "{{ body }}")
    return site


def shows(
    site: SiteBuilder, template: str, path: str = PAGE, layout: str = "post", warnings: int = 0
) -> str:
    """What a template prints on a page."""
    site.write(f"themes/plain/layout/{layout}.jinja", template)
    made = site.make()
    assert codes(made.diagnostics, "error") == []
    assert len(codes(made.diagnostics, "warning")) == warnings, made.diagnostics
    return text_of(made, path)


def test_a_posts_values(site: SiteBuilder) -> None:
    site.post(
        "first", "*One*.\n", title="T & U", tags=["b", "a"], categories=["x", "y"], photos="https://a.example/p.jpg",
        link="https://l.example", comments=False, stars=5, id=7,
    )  # fmt: skip
    template = (
        "{{ page.title }}|{{ page.slug }}|{{ page.path }}|{{ page.permalink }}|{{ page.layout }}|"
        "{{ page.source }}|{{ page.comments }}|{{ page.stars }}|{{ page.photos[0] }}|"
        "{{ page.link }}|{{ page.id }}|{{ page.published }}|{{ page.content }}"
    )
    assert shows(site, template).strip() == (
        "T &amp; U|first|2024/03/05/first/|https://quay.example/2024/03/05/first/|post|"
        "_posts/first.md|false|5|https://a.example/p.jpg|https://l.example|7|true|<p><em>One</em>.</p>"
    )


def test_a_posts_tags_and_categories(site: SiteBuilder) -> None:
    site.post("first", tags=["b", "a"], categories=["x", "y"])
    site.post("second", tags=["a"], date="2024-03-04")
    template = (
        "{% for t in page.tags %}{{ t.name }}:{{ t.path }}:{{ t.length }} {% endfor %}|"
        "{% for c in page.categories %}{{ c.name }}:{{ c.path }}:{{ c.parent and 1 or 0 }} "
        "{% endfor %}|{{ page.tags.length }}|{{ page.tags.first().name }}"
    )
    assert shows(site, template) == (
        "b:tags/b/:1 a:tags/a/:2 |x:categories/x/:0 y:categories/x/y/:1 |2|b"
    )


def test_neighbours_are_by_date_and_absent_at_the_ends(site: SiteBuilder) -> None:
    for day, name in enumerate(("old", "mid", "new"), 1):
        site.post(name, date=f"2024-03-0{day}")
    template = (
        "{{ page.prev.title or '-' }} {{ page.next.title or '-' }} {{ page.prev is defined }}"
    )
    assert shows(site, template, "2024/03/02/mid/index.html") == "new old true"
    assert shows(site, template, "2024/03/03/new/index.html") == "- mid false"


def test_the_whole_site(site: SiteBuilder) -> None:
    site.post("first", tags=["t"], categories=["c"])
    site.page("about/index.md")
    site.write("source/_data/menu.yml", "a: 1\n")
    site.write("source/_data/sub/deep.json", '{"b": [2]}')
    site.write("source/_data/note.md", "*n*\n")
    site.write("source/_data/raw.txt", "raw")
    template = (
        "{{ site.posts.length }}{{ site.pages.length }}{{ site.tags.length }}"
        "{{ site.categories.length }}|{{ site.data.menu.a }}|{{ site.data['sub/deep'].b[0] }}|"
        "{{ site.data.note|safe }}|{{ site.data.raw }}|{{ config.title }}|{{ path }}|{{ url }}"
    )
    assert shows(site, template).replace("\n", "") == (
        f"1111|1|2|<p><em>n</em></p>|raw|Quay|{PAGE}|https://quay.example/{PAGE}"
    )


def test_lists_have_hexos_values(site: SiteBuilder) -> None:
    site.configure(per_page=1)
    site.post("first", tags=["t"], categories=["c"])
    site.post("second", tags=["t"], date="2024-02-05")
    template = (
        "{{ page.base }}|{{ page.current }}/{{ page.total }}|{{ page.prev_link }}|"
        "{{ page.next_link }}|{{ page.posts.first().title }}|{{ page.archive }}|{{ page.year }}|"
        "{{ page.tag }}|{{ page.category }}"
    )
    site.write("themes/plain/layout/archive.jinja", template)
    made = site.make()
    assert text_of(made, "archives/index.html") == ("archives/|1/2||archives/page/2/|first|true|||")
    assert text_of(made, "archives/2024/page/2/index.html").startswith(
        "archives/2024/|2/2|archives/2024/||second|true|2024|"
    )
    assert text_of(made, "tags/t/index.html").endswith("|first|||t|")
    assert text_of(made, "categories/c/index.html").endswith("|first||||c")


def test_what_is_absent_prints_nothing_chains_and_warns_with_its_line(site: SiteBuilder) -> None:
    site.post("first")
    assert shows(site, "[\n{{ page.nowhere.deeper }}]", warnings=1) == "[\n]"
    (found,) = [item for item in site.make().diagnostics if item.severity == "warning"]
    assert found.span is not None
    assert (found.span.path, found.span.line) == ("themes/plain/layout/post.jinja", 2)
    assert shows(site, "{% if page.nowhere %}a{% else %}b{% endif %}") == "b"


# -- derived


def derived(site: SiteBuilder, template: str, **front: Any) -> str:
    site.post("first", front.pop("body", "Words.\n"), **front)
    return shows(site, template)


def test_words_minutes_and_text(site: SiteBuilder) -> None:
    template = "{{ page.derived.words }}|{{ page.derived.minutes }}|{{ page.derived.text }}"
    assert derived(site, template, body="你好 world\n") == "3|1|你好 world"
    body = "字" * 1050 + "\n"
    assert derived(site, "{{ page.derived.minutes }}", body=body) == "3"


def test_contents_with_formulas(site: SiteBuilder) -> None:
    template = (
        "{% for h in page.derived.toc %}{{ h.level }}{{ h.id }}:"
        "{{ h.text }}:{{ h.html }};{% endfor %}"
    )
    shown = derived(site, template, body="## A $x^2$\n\n### B\n")
    assert "2" in shown
    assert "A x²" in shown
    assert shown.count("<math") == 1
    assert "annotation" not in shown
    assert shown.endswith("3B:B:B;")


def test_flags_of_a_document(site: SiteBuilder) -> None:
    template = (
        "{{ page.derived.has_math }}{{ page.derived.has_diagram }}"
        "{{ page.derived.pinned }}{{ page.derived.hidden }}"
    )
    assert derived(site, template) == "falsefalsefalsefalse"
    body = "$x$\n\n```mermaid\ngraph TD\n```\n"
    assert derived(site, template, body=body, sticky=1, hide=True).startswith("truetruetrue")


@pytest.mark.parametrize(
    ("value", "shown"),
    [("ai", "ai|"), ("outdated", "outdated|"), ("Read with care", "|Read with care")],
)
def test_notices(site: SiteBuilder, value: str, shown: str) -> None:
    template = "{{ page.derived.notice.kind }}|{{ page.derived.notice.text }}"
    assert derived(site, template, notice=value) == shown


def test_the_card_prefers_what_the_author_wrote(site: SiteBuilder) -> None:
    template = "{{ page.derived.card.text }}|{{ page.excerpt }}"
    body = "Before $x^2$.\n\n<!-- more -->\n\nAfter.\n"
    assert derived(site, template, body=body).startswith("Before x².|<p>Before")
    assert derived(site, template, body=body, description="Said.").startswith("Said.|<p>Before")
    assert derived(site, template, body=body, excerpt="Own.").startswith("Own.|Own.")
    assert derived(site, template, body="## H\n\n- a\n- b\n").startswith("H|")


def test_the_excerpt_cuts_well_formed_halves_and_leaves_a_mark(site: SiteBuilder) -> None:
    template = "{{ page.excerpt }}#{{ page.more }}#{{ page.content }}"
    shown = derived(site, template, body="> a\n> <!--  MORE  -->\n> b\n")
    excerpt, more, content = shown.split("#")
    assert excerpt.count("<blockquote>") == excerpt.count("</blockquote>") == 1
    assert more.count("<blockquote>") == more.count("</blockquote>") == 1
    assert '<span id="more"></span>' in content


def test_a_mark_in_code_is_none(site: SiteBuilder) -> None:
    body = "One.\n\n```html\n<!-- more -->\n```\n\nTwo `<!-- more -->`.\n"
    assert derived(site, "[{{ page.excerpt }}]", body=body) == "[]"


def test_a_series_and_its_neighbours(site: SiteBuilder) -> None:
    for number, day in ((1, "03"), (3, "01"), (2, "02")):
        site.post(f"s{number}", title=f"Notes ({number})", date=f"2024-03-{day}")
    template = (
        "{{ page.derived.series.name }} {{ page.derived.series.position }}/"
        "{{ page.derived.series.posts|length }} {{ page.derived.series.prev.title or '-' }} "
        "{{ page.derived.series.next.title or '-' }}"
    )
    assert shows(site, template, "2024/03/02/s2/index.html") == "Notes 2/3 Notes (1) Notes (3)"
    assert shows(site, template, "2024/03/01/s3/index.html") == "Notes 3/3 Notes (2) -"


def test_related_posts(site: SiteBuilder) -> None:
    site.post("second", tags=["t"], date="2024-03-04")
    site.post("other", date="2024-03-03")
    template = "{% for p in page.derived.related %}{{ p.title }};{% endfor %}"
    assert derived(site, template, tags=["t"]) == "second;"


def test_covers_and_their_sizes(site: SiteBuilder) -> None:
    site.write(
        "source/_posts/first/c.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>',
    )
    template = (
        "{{ page.derived.cover.url or '-' }} {{ page.derived.cover.width or '-' }} "
        "{{ page.derived.cover.svg and 1 or 0 }}"
    )
    assert derived(site, template, index_img="c.svg") == "/2024/03/05/first/c.svg 40 0"
    assert derived(site, template, cover="https://a.example/x.png") == "https://a.example/x.png - 0"
    assert derived(site, template, cover=False) == "- - 0"
    assert derived(site, template) == "- - 1"


def test_a_description_has_one_line_of_a_bounded_length(site: SiteBuilder) -> None:
    shown = derived(site, "{{ page.derived.description }}", body="A **b**\nc. " + "word " * 100)
    assert shown.startswith("A b c. word")
    assert "\n" not in shown
    assert len(shown) <= 160
