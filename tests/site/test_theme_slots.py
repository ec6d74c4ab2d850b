"""What a site puts into a theme without copying templates: slots, styles, scripts, tokens."""

from __future__ import annotations

import re

import pytest

from tests.sites import SiteBuilder, text_of

POST = "2024/03/05/first/index.html"
SLOTS = {
    "head": r'rel="stylesheet"(?s:.)*(HERE)(?s:.)*</head>',
    "body_start": r"</a>\s*(HERE)\s*<header",
    "post_before": r'(HERE)\s*<div class="prose"',
    "post_after": r"(HERE)\s*(?:<section class=\"comments|</div>\s*</article>)",
    "footer": r"(HERE)\s*</div>\s*</footer>",
    "body_end": r"</footer>\s*(HERE)\s*<script",
}
THEMES = pytest.mark.parametrize("theme", ["tessera", "folio"])


def page(site: SiteBuilder, theme: str, **settings: object) -> str:
    site.configure(theme=theme, theme_config=settings)
    site.post("first", "Words.\n")
    made = site.make()
    assert [each.message for each in made.diagnostics if each.severity != "info"] == []
    return text_of(made, POST)


@THEMES
def test_html_in_every_slot(site: SiteBuilder, theme: str) -> None:
    html = page(site, theme, inject={name: f"<i>{name} & 'it'</i>" for name in SLOTS})
    for name, pattern in SLOTS.items():
        wanted = pattern.replace("HERE", re.escape(f"<i>{name} & 'it'</i>"))
        assert re.search(wanted, html), name


@THEMES
def test_templates_in_every_slot(site: SiteBuilder, theme: str) -> None:
    site.write(
        f"themes/{theme}/layout/_partial/mine.jinja",
        "<i>{{ page.title or '' }} {{ config.title }} {{ theme.scheme }} {{ __('menu.home') }}</i>",
    )
    html = page(site, theme, inject=dict.fromkeys(SLOTS, "_partial/mine"))
    for name, pattern in SLOTS.items():
        wanted = pattern.replace("HERE", re.escape("<i>first Quay auto Home</i>"))
        assert re.search(wanted, html), name


@THEMES
def test_several_in_one_slot(site: SiteBuilder, theme: str) -> None:
    site.write(f"themes/{theme}/layout/mine.jinja", "<b>two</b>")
    html = page(site, theme, inject={"footer": ["<b>one</b>", "mine.jinja", "<b>three</b>"]})
    assert re.search(r"<b>one</b>\s*<b>two</b>\s*<b>three</b>", html)


def test_a_template_that_is_not_there_is_told_with_its_line(site: SiteBuilder) -> None:
    site.write(
        "_config.yml",
        "url: https://quay.example\ntimezone: UTC\ntheme: tessera\ntheme_config:\n  inject:\n"
        "    head: _partial/mime\n    footer: ['<i>kept</i>', gone]\n",
    )
    site.write("themes/tessera/layout/_partial/mine.jinja", "x")
    site.post("first")
    made = site.make()
    found = [each for each in made.diagnostics if each.severity == "warning"]
    assert [(each.message, each.span and each.span.line) for each in found] == [
        ('"inject.head" names the template "_partial/mime", which is not there', 6),
        ('"inject.footer" names the template "gone", which is not there', 7),
    ]
    assert found[0].hint == 'did you mean "_partial/mine"?'
    assert "<i>kept</i>" in text_of(made, POST)


@THEMES
def test_styles_and_scripts_of_the_site(site: SiteBuilder, theme: str) -> None:
    site.write("source/css/own.css", "p{}")
    html = page(
        site,
        theme,
        custom_css=["/css/own.css", "https://far.example/x.css"],
        custom_js="/js/own.js",
    )
    theirs = html.index('href="/css/site.')
    own = html.index('<link rel="stylesheet" href="/css/own.css">')
    assert theirs < own < html.index('<link rel="stylesheet" href="https://far.example/x.css">')
    assert '<script src="/js/own.js" defer></script>' in html


@THEMES
def test_tokens_and_the_accent(site: SiteBuilder, theme: str) -> None:
    html = page(site, theme, accent="#8a2c5d", tokens={"radius": "3px", "measure": "38rem"})
    name = re.search(r'href="/(css/site\.\w+\.css)"', html)
    assert name is not None
    css = text_of(site.make(), name[1])
    assert ":root{--radius:3px;--measure:38rem}" in css
    assert "--accent:#8a2c5d" in css
    assert css.index("--radius:3px") > css.index("--radius:10px")


def test_a_subdirectory_is_put_before_styles_and_scripts(site: SiteBuilder) -> None:
    site.configure(
        theme="tessera",
        url="https://quay.example/blog",
        root="/blog/",
        theme_config={"custom_css": "/css/own.css", "custom_js": ["js/own.js"]},
    )
    site.post("first")
    html = text_of(site.make(), POST)
    assert 'href="/blog/css/own.css"' in html
    assert 'src="/blog/js/own.js"' in html
