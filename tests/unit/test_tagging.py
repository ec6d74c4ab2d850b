"""Tag plug-ins run while their document is rendered: what they are given and what they give."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from inkpost.content.mathscope import NullTypesetter
from inkpost.content.setting import make_setting
from inkpost.content.tagging import TagRunner
from inkpost.contexts import TagContext
from inkpost.errors import BlogError, Diagnostic, PluginError, Span, TagError
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall
from inkpost.model import Asset
from inkpost.reads import Key, Kind
from inkpost.site.index import IndexInput, build_index
from inkpost.site.sources import Source, SourceKind
from tests.unit.documents import make, post

Run = Callable[[TagCall, TagContext], Any]


class Bench:
    """One document in which calls are run. rendered: what its Markdown was asked for."""

    def __init__(self, run: Run, *, ends: bool = False, html: str = "<p>made</p>\n") -> None:
        self.found: list[Diagnostic] = []
        self.rendered: list[tuple[str, int]] = []
        self.html = html
        ext = Extensions(plugin="scripts/own.py")
        ext.tag("own", ends=ends)(run)
        config = make(title="Quay")
        self.document = post("here", asset_dir="_posts/here/")
        files = [
            Source(
                kind=SourceKind.POST_ASSET, source="_posts/here/x.png", key="k", slug="x.png",
                owner=self.document.id,
            )
        ]  # fmt: skip
        given = IndexInput(
            documents=[self.document, post("tide", "High tide")], files=files, data={}
        )
        self.setting = make_setting(
            config, ext, build_index(given, config, datetime(2030, 1, 1, tzinfo=UTC)),
            typesetter=NullTypesetter(client=False), read_source={"a.py": "print()"}.get,
            card_length=110,
        )  # fmt: skip
        self.access = self.setting.access(self.document)

    def render(self, text: str, line: int) -> str:
        self.rendered.append((text, line))
        return self.html

    def run(self, text: str) -> str:
        """What the first call in a text becomes; the text begins on line 5 of its file."""
        call = self.setting.protect(text, self.document, 5).calls[0]
        return TagRunner(self.setting, self.access, render=self.render, found=self.found).run(call)


def test_a_call_becomes_what_the_plug_in_gives() -> None:
    assert Bench(lambda call, _: f"<b>{'|'.join(call.args)}</b>").run('{% own a "b c" %}') == (
        "<b>a|b c</b>"
    )


@pytest.mark.parametrize(("made", "html"), [(None, ""), (3, "3"), ("", "")])
def test_what_is_no_text_is_printed_as_text(made: object, html: str) -> None:
    assert Bench(lambda _call, _ctx: made).run("{% own %}") == html


def test_a_call_that_cannot_be_done_stays_as_written_with_a_warning_at_its_place() -> None:
    def refuse(call: TagCall, _ctx: TagContext) -> str:
        raise TagError(f'no berth "{call.args[0]}"', hint="name a berth")

    bench = Bench(refuse)
    assert bench.run("words {% own <7> %}") == "{% own &lt;7&gt; %}"
    (told,) = bench.found
    assert (told.severity, told.code, told.message) == ("warning", "tag", 'no berth "<7>"')
    assert told.span == Span(path="source/_posts/here.md", line=5, column=7)
    assert told.hint == "name a berth"


def test_a_tag_error_may_name_a_place_of_its_own() -> None:
    place = Span(path="source/_data/berths.yml", line=3)

    def refuse(_call: TagCall, _ctx: TagContext) -> str:
        raise TagError("no such berth", span=place)

    bench = Bench(refuse)
    bench.run("{% own %}")
    assert bench.found[0].span == place


def test_any_other_failure_is_the_plug_ins() -> None:
    with pytest.raises(PluginError) as caught:
        Bench(lambda _call, _ctx: 1 / 0).run("{% own %}")
    assert 'tag "own" of scripts/own.py failed: ZeroDivisionError' in caught.value.message
    assert caught.value.span == Span(path="source/_posts/here.md", line=5, column=1)


def test_our_own_errors_pass_as_they_are() -> None:
    def fail(_call: TagCall, _ctx: TagContext) -> str:
        raise BlogError("the quay is closed")

    with pytest.raises(BlogError, match="the quay is closed"):
        Bench(fail).run("{% own %}")


def test_markdown_of_a_body_begins_at_the_bodys_line() -> None:
    bench = Bench(lambda call, ctx: ctx.render_markdown(call.body or ""), ends=True)
    assert bench.run("{% own %}\none\n{% endown %}") == "<p>made</p>\n"
    assert bench.rendered == [("one", 6)]


def test_markdown_of_arguments_is_on_the_calls_line() -> None:
    bench = Bench(lambda call, ctx: ctx.render_markdown(call.args[0]))
    bench.run("\n{% own word %}")
    assert bench.rendered == [("word", 6)]


@pytest.mark.parametrize(
    ("html", "inline"),
    [
        ("<p>one <b>line</b></p>\n", "one <b>line</b>"),
        ("<p>one<br>\ntwo</p>\n", "one<br>\ntwo"),
        ("<p>one</p>\n<p>two</p>\n", "<p>one</p>\n<p>two</p>"),
        ("<ul><li>x</li></ul>\n", "<ul><li>x</li></ul>"),
        ("", ""),
    ],
)
def test_one_line_loses_the_paragraph_around_it(html: str, inline: str) -> None:
    assert Bench(lambda _call, ctx: ctx.render_inline("x"), html=html).run("{% own %}") == inline


def test_code_is_set_by_the_sites_rules_and_the_calls_options() -> None:
    made = Bench(lambda _call, ctx: ctx.render_code("a<b", lang="text", caption="c")).run(
        "{% own %}"
    )
    assert made.startswith('<figure class="highlight plaintext numbered"')
    assert "a&lt;b" in made
    assert '<span class="caption">c</span>' in made


def test_what_is_asked_of_the_site_is_answered_and_noted() -> None:
    def ask(_call: TagCall, ctx: TagContext) -> str:
        found = ctx.post("tide")
        named = ctx.post("High tide")
        return "|".join(
            (
                ctx.value("title"), str(ctx.value("none.such", 7)), found.title if found else "-",
                named.slug if named else "-", str(ctx.post("ebb")), str(ctx.asset("x.png")),
                str(ctx.asset("y.png")), str(ctx.read_source("a.py")), ctx.document.title,
                ctx.urls.root,
            )
        )  # fmt: skip

    bench = Bench(ask)
    asset = bench.setting.index.assets[0]
    assert isinstance(asset, Asset)
    assert bench.run("{% own %}") == (
        f"Quay|7|High tide|tide|None|/{asset.path}|None|print()|here|/"
    )
    assert {
        Key(Kind.CONFIG, "title"), Key(Kind.META, "_posts/tide.md"), Key(Kind.FACT, "slug:ebb"),
        Key(Kind.FACT, "name:ebb"), Key(Kind.FILE, "_posts/here/y.png"), Key(Kind.FILE, "a.py"),
    } <= bench.access.reads  # fmt: skip


def test_warnings_stand_at_the_call_unless_they_name_a_place() -> None:
    place = Span(path="source/_posts/here.md", line=9)

    def warn(_call: TagCall, ctx: TagContext) -> str:
        ctx.warn("odd", "the water is low", hint="wait")
        ctx.warn("odd", "the water is high", span=place)
        return ""

    bench = Bench(warn)
    bench.run("{% own %}")
    assert [(each.code, each.span, each.hint) for each in bench.found] == [
        ("odd", Span(path="source/_posts/here.md", line=5, column=1), "wait"),
        ("odd", place, None),
    ]
