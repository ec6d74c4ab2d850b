"""What is known of finished content."""

from __future__ import annotations

from inkpost.content.facts import collect_facts
from inkpost.content.sealing import Sealed, Seals
from inkpost.errors import Span
from inkpost.model import Facts


def facts(html: str, seals: Seals | None = None) -> Facts:
    return collect_facts(
        html, seals or Seals(), place=lambda url: Span(path="a.md", line=len(url) + 1),
        has_diagram=False,
    )  # fmt: skip


def test_text_and_words() -> None:
    found = facts("<p>你好 world</p><pre>code 1</pre>")
    assert found.text == "你好 world\ncode 1"
    assert (found.words, found.cjk, found.latin) == (5, 2, 3)


def test_headings_in_order_with_their_formulas_as_mathml() -> None:
    seals = Seals()
    mark = seals.add(Sealed(html="<b>x</b>", shown="<math><mi>x</mi></math>", plain="x"))
    found = facts(
        f'<h2 id="a">A {mark}<a class="header-anchor" href="#a">#</a></h2>'
        '<h3 class="b" id=\'b"\'>B <a href="/x"><em>link</em></a></h3>'
        "<h2>without id</h2><h1 id=''>empty</h1><H4 ID=c>C</H4>",
        seals,
    ).headings
    assert [(each.level, each.id) for each in found] == [(2, "a"), (3, 'b"'), (4, "c")]
    assert found[0].html == "A <math><mi>x</mi></math>"
    assert found[0].text == "A x"
    assert (found[1].html, found[1].text) == ("B <em>link</em>", "B link")


def test_links_and_pictures_with_their_places() -> None:
    found = facts(
        '<a href="/a?x=1&amp;y=2">l</a><a class="header-anchor" href="#h">#</a><a name="n">n</a>'
        "<img alt='' src='b.png'><video src=\"v.mp4\"></video><a href=''>e</a>"
    )
    assert [(link.url, link.span.line) for link in found.links] == [("/a?x=1&y=2", 11)]
    assert [image.url for image in found.images] == ["b.png", "v.mp4"]


def test_every_id_is_an_anchor() -> None:
    assert facts("<p id='one'>a<i id=two></i><b data-id='no' id=\"thr&amp;ee\">").anchors == {
        "one", "two", "thr&ee",
    }  # fmt: skip


def test_formulas_are_noted() -> None:
    seals = Seals()
    assert not facts("<p>x</p>", seals).has_math
    seals.add(Sealed(html="", shown="", plain=""))
    assert facts("<p>x</p>", seals).has_math
