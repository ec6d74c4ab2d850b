"""Helpers as templates call them: keyword arguments, missing values, safe HTML, views."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import jinja2
import pytest
from markupsafe import Markup

from inkpost.builtin.helpers import register
from inkpost.builtin.helpers.args import as_collection
from inkpost.errors import TemplateError
from inkpost.extend import Extensions
from inkpost.hexo.urls import UrlRules
from inkpost.model import RoutePath
from tests.unit.recorded import FakeContext

POSTS = [
    {"title": f"P{n}", "slug": f"p{n}", "path": f"p{n}/", "date": datetime(2024, n, 1, tzinfo=UTC)}
    for n in (1, 2, 3)
]
TAGS = [
    {"name": "C#", "path": RoutePath("tags/C#/"), "length": 2, "_id": "c"},
    {"name": "<b>", "path": "tags/b/", "length": 1, "_id": "b"},
]


@pytest.fixture
def ctx() -> FakeContext:
    site = SimpleNamespace(
        posts=as_collection(POSTS), tags=as_collection(TAGS), categories=as_collection(TAGS)
    )
    config = {"title": "Blog", "url": "https://blog.example", "archive_dir": "archives"}
    rules = UrlRules("https://blog.example", "/")
    return FakeContext({}, site, config, "a/index.html", "https://blog.example/a/", rules)


def render(ctx: FakeContext, source: str, **values: Any) -> str:
    """What a template makes of a call."""
    ext = Extensions()
    register(ext)
    environment = jinja2.Environment(autoescape=True)

    def bind(run: Any) -> Any:
        return lambda *args, **options: run(ctx, *args, **options)

    environment.globals.update({name: bind(entry.run) for name, entry in ext.helpers.items()})
    return environment.from_string(source).render(values)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (
            "{{ link_to('/x/', 'X', class='a', id='b') }}",
            '<a href="/x/" title="X" class="a" id="b">X</a>',
        ),
        (
            "{{ link_to('/x/', 'X', {'class': ['a', 'b']}) }}",
            '<a href="/x/" title="X" class="a b">X</a>',
        ),
        ("{{ image_tag('/a.png', alt='A', width=3) }}", '<img src="/a.png" alt="A" width="3">'),
        ("{{ url_for(nothing) }}", "/"),
        ("{{ url_for('/x/', relative=true) }}", "x/"),
        ("{{ url_for('/x/', {'relative': true}) }}", "x/"),
        ("{{ truncate('abcdefghij', length=5) }}", "ab..."),
        ("{{ number_format(1234.5, precision=2) }}", "1,234.50"),
        ("{{ date(nothing, 'YYYY') }}", "2024"),
        ("{{ toc('', class='x') }}", ""),
    ],
)
def test_options_are_keywords_or_a_map(ctx: FakeContext, source: str, expected: str) -> None:
    assert render(ctx, source).replace("../x/", "x/") == expected


def test_text_is_escaped_and_html_is_not(ctx: FakeContext) -> None:
    assert render(ctx, "{{ trim(t) }}", t=" <b> ") == "&lt;b&gt;"
    assert render(ctx, "{{ strip_html(h) }}", h=Markup("<b>a &lt; b</b>")) == "a &lt; b"
    assert render(ctx, "{{ strip_html(t) }}", t="a & b") == "a &amp; b"
    assert render(ctx, "{{ truncate(h, length=5) }}", h=Markup("a&lt;bc")) == "a&..."


def test_lists_take_what_a_template_has_at_hand(ctx: FakeContext) -> None:
    made = render(ctx, "{{ list_posts(posts, amount=1, style='none') }}", posts=POSTS)
    assert made == '<a class="post-link" href="/p3/">P3</a>'
    assert render(ctx, "{{ list_tags([]) }}") == ""
    assert render(ctx, "{{ list_tags(nothing) }}").count("<li") == 2


def test_names_with_special_letters_lead_to_their_pages(ctx: FakeContext) -> None:
    made = render(ctx, "{{ list_tags(style='none', show_count=false) }}")
    assert 'href="/tags/C%23/"' in made
    ctx.page = {"base": RoutePath("tags/C#/"), "current": 1, "total": 2}
    ctx.config = dict(ctx.config) | {"pagination_dir": "page"}
    assert 'href="/tags/C%23/page/2/"' in render(ctx, "{{ paginator() }}")


def test_random_clouds_are_the_same_at_every_build(ctx: FakeContext) -> None:
    made = {render(ctx, "{{ tagcloud(orderby='random') }}") for _ in range(3)}
    assert len(made) == 1


def test_cloud_without_its_colours_is_an_error(ctx: FakeContext) -> None:
    with pytest.raises(ValueError, match='"end_color" is needed'):
        render(ctx, "{{ tagcloud(color=true, start_color='#fff') }}")


def test_fragments_are_made_once(ctx: FakeContext) -> None:
    source = "{% call fragment_cache('k') %}<i>{{ n }}</i>{% endcall %}"
    assert render(ctx, source, n=1) == "<i>1</i>"
    assert render(ctx, source, n=2) == "<i>1</i>"
    with pytest.raises(TemplateError):
        render(ctx, "{{ fragment_cache('other') }}")


def test_moments_have_the_methods_that_themes_call(ctx: FakeContext) -> None:
    day = datetime(2024, 1, 31, 10, 20, 30, tzinfo=UTC)
    cases = {
        "{{ moment(d).format('YYYY-MM-DD') }}": "2024-01-31",
        "{{ moment(d).year() }}/{{ moment(d).month() }}/{{ moment(d).date() }}": "2024/0/31",
        "{{ moment(d).add(1, 'months').format('MM-DD') }}": "02-29",
        "{{ moment(d).subtract(1, 'years').format('YYYY') }}": "2023",
        "{{ moment(d).add(1.5, 'd').format('DD HH') }}": "01 22",
        "{{ moment(d).diff('2024-01-01T00:00:00Z', 'days') }}": "30",
        "{{ moment(d).isBefore('2025-01-01') }}": "True",
        "{{ moment(d).locale('zh-CN').format('MMMM') }}": "一月",
        "{{ moment('2024-01-01').fromNow() }}": "a few seconds ago",
        "{{ moment(d).toISOString() }}": "2024-01-31T10:20:30.000Z",
    }
    for source, expected in cases.items():
        assert render(ctx, source, d=day) == expected, source


def test_what_is_no_date_is_an_error(ctx: FakeContext) -> None:
    with pytest.raises(ValueError, match="is no date"):
        render(ctx, "{{ date('no date at all') }}")


def test_values_can_be_looked_at(ctx: FakeContext) -> None:
    assert render(ctx, "{{ inspect(v)|safe }}", v={"a": [1, "x", None, True]}) == (
        "{ a: [ 1, 'x', null, true ] }"
    )
    assert render(ctx, "{{ log('a', 1) }}") == ""
    assert ctx.warned == ["a 1"]


def test_open_graph_names_pictures_by_their_full_address(ctx: FakeContext) -> None:
    ctx.page = {"title": "T", "content": Markup('<img src="b ü.png"><img src="/c.png">')}
    made = render(ctx, "{{ open_graph() }}")
    assert 'content="https://blog.example/a/b%20%C3%BC.png"' in made
    assert 'content="https://blog.example/c.png"' in made


def test_open_graph_takes_keywords_as_text_or_list(ctx: FakeContext) -> None:
    ctx.config = dict(ctx.config) | {"keywords": ["z", "a"]}
    made = render(ctx, "{{ open_graph() }}")
    assert made.index('"article:tag" content="a"') < made.index('"article:tag" content="z"')
    ctx.page = {"tags": "one"}
    assert '"article:tag" content="one"' in render(ctx, "{{ open_graph() }}")
