"""`new` and `publish` write what Hexo writes, and what reads back."""

from __future__ import annotations

import json
import os
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inkpost.commands.new import NewResult, run_new
from inkpost.commands.publish import run_publish
from inkpost.config import Config, make_config, read_config_file
from inkpost.errors import BlogError, FrontMatterError
from inkpost.hexo.frontmatter import parse_front_matter
from inkpost.hexo.newpost import NewArgs, NewRules, Surroundings, find_draft, plan_new
from inkpost.hexo.scaffold import DEFAULT_SCAFFOLD
from tests.shared import shared_path

NOW = datetime(2024, 3, 5, 9, 8, 7, tzinfo=UTC)
POST = "---\ntitle: {{ title }}\ndate: {{ date }}\ntags:\n---\n"


def put(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8", newline="")


def site(root: Path, config: str = "") -> Path:
    put(root, {"_config.yml": f"title: T\nurl: http://example.com\n{config}"})
    return root


def read(root: Path, path: str) -> dict[str, Any]:
    return parse_front_matter((root / path).read_text("utf-8"), path=path).data


def to_args(args: dict[str, Any]) -> NewArgs:
    known = {"_", "s", "slug", "p", "path", "r", "replace"}
    return NewArgs(
        words=tuple(args["_"]),
        slug=args.get("s") or args.get("slug"),
        path=args.get("p") or args.get("path"),
        replace=bool(args.get("r") or args.get("replace")),
        extra={key: value for key, value in args.items() if key not in known},
    )


def config_of(root: Path, now: datetime) -> Config:
    zone = now.tzinfo.key if isinstance(now.tzinfo, ZoneInfo) else "UTC"
    file = read_config_file("_config.yml", (root / "_config.yml").read_text("utf-8"))
    return make_config([file], process_timezone=zone)


def make_new(root: Path, args: NewArgs, now: datetime) -> NewResult:
    return run_new(root, args, now, config=config_of(root, now))


def publish(root: Path, name: str, now: datetime, *, layout: str | None = None) -> NewResult:
    return run_publish(root, name, now, config=config_of(root, now), layout=layout)


def run(root: Path, step: dict[str, Any]) -> NewResult:
    if step["cmd"] == "new":
        return make_new(root, to_args(step["args"]), NOW)
    *layout, name = step["args"]["_"]
    return publish(root, name, NOW, layout=layout[0] if layout else None)


def recorded_cases() -> list[dict[str, Any]]:
    base = Path(os.environ.get("INKPOST_SHARED", Path(__file__).parents[2] / "../shared"))
    file = base / "conformance" / "cli" / "cases.json"
    return json.loads(file.read_text("utf-8")) if file.exists() else []


def normal(text: str) -> str:
    text = re.sub(r"2024-03-05 \d\d:\d\d:\d\d", "<DATE>", text).replace("2024-03-05", "<TODAY>")
    return text.replace("_posts/2024/", "_posts/<YEAR>/")


@pytest.mark.shared
def test_recorded_cases_are_there() -> None:
    shared_path("conformance", "cli", "cases.json")
    assert len(recorded_cases()) == 43


@pytest.mark.shared
@pytest.mark.parametrize("case", recorded_cases(), ids=lambda case: case["name"])
def test_hexo_dialect_writes_what_hexo_wrote(case: dict[str, Any], tmp_path: Path) -> None:
    base = "title: T\nurl: http://example.com\nsyntax_highlighter: ''\ndialect: hexo\n"
    put(tmp_path, {"_config.yml": base + case["config"], **case["files"]})
    before = {path for path in tmp_path.rglob("*") if path.is_file()}
    failed = False
    for step in case["run"]:
        try:
            run(tmp_path, step)
        except BlogError:
            failed = True
    after = {path for path in tmp_path.rglob("*") if path.is_file()}

    def name(path: Path) -> str:
        return normal(path.relative_to(tmp_path).as_posix())

    created = {name(path): normal(path.read_text("utf-8")) for path in after - before}
    assert created == case["created"]
    assert sorted(name(path) for path in before - after) == case["removed"]
    folders = sorted(name(path) for path in tmp_path.rglob("*") if path.is_dir())
    assert [re.sub("_posts/2024$", "_posts/<YEAR>", path) for path in folders] == case["dirs"]
    assert failed == (case["error"] is not None)


TITLES = [
    '[Notes] A: "B" --- C\'s',
    "a/b: c?",
    "如何 写(一)",
    "C:\\new\\table",
    "- item",
    "@home",
    "&x *y",
    "100%",
    "%x",
    "`code`",
    "x #y",
    "# x",
    "2024",
    "3.10",
    "true",
    "2024-01-02",
    "~",
    "a: {b}",
    "!important",
    "? x",
    "| x",
    "> x",
    "tail:",
    "tail: ",
    " lead",
    "{{ title }}",
    "\\u0041",
    "长标题" * 20,
    "word " * 30,
]


@pytest.mark.parametrize("title", TITLES)
def test_any_title_survives(title: str, tmp_path: Path) -> None:
    site(tmp_path)
    put(tmp_path, {"scaffolds/post.md": POST})
    made = make_new(tmp_path, NewArgs(words=(title,)), NOW)
    assert read(tmp_path, made.path)["title"] == title


@given(st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), min_size=1, max_size=40))
def test_any_text_survives_as_title(title: str) -> None:
    around = Surroundings(find_scaffold=lambda layout: None, list_folder=lambda folder: (), now=NOW)
    plan = plan_new(NewRules(), NewArgs(words=(title,)), around)
    assert parse_front_matter(plan.text, path=plan.path).data["title"] == title
    assert plan.path.startswith("source/_posts/")


