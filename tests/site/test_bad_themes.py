"""Themes that cannot be used."""

from __future__ import annotations

import re

import pytest

from tests.site.refusing import refuse, shows
from tests.sites import SiteBuilder


def test_a_missing_theme_is_told_where_it_is_named(built: SiteBuilder) -> None:
    built.configure(theme="nowhere")
    ended = refuse(built, r'_config\.yml:4:\d+: error: the theme "nowhere" was not found')
    assert shows(ended, "theme: nowhere")


def test_an_empty_theme_folder_is_an_error(built: SiteBuilder) -> None:
    (built.root / "themes" / "hollow").mkdir()
    built.configure(theme="hollow")
    ended = refuse(built, r'the theme "hollow" was not found')
    assert "submodule" in ended.err


def test_a_template_with_a_syntax_error_is_told_once(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", "<article>\n{% if page.title %}\n</article>")
    refuse(built, r"themes/plain/layout/post\.jinja:\d+:\d+: error: ")


def test_a_template_with_an_unknown_filter_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", "<article>\n{{ page.title | shout }}\n</article>")
    ended = refuse(built, r"themes/plain/layout/post\.jinja:2:\d+: error: .*shout")
    assert shows(ended, "page.title | shout")


def test_a_template_that_fails_while_it_runs_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", "<article>\n\n{{ 1 / 0 }}\n</article>")
    refuse(built, r"themes/plain/layout/post\.jinja:3:\d+: error: ")


def test_a_template_that_is_not_utf8_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("themes/plain/layout/post.jinja", b"<article>\n" + "文".encode("gbk"))
    refuse(built, r"themes/plain/layout/post\.jinja:2:1: error: the file is not UTF-8")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("themes/plain/languages/en.yml", "a: [1\n"),
        ("themes/plain/_config.yml", "a: [1\n"),
        ("themes/plain/theme.yml", "a: [1\n"),
        ("_config.plain.yml", "a: [1\n"),
    ],
)
def test_a_broken_file_of_the_theme_is_told_with_its_place(
    built: SiteBuilder, path: str, text: str
) -> None:
    built.write(path, text)
    refuse(built, rf"^{re.escape(path)}:\d+:\d+: error: ", hint=False)


@pytest.mark.parametrize(
    "path",
    [
        "themes/plain/languages/en.yml",
        "themes/plain/_config.yml",
        "themes/plain/theme.yml",
        "_config.plain.yml",
    ],
)
def test_a_file_of_the_theme_that_is_not_utf8_is_told(built: SiteBuilder, path: str) -> None:
    built.write(path, "a: 文\n".encode("gbk"))
    refuse(built, rf"^{re.escape(path)}:1:\d+: error: .*not UTF-8", hint=False)


def test_a_theme_whose_bundle_is_no_list_is_told(built: SiteBuilder) -> None:
    built.write("themes/plain/theme.yml", "bundles: {css/a.css: 1}\n")
    refuse(built, r'themes/plain/theme\.yml:1:1: error: the bundle "css/a.css" should be a list')
