"""From a source file to a post or page: front matter, types and dates, no body yet rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from datetime import date as date_type
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Literal

from inkpost.config import Config
from inkpost.content.coerce import (
    Front,
    has_wide_digits,
    to_chains,
    to_flag,
    to_names,
    to_narrow_date,
)
from inkpost.errors import BlogError, Diagnostic, FrontMatterError, Span, warning
from inkpost.hexo.frontmatter import FrontMatter, parse_front_matter
from inkpost.hexo.jsdate import resolve_date
from inkpost.hexo.jstext import to_text
from inkpost.hexo.permalink import extension, page_path, post_slug_from_source
from inkpost.hexo.routing import NAME_BYTES, UNFIT
from inkpost.model import Json, Page, Post, SourceText

COMMON_FIELDS = frozenset({"title", "date", "updated", "comments", "layout", "permalink"})
POST_FIELDS = COMMON_FIELDS | {
    "tags",
    "tag",
    "categories",
    "category",
    "photos",
    "photo",
    "published",
}
RESERVED = frozenset({"source", "raw", "path", "prev", "next", "_content"})
UNDATED = datetime.fromtimestamp(0, UTC)
FROM_NAME = frozenset({"title", "year", "month", "day", "i_month", "i_day", "hash"})


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseInput:
    """One file to be parsed. source: below the source folder; file: site-relative, for messages;
    output: ending of what its renderer makes."""

    source: str
    file: str
    kind: Literal["post", "draft", "page"]
    text: str
    output: str = "html"
    asset_dir: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedSource:
    """What a file says. has_date, has_updated: it says so itself; where it does not, the
    document's own is `UNDATED` or None until `settle_dates` has put one."""

    document: Post | Page
    text: SourceText
    has_date: bool
    has_updated: bool


