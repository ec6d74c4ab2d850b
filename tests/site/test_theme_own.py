"""Themes of a site's own: alone, on top of ours, or one file in place of one of ours."""

from __future__ import annotations

import re

import pytest

from tests.sites import SiteBuilder, text_of

POST = "2024/03/05/first/index.html"


def config_line(site: SiteBuilder, text: str) -> int:
    lines = (site.root / "_config.yml").read_text("utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def page(site: SiteBuilder, path: str = POST) -> str:
    made = site.make()
    assert [each.message for each in made.diagnostics if each.severity != "info"] == []
    return text_of(made, path)


def test_one_file_stands_in_for_one_of_ours(site: SiteBuilder) -> None:
    site.configure(theme="tessera")
    site.write("themes/tessera/layout/_partial/license.jinja", "<i>mine of {{ page.title }}</i>")
    site.post("first")
    html = page(site)
    assert "<i>mine of first</i>" in html
    assert "creativecommons" not in html.partition("<footer")[0]
    assert 'class="post-title"' in html


def test_a_template_can_add_to_the_one_that_it_stands_in_for(site: SiteBuilder) -> None:
    site.configure(theme="tessera")
    site.write(
        "themes/tessera/layout/_partial/license.jinja",
        '{% extends "theme:_partial/license" %}{% block after %}<i>and more</i>{% endblock %}',
    )
    site.write(
        "themes/tessera/layout/post.jinja",
        '{% extends "theme:post" %}{% block main %}<b>before</b>{{ super() }}{% endblock %}',
    )
    site.post("first")
    html = page(site)
    assert html.index("<b>before</b>") < html.index("creativecommons") < html.index("and more")


@pytest.mark.parametrize("ending", ["jinja", "j2", "html"])
def test_endings_of_templates(site: SiteBuilder, ending: str) -> None:
    site.configure(theme="tessera")
    site.write(f"themes/tessera/layout/post.{ending}", "<i>{{ page.title }}</i>")
    site.post("first", title="a < b")
    assert "<i>a &lt; b</i>" in page(site)


@pytest.mark.parametrize(
    "files",
    [
        {"theme.yml": "name: tessera\n"},
        {"source/extra.txt": "x"},
        {"languages/en.yml": "menu: {home: Start}\n"},
        {"layout/_partial/never.jinja": "x"},
        {"readme.md": "x"},
    ],
    ids=lambda files: next(iter(files)),
)
def test_a_folder_of_our_name_needs_hardly_anything(
    site: SiteBuilder, files: dict[str, str]
) -> None:
    site.configure(theme="tessera")
    for name, text in files.items():
        site.write(f"themes/tessera/{name}", text)
    site.post("first")
    html = page(site)
    assert 'class="post-title"' in html
    assert (">Start</a>" in html) == ("languages/en.yml" in files)
    assert ("extra.txt" in site.make().outputs) == ("source/extra.txt" in files)


def test_an_empty_folder_of_our_name_is_no_error(site: SiteBuilder) -> None:
    site.configure(theme="folio")
    (site.root / "themes/folio").mkdir(parents=True)
    site.post("first")
    assert 'class="post-title"' in page(site)


def test_a_theme_on_top_of_ours(site: SiteBuilder) -> None:
    site.configure(theme="mine", theme_config={"motto": "slow"})
    site.write(
        "themes/mine/theme.yml",
        "name: mine\nextends: kit\nconfig: {motto: fast, related: 0}\nschema: {motto: text}\n"
        "bundles: {css/site.css: [css/mine.css]}\n",
    )
    site.write("themes/mine/source/css/mine.css", "h1 { color: var(--accent) }\n")
    site.write("themes/mine/source/logo.txt", "logo")
    site.write("themes/mine/languages/en.yml", "mine: {hello: 'Hello %s'}\n")
    site.write(
        "themes/mine/layout/_partial/footer.jinja",
        "<footer>{{ theme.motto }} {{ __('mine.hello', config.title) }} {{ __('menu.home') }} "
        "{{ theme_asset('logo.txt') }}</footer>",
    )
    site.post("first")
    html = page(site)
    assert "<footer>slow Hello Quay Home /logo.txt</footer>" in html
    name = re.search(r'href="/(css/site\.\w+\.css)"', html)
    assert name is not None
    made = site.make()
    css = text_of(made, name[1])
    assert "h1{color:var(--accent)}" in css
    assert ".site-header" in css
    assert "css/mine.css" not in made.outputs
    assert "logo.txt" in made.outputs


def test_a_theme_without_extends_stands_alone(site: SiteBuilder) -> None:
    site.configure(theme="plain", theme_config={"anything": ["goes"]})
    site.post("first")
    made = site.make()
    assert not [each for each in made.diagnostics if each.code == "theme-setting"]
    assert text_of(made, POST).endswith("</article></body></html>")
    assert not [path for path in made.outputs if path.startswith(("css/", "js/"))]


def test_a_theme_that_extends_one_that_is_not_there_is_an_error(site: SiteBuilder) -> None:
    site.configure(theme="mine")
    site.write("themes/mine/theme.yml", "extends: kitt\n")
    site.post("first")
    ended = site.blog("build")
    assert ended.code == 1
    assert "kitt" in ended.err
    assert "theme.yml" in ended.err


def test_nunjucks_is_not_run(site: SiteBuilder) -> None:
    site.configure(theme="mine")
    site.write("themes/mine/layout/index.njk", "{{ page.title }}")
    site.post("first")
    made = site.make()
    assert "theme-replaced" in [each.code for each in made.diagnostics]
    assert 'class="post-title"' in text_of(made, POST)


def test_a_menu_entry_that_leads_nowhere_is_left_out_and_told_once(site: SiteBuilder) -> None:
    menu = [{"key": "home", "url": "/"}, {"name": "Works", "url": "/works/"}]
    site.configure(theme="tessera", theme_config={"menu": menu})
    site.post("first")
    made = site.make()
    assert "/works/" not in text_of(made, POST)
    told = [each for each in made.diagnostics if "/works/" in each.message]
    assert len(told) == 1
    assert told[0].span is not None
    assert told[0].span.path == "_config.yml"
    assert told[0].span.line == config_line(site, "/works/")
    site.page("works/index.md")
    made = site.make()
    assert 'href="/works/"' in text_of(made, POST)
    assert not [each for each in made.diagnostics if "/works/" in each.message]


def test_entries_that_lead_elsewhere_or_to_files_stay(site: SiteBuilder) -> None:
    urls = ["https://code.example/me", "mailto:me@quay.example", "/atom.xml", "/archives", "#top",
            "/2024/03/05/first/#part", "/blog/", "about/?x=1", "/%E7%AC%94%E8%AE%B0/"]  # fmt: skip
    menu = [{"name": f"n{number}", "url": url} for number, url in enumerate(urls)]
    group = {"name": "More", "submenu": [{"name": "g", "url": "/gone/"}, *menu[:1]]}
    lost = {"name": "Lost", "submenu": [{"name": "h", "url": "/gone/"}]}
    site.configure(
        theme="tessera",
        url="https://quay.example/blog",
        root="/blog/",
        theme_config={"menu": [*menu, group, lost]},
    )
    site.post("first")
    site.page("about/index.md")
    site.page("笔记/index.md")
    made = site.make()
    html = text_of(made, POST)
    found = re.search(r'<nav class="menu".*?</nav>', html, re.DOTALL)
    assert found is not None
    labels = re.findall(r">(\w+)</a>", found[0])
    assert labels == [*(f"n{number}" for number in range(len(urls))), "n0"]
    assert "More" in found[0]
    assert "Lost" not in found[0]
    told = [each.message for each in made.diagnostics if each.code == "menu-target"]
    assert told == ['the menu leaves "/gone/" out: there is no such page'] * 2
