"""The HTML of Markdown against what Hexo was recorded to make."""

from __future__ import annotations

import re

import pytest

from inkpost.content.code_types import HighlightRules
from inkpost.content.markdown import MarkdownRules, build_markdown
from inkpost.content.md_links import SiteLinks
from inkpost.hexo.urls import UrlRules
from tests.conformance_tools.markdown_vectors import (
    NOT_MARKDOWN,
    SITES,
    NoFormulas,
    body_of,
    cases,
    load_compare,
)
from tests.shared import shared_path

# These need tags, the excerpt mark or template marks that stock Hexo runs.
NEED_TAGS = re.compile(r"m(05|06|27|28|29|30|31|34)-")


@pytest.mark.shared
@pytest.mark.parametrize("site", SITES)
def test_contents_are_as_recorded(site: str) -> None:
    compare = load_compare()
    for name, actual, expected in cases(site):
        if name not in NOT_MARKDOWN:
            assert compare.html_norm(actual) == compare.html_norm(expected), name


@pytest.mark.shared
def test_minimal_texts_are_as_recorded() -> None:
    compare = load_compare()
    rules = MarkdownRules(
        engine="marked", math=False, root_links=False, highlight=HighlightRules(markup="hexo")
    )
    markdown = build_markdown(rules)
    links = SiteLinks(rules, UrlRules("http://example.com", "/"))
    count = 0
    for path in sorted(shared_path("conformance", "minimal").glob("m*.md")):
        recorded = path.parent / "hexo-output" / f"{path.stem}.html"
        if NEED_TAGS.match(path.stem) or not recorded.exists():
            continue
        parsed = markdown.parse(body_of(path.read_text("utf-8")))
        html = markdown.render(parsed, links=links, formulas=NoFormulas()).html
        expected = recorded.read_text("utf-8")
        assert compare.html_norm(html) == compare.html_norm(expected), path.stem
        count += 1
    assert count > 30
