"""Data for the search in the browser.

`search-index.json` is read first and whole::

    {"docs": [{"u": url path below the site's root, "t": title, "d": description or absent,
               "h": [[id, heading], …] or absent}, …],          newest first
     "shards": ["search-1a2b3c4d.json", …]}                     newest documents first

A shard holds the texts of some documents, code too, split at their headings::

    {url path: [[id of the heading or "", text], …], …}

Documents are dealt to shards from the oldest on, so that a new post changes the last shard only;
a shard's name changes with its content. CJK text needs no index: the browser looks for substrings.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.urls import path_to_url
from inkpost.model import Blob, Facts, Heading, Json, Page, Post, Rendered, Route

INDEX_PATH: Final = "search-index.json"
SHARD_BYTES: Final = 60_000

_SPACE: Final = re.compile(r"[ \t\u3000]+")
# Lines of a text drawing say nothing that one could search for.
_FRAME: Final = re.compile("[\u2500-\u259f]+|[·.]{4,}|-{3,}>?")
# Arrows are text elsewhere: `f: A → B`.
_DRAWING: Final = re.compile(f"[\u25b2-\u25c4\u2190-\u2193]+|{_FRAME.pattern}")
_IN_DRAWING: Final = re.compile("[\u2500-\u259f]")
_DESCRIPTION_LENGTH: Final = 120
_MAX_DEPTH: Final = 4


def register(ext: Extensions) -> None:
    """Register the generator."""
    ext.generator("search-data")(search_routes)


def search_routes(site: SiteContext) -> Iterable[Route]:
    """The search index and its shards; none where the site says `search: false`."""
    if site.config.get("search") is False or site.config.dialect == "hexo":
        return
    setting = site.theme.get("search")
    if isinstance(setting, dict) and setting.get("enable") is False:
        return
    documents = list(_documents(site))
    shards: list[tuple[str, bytes]] = []
    pending: dict[str, Json] = {}
    size = 0
    for path, _title, rendered in reversed(documents):
        sections = split_sections(rendered.facts)
        weight = sum(len(text.encode()) for _, text in sections)
        if pending and size + weight > SHARD_BYTES:
            shards.append(_shard(pending))
            pending, size = {}, 0
        pending[path] = sections
        size += weight
    if pending:
        shards.append(_shard(pending))
    shards.reverse()
    index = {
        "docs": [_entry(*document) for document in documents],
        "shards": [path for path, _ in shards],
    }
    yield _route(INDEX_PATH, _to_json(index))
    yield from (_route(path, data) for path, data in shards)


def split_sections(facts: Facts) -> list[list[str]]:
    """A document's text as `[id of the heading above it, text]`, in order; empty ones left out."""
    sections: list[list[str]] = []
    headings = [heading for heading in facts.headings if heading.text]
    identity, lines = "", list[str]()
    for line in facts.text.split("\n"):
        if headings and _same_line(line, headings[0].text):
            _close(sections, identity, lines)
            identity, lines = headings.pop(0).id, []
        else:
            lines.append(line)
    _close(sections, identity, lines)
    return sections


def _documents(site: SiteContext) -> Iterator[tuple[str, str, Rendered]]:
    """What can be found, newest first, pages after posts: URL path, title, content."""
    posts = sorted(site.index.posts, key=lambda post: (post.date, post.source), reverse=True)
    documents: tuple[Post | Page, ...] = (*posts, *site.index.pages)
    for document in documents:
        rendered = site.rendered.get(document.id)
        if rendered is not None and _is_listed(document) and rendered.facts.text.strip():
            yield _url(site, document), document.title or document.path, rendered


def _is_listed(document: Post | Page) -> bool:
    meta = document.meta
    hidden = meta.get("hide") is True or meta.get("hidden") is True
    refused = meta.get("search") is False or meta.get("indexing") is False
    if isinstance(document, Page) and (document.output != "html" or not document.title):
        return False
    return not hidden and not refused and "password" not in meta


def _url(site: SiteContext, document: Post | Page) -> str:
    path = path_to_url(site.config.urls, document.path).removeprefix(site.config.urls.root)
    return path.removesuffix("index.html")


def _entry(path: str, title: str, rendered: Rendered) -> dict[str, Json]:
    entry: dict[str, Json] = {"u": path, "t": title}
    about = " ".join(rendered.card_text.split())[:_DESCRIPTION_LENGTH]
    if about:
        entry["d"] = about
    heads = [[each.id, each.text] for each in _shown_headings(rendered.facts.headings)]
    if heads:
        entry["h"] = heads
    return entry


def _shown_headings(headings: Sequence[Heading]) -> Iterator[Heading]:
    return (each for each in headings if each.level <= _MAX_DEPTH and each.id and each.text)


def _same_line(line: str, heading: str) -> bool:
    return line == heading or "".join(line.split()) == "".join(heading.split())


def _close(sections: list[list[str]], identity: str, lines: Iterable[str]) -> None:
    cleaned = (_SPACE.sub(" ", _without_drawing(line)).strip() for line in lines)
    text = "\n".join(line for line in cleaned if line)
    if text:
        sections.append([identity, text])


def _without_drawing(line: str) -> str:
    is_drawn = _IN_DRAWING.search(line) or not any(map(str.isalnum, line))
    return (_DRAWING if is_drawn else _FRAME).sub(" ", line)


def _shard(documents: dict[str, Json]) -> tuple[str, bytes]:
    data = _to_json(dict(reversed(documents.items())))
    return f"search-{hashlib.sha256(data).hexdigest()[:8]}.json", data


def _to_json(value: Json) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _route(path: str, data: bytes) -> Route:
    return Route(path=path, body=Blob(data=data), generator="search-data")
