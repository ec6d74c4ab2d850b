"""Which folders a theme's name stands for."""

from __future__ import annotations

from typing import Any

import pytest

from inkpost.errors import ConfigError
from inkpost.theme.chain import NEAREST, OURS, Chain, LayerPlace, resolve_chain

PARENTS = {("bundled", "tessera"): "kit", ("bundled", "folio"): "kit", ("site", "child"): "folio"}


def resolve(name: str, *files: str, given: bool = True, installed: bool = False) -> Chain:
    def extends(place: LayerPlace) -> Any:
        return PARENTS.get((place.where, place.name))

    return resolve_chain(
        name, given=given, site_files=files, installed=installed, extends=extends, span=None
    )


def places(chain: Chain) -> list[str]:
    return [f"{place.where}:{place.name}" for place in chain.places]


def test_no_theme_is_our_first() -> None:
    chain = resolve("landscape", given=False)
    assert places(chain) == ["bundled:tessera", "bundled:kit"]
    assert not chain.replaced
    assert chain.diagnostics == ()


@pytest.mark.parametrize("name", OURS)
def test_ours_may_be_overridden_file_by_file(name: str) -> None:
    assert places(resolve(name)) == [f"bundled:{name}", "bundled:kit"]
    assert places(resolve(name, "layout/post.jinja")) == [
        f"site:{name}", f"bundled:{name}", "bundled:kit",
    ]  # fmt: skip


def test_a_folder_with_layouts_stands_alone_or_on_what_it_extends() -> None:
    assert places(resolve("mine", "layout/index.jinja")) == ["site:mine"]
    assert places(resolve("mine", "layout/index.html")) == ["site:mine"]
    assert places(resolve("child", "layout/index.j2")) == [
        "site:child", "bundled:folio", "bundled:kit",
    ]  # fmt: skip
    assert places(resolve("child", "theme.yml", "source/a.css")) == [
        "site:child", "bundled:folio", "bundled:kit",
    ]  # fmt: skip


@pytest.mark.parametrize("name", sorted(NEAREST))
def test_a_known_theme_without_jinja_gives_way_to_the_nearest(name: str) -> None:
    chain = resolve(name)
    assert places(chain) == [f"bundled:{NEAREST[name]}", "bundled:kit"]
    assert chain.replaced
    (told,) = chain.diagnostics
    assert (told.severity, told.code) == ("info", "theme-replaced")


@pytest.mark.parametrize("file", ["layout/index.ejs", "layout/a.pug", "x.swig", "a.njk", "b.styl"])
def test_a_folder_of_foreign_templates_gives_way(file: str) -> None:
    chain = resolve("unheard-of", file)
    assert places(chain) == ["bundled:tessera", "bundled:kit"]
    assert chain.replaced


def test_an_installed_theme_gives_way() -> None:
    assert resolve("unheard-of", installed=True).replaced


def test_a_known_theme_that_was_written_in_jinja_is_itself() -> None:
    assert places(resolve("fluid", "layout/index.jinja")) == ["site:fluid"]


@pytest.mark.parametrize("files", [(), ("README.md",), ("source/a.css",), ("post.jinja",)])
def test_anything_else_is_an_error(files: tuple[str, ...]) -> None:
    with pytest.raises(ConfigError, match='the theme "unheard-of" was not found'):
        resolve("unheard-of", *files)


def test_a_circle_of_themes_ends() -> None:
    PARENTS[("bundled", "kit")] = "kit"
    try:
        assert places(resolve("tessera")) == ["bundled:tessera", "bundled:kit"]
    finally:
        del PARENTS[("bundled", "kit")]
