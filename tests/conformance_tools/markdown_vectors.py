"""Compares the HTML that Markdown makes with what Hexo was recorded to make.

    python -m tests.conformance_tools.markdown_vectors [--show N] [--site NAME] [--only POST]

Posts whose text holds tags or template marks are left out: they need the whole engine.
"""

from __future__ import annotations

import argparse
import difflib
import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import yaml

from inkpost.content.code_types import HighlightRules
from inkpost.content.markdown import AnchorRules, MarkdownRules, build_markdown
from inkpost.content.md_links import SiteLinks
from inkpost.hexo.urls import UrlRules
from tests.shared import shared_path

SITES = (
    "md-core",
    "md-opts",
    "md-opts2",
    "md-opts3",
    "md-noexternal",
    "md-it",
    "md-it2",
    "hl-auto",
    "hl-default",
    "hl-hljs",
    "hl-hljs-nowrap",
    "hl-misc",
    "hl-noline",
    "hl-none",
    "hl-nowrap",
    "prism-default",
    "prism-noline",
    "prism-nopre",
)
NOT_MARKDOWN = {
    "md-opts/ext": "external_link with field post is a filter after Markdown",
    "hl-auto/a": "no language is guessed",
    "hl-none/b": "template marks in code",
}
"""Posts whose difference lies elsewhere, and where."""
CODE = re.compile(r"^```.*?^```|^ {4}[^\n]*$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
MARKS = re.compile(r"\{\{|\{%|\{#")


class NoFormulas:
    def html(self, tex: str, display: bool, line: int) -> str:
        return tex

    def plain(self, tex: str, display: bool) -> str:
        return tex


def load_compare() -> Any:
    path = shared_path("conformance", "compare.py")
    spec = importlib.util.spec_from_file_location("compare", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rules_of(config: dict[str, Any], engine: str) -> MarkdownRules:
    """The rules of a site's configuration in the stock dialect, as far as the vectors use them."""
    code = config.get("highlight" if config.get("syntax_highlighter") != "prismjs" else "prismjs")
    highlighter: Any = config.get("syntax_highlighter", "highlight.js") or "none"
    values: dict[str, Any] = {
        k: tuple(v) if isinstance(v, list) else v for k, v in (code or {}).items()
    }
    # No language is guessed, whatever the key says.
    values = {k: v for k, v in values.items() if v is not None and k != "auto_detect"}
    common: dict[str, Any] = {
        "engine": engine,
        "math": False,
        "root_links": False,
        "highlight": HighlightRules(markup="hexo", engine=highlighter, **values),
        "site_url": config.get("url", "http://example.com"),
    }
    marked = dict(config.get("marked") or {})
    link = marked.pop("external_link", None) or {}
    names = {
        "modifyAnchors": "modify_anchors",
        "anchorAlias": "anchor_alias",
        "prependRoot": "prepend_root",
        "descriptionLists": "description_lists",
        "autolink": "linkify",
        "headerIds": "heading_ids",
        "sanitizeUrl": "sanitize_url",
    }
    if engine == "marked":
        exclude = link.get("exclude") or ()
        return MarkdownRules(
            **common,
            **{names.get(str(key), str(key)): value for key, value in marked.items()},
            external_link_enable=link.get("enable", False),
            external_link_nofollow=link.get("nofollow", False),
            external_link_exclude=(exclude,) if isinstance(exclude, str) else tuple(exclude),
        )
    it = dict(config.get("markdown") or {})
    render = dict(it.get("render") or {})
    anchors = {
        re.sub("[A-Z]", lambda m: "_" + m[0].lower(), k): v
        for k, v in (it.get("anchors") or {}).items()
    }
    return MarkdownRules(
        **common,
        html=render.get("html", True),
        xhtml_out=render.get("xhtmlOut", False),
        breaks=render.get("breaks", True),
        linkify=render.get("linkify", True),
        typographer=render.get("typographer", True),
        quotes=render.get("quotes", "“”‘’"),
        plugins=tuple(it.get("plugins") or ()),
        anchors=AnchorRules(**anchors),
        prepend_root=False,
    )


def body_of(text: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", "", text, count=1, flags=re.DOTALL)


def cases(site: str) -> Iterator[tuple[str, str, str]]:
    """Name, actual and recorded HTML of every post of a site that needs no tags."""
    root = shared_path("conformance")
    config = yaml.safe_load((root / "sites" / site / "_config.yml").read_text("utf-8"))
    oracle = json.loads((root / "sites" / site / "oracle.json").read_text("utf-8"))
    pages = json.loads((root / "expected" / site / "pages.json").read_text("utf-8"))
    stock = "hexo-renderer-marked" in oracle.get("without", ())
    rules = rules_of(config, "markdown-it" if stock else "marked")
    urls = UrlRules(config["url"], config.get("root", "/"))
    by_source = {
        page["probe"]["page"].get("source"): page["probe"]["page"].get("content")
        for page in pages.values()
    }
    markdown = build_markdown(rules)
    for path in sorted((root / "sites" / site / "source").rglob("*.md")):
        source = path.relative_to(root / "sites" / site / "source").as_posix()
        body = body_of(path.read_text("utf-8"))
        expected = by_source.get(source)
        if expected is None or MARKS.search(
            re.sub(r"(?ms)^```.*?^```|^ {4}.*?$|`[^`\n]+`", "", body)
        ):
            continue
        done = markdown.render(
            markdown.parse(body), links=SiteLinks(rules, urls), formulas=NoFormulas()
        )
        yield f"{site}/{path.stem}", done.html, expected


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--show", type=int, default=20)
    parser.add_argument("--site")
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    compare = load_compare()
    passed = total = exact = 0
    for site in [args.site] if args.site else SITES:
        good = count = 0
        for name, actual, expected in cases(site):
            if args.only not in name:
                continue
            count += 1
            exact += actual.strip() == expected.strip()
            left, right = compare.html_norm(expected), compare.html_norm(actual)
            if left == right:
                good += 1
                continue
            print("DIFFERS", name, NOT_MARKDOWN.get(name, ""))
            pair = compare.show_tokens(left), compare.show_tokens(right)
            lines = list(difflib.unified_diff(*pair, lineterm="", n=1))[2:]
            print("\n".join("   " + x[:240] for x in lines[: args.show]))
        print(f"{site:16} {good}/{count}")
        passed, total = passed + good, total + count
    print(f"total {passed}/{total} ({100 * passed / max(total, 1):.1f} %), same bytes {exact}")
    return passed != total


if __name__ == "__main__":
    sys.exit(main())
