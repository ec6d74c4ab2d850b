from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from markupsafe import Markup

from inkpost.errors import Diagnostic, TemplateError
from inkpost.model import ThemeLayer
from inkpost.reads import Key, Kind, TraceRecorder
from inkpost.site.views import View
from inkpost.theme.env import ThemeEnvironment, build_environment


def environment(
    files: Mapping[str, str], helpers: Mapping[str, Callable[..., Any]] | None = None
) -> ThemeEnvironment:
    texts = {f"themes/t/layout/{name}": text for name, text in files.items()}
    layer = ThemeLayer(name="t", files={key.removeprefix("themes/t/"): key for key in texts})
    return build_environment((layer,), lambda key: texts[key].encode(), helpers)


def render(files: Mapping[str, str], layout: str = "post", **values: Any) -> str | None:
    return environment(files).render_layout((layout,), values)


def failure(files: Mapping[str, str], **values: Any) -> TemplateError:
    with pytest.raises(TemplateError) as caught:
        render(files, **values)
    return caught.value


def test_no_layout_gives_none() -> None:
    assert render({"index.jinja": "x"}) is None


def test_values_are_escaped_and_markup_is_not() -> None:
    assert render({"post.j2": "{{ a }}{{ b }}"}, a="<i>", b=Markup("<b>")) == "&lt;i&gt;<b>"


def test_template_without_extends_is_put_into_the_layout() -> None:
    files = {"post.jinja": "<p>{{ t }}</p>", "layout.jinja": "[{{ body }}|{{ t }}]"}
    assert render(files, t="x") == "[<p>x</p>|x]"


def test_template_that_extends_is_not_wrapped() -> None:
    files = {
        "post.jinja": '{% extends "layout.jinja" %}{% block main %}post{% endblock %}',
        "layout.jinja": "[{% block main %}{{ body }}{% endblock %}]",
    }
    assert render(files) == "[post]"


@pytest.mark.parametrize(
    ("front", "expected"),
    [("layout: false", "x"), ("layout: other", "(x)"), ("layout: absent", "x")],
)
def test_front_matter_names_the_wrapper(front: str, expected: str) -> None:
    files = {
        "post.jinja": f"---\n{front}\n---\nx",
        "layout.jinja": "[{{ body }}]",
        "other.jinja": "({{ body }})",
    }
    assert render(files) == expected


def test_front_matter_of_a_template_is_variables_and_wins() -> None:
    files = {"post.jinja": "---\nflavour: vanilla\n---\n{{ flavour }}"}
    assert render(files, flavour="none") == "vanilla"


def test_a_wrapper_may_have_a_wrapper() -> None:
    files = {
        "post.jinja": "x",
        "layout.jinja": "---\nlayout: outer\n---\n[{{ body }}]",
        "outer.jinja": "<{{ body }}>",
    }
    assert render(files) == "<[x]>"


def test_layout_false_of_the_page_leaves_the_wrapper_out() -> None:
    files = {"post.jinja": "x", "layout.jinja": "[{{ body }}]"}
    assert environment(files).render_layout(("post",), {"layout": False}) == "x"


def test_every_template_read_is_recorded() -> None:
    files = {
        "post.jinja": '{% extends "layout" %}{% block main %}{% include ["a", "b"] %}'
        '{% include "none" ignore missing %}{% import "m" as m %}{{ m.f() }}{% endblock %}',
        "layout.jinja": "{% block main %}{% endblock %}",
        "b.jinja": "b",
        "m.jinja": '{% import "n" as n %}{% macro f() %}{{ n.g() }}{% endmacro %}',
        "n.jinja": "{% macro g() %}g{% endmacro %}",
    }
    env = environment(files)
    seen = []
    for _ in range(2):
        recorder = TraceRecorder()
        assert env.render_layout(("page", "post"), {}, recorder=recorder) == "bg"
        seen.append({key.name for key in recorder.keys if key.kind is Kind.TEMPLATE})
    assert seen[0] == seen[1] == {"page", "post", "layout", "a", "b", "none", "m", "n"}
    assert Key(Kind.TEMPLATE, "page") in recorder.keys


def test_undefined_prints_nothing_chains_and_is_empty() -> None:
    text = "{{ a.b.c['d'].e }}{% for x in page.no %}x{% endfor %}{{ 'y' if page.no else 'n' }}"
    assert render({"post.jinja": text}, page={}) == "n"


def test_printing_undefined_warns_once_with_its_place() -> None:
    found: list[Diagnostic] = []
    env = environment({"post.jinja": "a\n{% for i in (1, 2) %}\n{{ page.nope }}{% endfor %}"})
    env.render_layout(("post",), {"page": {}}, warn=found.append)
    assert [(d.code, d.span and (d.span.path, d.span.line)) for d in found] == [
        ("undefined", ("themes/t/layout/post.jinja", 3))
    ]
    assert "nope" in found[0].message


def test_values_print_as_in_javascript() -> None:
    text = "{{ nil }}|{{ yes }}|{{ one }}|{{ half }}|{{ items.length }}"
    expected = "|true|1|0.5|2"
    values: dict[str, Any] = {"nil": None, "yes": True, "one": 1.0, "half": 0.5, "items": [1, 2]}
    assert render({"post.jinja": text}, **values) == expected


