from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

from inkpost.builtin.search import INDEX_PATH, SHARD_BYTES, search_routes, split_sections
from inkpost.hexo.urls import UrlRules
from inkpost.model import Blob, Facts, Heading, Page, Post, Rendered, Route

START = datetime(2024, 1, 1, tzinfo=UTC)


def heading(name: str) -> Heading:
    return Heading(level=2, id=f"id-{name}", html=name, text=name)


def post(number: int, **meta: Any) -> Post:
    return Post(
        source=f"_posts/p{number}.md",
        file=f"source/_posts/p{number}.md",
        title=f"Post {number}",
        date=START + timedelta(days=number),
        updated=None,
        layout="post",
        path=f"文/p{number}/index.html",
        permalink="",
        slug=f"p{number}",
        meta=meta,
    )


def page(title: str, output: str = "html") -> Page:
    return Page(
        source="about.md",
        file="source/about.md",
        title=title,
        date=START,
        updated=None,
        layout="page",
        path="about/index.html",
        permalink="",
        output=output,
    )


def rendered(text: str, *headings: Heading, card: str = "") -> Rendered:
    return Rendered(
        content="", excerpt="", more="", card_text=card, facts=Facts(text=text, headings=headings)
    )


def build(pairs: list[tuple[Any, Rendered]], **config: Any) -> dict[str, Any]:
    posts = [each for each, _ in pairs if isinstance(each, Post)]
    pages = [each for each, _ in pairs if isinstance(each, Page)]
    made: Any = SimpleNamespace(
        index=SimpleNamespace(posts=posts, pages=pages),
        rendered={each.id: content for each, content in pairs},
        config=SimpleNamespace(
            get=config.get,
            dialect=config.get("dialect", "inkpost"),
            urls=UrlRules(url="https://example.org/blog", root="/blog/"),
        ),
        theme={},
    )
    routes: list[Route] = list(search_routes(made))
    files: dict[str, Any] = {}
    for route in routes:
        assert isinstance(route.body, Blob)
        files[route.path] = json.loads(route.body.data)
    return files


def test_index_lists_documents_newest_first_with_headings() -> None:
    content = rendered("开头\n方法\n正文", heading("方法"), card="开头")
    files = build([(post(1), content), (post(2), rendered("x"))])
    index = files[INDEX_PATH]
    assert [doc["t"] for doc in index["docs"]] == ["Post 2", "Post 1"]
    assert index["docs"][1] == {
        "u": "%E6%96%87/p1/",
        "t": "Post 1",
        "d": "开头",
        "h": [["id-方法", "方法"]],
    }


def test_texts_are_split_at_headings() -> None:
    facts = rendered(
        "开头\n方法\n正文 一\nprint(1)\n结果\n好", heading("方法"), heading("结果")
    ).facts
    assert split_sections(facts) == [
        ["", "开头"],
        ["id-方法", "正文 一\nprint(1)"],
        ["id-结果", "好"],
    ]


def test_drawings_are_left_out_and_their_words_kept() -> None:
    facts = rendered("┌────┐\n│ 缓存 │\n└────┘").facts
    assert split_sections(facts) == [["", "缓存"]]
    facts = rendered("│ 读 │ → │ 写 │\n  ↓\n▼").facts
    assert split_sections(facts) == [["", "读 写"]]


def test_arrows_in_text_are_kept() -> None:
    assert split_sections(rendered("f : Rⁿ → R，A←B").facts) == [["", "f : Rⁿ → R，A←B"]]


def test_shards_are_small_and_all_texts_are_in_them() -> None:
    text = "很长的正文。" * 1000
    pairs = [(post(n), rendered(f"{n} {text}")) for n in range(12)]
    files = build(pairs)
    shards = files[INDEX_PATH]["shards"]
    assert len(shards) == len(files) - 1 > 3
    seen = [path for shard in shards for path in files[shard]]
    assert seen == [doc["u"] for doc in files[INDEX_PATH]["docs"]]
    for shard in shards:
        assert len(json.dumps(files[shard], ensure_ascii=False).encode()) < SHARD_BYTES + 20_000


def test_a_new_post_changes_the_newest_shard_only() -> None:
    text = "很长的正文。" * 1000
    pairs = [(post(n), rendered(f"{n} {text}")) for n in range(12)]
    before = build(pairs)[INDEX_PATH]["shards"]
    after = build([*pairs, (post(20), rendered("new"))])[INDEX_PATH]["shards"]
    assert set(before[1:]) <= set(after)


def test_what_is_hidden_cannot_be_found() -> None:
    files = build(
        [
            (post(1, hide=True), rendered("a")),
            (post(2, search=False), rendered("b")),
            (post(3, password="x"), rendered("c")),
            (page("", "html"), rendered("d")),
            (page("Robots", "txt"), rendered("e")),
        ]
    )
    assert files == {INDEX_PATH: {"docs": [], "shards": []}}


def test_pages_are_found_after_posts() -> None:
    files = build([(page("About"), rendered("me")), (post(1), rendered("x"))])
    assert [doc["t"] for doc in files[INDEX_PATH]["docs"]] == ["Post 1", "About"]


def test_search_can_be_switched_off() -> None:
    assert build([(post(1), rendered("x"))], search=False) == {}
    assert build([(post(1), rendered("x"))], dialect="hexo") == {}
