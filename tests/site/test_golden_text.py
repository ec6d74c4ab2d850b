"""What is made of a post's text elsewhere: excerpts, descriptions, feeds, contents, search data.

Nowhere may a formula stand as TeX or three times, a line of code with its number, a text drawing.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from inkpost.configfiles import OpenOptions
from inkpost.engine import Engine, EngineOptions, Made
from tests.shared import ROOT, shared_path
from tests.sites import NOW

ATOM = "{http://www.w3.org/2005/Atom}"
COMMAND = re.compile(r"\\[A-Za-z]+")
DRAWING = re.compile("[\u2500-\u257f]")
TRIPLE_LETTER = re.compile(r"(?<![A-Za-z0-9])([A-Za-z])\1\1(?![A-Za-z0-9])")
TRIPLE_FORMULA = re.compile(r"(?=[^\s]*[A-Za-z=^_\\])([^\s.…·—=*-]{2,60}?)\1\1")
GUTTER = re.compile(r"(?<!\d)1\s?2\s?3\s?4\s?5\s?6")
CORPUS_SIZE = 200


@dataclass(frozen=True, slots=True)
class Piece:
    """A text made of a post's. where: its kind; page: the document; text: without inline code."""

    where: str
    page: str
    text: str


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A blog of 200 generated posts."""
    folder = tmp_path_factory.mktemp("corpus")
    maker = shared_path("bench", "make_corpus.py")
    subprocess.run(
        [sys.executable, maker, "--n", str(CORPUS_SIZE), "--layout", "hexo", "--out", folder],
        check=True,
        capture_output=True,
    )
    config = folder / "_config.yml"
    if not config.exists():
        config.write_text("title: Corpus\nurl: https://corpus.example\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("theme", ["tessera", "folio"])
def test_the_repository_own_site(theme: str) -> None:
    made = make(ROOT, theme)
    pieces = list(pieces_of(made))
    assert_seen(pieces, 16)
    assert faults(pieces, made) == []


@pytest.mark.shared
@pytest.mark.parametrize("theme", ["tessera", "folio"])
def test_a_generated_corpus(corpus: Path, theme: str) -> None:
    made = make(corpus, theme)
    pieces = list(pieces_of(made))
    assert_seen(pieces, CORPUS_SIZE)
    assert faults(pieces, made) == []


def make(root: Path, theme: str) -> Made:
    opening = OpenOptions(overrides={"theme": theme})
    with Engine(root, EngineOptions(opening=opening)) as engine:
        made = engine.make(NOW)
    assert not made.failed, made.diagnostics
    return made


def assert_seen(pieces: list[Piece], posts: int) -> None:
    """The test looks at something: as many pieces of each kind as there are posts, at least."""
    count = Counter(piece.where for piece in pieces)
    for where in ("excerpt", "description", "contents", "search text", "search heading"):
        assert count[where] >= posts, count
    assert count["feed summary"] + count["feed title"] > 0


def faults(pieces: list[Piece], made: Made) -> list[str]:
    """What is wrong, one line each."""
    found = []
    codes = codes_by_page(made)
    for piece in pieces:
        code = codes.get(piece.page, ())
        known = {word for line in code for word in COMMAND.findall(line)}
        wrong = [word for word in COMMAND.findall(piece.text) if word not in known]
        wrong += [match[0] for match in DRAWING.finditer(piece.text)]
        wrong += [match[0] for match in TRIPLE_LETTER.finditer(piece.text)]
        wrong += [
            match[0]
            for match in TRIPLE_FORMULA.finditer(piece.text)
            if not any(match[0] in line for line in code)
        ]
        if piece.where != "contents" and not any(GUTTER.search(line) for line in code):
            wrong += [match[0] for match in GUTTER.finditer(piece.text)]
        wrong += lines_of_code(piece, code)
        if wrong:
            found.append(f"{piece.where} of {piece.page}: {wrong[:3]} in {piece.text[:200]!r}")
    return found


def lines_of_code(piece: Piece, code: tuple[str, ...]) -> list[str]:
    """Lines of code where none belong, and such with a number or a language before them."""
    lines = [line[:-1] for line in code if len(line) > 12 and line.endswith("\n")]
    if piece.where == "search text":
        glued = [rf"(?m)^(?:1|[a-z]{{1,10}}){re.escape(line)}$" for line in lines]
        return [pattern for pattern in glued if re.search(pattern, piece.text)]
    if piece.where in ("excerpt", "description", "feed summary"):
        return [line for line in lines if line in piece.text]
    return []


def pieces_of(made: Made) -> Iterator[Piece]:
    for path, output in made.outputs.items():
        if output.data is None:
            continue
        if path.endswith(".html"):
            yield from page_pieces(path.removesuffix("index.html"), output.data.decode())
        elif path.endswith("atom.xml"):
            yield from feed_pieces(output.data.decode())
        elif re.fullmatch(r"search-.*\.json", path):
            yield from search_pieces(json.loads(output.data))


def page_pieces(path: str, html: str) -> Iterator[Piece]:
    tree = LexborHTMLParser(html)
    for node in tree.css('meta[name="description"], meta[property="og:description"]'):
        yield Piece("description", path, node.attributes["content"] or "")
    for node in tree.css('script[type="application/ld+json"]'):
        yield Piece("description", path, json.loads(node.text())["description"])
    for node in tree.css(".excerpt"):
        yield Piece("excerpt", page_of(node) or path, shown_text(node))
    for node in tree.css(".toc-list"):
        yield Piece("contents", path, shown_text(node))


def page_of(excerpt: LexborNode) -> str:
    """The document that an excerpt in a list is of."""
    frame = excerpt.parent
    while frame is not None and frame.tag != "article":
        frame = frame.parent
    link = frame.css_first("h2 a") if frame is not None else None
    return (link.attributes["href"] or "").lstrip("/") if link is not None else ""


def shown_text(node: LexborNode) -> str:
    """The text of an element without its inline code, which may name what it likes."""
    assert not node.css("annotation, .katex-html"), node.html
    copy = LexborHTMLParser(node.html or "")
    for code in copy.css("code"):
        code.decompose()
    return copy.body.text() if copy.body else ""


def feed_pieces(xml: str) -> Iterator[Piece]:
    for entry in ElementTree.fromstring(xml).iter(f"{ATOM}entry"):
        link = entry.find(f"{ATOM}link")
        assert link is not None
        page = re.sub(r"^https?://[^/]+/", "", link.attrib["href"])
        yield Piece("feed title", page, entry.findtext(f"{ATOM}title") or "")
        summary = entry.findtext(f"{ATOM}summary")
        if summary:
            copy = LexborHTMLParser(f"<div>{summary}</div>").css_first("div")
            assert copy is not None
            yield Piece("feed summary", page, shown_text(copy))


def search_pieces(data: Mapping[str, Any]) -> Iterator[Piece]:
    for doc in data.get("docs", ()):
        yield Piece("search title", doc["u"], doc["t"])
        yield Piece("description", doc["u"], doc.get("d", ""))
        yield from (Piece("search heading", doc["u"], title) for _, title in doc.get("h", ()))
    for page, sections in data.items():
        if page not in ("docs", "shards"):
            yield from (Piece("search text", page, text) for _, text in sections)


def codes_by_page(made: Made) -> dict[str, tuple[str, ...]]:
    """The lines of all code on each page, inline code too."""
    found = {}
    for path, output in made.outputs.items():
        if path.endswith(".html") and output.data is not None:
            tree = LexborHTMLParser(output.data.decode())
            lines = [line for node in tree.css("code") for line in node.text().splitlines(True)]
            found[path.removesuffix("index.html")] = tuple(lines)
    return found


@pytest.mark.parametrize(
    "text",
    [
        r"矩阵 Q\mathbf{Q}Q 的大小",
        "设有 EEE 个专家",
        "O(n)O(n)O(n) 的时间",
        "123456789101112131415 AI Infra",
        "AI Infra ┌──┴──",
        r"极限 \left\{ a_n \right\}",
    ],
)
def test_the_check_itself_sees_what_it_is_for(text: str) -> None:
    nothing = Made(outputs={}, diagnostics=())
    assert len(faults([Piece("excerpt", "a/", text)], nothing)) == 1
