"""Addresses that Typora's upload through PicGo encodes as a whole."""

from __future__ import annotations

from tests.sites import SiteBuilder, codes, text_of


def test_a_wholly_encoded_picture_is_an_address_elsewhere(site: SiteBuilder) -> None:
    site.post("a", "![p](https%3A%2F%2Fimg.example.org%2Fx%20y.png)\n", permalink="a/")
    made = site.make()
    assert 'src="https://img.example.org/x%20y.png"' in text_of(made, "a/index.html")
    assert "missing-picture" not in codes(made.diagnostics, "warning")
