from __future__ import annotations

from inkpost.hexo.codefence import Fence, take_comments, take_fences


def test_fences_become_one_line_each() -> None:
    text, fences = take_fences("a\n```js t\nx\ny\n```\nb\n")
    assert text == "a\n<!--code\ufffc0-->\nb\n"
    assert fences == (Fence(info="js t", code="x\ny", line=2),)


def test_an_empty_fence_swallows_up_to_the_next_closing_line() -> None:
    _, fences = take_fences("```js\n```\n\nmore\n```\n")
    assert [fence.code for fence in fences] == ["```\n\nmore"]
    _, alone = take_fences("```js\n```\n")
    assert [fence.code for fence in alone] == [""]


def test_quotes_lists_and_longer_fences() -> None:
    text, fences = take_fences("> ```\n> a\n> > b\n> ```\n- ```\nc\n```\n````\n```\nd\n```\n````\n")
    assert [fence.code for fence in fences] == ["a\n> b", "c", "```\nd\n```"]
    assert text == "> <!--code\ufffc0-->\n- <!--code\ufffc1-->\n<!--code\ufffc2-->\n"


def test_fences_in_comments_and_without_highlighting_stay() -> None:
    text, fences = take_fences("<!--\n```\n{a}\n```\n-->\n```js highlight:false\n{b}\n```\n")
    assert not fences
    assert "&#123;a&#125;" in text
    assert "&#123;b&#125;" in text


def test_comments_outside_inline_code_are_kept_apart() -> None:
    text, comments = take_comments("{{ a }} <!-- b\nc --> `<!-- d -->` <!-- open")
    assert text == "{{ a }} <!--comment\ufffc0--> `<!-- d -->` <!--comment\ufffc1-->"
    assert comments == ("<!-- b\nc -->", "<!-- open")
