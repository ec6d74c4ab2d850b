from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.builtin.covers import FAMILIES, GROUNDS, category_hue, cover_svg, draw_cover


@given(st.text(max_size=40), st.text(max_size=12))
def test_a_cover_is_well_formed_small_and_always_the_same(slug: str, category: str) -> None:
    svg = cover_svg(slug, category)
    assert svg == cover_svg(slug, category)
    assert 300 <= len(svg.encode()) <= 4000
    assert ET.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize("family", [*FAMILIES, "gradient"])
def test_a_family_can_be_named(family: str) -> None:
    art = draw_cover("some-post", "GPU", pattern=family)
    assert art.family == family
    assert 300 <= len(art.svg.encode()) <= 4000
    assert 'aria-hidden="true"' in art.svg


def test_none_draws_nothing() -> None:
    assert cover_svg("a", "b", pattern="none") == ""


def test_families_change_within_a_category() -> None:
    assert {draw_cover(f"post-{n}", "GPU").family for n in range(300)} == set(FAMILIES)


def test_neighbours_seldom_look_alike() -> None:
    looks = [(art.family, art.ground) for n in range(999) if (art := draw_cover(f"p{n}", "GPU"))]
    alike = sum(a == b for a, b in pairwise(looks))
    assert len(set(looks)) == len(FAMILIES) * len(GROUNDS)
    assert alike <= 999 / 2 / len(FAMILIES)


@pytest.mark.parametrize("ground", GROUNDS)
def test_a_ground_can_be_named_and_changes_no_line(ground: str) -> None:
    art = draw_cover("some-post", "GPU", ground=ground)
    assert art.ground == ground
    lines = re.findall(' d="([^"]*)"', art.svg)
    assert lines == re.findall(' d="([^"]*)"', cover_svg("some-post", "GPU"))


def test_hue_is_the_categorys_unless_chosen() -> None:
    assert draw_cover("a", "GPU").hue == draw_cover("b", "GPU").hue == category_hue("GPU")
    assert draw_cover("a", "GPU", hue=400).hue == 40


@pytest.mark.parametrize(
    ("ratio", "height"), [("16/9", 180), ("4:3", 240), ("2", 160), ("bad", 180), ("1/0", 180)]
)
def test_ratio(ratio: str, height: int) -> None:
    assert f'viewBox="0 0 320 {height}"' in cover_svg("a", "b", ratio=ratio)


def test_two_posts_have_different_gradient_names() -> None:
    assert cover_svg("a", "x").split('id="')[1][:12] != cover_svg("b", "x").split('id="')[1][:12]
