"""Markdown that belongs to no document, and data files."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.content.data import read_data_file
from inkpost.content.loose import LooseRenderer
from inkpost.content.mathscope import NullTypesetter
from inkpost.errors import ConfigError, Span
from inkpost.extend import Extensions
from tests.unit.documents import make


def loose(ext: Extensions | None = None, **config: Any) -> LooseRenderer:
    return LooseRenderer(make(**config), ext or Extensions(), NullTypesetter(client=False))


def test_markdown_has_the_sites_rules_and_no_site_around_it() -> None:
    html = str(loose().render("*a* [x](</b c>) ![](p.png) [[nowhere]]\n", "md"))
    assert "<em>a</em>" in html
    assert 'href="/b%20c"' in html
    assert 'src="/p.png"' in html


@pytest.mark.parametrize(
    ("url", "printed"),
    [("p.png", "/blog/p.png"), ("/p.png", "/p.png"), ("https://a.example/p", "https://a.example/p"),
     ("data:,x", "data:,x"), ("#a", "#a"), ("//h/p.png", "//h/p.png")],
)  # fmt: skip
def test_relative_pictures_lie_below_the_root(url: str, printed: str) -> None:
    html = str(loose(url="https://quay.example/blog").render(f"![]({url})\n", "markdown"))
    assert f'src="{printed}"' in html


def test_another_ending_has_its_renderer_or_none() -> None:
    ext = Extensions()
    ext.renderer("up", output="html")(lambda text, options: text.upper() + options.get("end", ""))
    assert loose(ext).render("abc", "up", {"end": "!"}) == "ABC!"
    assert loose(ext).render("abc", "up") == "ABC"
    assert loose(ext).render("abc", "unknown") == "abc"


@pytest.mark.parametrize(
    ("source", "text", "name", "value"),
    [
        ("_data/menu.yml", "a: 1", "menu", {"a": 1}),
        ("_data/menu.yaml", "- x", "menu", ["x"]),
        ("_data/sub/deep.json", '{"a": [1]}', "sub/deep", {"a": [1]}),
        ("_data/n.yml", "v: 010", "n", {"v": 10}),
        ("_data/note.md", "text", "note", "<text>"),
        ("_data/raw.txt", "raw", "raw", "raw"),
        ("_data/none", "raw", "none", "raw"),
        ("_data/empty.yml", "", "empty", None),
    ],
)
def test_data_by_its_ending(source: str, text: str, name: str, value: Any) -> None:
    found = read_data_file(source, source, text, lambda body: f"<{body}>")
    assert found == (name, value)


@pytest.mark.parametrize(
    ("source", "text", "line"), [("_data/a.yml", "a: 1\nb: [1", 2), ("_data/a.json", "{\n1\n}", 2)]
)
def test_data_that_cannot_be_read_is_told_with_its_line(source: str, text: str, line: int) -> None:
    with pytest.raises(ConfigError) as caught:
        read_data_file(source, f"source/{source}", text, str)
    assert isinstance(caught.value.span, Span)
    assert caught.value.span.path == f"source/{source}"
    assert caught.value.span.line >= line
