"""Finds the images of a post: what a reader sees as a picture, and where its URL stands."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from markdown_it.common.utils import normalizeReference, unescapeAll
from markdown_it.helpers import parseLinkDestination
from markdown_it.token import Token

from inkpost.hexo.frontmatter import parse_front_matter
from inkpost.localize.covers import PICTURE_KEYS, find_covers
from inkpost.localize.htmlscan import HtmlScanner, blank_code, find_hexo_images
from inkpost.localize.links import ImageRef, Place, classify, to_request
from inkpost.localize.mdscan import Mark, parse_marks
from inkpost.localize.tagmask import mask_verbatim, outdent_bodies
from inkpost.localize.text import PostText

_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\[\s\S])*)\]:")
_MAY_HOLD_IMAGE = re.compile(
    r"!\[|<img|<source|\{%-?\s*(?:img|image)\b|"
    rf"^\s*[\"']?(?:{'|'.join(sorted(PICTURE_KEYS))})[\"']?\s*:",
    re.IGNORECASE | re.MULTILINE,
)

_INDENTED_PROSE = re.compile(r"\t\w[^\t`]*?\s!\[.*")


def find_images(text: str, *, path: str = "post.md") -> tuple[ImageRef, ...]:
    """Every image of a post, local ones included, in the order of their places.

    Raises: FrontMatterError where the front matter cannot be read.
    """
    if not _MAY_HOLD_IMAGE.search(text):
        return ()
    post = PostText(text)
    front = parse_front_matter(text, path=path)
    body = len(post.normal) - len(front.body)
    spans: dict[tuple[int, int], tuple[str, Place]] = {}
    if front.raw_front_matter:
        offset = post.normal.index(front.raw_front_matter)
        is_json = post.normal[:offset].startswith(";") or post.normal[body - 2 : body - 1] == ";"
        for start, end, url in find_covers(front.raw_front_matter, is_json=is_json):
            spans[(offset + start, offset + end)] = (url, "front-matter")
    finder = _BodyFinder(post.normal[body:])
    for start, end, url, place in finder.find():
        spans.setdefault((body + start, body + end), (url, place))
    return tuple(
        _to_ref(post, start, end, url, place)
        for (start, end), (url, place) in sorted(spans.items())
    )


def _to_ref(post: PostText, start: int, end: int, url: str, place: Place) -> ImageRef:
    line, column = post.place_of(start)
    last_line, last_column = post.place_of(end)
    first, last = post.to_offset(line, column), post.to_offset(last_line, last_column)
    return ImageRef(
        start=first,
        end=last,
        line=line + 1,
        column=column + 1,
        written=post.original[first:last],
        url=url,
        place=place,
    )


_Item = tuple[int, int, str, Place]


@dataclass(slots=True)
class _OpenLink:
    """A link that images may stand in. stop: where it ends in its block, or None in HTML."""

    start: int
    end: int
    url: str
    stop: int | None = None


@dataclass
class _BodyFinder:
    """Goes through the blocks of a body in order."""

    text: str
    found: list[_Item] = field(default_factory=list)
    links: list[_OpenLink] = field(default_factory=list)
    depth: dict[str, int] = field(default_factory=dict)
    html: HtmlScanner = field(default_factory=HtmlScanner)
    columns: dict[int, int] = field(default_factory=dict)

    def find(self) -> list[_Item]:
        masked = mask_verbatim(self.text)
        self.lines = self.text.split("\n")
        self.masked_lines = masked.split("\n")
        self.moved = outdent_bodies(self.masked_lines) if "{%" in masked else {}
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)
        tokens, env = parse_marks("\n".join(self.masked_lines))
        references = env.get("references")
        self.references = references if isinstance(references, dict) else {}
        for index, token in enumerate(tokens):
            if token.type == "html_block":
                self._take_html_block(token)
            elif token.type == "code_block":
                self._take_indented_prose(token)
            elif token.type == "inline":
                in_table = tokens[index - 1].type in ("th_open", "td_open")
                self._take_inline(token, in_table=in_table)
        return self.found

    # -- blocks

    def _take_html_block(self, token: Token) -> None:
        assert token.map
        places = self._locate(token.content, token.map[0], in_table=False)
        if places is not None:
            self._take_html(token.content, places)

    def _take_indented_prose(self, token: Token) -> None:
        """A paragraph that begins with a tab.

        CommonMark takes it for code; with words before the picture it is a writer's indent.
        """
        assert token.map
        if not _INDENTED_PROSE.fullmatch(self.masked_lines[token.map[0]]):
            return
        if token.content.rstrip("\n").count("\n"):
            return
        tokens, _ = parse_marks(token.content)
        for inner in tokens:
            if inner.type == "inline":
                inner.map = token.map
                self._take_inline(inner, in_table=False)

    def _take_inline(self, token: Token, *, in_table: bool) -> None:
        marks: list[Mark] = token.meta.get("found", [])
        if not token.map or not (marks or in_table):
            return
        places = self._locate(token.content, token.map[0], in_table=in_table)
        if places is None or not marks:
            return
        self.links = [link for link in self.links if link.stop is None]
        for mark in marks:
            self.links = [
                link for link in self.links if link.stop is None or link.stop > mark.begin
            ]
            self._take_mark(mark, token.content, places)
        self.links = [link for link in self.links if link.stop is None]
        self.depth.pop("code", None)

    def _take_mark(self, mark: Mark, content: str, places: list[int]) -> None:
        if mark.kind == "html":
            self._take_html(content[mark.start : mark.end], places[mark.start : mark.end + 1])
            return
        span = self._span_of(mark, places)
        if span is None:
            return
        if mark.kind == "link":
            self.links.append(_OpenLink(span[0], span[1], span[2], mark.stop))
            return
        place: Place = "markdown" if mark.kind == "image" else mark.kind
        self._add(span[0], span[1], span[2], "definition" if mark.label else place)

    def _span_of(self, mark: Mark, places: list[int]) -> tuple[int, int, str] | None:
        if mark.label:
            return self._find_definition(mark.label)
        if mark.start >= mark.end:
            return None
        return places[mark.start], places[mark.end - 1] + 1, mark.url

    # -- HTML

    def _take_html(self, html: str, places: list[int]) -> None:
        for event in self.html.scan(html):
            if event.kind == "open" and event.name == "a":
                span = (places[event.start], places[event.end - 1] + 1) if event.url else (0, 0)
                self.links.append(_OpenLink(*span, event.url))
            elif event.kind == "open":
                self.depth[event.name] = self.depth.get(event.name, 0) + 1
            elif event.kind == "close" and event.name == "a":
                if self.links and self.links[-1].stop is None:
                    self.links.pop()
            elif event.kind == "close":
                self.depth[event.name] = max(0, self.depth.get(event.name, 0) - 1)
            else:
                place: Place = "html" if event.kind == "image" else "srcset"
                self._add(places[event.start], places[event.end - 1] + 1, event.url, place)
        if "{%" in html:
            for start, end in find_hexo_images(blank_code(html)):
                self._add(places[start], places[end - 1] + 1, html[start:end], "tag")

    def _add(self, start: int, end: int, url: str, place: Place) -> None:
        if any(self.depth.values()) or self.html.opaque:
            return
        self.found.append((start, end, url, place))
        for link in self.links:
            if link.end > link.start and _is_same(link.url, url):
                self.found.append((link.start, link.end, link.url, "link"))

    # -- places

    def _locate(self, content: str, first_line: int, *, in_table: bool) -> list[int] | None:
        """The place in the text of every character of a block's content, and of its end."""
        places: list[int] = []
        for number, part in enumerate(content.split("\n")):
            line = first_line + number
            if line >= len(self.lines):
                if part:
                    return None
                places.append(len(self.text))
                continue
            columns = self._align(part, line, in_table=in_table)
            if columns is None:
                return None
            begin = self.starts[line] + self.moved.get(line, 0)
            end = self.starts[line] + len(self.lines[line])
            places.extend(min(begin + column, end) for column in columns)
            places.append(end)
        return places

    def _align(self, part: str, line: int, *, in_table: bool) -> list[int] | None:
        """The column of every character of one line of content."""
        source = self.masked_lines[line]
        core = part.strip(" \t")
        lead = len(part) - len(part.lstrip(" \t")) if core else len(part)
        if in_table:
            columns = _match_cell(core, source, self.columns.get(line, 0))
            if columns:
                self.columns[line] = columns[-1] + 1
        else:
            trimmed = source.rstrip(" \t")
            start = len(trimmed) - len(core) if trimmed.endswith(core) else source.find(core)
            columns = None if start < 0 else list(range(start, start + len(core)))
        if columns is None:
            return None
        first = columns[0] if columns else 0
        last = columns[-1] + 1 if columns else 0
        tail = len(part) - lead - len(core)
        return (
            [max(0, first - lead + index) for index in range(lead)]
            + columns
            + [min(last + index, len(source)) for index in range(tail)]
        )

    def _find_definition(self, label: str) -> tuple[int, int, str] | None:
        """Where the URL of a reference definition stands."""
        reference = self.references.get(label)
        if not reference:
            return None
        first, last = reference["map"]
        begin, end = self.starts[first], min(self.starts[last], len(self.text))
        for match in _LABEL.finditer(self.text, begin, end):
            if normalizeReference(match[1]) != label:
                continue
            at = match.end()
            while at < end and self.text[at] in " \t\n>":
                at += 1
            found = parseLinkDestination(self.text, at, end)
            if found.ok:
                angled = self.text[at] == "<"
                start, stop = (at + 1, found.pos - 1) if angled else (at, found.pos)
                return start, stop, unescapeAll(self.text[start:stop])
        return None


def _match_cell(cell: str, source: str, begin: int) -> list[int] | None:
    """The columns of a table cell's characters in its line, where "|" may be written "\\|"."""
    if not cell:
        return []
    start = source.find(cell[0] if cell[0] != "|" else "\\|", begin)
    while start >= 0:
        columns: list[int] = []
        at = start
        for char in cell:
            if char == "|" and source.startswith("\\|", at):
                at += 1
            if at >= len(source) or source[at] != char:
                break
            columns.append(at)
            at += 1
        if len(columns) == len(cell):
            return columns
        start = source.find(cell[0] if cell[0] != "|" else "\\|", start + 1)
    return None


def _is_same(one: str, other: str) -> bool:
    return one.strip() == other.strip() or (
        classify(one) == "remote" and to_request(one) == to_request(other)
    )
