"""Sites that several of these tests begin with."""

from __future__ import annotations

import pytest

from tests.sites import SiteBuilder


@pytest.fixture
def built(site: SiteBuilder) -> SiteBuilder:
    """A site with two posts that was built once."""
    site.post("first", "Old words.\n")
    site.post("second", "More words.\n")
    assert site.blog("build").code == 0
    return site


@pytest.fixture
def tide(site: SiteBuilder) -> SiteBuilder:
    """A site with one post."""
    site.post("tide", "Water rises.\n", title="Tide", tags=["sea"])
    return site