NAMES = [
    ("a/b: c?", ["a-b-c.md", "a-b-c-1.md"]),
    ("../../etc/x", ["etc-x.md"]),
    ("???", ["untitled.md", "untitled-1.md"]),
    ("如何 写(一)", ["如何-写-一.md"]),
    ('[Notes] A: "B" --- C\'s', ["Notes-A-B-C-s.md"]),
]


@pytest.mark.parametrize(("title", "names"), NAMES)
def test_names_are_safe(title: str, names: list[str], tmp_path: Path) -> None:
    site(tmp_path, "post_asset_folder: true\n")
    for name in names:
        made = make_new(tmp_path, NewArgs(words=(title,)), NOW)
        assert made.path == f"source/_posts/{name}"
        assert (tmp_path / "source/_posts" / name.removesuffix(".md")).is_dir()


def test_stock_refuses_a_title_without_a_name(tmp_path: Path) -> None:
    site(tmp_path, "dialect: hexo\n")
    with pytest.raises(BlogError, match="no file name"):
        make_new(tmp_path, NewArgs(words=("???",)), NOW)


@pytest.mark.parametrize("path", ["../../x", "a/../../../x", "..\\..\\x", ".."])
def test_path_cannot_leave_the_sources(path: str, tmp_path: Path) -> None:
    site(tmp_path)
    with pytest.raises(BlogError, match="leaves the folder"):
        make_new(tmp_path, NewArgs(words=("page", "x"), path=path), NOW)
    assert not list(tmp_path.parent.glob("x*"))


def test_date_is_the_sites(tmp_path: Path) -> None:
    site(tmp_path, "timezone: Asia/Shanghai\nnew_post_name: :year-:month-:day-:title.md\n")
    late = datetime(2024, 3, 5, 20, 0, 0, tzinfo=UTC)
    made = make_new(tmp_path, NewArgs(words=("x",)), late)
    assert made.path == "source/_posts/2024-03-06-x.md"
    assert "date: 2024-03-06 04:00:00\n" in (tmp_path / made.path).read_text("utf-8")


def test_stock_date_is_the_processs(tmp_path: Path) -> None:
    site(tmp_path, "timezone: Asia/Shanghai\ndialect: hexo\n")
    late = datetime(2024, 3, 5, 20, 0, 0, tzinfo=UTC).astimezone(ZoneInfo("Europe/Berlin"))
    made = make_new(tmp_path, NewArgs(words=("x",)), late)
    assert "date: 2024-03-05 21:00:00\n" in (tmp_path / made.path).read_text("utf-8")


