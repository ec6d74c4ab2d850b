from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.hexo.urls import (
    UrlRules,
    encode_url,
    full_url_for,
    gravatar,
    is_external,
    path_to_full_url,
    path_to_url,
    pretty_url,
    relative_url,
    url_for,
)
from tests.unit.hexotables import table

PLAIN = UrlRules("http://example.com", "/")
SUB = UrlRules("https://博客.网络/sub", "/sub/", trailing_index=False, trailing_html=False)


@pytest.mark.parametrize("row", table("urls"), ids=lambda row: repr(row["url"]))
def test_urls_are_hexo_s(row: dict[str, Any]) -> None:
    url = row["url"]
    made = {
        "encode": encode_url(url),
        "root": url_for(PLAIN, url),
        "sub": url_for(SUB, url),
        "full": full_url_for(PLAIN, url),
        "full_sub": full_url_for(SUB, url),
        "external": is_external(url, "http://example.com", ["cdn.net"]),
    }
    # None: Hexo fails there, and we keep what the author wrote.
    assert made == {key: made[key] if row[key] is None else row[key] for key in made}


@pytest.mark.parametrize(("source", "target", "expected"), table("relative"))
def test_relative_urls_are_hexo_s(source: str, target: str, expected: str) -> None:
    assert relative_url(source, target) == expected


def test_a_percent_sign_beside_other_letters_leaves_the_letters_alone() -> None:
    # Hexo 8.1 writes broken letters here.
    assert encode_url("/100%中/") == "/100%25%E4%B8%AD/"


def test_links_are_relative_where_the_rules_say_so() -> None:
    rules = UrlRules("http://example.com", "/", relative_link=True)
    assert url_for(rules, "css/a.css", base="2024/tide/") == "../../css/a.css"
    assert url_for(rules, "css/a.css", base="2024/tide/", relative=False) == "/css/a.css"
    assert url_for(PLAIN, "css/a.css", base="2024/tide/", relative=True) == "../../css/a.css"


@pytest.mark.parametrize(
    ("index", "html", "url", "expected"),
    [
        (True, True, "/a/index.html", "/a/index.html"),
        (False, True, "/a/index.html", "/a/"),
        (True, False, "/a/index.html", "/a/index.html"),
        (True, False, "/a/b.html", "/a/b"),
        (False, False, "/a/index.html", "/a/"),
        (False, True, "/a/b.html", "/a/b.html"),
    ],
)
def test_pretty_urls_drop_what_the_rules_drop(
    index: bool, html: bool, url: str, expected: str
) -> None:
    rules = UrlRules("http://example.com", "/", trailing_index=index, trailing_html=html)
    assert pretty_url(rules, url) == expected


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", "/sub/"),
        ("index.html", "/sub/"),
        ("关于/index.html", "/sub/%E5%85%B3%E4%BA%8E/"),
        ("/lead/", "/sub/lead/"),
        ("a b/why?.html", "/sub/a%20b/why%3F"),
        ("100%/C#/", "/sub/100%25/C%23/"),
        ("my-index.html", "/sub/my-index"),
        ("a.html/x.png", "/sub/a.html/x.png"),
    ],
)
def test_a_path_becomes_a_url_with_one_root(path: str, expected: str) -> None:
    assert path_to_url(SUB, path) == expected
    assert path_to_full_url(SUB, path) == "https://博客.网络" + expected


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
def test_a_path_survives_its_url(path: str) -> None:
    url = path_to_url(PLAIN, f"{path}/x")
    assert not {"?", "#", " "} & set(url)
    assert unquote(url) == re.sub("/+", "/", f"/{path}/x")


@pytest.mark.parametrize(
    ("options", "query"),
    [
        (None, ""),
        (40, "?s=40"),
        (
            {"s": 80, "d": "https://example.com/a b.png", "r": "pg"},
            "?s=80&d=https%3A%2F%2Fexample.com%2Fa%20b.png&r=pg",
        ),
        ({"f": True, "n": None, "l": [1, 2]}, "?f=true&n=&l=1&l=2"),
    ],
)
def test_gravatar_addresses(options: Any, query: str) -> None:
    made = gravatar("Tide@Example.org", options)
    assert re.match(r"https://www\.gravatar\.com/avatar/[0-9a-f]{32}(?:\?|\Z)", made)
    assert made.removeprefix(gravatar("tide@example.org")) == query
