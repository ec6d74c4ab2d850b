"""The inputs of one file each of the handed folder, built under the default dialect in one site."""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inkpost.engine import Engine, EngineOptions, Made
from inkpost.errors import Diagnostic
from inkpost.model import Index, Post
from tests.sites import NOW, SiteBuilder

ENDS_THE_BUILD = ("f04-colon-in-title", "f13-duplicate-keys")
"""Inputs that are errors: each has a site of its own."""

_SPAN = re.compile(r"<(/?)span\b[^>]*>")
_TEX = re.compile(r'<annotation encoding="application/x-tex">(.*?)</annotation>', re.DOTALL)
# A formula and the marks around it, which stay on one line.
_TAIL = re.compile(r'<span class="math-[a-z -]+">([^<]*)</span>')
_TOKEN = re.compile(r'<span class="tok-[^"]*">(.*?)</span>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Line:
    """What one input came to. content: formulas as `⟦tex⟧`, displayed ones `⟦⟦tex⟧⟧`, code
    without colours, white space as one blank; raw: the content as it is."""

    post: Post
    content: str
    raw: str
    warnings: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """All inputs that build. index: of their site; by_name: what each came to."""

    made: Made
    index: Index
    by_name: Mapping[str, Line] = field(default_factory=dict)


def input_names(folder: Path) -> list[str]:
    """The names in the index of the inputs."""
    with (folder / "INDEX.tsv").open(encoding="utf-8", newline="") as file:
        return [row[0] for row in csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)][1:]


def make_site(root: Path, folder: Path, names: list[str]) -> SiteBuilder:
    """A site of the named inputs, below `/blog/`."""
    site = SiteBuilder(root, url="https://quay.example/blog", theme="bare")
    site.write("themes/bare/layout/index.jinja", "{{ page.title or '' }}")
    site.write("themes/bare/layout/post.jinja", "<h1>{{ page.title }}</h1>\n{{ page.content }}")
    for name in names:
        site.write(f"source/_posts/{name}.md", (folder / f"{name}.md").read_bytes())
    for name in ("a.png", "with space.png"):
        site.write(f"source/_posts/m29-asset-img/{name}", b"")
    site.write("source/_posts/m32-obsidian/picture.png", b"")
    site.post("Other Note")
    return site


def build_lines(root: Path, folder: Path, names: list[str]) -> Lines:
    """The inputs built in one site."""
    site = make_site(root, folder, names)
    with Engine(site.root, EngineOptions()) as engine:
        made, index = engine.make(NOW), engine.survey(NOW)
    return Lines(made, index, {name: _line(name, made, index) for name in names})


def _line(name: str, made: Made, index: Index) -> Line:
    post = index.documents[f"_posts/{name}.md"]
    assert isinstance(post, Post)
    data = made.outputs[f"{post.path}index.html"].data
    assert data is not None
    raw = data.decode().partition("\n")[2]
    file = f"source/_posts/{name}.md"
    found = tuple(item for item in made.diagnostics if item.span and item.span.path == file)
    return Line(post, _simplify(raw), raw, found)


def _simplify(content: str) -> str:
    parts: list[str] = []
    rest = content
    while (start := rest.find('<span class="katex')) >= 0:
        end = _span_end(rest, start)
        formula = rest[start:end]
        tex = _TEX.search(formula)
        shown = html.unescape(tex[1]) if tex else formula
        display = formula.startswith('<span class="katex-display"')
        parts.append(rest[:start] + (f"⟦⟦{shown}⟧⟧" if display else f"⟦{shown}⟧"))
        rest = rest[end:]
    text = _TAIL.sub(r"\1", _TOKEN.sub(r"\1", "".join([*parts, rest])))
    return re.sub(r"[ \t\n]+", " ", text)


def _span_end(text: str, start: int) -> int:
    depth = 0
    for match in _SPAN.finditer(text, start):
        depth += -1 if match[1] else 1
        if not depth:
            return match.end()
    raise AssertionError("a span is not closed")