def test_json_scaffold_takes_values_with_and_without_quotes(tmp_path: Path) -> None:
    site(tmp_path)
    put(tmp_path, {"scaffolds/post.md": ';;;\n"title": {{ title }},\n"date": "{{ date }}"\n;;;\n'})
    made = make_new(tmp_path, NewArgs(words=('Say "hi"',)), NOW)
    assert read(tmp_path, made.path) == {"title": 'Say "hi"', "date": "2024-03-05 09:08:07"}


def test_scaffold_at_fault_is_named(tmp_path: Path) -> None:
    site(tmp_path)
    put(tmp_path, {"scaffolds/post.md": "---\ntitle: {{ title }}\na: b: c\n---\n"})
    with pytest.raises(FrontMatterError) as caught:
        make_new(tmp_path, NewArgs(words=("x",)), NOW)
    assert caught.value.span is not None
    assert (caught.value.span.path, caught.value.span.line) == ("scaffolds/post.md", 3)
    put(tmp_path, {"scaffolds/post.md": "no front matter\n"})
    with pytest.raises(FrontMatterError, match="no front matter"):
        make_new(tmp_path, NewArgs(words=("x",)), NOW)
    assert not (tmp_path / "source").exists()


def test_title_or_path_is_needed(tmp_path: Path) -> None:
    with pytest.raises(BlogError, match="title is missing"):
        make_new(site(tmp_path), NewArgs(), NOW)


def test_too_long_a_name_is_told(tmp_path: Path) -> None:
    with pytest.raises(BlogError) as caught:
        make_new(site(tmp_path), NewArgs(words=("长" * 200,)), NOW)
    assert caught.value.hint == "choose a shorter name with --slug"
    assert list((tmp_path / "source/_posts").iterdir()) == []


DRAFT = """---
title: 3.10
date: 2024-01-02 03:04:05 +09:00
updated: 2024-02-30
tags: [1.50, yes]
---
Text
"""


def test_publish_keeps_what_the_author_wrote(tmp_path: Path) -> None:
    site(tmp_path, "timezone: UTC\nnew_post_name: :year/:title.md\n")
    put(tmp_path, {"scaffolds/post.md": POST, "source/_drafts/x.md": DRAFT})
    put(tmp_path, {"source/_drafts/x/a.txt": "a"})
    made = publish(tmp_path, "x", NOW)
    assert made == NewResult(path="source/_posts/2024/x.md", folder="source/_posts/2024/x")
    text = (tmp_path / made.path).read_text("utf-8")
    for line in ("title: 3.10", "date: 2024-01-02 03:04:05 +09:00", "updated: 2024-02-30"):
        assert line + "\n" in text
    assert "tags: [1.50, yes]\n" in text
    assert (tmp_path / "source/_posts/2024/x/a.txt").read_text() == "a"
    assert list((tmp_path / "source/_drafts").iterdir()) == []


COMMENTED = """\
---
# what it is about
title:   'Knots'   # keep me
tags: [rope,   knots]   # two of them

date:   # when it is done
layout: draft
# the picture
cover: >
  a
  b
nested:
    - x   # four spaces
    - y
# the end
---

Text ---
"""
PUBLISHED = """\
---
# what it is about
title:   'Knots'   # keep me
tags: [rope,   knots]   # two of them

date: 2024-03-05 09:08:07   # when it is done
# the picture
cover: >
  a
  b
nested:
    - x   # four spaces
    - y
# the end
categories:
---

Text ---
"""


def test_publish_changes_only_the_lines_that_it_must(tmp_path: Path) -> None:
    site(tmp_path, "timezone: UTC\n")
    scaffold = POST.replace("tags:\n", "tags:\ncategories:\n")
    put(tmp_path, {"scaffolds/post.md": scaffold, "source/_drafts/x.md": COMMENTED})
    made = publish(tmp_path, "x", NOW)
    assert (tmp_path / made.path).read_bytes().decode() == PUBLISHED