def decode_source(data: bytes, path: str, error: type[BlogError] = FrontMatterError) -> str:
    """The text of a source file.

    Raises: `error`, naming the line and byte where the file is not UTF-8.
    """
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        before = data[: fault.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise error(
            f"the file is not UTF-8: byte 0x{data[fault.start]:02x} cannot be read",
            span=Span(path=path, line=before.count(b"\n") + 1, column=column),
            hint="save the file as UTF-8 in your editor",
        ) from None


def parse_document(given: ParseInput, config: Config) -> ParsedSource:
    """The post or page that a source file describes, by its text alone; a post's `path` is set
    by the index.

    Raises: FrontMatterError where the front matter cannot be read.
    Source: Hexo 8.1.2 processors post and asset, models post and page.
    """
    matter = parse_front_matter(
        given.text, path=given.file, careful=config.improved("front_matter")
    )
    reader = _Reader(given, matter, config)
    document = reader.page() if given.kind == "page" else reader.post()
    return ParsedSource(
        document=document,
        text=SourceText(body=reader.body, line=matter.body_line),
        has_date=document.date != UNDATED,
        has_updated=document.updated is not None,
    )


class _Reader:
    """Reads one document's front matter into fields."""

    def __init__(self, given: ParseInput, matter: FrontMatter, config: Config) -> None:
        self.given = given
        self.config = config
        self.matter = matter
        self.front = Front(matter, spelled=config.improved("scalars"))
        self.found: list[Diagnostic] = list(matter.diagnostics)
        self.body = self._body()

    def post(self) -> Post:
        """The file as a post or draft."""
        data = self.matter.data
        slug, named = post_slug_from_source(self.given.source, self.config.text("new_post_name"))
        date = self._date(named)
        tags = data.get("tags") or data.get("tag")
        chosen = "categories" if data.get("categories") else "category"
        photos = data.get("photos") or data.get("photo") or []
        meta = self._meta(POST_FIELDS)
        meta |= {key: value for key, value in named.items() if key not in FROM_NAME}
        if data.get("photo") and not data.get("photos") and self.config.dialect == "hexo":
            meta["photo"] = None  # Hexo 8.1 moves it and keeps the key
        self._warn_of_joined("tags" if data.get("tags") else "tag", tags)
        for name in ("tags" if data.get("tags") else "tag", chosen):
            self._warn_of_mappings(name, data.get(name))
        return Post(
            **self._common(date, "post", self._title(slug)),
            path="",
            permalink="",
            meta=MappingProxyType(meta),
            slug=slug,
            own_permalink=self._permalink(),
            published=self._published(),
            tags=to_names(
                self.front.value("tags" if data.get("tags") else "tag"),
                repeated=self.config.dialect == "hexo",
            ),
            categories=to_chains(self.front.value(chosen)),
            photos=tuple(map(to_text, photos if isinstance(photos, list) else [photos])),
            link=to_text(data["link"]) if data.get("link") else "",
        )

    def page(self) -> Page:
        """The file as a page."""
        data, source = self.matter.data, self.given.source
        layout = "page"
        if not data.get("layout") and self.given.output not in ("html", "htm"):
            layout = "false"
        return Page(
            **self._common(self._date({}), layout, self._title(_page_name(source))),
            path=page_path(source, self._permalink(), True, self.given.output),
            permalink="",
            meta=MappingProxyType(self._meta(COMMON_FIELDS)),
            output=self.given.output,
        )

    def _common(self, date: datetime, layout: str, title: str) -> dict[str, Json]:
        data = self.matter.data
        given = data.get("layout")
        return {
            "source": self.given.source,
            "file": self.given.file,
            "title": title,
            "date": date,
            "updated": self._updated(),
            "layout": layout
            if given is None or (layout == "false" and not given)
            else to_text(given),
            "comments": to_flag(data.get("comments"), default=True),
            "asset_dir": self.given.asset_dir,
            "spans": self.matter.spans,
            "diagnostics": tuple(self.found),
        }

    def _body(self) -> str:
        if "content" not in self.matter.data:
            return self.matter.body
        self._warn(
            "content-key", '"content" in front matter is not used; the body stays', "content"
        )
        return self.matter.body

    def _meta(self, fields: frozenset[str]) -> dict[str, Json]:
        skip = fields | RESERVED | {"content"}
        meta = {
            key: self._own_value(key, value)
            for key, value in self.front.values().items()
            if key not in skip
        }
        thread = self.matter.data.get("comments")
        stock = self.config.dialect == "hexo"
        if isinstance(thread, str) and thread not in ("", "true", "false") and not stock:
            # Hexo's `comments` is a flag; a text is the name of a thread, as for `comment`.
            meta.setdefault("comment", thread)
        return meta

    def _own_value(self, name: str, value: Json) -> Json:
        """A value as templates see it: a date without an offset is wall-clock time of the site.

        Source: hexo-front-matter 4.2.1, which takes it for the process's.
        """
        if not isinstance(value, datetime):
            return value
        exact = self.config.improved("date_offset")
        moment = resolve_date(
            value,
            self.matter.spelling.get((name,)),
            timezone=self.config.timezone if exact else "",
            process_timezone=self.config.process_timezone,
            offset="exact" if exact else "hexo",
        )
        return value if moment is None else moment

    def _title(self, name: str) -> str:
        if "title" in self.matter.data:
            value = self.front.value("title")
            if isinstance(value, dict):
                message = '"title" is a mapping, not a text'
                self._warn("bad-title", message, "title", "put the title in quotes")
            return "" if value is None else to_text(value)
        careful = self.config.improved("front_matter") and self.given.output == "html"
        wanted = self.config.get("use_slug_as_post_title") and self.given.kind != "page"
        if careful:
            return PurePosixPath(name).name
        return name if wanted else ""

    def _permalink(self) -> str | None:
        """The document's own permalink as text; stock Hexo has no page of another one."""
        value = self.matter.data.get("permalink")
        if not value:
            return None
        if not isinstance(value, str) and self.config.dialect == "hexo":
            raise FrontMatterError(
                f'"permalink" should be a text, found "{to_text(value)}"',
                span=self.matter.spans.get("permalink") or Span(path=self.given.file),
                hint="put it in quotes",
            )
        text = to_text(value)
        self._refuse_unfit(text)
        return text

    def _refuse_unfit(self, permalink: str) -> None:
        """Raises: FrontMatterError at the part of a permalink that can be no file's name."""
        for part in permalink.split("/"):
            size = len(part.encode("utf-8", "surrogatepass"))
            if part == "..":
                message = f'the permalink "{permalink}" would leave the output folder'
            elif UNFIT.search(part):
                message = "the permalink holds a character that no file's name can have"
            elif size > NAME_BYTES:
                message = (
                    f'the name "{part[:24]}…" in the permalink is {size} bytes long, and a file\'s '
                    f"name holds at most {NAME_BYTES}"
                )
            else:
                continue
            raise FrontMatterError(
                message, span=self._value_span("permalink", part), hint="correct the permalink"
            )

    def _value_span(self, name: str, part: str) -> Span:
        """Where a part of a value stands, else where its key does."""
        span = self.matter.spans.get(name) or Span(path=self.given.file)
        lines = self.given.text.splitlines()
        line = lines[span.line - 1] if span.line <= len(lines) else ""
        column = line.find(part, span.column - 1 + len(name))
        return span if column < 0 else replace(span, column=column + 1)

    def _published(self) -> bool:
        if self.given.kind == "draft":
            return False
        return to_flag(self.matter.data.get("published"), default=True)

    def _date(self, named: Mapping[str, str]) -> datetime:
        date = self._resolve("date")
        if date is not None:
            return date
        if self.matter.data.get("date"):
            self._warn_of_no_date("date", "the file's own is used")
        month, day = (named.get(part) or named.get(f"i_{part}") for part in ("month", "day"))
        if not (named.get("year") and month and day):
            return UNDATED
        year, number = int(named["year"]), int(month)
        if not self.config.improved("date_from"):
            # Hexo 8.1: JavaScript's dates carry on, the 45th of month 13 is in February.
            day_of_year = date_type(year + (number - 1) // 12, (number - 1) % 12 + 1, 1)
            text = f"{day_of_year + timedelta(days=int(day) - 1)} 00:00:00"
        else:
            text = f"{year}-{number:02d}-{int(day):02d} 00:00:00"
        return self._to_moment(text, text, "exact") or UNDATED

    def _updated(self) -> datetime | None:
        date = self._resolve("updated")
        if date is None and self.matter.data.get("updated"):
            self._warn_of_no_date("updated", "it is as if it were not there")
        return date

    def _resolve(self, name: str) -> datetime | None:
        value = self.matter.data.get(name)
        if not value:
            return None
        offset = "exact" if self.config.improved("date_offset") else "hexo"
        moment = self._to_moment(value, self.matter.spelling.get((name,)), offset)
        if moment and isinstance(value, str) and has_wide_digits(value):
            # Hexo 8.1: to V8 they are a word, which it passes over; what follows is a date of 2001.
            read = f"{moment.astimezone(self.config.zone):%Y-%m-%d %H:%M:%S}"
            message = f'"{value}" is read as {read}, for full-width digits do not count'
            self._warn("bad-date", message, name, self._date_hint(value))
        return moment

    def _warn_of_no_date(self, name: str, instead: str) -> None:
        shown = to_text(self.matter.data[name])
        self._warn("bad-date", f'"{shown}" is no date; {instead}', name, self._date_hint(shown))

    def _date_hint(self, text: str) -> str:
        """How to write a date that Hexo reads as another, or as none."""
        narrow = to_narrow_date(text)
        good = narrow != text and self._to_moment(narrow, narrow, "exact")
        return f'write "{narrow}"' if good else 'write it as "YYYY-MM-DD HH:mm:ss"'

    def _to_moment(self, value: Json, spelling: str | None, offset: str) -> datetime | None:
        return resolve_date(
            value,
            spelling,
            timezone=self.config.timezone,
            process_timezone=self.config.process_timezone,
            offset="exact" if offset == "exact" else "hexo",
        )

    def _warn_of_joined(self, name: str, value: Json) -> None:
        if isinstance(value, str) and ("," in value or "，" in value):
            parts = [part.strip() for part in value.replace("，", ",").split(",")]
            self._warn("joined-tags", f'"{value}" is one tag', name, f"write [{', '.join(parts)}]")

    def _warn_of_mappings(self, name: str, value: Json) -> None:
        """A name with a colon in it is a mapping to YAML."""
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, list):
                self._warn_of_mappings(name, item)
            elif isinstance(item, dict):
                shown = ", ".join(map(str, item))
                message = f'"{name}" holds a mapping with "{shown}", not a name'
                self._warn("bad-name", message, name, 'put a name with ": " in it in quotes')

    def _warn(self, code: str, message: str, name: str, hint: str | None = None) -> None:
        span = self.matter.spans.get(name) or Span(path=self.given.file)
        self.found.append(warning(code, message, span=span, hint=hint))


def _page_name(source: str) -> str:
    name = PurePosixPath(source.removesuffix(extension(source)))
    return name.parent.name if name.name == "index" else name.name
