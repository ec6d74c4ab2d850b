"""What `new` and `publish` write, and where."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from datetime import datetime
from posixpath import basename, dirname, join, normpath
from typing import Final

from inkpost.errors import BlogError
from inkpost.hexo.frontmatter import parse_front_matter
from inkpost.hexo.jsdate import has_written_offset
from inkpost.hexo.jsdatetext import read_date_text
from inkpost.hexo.jstext import to_text
from inkpost.hexo.keeplayout import keep_layout
from inkpost.hexo.permalink import extension, format_permalink
from inkpost.hexo.scaffold import DEFAULT_SCAFFOLD, Values, fill_scaffold
from inkpost.hexo.slug import slugize
from inkpost.model import Json

NO_NAME: Final = "untitled"
"""The file name of a title without a letter or a digit."""

RESERVED: Final = frozenset(
    {
        *("_", "title", "layout", "slug", "s", "path", "p", "replace", "r"),
        *("config", "debug", "safe", "silent"),
    }
)
"""Options of `new` that never become front matter."""

_DATE_NAMES: Final = frozenset({"year", "month", "i_month", "day", "i_day", "title", "hash"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRules:
    """What the configuration says about new files.

    source_dir: site-relative, no slash at its end. asset_folder: `post_asset_folder`.
    careful: titles, spellings and names are kept safe (hexo.md §2, rows 12, 20 and 21).
    """

    source_dir: str = "source"
    new_post_name: str = ":title.md"
    permalink_defaults: Mapping[str, Json] = field(default_factory=dict)
    default_layout: str = "post"
    filename_case: int = 0
    asset_folder: bool = False
    careful: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class NewArgs:
    """What `new` is asked for.

    words: `[layout] title`, as typed. extra: option -> value that becomes front matter.
    """

    words: tuple[str | int, ...] = ()
    slug: str | None = None
    path: str | None = None
    replace: bool = False
    extra: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlan:
    """One file to write. path, folder: site-relative; folder: for its assets, or None."""

    path: str
    text: str
    folder: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishPlan:
    """A draft's way into the posts. assets: the folder to move and where to, or None."""

    draft: str
    new: NewPlan
    assets: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a plan must know of the disk, paths site-relative.

    find_scaffold: layout -> (path, text), or None. list_folder: the names in a folder, none
    where it is absent. now: aware, in the zone in which dates are written.
    """

    find_scaffold: Callable[[str], tuple[str, str] | None]
    list_folder: Callable[[str], Iterable[str]]
    now: datetime


def plan_new(rules: NewRules, args: NewArgs, around: Surroundings) -> NewPlan:
    """The file that `new [layout] title` makes.

    Raises: BlogError where there is neither title nor path, or the path leaves the sources.
    Source: hexo 8.1.2, console/new, Post.create, filter/new_post_path.
    """
    if args.words:
        *before, title = args.words
    elif args.path:
        before, title = [], basename(args.path.replace("\\", "/").rstrip("/"))
    else:
        raise BlogError("a title is missing", hint='run blog new "A title"')
    data: dict[str, Json] = {
        "title": title,
        "layout": to_text(before[0]) if before else rules.default_layout,
        "slug": args.slug,
        "path": args.path,
    }
    data |= {key: value for key, value in args.extra.items() if key not in RESERVED}
    return _plan(rules, data, {}, around, replace=args.replace)


def find_draft(name: str, drafts: Sequence[str], *, filename_case: int = 0) -> str | None:
    """The draft that a name means: with that name, with that path, or else starting with it.

    drafts: paths below `_drafts`. Source: hexo 8.1.2, Post.publish.
    """
    slug = slugize(name, case=filename_case)
    ordered = sorted(drafts)
    for wanted in (name, slug):
        for path in ordered:
            if wanted in (path, path.removesuffix(extension(path))):
                return path
    starts = re.compile(re.escape(slug) + r"[^/\\]+") if slug else None
    return next((path for path in ordered if starts and starts.match(path)), None)


def plan_publish(
    rules: NewRules,
    draft: str,
    text: str,
    around: Surroundings,
    *,
    slug: str,
    layout: str | None = None,
    replace: bool = False,
) -> PublishPlan:
    """How a draft becomes a post.

    draft: its path below `_drafts`; text: what it holds; slug: the name that was asked for.

    Raises: FrontMatterError where the draft cannot be read, BlogError as `plan_new`.
    Source: hexo 8.1.2, Post.publish.
    """
    folder = f"{rules.source_dir}/_drafts"
    source = f"{folder}/{draft}"
    found = parse_front_matter(text, path=source, careful=rules.careful)
    data: dict[str, Json] = {
        "slug": slugize(slug, case=rules.filename_case),
        "layout": _as_post(layout or rules.default_layout),
    }
    data |= found.data
    data["content"] = found.body
    if rules.careful:
        data["layout"] = _as_post(to_text(data["layout"] or rules.default_layout))
        data |= {"path": None} if "path" in found.data else {}
        data.setdefault("title", basename(draft).removesuffix(extension(draft)))
        data["slug"] = to_text(data["slug"] or "") or slugize(slug, case=rules.filename_case)
    new = _plan(rules, data, found.spelling, around, replace=replace)
    if rules.careful:
        # Hexo 8.1 writes all values anew, and drops the comments.
        new = replaced(new, text=keep_layout(text, new.text) or new.text)
    target = new.path.removesuffix(extension(new.path))
    stem = draft.removesuffix(extension(draft))
    has_assets = basename(stem) in around.list_folder(dirname(f"{folder}/{stem}"))
    moves = has_assets and (rules.asset_folder or rules.careful)
    return PublishPlan(
        draft=source, new=new, assets=(f"{folder}/{stem}", target) if moves else None
    )


def _as_post(layout: str) -> str:
    return "post" if layout == "draft" else layout


def _plan(
    rules: NewRules,
    data: dict[str, Json],
    spelling: Mapping[tuple[str | int, ...], str],
    around: Surroundings,
    *,
    replace: bool,
) -> NewPlan:
    wanted = data.get("slug") or data.get("title")
    data["slug"] = slugize("" if wanted is None else to_text(wanted), case=rules.filename_case)
    if not data["slug"] and rules.careful:
        data["slug"] = NO_NAME
    data["layout"] = to_text(data.get("layout") or rules.default_layout).lower()
    date, written = _read_date(data.get("date"), spelling.get(("date",)), around.now, rules)
    target = _target(rules, data, date)
    if not replace:
        target = _unused(target, around.list_folder(dirname(target)))
    path, scaffold = _find_scaffold(data["layout"], around)
    values = Values(
        data=data, date=written, spelling=spelling, content=to_text(data.get("content") or "")
    )
    text = fill_scaffold(scaffold, values, path=path, careful=rules.careful)
    stem = target.removesuffix(extension(target))
    makes_folder = rules.asset_folder and basename(stem) != "index"
    return NewPlan(path=target, text=text, folder=stem if makes_folder else None)


def _find_scaffold(layout: str, around: Surroundings) -> tuple[str, str]:
    found = around.find_scaffold(layout) or around.find_scaffold("normal")
    return found or ("scaffolds", DEFAULT_SCAFFOLD)


def _read_date(
    value: Json, spelling: str | None, now: datetime, rules: NewRules
) -> tuple[datetime, str]:
    """The date for the path, and the text for the front matter."""
    if isinstance(value, datetime):
        # A YAML date without an offset holds its wall-clock fields as if in UTC.
        if rules.careful and spelling:
            zoned = value.astimezone(now.tzinfo)
            wall = zoned if has_written_offset(spelling) else value.replace(tzinfo=now.tzinfo)
            return wall, spelling
        return value.replace(tzinfo=now.tzinfo), _write_date(value)
    found = read_date_text(value) if isinstance(value, str) else None
    if found is None:
        return now, _write_date(now)
    wall = found.wall.replace(tzinfo=now.tzinfo)
    keeps = rules.careful and spelling
    return wall, str(value) if keeps else _write_date(wall)


def _write_date(when: datetime) -> str:
    return f"{when:%Y-%m-%d %H:%M:%S}"


def _target(rules: NewRules, data: Mapping[str, Json], date: datetime) -> str:
    layout, slug = data["layout"], data["slug"]
    folders = {"page": "", "draft": "_drafts"}
    folder = folders.get(layout, "_posts")
    if path := data.get("path"):
        name = to_text(path).replace("\\", "/")
    elif not slug:
        raise BlogError("the title gives no file name", hint="name the file with --slug")
    elif layout == "page":
        name = f"{slug}/index"
    elif layout == "draft":
        name = slug
    else:
        name = _post_name(rules, data, date)
    inside = normpath(join("/", rules.source_dir, folder, name.lstrip("/"))).lstrip("/")
    outside = normpath(join(rules.source_dir, folder, name.lstrip("/")))
    if inside != outside or not inside.startswith(rules.source_dir + "/"):
        raise BlogError(
            f'the path "{name}" leaves the folder "{rules.source_dir}"',
            hint="give a path inside it",
        )
    if not extension(inside):
        inside += extension(rules.new_post_name) or ".md"
    return inside


def _post_name(rules: NewRules, data: Mapping[str, Json], date: datetime) -> str:
    seconds = int(date.timestamp() // 1)
    name = f"{data['slug']}{seconds}".encode()
    values: dict[str, Json] = dict(rules.permalink_defaults)
    values |= {key: value for key, value in data.items() if key not in _DATE_NAMES}
    values |= {
        "year": f"{date.year:04d}",
        "month": f"{date.month:02d}",
        "i_month": str(date.month),
        "day": f"{date.day:02d}",
        "i_day": str(date.day),
        "title": data["slug"],
        "hash": hashlib.sha1(name, usedforsecurity=False).hexdigest()[:12],
    }
    return format_permalink(rules.new_post_name, values)


def _unused(path: str, names: Iterable[str]) -> str:
    """The path, or with the next free number where a file has it already.

    Source: hexo-fs 5.0, ensurePath.
    """
    name = basename(path)
    taken = set(names)
    if name not in taken:
        return path
    ending = extension(name)
    stem = name.removesuffix(ending)
    pattern = re.compile(re.escape(stem) + r"(?:-([0-9]+))?" + re.escape(ending))
    matches = [match for item in taken if (match := pattern.fullmatch(item))]
    number = max(int(match[1] or 0) for match in matches) + 1
    return join(dirname(path), f"{stem}-{number}{ending}")
