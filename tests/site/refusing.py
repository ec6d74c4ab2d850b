"""How a build refuses a site: one clear line with its place, and `public/` as it was."""

from __future__ import annotations

import re

from tests.sites import Ended, SiteBuilder

LINE = re.compile(r"^(?P<path>[^:\s][^:]*):(?P<line>\d+):(?P<column>\d+): error: (?P<message>.+)$")


def places(ended: Ended) -> list[tuple[str, int, int]]:
    """Path, line and column of every error line."""
    found = []
    for line in ended.errors:
        match = LINE.match(line)
        assert match, f"an error without its place: {line}"
        found.append((match["path"], int(match["line"]), int(match["column"])))
    return found


def refuse(
    site: SiteBuilder, *expected: str, words: tuple[str, ...] = (), hint: bool = True
) -> Ended:
    """Build a site that is wrong. expected: one pattern for each error line, in any order."""
    before = site.public_files()
    ended = site.blog("build", *words)
    assert ended.code == 1, ended
    assert "Traceback" not in ended.err + ended.out
    assert len(ended.errors) == len(expected), ended.err
    for pattern in expected:
        assert any(re.search(pattern, line) for line in ended.errors), (pattern, ended.err)
    assert site.public_files() == before
    assert not leftovers(site), leftovers(site)
    if hint:
        assert ended.err.count("   hint: ") >= len(expected), ended.err
    assert "nothing was written" in ended.err
    return ended


def leftovers(site: SiteBuilder) -> list[str]:
    """What a build may have left beside the site's own files."""
    return [file.name for file in site.root.rglob("*") if file.name.endswith((".part", ".inkpost"))
            and file.name != ".inkpost"]  # fmt: skip


def shows(ended: Ended, text: str) -> bool:
    """Whether an excerpt of the source stands under the error, with a mark below it."""
    lines = ended.err.splitlines()
    return any(
        text in line and "^" in lines[place + 1]
        for place, line in enumerate(lines[:-1])
        if re.match(r"^ *\d+ \| ", line)
    )