def test_a_mapping_gives_its_items_before_its_methods() -> None:
    text = "{{ theme.copy }}{{ theme['items'] }}{{ theme.get('x', 3) }}"
    assert render({"post.jinja": text}, theme={"copy": 1, "items": 2}) == "123"


def test_views_give_attributes_before_items() -> None:
    class View:
        title = "attribute"

        def __getitem__(self, key: str) -> str:
            return {"title": "item", "mood": "calm"}[key]

    assert render({"post.jinja": "{{ page.title }} {{ page.mood }}"}, page=View()) == (
        "attribute calm"
    )


def test_views_of_the_site_give_their_values_and_not_their_methods() -> None:
    class Page(View):
        GETTERS: Mapping[str, Any] = {"local": lambda _view: "here"}
        derived = "derived"

        def local(self) -> str:
            return "method"

    viewer: Any = None
    text = "{{ page.local }} {{ page.derived }} {{ page.nothing or '-' }}"
    assert render({"post.jinja": text}, page=Page(viewer)) == "here derived -"


def test_helpers_get_the_context_in_macros_too() -> None:
    files = {
        "post.jinja": '{% import "m" as m %}{{ hi("a") }} {{ m.f() }}',
        "m.jinja": '{% macro f() %}{{ hi("b", loud=true) }}{% endmacro %}',
    }

    def hi(context: Any, name: str, *, loud: bool = False) -> str:
        return f"{context}:{name}{'!' if loud else ''}"

    env = environment(files, {"hi": hi})
    context: Any = "ctx"
    assert env.render_layout(("post",), {}, context=context) == "ctx:a ctx:b!"


def test_partials_see_the_page_unless_only() -> None:
    holder: list[ThemeEnvironment] = []

    def partial(_context: Any, name: str, values: Any = None, *, only: bool = False) -> Markup:
        return Markup(holder[0].render_partial(name, values or {}, only=only))

    files = {
        "post.jinja": "{{ partial('_p', {'w': 1}) }}{{ partial('_p', {'w': 2}, only=true) }}",
        "_p.jinja": "<{{ w }}{{ path or '-' }}>",
    }
    holder.append(environment(files, {"partial": partial}))
    assert holder[0].render_layout(("post",), {"path": "p"}) == "<1p><2->"


def test_syntax_error_has_its_place() -> None:
    error = failure({"post.jinja": "a\n{% if x %}\n{% for %}\nb"})
    assert error.span is not None
    assert (error.span.path, error.span.line) == ("themes/t/layout/post.jinja", 3)
    assert error.hint


def test_syntax_error_below_front_matter_keeps_its_line() -> None:
    error = failure({"post.jinja": "---\na: 1\n---\nx\n{% nope %}"})
    assert error.span is not None
    assert error.span.line == 5
    assert '"nope"' in error.message


def test_runtime_error_has_its_place_even_in_a_partial() -> None:
    error = failure({"post.jinja": 'a\n{% include "p" %}', "p.jinja": "\n\n{{ 1 / zero }}"}, zero=0)
    assert error.span is not None
    assert (error.span.path, error.span.line) == ("themes/t/layout/p.jinja", 3)
    assert "ZeroDivisionError" in error.message


def test_missing_template_and_helper_name_the_nearest() -> None:
    error = failure({"post.jinja": '{% include "_partial/hedaer" %}', "_partial/header.jinja": ""})
    assert error.hint == 'did you mean "_partial/header"?'
    env = environment({"post.jinja": "{{ url_fro('x') }}"}, {"url_for": lambda _c, x: x})
    with pytest.raises(TemplateError) as caught:
        env.render_layout(("post",), {})
    assert caught.value.hint == 'did you mean "url_for"?'


def test_endless_inclusion_is_an_error_with_a_hint() -> None:
    error = failure({"post.jinja": '{% include "post" %}'})
    assert "without end" in error.message


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("a & b", "a &amp; b"),
        (Markup("<b>&amp;</b>"), "<b>&amp;</b>"),
        ("'\"<>", "&#39;&#34;&lt;&gt;"),
        (None, ""),
        (True, "true"),
        (1.0, "1"),
        (["<"], "[&#39;&lt;&#39;]"),
    ],
)
def test_what_is_printed(value: object, shown: str) -> None:
    assert (
        render({"post.jinja": "{{ v }}{% set w %}{{ v }}{% endset %}{{ w }}"}, v=value) == shown * 2
    )
    assert render({"post.jinja": "{% autoescape false %}{{ v }}{% endautoescape %}"}, v="<") == "<"


def test_the_dot_of_a_document_reaches_what_we_know_of_it() -> None:
    class Known(View):
        derived = "ours"

    view = Known.__new__(Known)
    view._own = {"derived": "theirs", "keys": "k"}
    assert (
        render({"post.jinja": "{{ p.derived }} {{ p.keys }} {{ p.length }}"}, p=view) == "ours k "
    )
