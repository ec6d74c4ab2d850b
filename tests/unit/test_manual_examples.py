"""What the manual shows works when it is followed to the letter."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from inkpost.cli import main
from tests.shared import ROOT

MANUALS = (ROOT / "source" / "manual", ROOT / "source" / "manual" / "en")
LANGUAGES = pytest.mark.parametrize("manual", MANUALS, ids=["zh", "en"])
FENCE = re.compile(r"^```\w+ (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A new site, as `blog init` makes it, and with an address."""
    root = tmp_path / "notes"
    assert main(["--silent", "init", str(root)]) == 0
    assert main(["--cwd", str(root), "config", "url", "https://quay.example"]) == 0
    return root


def write_examples(manual: Path, chapter: str, folder: str, root: Path) -> list[str]:
    """Write the fences whose caption is a file below a folder; their names."""
    names = []
    for name, text in FENCE.findall((manual / chapter / "index.md").read_text("utf-8")):
        if name.startswith(folder):
            target = root / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
            names.append(name)
    return names


def build(root: Path) -> None:
    assert main(["--cwd", str(root), "build", "--strict"]) == 0


@LANGUAGES
def test_a_theme_in_ten_minutes(manual: Path, site: Path) -> None:
    names = write_examples(manual, "themes", "themes/plain/", site)
    assert len(names) == 3
    config = site / "_config.yml"
    config.write_text(config.read_text("utf-8").replace("theme: tessera", "theme: plain"), "utf-8")
    post = site / "source" / "_posts" / "first.md"
    post.write_text(
        "---\ntitle: 第一篇\ndate: 2026-01-02 03:04:05\ntags: [x]\n---\n## 节 $x^2$\n\n文 $y$。\n",
        "utf-8",
    )
    build(site)
    public = site / "public"
    index = (public / "index.html").read_text("utf-8")
    assert '<h2><a href="/2026/01/02/first/">第一篇</a></h2>' in index
    page = (public / "2026" / "01" / "02" / "first" / "index.html").read_text("utf-8")
    assert "<h1>第一篇</h1>" in page
    assert 'href="/katex/katex.min.css"' in page
    assert "katex.min.css" not in index
    # Pages fall back to the post, lists to the index.
    for fallback in ("about", "archives", "tags/x"):
        assert "<main>" in (public / fallback / "index.html").read_text("utf-8")


@LANGUAGES
def test_extending_one_partial(manual: Path, site: Path) -> None:
    names = write_examples(manual, "themes", "themes/tessera/", site)
    assert names == ["themes/tessera/layout/_partial/license.jinja"]
    build(site)
    post = next((site / "public").glob("20*/*/*/*/index.html")).read_text("utf-8")
    added = re.search(r"<p>[^<]*</p>", (site / names[0]).read_text("utf-8"))
    assert added is not None
    assert added[0] in post
    assert "creativecommons.org" in post


@LANGUAGES
def test_the_three_plugins(manual: Path, site: Path) -> None:
    assert len(write_examples(manual, "plugins", "scripts/", site)) == 3
    post = site / "source" / "_posts" / "keys.md"
    post.write_text(
        "---\ntitle: k\ndate: 2026-07-02 03:04:05\n---\n按 {% kbd Ctrl K %}，占 50 %。\n", "utf-8"
    )
    layout = site / "themes" / "tessera" / "layout" / "_partial" / "license.jinja"
    layout.parent.mkdir(parents=True)
    layout.write_text("<i>{{ season(page.date) }}</i>", "utf-8")
    build(site)
    page = (site / "public" / "2026" / "07" / "02" / "keys" / "index.html").read_text("utf-8")
    assert "<kbd>Ctrl</kbd><kbd>K</kbd>" in page
    assert "50\u202f%" in page
    assert re.search(r"<i>(夏|summer)</i>", page)
    counted = json.loads((site / "public" / "count.json").read_text("utf-8"))
    assert counted == {"posts": 2, "pages": 1}
