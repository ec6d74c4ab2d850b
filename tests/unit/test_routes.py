"""Generators run, and who has a path that two want."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from inkpost.contexts import SiteContext
from inkpost.errors import Diagnostic
from inkpost.extend import Extensions
from inkpost.model import Route, Text
from inkpost.site.index import IndexInput, build_index
from inkpost.site.routes import run_generators
from tests.unit.documents import make

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def context(**config: Any) -> SiteContext:
    settings = make(**config)
    return SiteContext(
        index=build_index(IndexInput(documents=(), files=(), data={}), settings, NOW),
        rendered={}, config=settings, theme={}, now=NOW, has_layout=lambda name: True,
        theme_files={}, vendored={}, warn=lambda item: None,
    )  # fmt: skip


def route(path: str, text: str, origin: str = "", generator: str = "") -> Route:
    return Route(path=path, body=Text(text=text), origin=origin, generator=generator)


def run(*groups: list[Route], **config: Any) -> tuple[dict[str, str], tuple[Diagnostic, ...]]:
    """Path -> text of the winner, for generators in order."""
    ext = Extensions(plugin="scripts/own.py")
    for place, group in enumerate(groups):
        ext.generator(f"g{place}")(lambda site, group=group: group)
    routes, found = run_generators(ext, context(**config))
    shown: Mapping[str, str] = {
        path: each.body.text for path, each in routes.items() if isinstance(each.body, Text)
    }
    return dict(shown), found


def test_paths_are_formed_as_hexos_router_does() -> None:
    shown, found = run(
        [route("/a/", "1"), route("b\\c.html", "2"), route("", "3"), route("d", "4")]
    )
    assert shown == {"a/index.html": "1", "b/c.html": "2", "index.html": "3", "d": "4"}
    assert found == ()


def test_a_question_mark_is_part_of_a_name_or_cuts_it() -> None:
    assert run([route("a?b", "1")])[0] == {"a?b": "1"}
    assert run([route("a?b", "1")], dialect="hexo")[0] == {"a": "1"}


def test_the_later_of_two_wins() -> None:
    shown, found = run([route("a/", "1")], [route("/a/index.html", "2")])
    assert shown == {"a/index.html": "2"}
    assert found == ()


def test_an_authors_file_among_them_is_told() -> None:
    shown, found = run([route("a", "1", origin="source/a.md")], [route("a", "2", generator="list")])
    assert shown == {"a": "2"}
    (told,) = found
    assert (told.severity, told.code) == ("warning", "same-url")
    assert "source/a.md" in told.message
    assert "list" in told.message


@pytest.mark.parametrize("generator", ["theme-asset", "katex", "feed", "sitemap", "robots"])
def test_what_we_add_gives_way_in_either_order(generator: str) -> None:
    mine, theirs = route("x", "mine", origin="source/x"), route("x", "ours", generator=generator)
    for order in ([mine], [theirs]), ([theirs], [mine]):
        shown, found = run(*order)
        assert shown == {"x": "mine"}
        assert found == ()


@pytest.mark.parametrize("path", ["../x", "a/../../x", "a\\..\\..\\x", "..", "x\0y"])
def test_a_path_that_would_leave_is_an_error_and_the_rest_stands(path: str) -> None:
    shown, found = run([route(path, "1", origin="source/_posts/a.md"), route("b", "2")])
    assert shown == {"b": "2"}
    (told,) = found
    assert (told.severity, told.code) == ("error", "bad-path")
    assert told.span is not None
    assert told.span.path == "source/_posts/a.md"


def test_a_generator_that_fails_is_told_and_the_others_stand() -> None:
    ext = Extensions(plugin="scripts/own.py")
    ext.generator("bad")(lambda site: 1 / 0)
    ext.generator("odd")(lambda site: ["x"])
    ext.generator("good")(lambda site: [route("a", "1")])
    routes, found = run_generators(ext, context())
    assert list(routes) == ["a"]
    assert [item.severity for item in found] == ["error", "error"]
    assert "ZeroDivisionError" in found[0].message
    assert "routes were expected, found str" in found[1].message


def test_warnings_of_generators_are_kept() -> None:
    ext = Extensions()
    told = Diagnostic(severity="warning", code="w", message="m")

    @ext.generator("one")
    def one(site: SiteContext) -> list[Route]:
        site.warn(told)
        return []

    assert run_generators(ext, replace(context(), warn=lambda item: None))[1] == (told,)
