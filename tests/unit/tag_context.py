"""A stand-in for the document in which a tag call is run."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from inkpost.builtin.tags import register
from inkpost.errors import Span
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall, split_args
from inkpost.hexo.urls import UrlRules
from inkpost.model import Page, Post, RoutePath


def make_post(slug: str, title: str, path: str = "") -> Post:
    return Post(
        source=f"_posts/{slug}.md",
        file=f"source/_posts/{slug}.md",
        title=title,
        date=datetime(2024, 1, 2, tzinfo=UTC),
        updated=None,
        layout="post",
        path=RoutePath(path or f"2024/{slug}/"),
        permalink=f"https://blog.example/2024/{slug}/",
        slug=slug,
    )


@dataclass
class FakeTagContext:
    """Markdown is one paragraph, or `html` where the test says what it makes."""

    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    assets: dict[str, str] = field(default_factory=dict)
    html: str | None = None
    urls: UrlRules = field(default_factory=lambda: UrlRules("https://blog.example", "/"))
    document: Post | Page = field(default_factory=lambda: make_post("here", "Here"))
    warned: list[str] = field(default_factory=list)

    def value(self, name: str, default: Any = None) -> Any:
        return self.values.get(name, default)

    def post(self, slug: str) -> Post | None:
        posts = [make_post("lighthouse", "Lamps & <Fog>"), make_post("c#", "Sharp", "2024/c#/")]
        return next((post for post in posts if slug in (post.slug, post.title)), None)

    def asset(self, name: str) -> str | None:
        return self.assets.get(name)

    def read_source(self, path: str) -> str | None:
        return self.files.get(path)

    def render_markdown(self, text: str) -> str:
        return f"<p>{text}</p>\n" if self.html is None else self.html

    def render_inline(self, text: str) -> str:
        return text

    def render_code(self, code: str, **options: Any) -> str:
        shown = ",".join(f"{key}={value}" for key, value in sorted(options.items()))
        return f"<figure {shown}>{code}</figure>"

    def seal(self, html: str) -> str:
        return html

    def warn(
        self, code: str, message: str, *, span: Span | None = None, hint: str | None = None
    ) -> None:
        self.warned.append(message)


def run_tag(
    name: str, args: str = "", body: str | None = None, ctx: FakeTagContext | None = None
) -> str:
    """The result of one call."""
    ext = Extensions()
    register(ext)
    tag = ext.tags[name]
    call = TagCall(
        name=name,
        raw_args=args,
        args=split_args(args),
        body=body if tag.ends else None,
        span=Span(path="source/_posts/here.md", line=9),
        source="{% … %}",
        body_line=10,
        inline=False,
    )
    return tag.run(call, ctx or FakeTagContext())
