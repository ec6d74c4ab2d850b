"""What a run tells: a line for every link, totals, or all of it as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from inkpost.localize.links import ImageRef, redact, redact_text

State = Literal["saved", "planned", "restored", "remote", "skipped", "failed"]

_WORDS: dict[State, str] = {
    "saved": "saved",
    "planned": "to download",
    "restored": "restored",
    "remote": "still on the web",
    "skipped": "left out",
    "failed": "failed",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkResult:
    """What became of one link. url: as it may be printed; name: the local file's, or ""."""

    post: str
    line: int
    column: int
    url: str
    state: State
    name: str = ""
    reason: str = ""


def result_of(
    post: str, ref: ImageRef, state: State, *, name: str = "", reason: str = "", url: str = ""
) -> LinkResult:
    """The result for a link of a post."""
    return LinkResult(
        post=post,
        line=ref.line,
        column=ref.column,
        url=redact(url or ref.url),
        state=state,
        name=name,
        reason=redact_text(reason),
    )


@dataclass
class Reporter:
    """Writes results as they come, or keeps them for one JSON document at the end.

    silent: only what failed is written.
    """

    write: Callable[[str], None]
    as_json: bool = False
    silent: bool = False
    results: list[LinkResult] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, results: Sequence[LinkResult]) -> None:
        """Tell what became of the links of a post."""
        self.results += results
        if not self.as_json:
            for result in results:
                if result.state == "failed" or not (self.silent or result.state == "skipped"):
                    self.write(to_line(result).encode("utf-8", "replace").decode("utf-8"))

    def note(self, text: str) -> None:
        """Tell something about the whole run."""
        self.notes.append(text)
        if not self.as_json and not self.silent:
            self.write(text)

    def finish(self, requests: int) -> None:
        """Tell the totals."""
        counts = Counter(result.state for result in self.results)
        if self.as_json:
            self.write(to_json(self.results, self.notes, counts, requests))
            return
        total = sum(counts.values())
        if self.silent:
            return
        if not total:
            self.write("no external image")
            return
        posts = len({result.post for result in self.results})
        parts = [f"{counts[state]} {word}" for state, word in _WORDS.items() if counts[state]]
        self.write(
            f"{total} link{'s' * (total != 1)} in {posts} post{'s' * (posts != 1)}: "
            + ", ".join(parts)
        )

    @property
    def failed(self) -> bool:
        """Whether a link could not be dealt with."""
        return any(result.state == "failed" for result in self.results)


def to_line(result: LinkResult) -> str:
    """A result as one line."""
    place = f"{result.post}:{result.line}"
    if result.state == "restored":
        return f"{place}: {result.name} -> {result.url}"
    if result.name:
        return f"{place}: {result.url} -> {result.name}"
    reason = f": {result.reason}" if result.reason else ""
    return f"{place}: {result.url}{reason}"


def to_json(
    results: Sequence[LinkResult], notes: Sequence[str], counts: Counter[State], requests: int
) -> str:
    """A run as one JSON document."""
    links = [
        {
            "post": item.post, "line": item.line, "column": item.column, "url": item.url,
            "state": item.state, "name": item.name, "reason": item.reason,
        }
        for item in results
    ]  # fmt: skip
    totals = {state: counts[state] for state in _WORDS}
    document = {
        "links": links, "totals": totals, "requests": requests, "notes": list(notes),
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=2)
