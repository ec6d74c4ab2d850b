"""The templates of the kit: what pages share, and what a theme that extends it gets."""

from __future__ import annotations

import re

import pytest

from tests.sites import NOW, SiteBuilder, text_of


@pytest.mark.parametrize("theme", ["tessera", "folio"])
def test_with_relative_links_the_menu_leads_home_from_every_page(
    site: SiteBuilder, theme: str
) -> None:
    site.configure(theme=theme, relative_link=True)
    site.post("one", "Words.\n", date="2024-03-05 09:00:00")
    site.post("two", "Other words.\n", date="2024-03-04 09:00:00")
    made = site.make(NOW)
    for path in ("2024/03/05/one/index.html", "archives/index.html", "archives/2024/index.html"):
        up = "../" * path.count("/")
        page = text_of(made, path)
        brand = re.search(r'class="brand" href="([^"]*)"', page)
        assert brand is not None
        assert brand[1].rstrip("/") in (up.rstrip("/"), f"{up}index.html")
        if path.startswith("archives"):
            assert f'href="{up}2024/03/05/one/' in page


def test_a_theme_that_extends_the_kit_needs_none_of_its_pages(site: SiteBuilder) -> None:
    site.configure(theme="own")
    site.write("themes/own/theme.yml", "extends: kit\n")
    site.write(
        "themes/own/layout/layout.jinja",
        '<head>{% include "_partial/head/assets" %}</head>'
        "<main>{% block main %}{{ body }}{% endblock %}</main>",
    )
    site.write("themes/own/layout/post.jinja", '{% extends "layout" %}')
    site.page("about/index.md", "Who writes.\n")
    page = text_of(site.make(NOW), "about/index.html")
    assert "Who writes." in page
    assert re.search(r'href="/css/site\.[0-9a-f]+\.css"', page)
    assert re.search(r'src="/js/site\.[0-9a-f]+\.js"', page)
