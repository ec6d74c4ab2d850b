"""The examples in `docs/plugins/` work when they are copied into a site."""

from __future__ import annotations

import json

import pytest

from inkpost.extend import Extensions
from tests.shared import ROOT
from tests.sites import SiteBuilder, text_of

EXAMPLES = ROOT / "docs" / "plugins"


@pytest.fixture
def quay(site: SiteBuilder) -> SiteBuilder:
    """A site with every example in its scripts."""
    for file in EXAMPLES.glob("*.py"):
        site.write(f"scripts/{file.name}", file.read_text("utf-8"))
    site.post(
        "tide", "It rose 3 m.\n\n{% tide 2024-03-05 very high %}\nBy **noon**.\n{% endtide %}\n",
        tide="high",
    )  # fmt: skip
    site.post("wind", "12 miles.\n")
    return site


def test_the_tag(quay: SiteBuilder) -> None:
    page = text_of(quay.make(), "2024/03/05/tide/index.html")
    assert "<figcaption>2024-03-05: very high</figcaption>" in page
    assert "<strong>noon</strong>" in page


def test_the_generator(quay: SiteBuilder) -> None:
    made = quay.make()
    assert json.loads(text_of(made, "tides.json")) == [{"title": "tide", "tide": "high"}]
    page = text_of(made, "tides/index.html")
    assert ">tide<" in page
    assert ">wind<" not in page


def test_the_filters(quay: SiteBuilder) -> None:
    made = quay.make()
    assert "3\u202fm." in text_of(made, "2024/03/05/tide/index.html")
    assert "12 miles" in text_of(made, "2024/03/05/wind/index.html")
    assert "<p>Built on 2024-06-01.</p></body>" in text_of(made, "index.html")


def test_every_registration_is_documented() -> None:
    text = (EXAMPLES / "README.md").read_text("utf-8")
    public = {
        name
        for name in vars(Extensions)
        if not name.startswith("_") and callable(getattr(Extensions, name))
    }
    points = public - {"blocks", "inlines", "tell", "helper_functions"}
    assert {name for name in points if f"ext.{name}(" not in text} == set()
