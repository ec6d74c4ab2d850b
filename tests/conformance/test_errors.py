"""Posts at which real Hexo stops: ours keeps their text, and says what it did not run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conformance.build import build_site
from tests.shared import shared_path

pytestmark = pytest.mark.shared

# What the post of each site holds, and what real Hexo does with it.
TEXTS = {
    "err-call": "{{ nofn() }}",
    "err-endonly": "{% endraw %}",
    "err-filter": "{{ x | nofilter }}",
    "err-include-dash": "{% include-code demo.js %}",
    "err-postlink": "{% post_link nothere %}",
    "err-postlink-hash": "{% post_link good#a#b x %}",
    "err-unbalanced": "{% if x %}",
    "err-unclosed": "{% blockquote %}",
    "err-unknown-tag": "{% nosuchtag a %}",
}


@pytest.mark.parametrize("name", TEXTS)
def test_the_text_stays_with_a_warning(name: str, tmp_path: Path) -> None:
    done = build_site(shared_path("conformance"), name, tmp_path, flags=())
    assert done.exit_code == 0, done.output
    assert "source/_posts/bad.md:5:" in done.output
    assert "warning: " in done.output
    page = (done.public / "2020/01/01/bad/index.html").read_text("utf-8")
    assert TEXTS[name] in page


@pytest.mark.parametrize("name", TEXTS)
def test_nothing_is_written_when_warnings_count(name: str, tmp_path: Path) -> None:
    done = build_site(shared_path("conformance"), name, tmp_path, flags=("--strict",))
    assert done.exit_code == 1
    assert re.search(r"^source/_posts/bad\.md:5:\d+: error: ", done.output, re.MULTILINE)
    assert not list(done.public.rglob("*.html"))