def test_publish_keeps_line_ends_and_writes_what_a_scaffold_adds(tmp_path: Path) -> None:
    site(tmp_path, "timezone: UTC\n")
    scaffold = "---\ntitle: {{ title }}\ntags:\n  - all\n---\nLead.\n"
    draft = "---\r\ntitle: x # y\r\ntags:\r\n  - own\r\n---\r\nText\r\n"
    put(tmp_path, {"scaffolds/post.md": scaffold, "source/_drafts/x.md": draft})
    text = (tmp_path / publish(tmp_path, "x", NOW).path).read_bytes().decode()
    assert text.startswith("---\r\ntitle: x # y\r\ntags:\r\n")
    assert text.endswith("---\r\nLead.\r\n\r\nText\r\n")
    assert sorted(parse_front_matter(text, path="x").data["tags"]) == ["all", "own"]


@pytest.mark.parametrize(
    "draft",
    [
        "{title: x, a: 1}",
        "title: x\n? [a, b]\n: 1",
        "title: &t x\nagain: *t",
        "base: &b {a: 1}\nmore:\n  <<: *b\ntitle: x",
        '"title": "x"\n"a:b": 1',
    ],
)
def test_a_draft_reads_as_before_however_it_is_written(tmp_path: Path, draft: str) -> None:
    site(tmp_path, "timezone: UTC\n")
    put(tmp_path, {"scaffolds/post.md": POST, "source/_drafts/d.md": f"---\n{draft}\n---\nB\n"})
    before = read(tmp_path, "source/_drafts/d.md")
    made = publish(tmp_path, "d", NOW)
    after = read(tmp_path, made.path)
    assert {**after, **before} == after


def test_publish_overwrites_nothing(tmp_path: Path) -> None:
    site(tmp_path)
    put(tmp_path, {"source/_drafts/x.md": "---\ntitle: new\n---\n"})
    put(tmp_path, {"source/_posts/x.md": "---\ntitle: old\n---\n"})
    assert publish(tmp_path, "x", NOW).path == "source/_posts/x-1.md"
    assert read(tmp_path, "source/_posts/x.md") == {"title": "old"}


def test_publish_stops_before_it_mixes_folders(tmp_path: Path) -> None:
    site(tmp_path)
    put(tmp_path, {"source/_drafts/x.md": "---\ntitle: x\n---\n", "source/_drafts/x/a.txt": "1"})
    put(tmp_path, {"source/_posts/x/a.txt": "2"})
    with pytest.raises(BlogError, match=r"a\.txt"):
        publish(tmp_path, "x", NOW)
    assert (tmp_path / "source/_drafts/x.md").exists()
    assert not (tmp_path / "source/_posts/x.md").exists()


def test_publish_of_a_damaged_draft_changes_nothing(tmp_path: Path) -> None:
    site(tmp_path)
    put(tmp_path, {"source/_drafts/x.md": "---\ntitle: a: b\n---\n"})
    with pytest.raises(FrontMatterError) as caught:
        publish(tmp_path, "x", NOW)
    assert caught.value.span is not None
    assert caught.value.span.path == "source/_drafts/x.md"
    assert (tmp_path / "source/_drafts/x.md").exists()


def test_find_draft_prefers_the_exact_name() -> None:
    drafts = ["Rough-2.md", "Rough.md", "sub/x.md", "Rough/a.txt"]
    assert find_draft("Rough", drafts) == "Rough.md"
    assert find_draft("Rou", drafts) == "Rough-2.md"
    assert find_draft("sub/x", drafts) == "sub/x.md"
    assert find_draft("sub/x.md", drafts) == "sub/x.md"
    assert find_draft("nope", drafts) is None
    assert find_draft("???", drafts) is None


def test_default_scaffold_is_hexos() -> None:
    assert DEFAULT_SCAFFOLD.splitlines()[1] == "layout: {{ layout }}"
