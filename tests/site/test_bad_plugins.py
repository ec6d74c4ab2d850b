"""Plug-ins that fail."""

from __future__ import annotations

import pytest

from tests.site.refusing import LINE, refuse, shows
from tests.sites import SiteBuilder

REGISTER = "def register(ext):\n"


USES = {
    "tag": "ext.tag('boom')(lambda call, ctx: 1 / 0)",
    "filter": "ext.filter('after_post_render')(lambda value, ctx: 1 / 0)",
    "early filter": "ext.filter('before_post_render')(lambda value, ctx: 1 / 0)",
    "page filter": "ext.filter('after_render:html')(lambda value, ctx: 1 / 0)",
    "index filter": "ext.filter('before_index')(lambda documents, ctx: 1 / 0)",
    "path filter": "ext.filter('post_permalink')(lambda path, ctx: 1 / 0)",
    "generator": "ext.generator('boom')(lambda site: 1 / 0)",
    "lazy generator": "ext.generator('boom')(lambda site: (1 / 0 for _ in 'x'))",
    "odd generator": "ext.generator('boom')(lambda site: {}['division by zero'])",
}


def test_a_plugin_that_fails_while_loading_is_named(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"{REGISTER}    raise KeyError('nothing')\n")
    refuse(built, r"^scripts/broken\.py:2:\d+: error: .*KeyError")


def test_a_plugin_that_fails_before_it_registers_is_named(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"import nowhere_at_all\n{REGISTER}    pass\n")
    refuse(built, r"^scripts/broken\.py:1:\d+: error: .*nowhere_at_all")


def test_a_plugin_that_ends_the_process_is_named(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"{REGISTER}    raise SystemExit(0)\n")
    refuse(built, r"^scripts/broken\.py:2:\d+: error: .*SystemExit")


def test_a_plugin_with_a_syntax_error_is_told_with_its_line(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", f"{REGISTER}    x = (1,\n")
    refuse(built, r"^scripts/broken\.py:\d+:\d+: error: .*no valid Python")


def test_a_script_that_is_no_plugin_is_never_run(built: SiteBuilder) -> None:
    built.write("scripts/tool.py", "raise SystemExit('never')\n")
    built.write("scripts/notes.py", "this is no Python (\n")
    built.write("scripts/old.py", "标题".encode("gbk"))
    assert built.blog("build").code == 0


@pytest.mark.parametrize("kind", USES)
def test_a_plugin_that_fails_in_use_is_named(built: SiteBuilder, kind: str) -> None:
    built.write("scripts/broken.py", REGISTER + "    " + USES[kind])
    built.post("first", "{% boom %}\n" if kind == "tag" else "Words.\n")
    before = built.public_files()
    ended = built.blog("build")
    assert ended.code == 1
    assert ended.errors
    assert "Traceback" not in ended.err
    for line in ended.errors:
        assert LINE.match(line), line
        assert "division by zero" in line
    assert "scripts/broken.py" in ended.err
    assert built.public_files() == before


@pytest.mark.parametrize("made", ["['x']", "5", "None", "[None]"])
def test_a_generator_that_gives_no_routes_is_named(built: SiteBuilder, made: str) -> None:
    built.write("scripts/odd.py", f"{REGISTER}    ext.generator('odd')(lambda site: {made})\n")
    refuse(built, r'^scripts/odd\.py:\d+:1: error: generator "odd" of scripts/odd\.py')


def test_a_tag_that_fails_is_told_at_its_place(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", REGISTER + "    " + USES["tag"])
    built.post("first", "One.\n\nTwo {% boom %}\n")
    ended = refuse(built, r'^source/_posts/first\.md:8:5: error: tag "boom" of scripts/broken\.py')
    assert shows(ended, "{% boom %}")


def test_debug_shows_where_a_plugin_failed_and_nothing_else_does(built: SiteBuilder) -> None:
    built.write("scripts/broken.py", REGISTER + "    " + USES["generator"])
    assert "Traceback" not in built.blog("build").err
    ended = built.blog("build", "--debug")
    assert "Traceback" in ended.err
    assert "1 / 0" in ended.err
    assert built.blog("--debug", "build").err.count("Traceback") == 1


def test_a_filter_that_gives_no_text_is_told_with_its_script(built: SiteBuilder) -> None:
    built.write(
        "scripts/a.py",
        "def register(ext):\n    @ext.filter('after_post_render')\n"
        "    def count(text, ctx):\n        return len(text)\n",
    )
    ended = built.blog("build")
    assert ended.code == 1
    assert "scripts/a.py failed: TypeError: a text was expected, found int" in ended.err
    assert "fault of inkpost" not in ended.err


def test_a_package_that_cannot_be_read_names_no_plugins(built: SiteBuilder) -> None:
    built.write("package.json", "[" * 100_000)
    assert built.blog("build").code == 0
