"""Edits in any order: what an engine refreshes is what a clean build makes.

Run as `python -m tests.faults.edits --sequences 100 --seed 1`. A step is one to three edits; after
each, every output and every finding is compared with those of a new engine.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import timedelta
from pathlib import Path

from inkpost.engine import Engine, Made
from tests.sites import NOW, SiteBuilder

STEPS = 12
NAMES = ("ash", "birch", "cedar", "榆树", "f g", "fig")
BODIES = (
    "Plain words.\n",
    "A formula $x^2$ and $$y = \\frac{1}{2}$$ here.\n",
    "{% post_link ash %} and [[birch]]\n",
    "# Head\n\n## Sub\n\n```python\nprint(1)\n```\n",
    "![p](pic.png) and [x](/nowhere/)\n<!-- more -->\nRest.\n",
    "{% note %}\nInside **bold** $a_b$\n{% endnote %}\n",
    "{% nosuchtag %}\n",
)


class Fault(Exception):
    """What must not happen."""


class Editor:
    """Edits a site at random. calm: as an author who writes and breaks nothing."""

    def __init__(self, site: SiteBuilder, chance: random.Random, *, calm: bool) -> None:
        self.site, self.chance, self.calm = site, chance, calm
        self.log: list[str] = []
        if calm:
            site.configure(theme=chance.choice(("plain", "tessera", "folio")))
            self.log += [self.post() for _ in range(6)]

    def edit(self) -> None:
        """Make one edit; one that cannot be made now is none."""
        usual: tuple[Callable[[], str], ...] = (
            self.text, self.text, self.text, self.text, self.text, self.text, self.post,
            self.template, self.picture, self.page, self.touch,
        )  # fmt: skip
        wild: tuple[Callable[[], str], ...] = (
            self.post, self.post, self.text, self.text, self.text, self.text, self.remove,
            self.rename, self.config, self.template, self.data, self.picture, self.page,
            self.same_size, self.touch, self.spoil, self.draft, self.script,
        )  # fmt: skip
        self.log.append(self.chance.choice(usual if self.calm else wild)())

    def post(self) -> str:
        name = self.chance.choice(NAMES)
        front: dict[str, object] = {
            "title": self.chance.choice((name, "Another", "Series (1)", "Series (2)")),
            "date": f"2024-0{self.chance.randrange(1, 8)}-05 09:00:00",
            "tags": self.chance.sample(["red", "green", "C#", "C++"], self.chance.randrange(3)),
            "categories": self.chance.choice((["a"], ["a", "b"], [["a"], ["c"]], [])),
        }
        if self.chance.random() < 0.2 and not self.calm:
            front |= self.chance.choice(
                ({"sticky": 1}, {"permalink": "same/"}, {"published": False}, {"layout": False})
            )
        self.site.post(name, self.chance.choice(BODIES), **front)
        return f"post {name} {front}"

    def text(self) -> str:
        """Other words below the same front matter."""
        file = self._any("**/*.md")
        if file:
            head, mark, _ = file.read_text("utf-8").rpartition("---\n")
            body = self.chance.choice(BODIES) * self.chance.randrange(1, 3)
            file.write_text(f"{head}{mark}{body}", "utf-8")
        return f"text {file}"

    def _any(self, pattern: str) -> Path | None:
        files = sorted((self.site.root / "source").glob(pattern))
        return self.chance.choice(files) if files else None

    def remove(self) -> str:
        file = self._any("_posts/*.md")
        if file:
            file.unlink()
        return f"remove {file}"

    def rename(self) -> str:
        file = self._any("_posts/*.md")
        target = self.site.root / f"source/_posts/{self.chance.choice(NAMES)}.md"
        if file:
            file.rename(target)
        return f"rename {file} {target.name}"

    def config(self) -> str:
        values = self.chance.choice(
            ({}, {"per_page": 1}, {"root": "/sub/", "url": "https://quay.example/sub"},
             {"permalink": ":title/"}, {"theme": "tessera"}, {"title": "Other"},
             {"post_asset_folder": True}, {"future": False}, {"per_page": [1]})
        )  # fmt: skip
        self.site.configure(**values)
        return f"config {values}"

    def template(self) -> str:
        text = self.chance.choice(
            ("<article>{{ page.content }}</article>", "<b>{{ page.title }}</b>{{ page.content }}",
             "{% include 'part.jinja' %}", "{{ site.posts.length }} {{ site.data.word }}",
             "{{ page.prev.title }} {{ page.derived.card.text }}",
             "{{ page.prev.title }}" if self.calm else "{% if %}",
             "{{ page.prev.content }} {{ page.next.derived.words }} {{ page.derived.og_image }}",
             "{{ site.posts.first().derived.minutes }} {{ relative_date(page.date) }}",
             "{% for p in page.derived.related %}{{ p.excerpt }}{% endfor %}{{ page.raw }}",
             "{{ date(none, 'YYYY') }} {{ date(none, 'LT') }} {{ toc(page.content) }}",
             "{% call fragment_cache('x') %}{{ site.posts.last().content }}{% endcall %}",
             "{{ site.tags.first().posts.first().more }} {{ dressed(page.content) }}")
        )  # fmt: skip
        self.site.write("themes/plain/layout/post.jinja", text)
        if self.calm or self.chance.random() < 0.5:
            self.site.write("themes/plain/layout/part.jinja", f"part {self.chance.random()}")
        return f"template {text}"

    def data(self) -> str:
        self.site.write("source/_data/word.yml", self.chance.choice(("a\n", "b\n", "x: [1\n")))
        return "data"

    def picture(self) -> str:
        name = self.chance.choice(("ash", "birch"))
        file = self.site.root / f"source/_posts/{name}/pic.png"
        if file.exists():
            shutil.rmtree(file.parent)
        else:
            self.site.write(f"source/_posts/{name}/pic.png", b"\x89PNG")
        return f"picture {name}"

    def page(self) -> str:
        path = self.chance.choice(("about/index.md", "links.md", "same/index.md", "x.json"))
        file = self.site.root / "source" / path
        if file.exists():
            file.unlink()
        elif path.endswith(".json"):
            self.site.write(f"source/{path}", '{"a": 1}')
        else:
            self.site.page(path, self.chance.choice(BODIES))
        return f"page {path}"

    def same_size(self) -> str:
        """Other bytes of the same number, with the old time put back."""
        file = self._any("_posts/*.md")
        if file:
            stat = file.stat()
            data = file.read_bytes().replace(b"words", b"wordz").replace(b"bold", b"bald")
            file.write_bytes(data)
            os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        return f"same size {file}"

    def touch(self) -> str:
        file = self._any("_posts/*.md")
        if file:
            file.touch()
        return f"touch {file}"

    def spoil(self) -> str:
        file = self._any("_posts/*.md")
        if file:
            file.write_text("---\ntitle: a: b\n---\nx\n")
        return f"spoil {file}"

    def draft(self) -> str:
        text = "---\ntitle: Draft\ndate: 2024-02-01\n---\nNot yet.\n"
        self.site.write("source/_drafts/idea.md", text)
        return "draft"

    def script(self) -> str:
        mark = self.chance.choice("AB--")
        if mark == "-":
            (self.site.root / "scripts/mark.py").unlink(missing_ok=True)
            return "no script"
        body = f"lambda text, ctx: text + '<!-- {mark} -->'"
        text = f"def register(ext):\n    ext.filter('after_post_render')({body})\n"
        self.site.write("scripts/mark.py", text)
        return f"script {mark}"


def digests(made: Made) -> Mapping[str, str]:
    return {path: output.digest for path, output in made.outputs.items()}


def compare(refreshed: Made, clean: Made) -> str:
    """What differs, or ""."""
    if refreshed.diagnostics != clean.diagnostics:
        mine, theirs = set(refreshed.diagnostics), set(clean.diagnostics)
        return f"findings: {sorted(map(str, mine ^ theirs)) or 'another order'}"
    first, second = digests(refreshed), digests(clean)
    if list(first) != list(second):
        return f"paths: {sorted(first.keys() ^ second.keys()) or 'another order'}"
    return ", ".join(path for path in first if first[path] != second[path])


def taken_over(made: Made, before: Made) -> int:
    """How many pages are the very ones of the refresh before."""
    return sum(
        before.outputs.get(path) is output
        for path, output in made.outputs.items()
        if output.data is not None
    )


def run_sequence(folder: Path, chance: random.Random, steps: int = STEPS) -> tuple[int, int]:
    """One sequence of edits; how many there were, and pages taken over. Raises: Fault."""
    site = SiteBuilder(folder)
    editor = Editor(site, chance, calm=chance.random() < 0.5)
    now = NOW
    with Engine(site.root) as engine:
        refreshed, taken = engine.refresh(now), 0
        for _ in range(steps):
            for _ in range(chance.choice((1, 1, 2, 3))):
                editor.edit()
            now += timedelta(minutes=chance.choice((0, 1, 700)))
            before, refreshed = refreshed, engine.refresh(now)
            taken += taken_over(refreshed, before)
            with Engine(site.root) as other:
                clean = other.make(now)
            difference = compare(refreshed, clean)
            if difference:
                raise Fault(f"{difference}\nafter:\n" + "\n".join(editor.log))
    return len(editor.log), taken


def run_sequences(sequences: int, seed: int) -> str:
    """So many sequences; what was done. Raises: Fault."""
    edits = pages = 0
    with tempfile.TemporaryDirectory(prefix="inkpost-edits-") as folder:
        for number in range(sequences):
            made, taken = run_sequence(
                Path(folder) / str(number), random.Random(f"{seed}-{number}")
            )
            edits, pages = edits + made, pages + taken
            shutil.rmtree(Path(folder) / str(number))
    return (
        f"{edits} edits in {sequences} sequences: every refresh equals a clean build; "
        f"{pages} pages were taken over"
    )


def main() -> int:
    """Run what was asked for; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    try:
        print(f"edits: {run_sequences(options.sequences, options.seed)}", flush=True)
    except Fault as fault:
        print(f"edits: FAULT (seed {options.seed}): {fault}", flush=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
