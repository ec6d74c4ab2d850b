"""From a route to its finished bytes."""

from __future__ import annotations

import hashlib
from typing import assert_never

from inkpost.errors import Diagnostic, Span, warning
from inkpost.extend import Injection, call_plugin
from inkpost.model import (
    Blob,
    Copy,
    Layout,
    Listing,
    MadePage,
    Output,
    Page,
    Post,
    Route,
    Text,
)  # fmt: skip
from inkpost.reads import Key, Kind, Recorder
from inkpost.site.views import View, Viewer
from inkpost.theme.context import PageContext
from inkpost.theme.maker import PageMaker


def render_route(route: Route, path: str, maker: PageMaker, recorder: Recorder) -> MadePage:
    """The finished file of a route. path: the route's formatted path.

    Raises: TemplateError, PluginError with their place.
    """
    body = route.body
    match body:
        case Layout():
            return _render_layout(body, path, maker, recorder)
        case Text():
            return MadePage(output=_output(path, body.text))
        case Blob():
            return MadePage(output=Output(path=path, digest=_digest(body.data), data=body.data))
        case Copy():
            recorder.read(Key(Kind.FILE, body.key))
            digest = maker.tree.files[body.key].digest
            return MadePage(output=Output(path=path, digest=digest, key=body.key))
        case _:
            assert_never(body)


def _render_layout(body: Layout, path: str, maker: PageMaker, recorder: Recorder) -> MadePage:
    found: list[Diagnostic] = []
    viewer = Viewer(maker.state, recorder)
    context = PageContext(maker, viewer, viewer.page(body.page, path), path, found)
    context.set_language()
    html = maker.environment.render_layout(
        body.layouts, context.values(), recorder=recorder, warn=found.append, context=context
    )
    if html is None:
        found.append(_no_layout(body, path))
        # Hexo 8.1: an empty file is written all the same; hexo.md §4, 59.
        output = _output(path, "") if maker.state.config.dialect == "hexo" else None
        return MadePage(output=output, diagnostics=tuple(found))
    html = _filtered(html, body.page, maker, context)
    return MadePage(output=_output(path, html), diagnostics=tuple(found))


def _no_layout(body: Layout, path: str) -> Diagnostic:
    file = "_config.yml" if isinstance(body.page, Listing) else body.page.file
    return warning(
        "no-layout",
        f'no layout for "/{path}": the theme has none of {", ".join(body.layouts)}',
        span=Span(path=file),
        hint="add one of them to the theme, or set another layout",
    )


def _filtered(
    html: str, page: Post | Page | Listing, maker: PageMaker, context: PageContext
) -> str:
    name = "after_render:html"
    for each in maker.extensions.filters.get(name, ()):
        result = call_plugin(f'filter "{name}"', each.plugin, each.run, html, context)
        html = html if result is None else result
    kind = page_kind(page, context.page)
    for entry, injections in maker.extensions.injections.items():
        html = _inject(html, entry, [each for each in injections if each.to in ("default", kind)])
    return html


def page_kind(page: Post | Page | Listing, view: View) -> str:
    """What kind of page this is, in the words of Hexo's injector."""
    if isinstance(page, Post):
        return "post"
    if isinstance(page, Page):
        return "page"
    for name, kind in (("__index", "home"), ("archive", "archive"), ("category", "category")):
        if view.get(name):
            return kind
    return "tag" if view.get("tag") else "default"


def _inject(html: str, entry: str, injections: list[Injection]) -> str:
    if not injections:
        return html
    text = "".join(str(each.value() if callable(each.value) else each.value) for each in injections)
    place, _, side = entry.partition("_")
    if side == "end":
        before, tag, after = html.rpartition(f"</{place}>")
        return f"{before}{text}{tag}{after}" if tag else html
    start = html.find(f"<{place}")
    end = html.find(">", start) + 1 if start >= 0 else 0
    return f"{html[:end]}{text}{html[end:]}" if end else html


def _output(path: str, text: str) -> Output:
    data = text.encode("utf-8", "surrogatepass")
    return Output(path=path, digest=_digest(data), data=data)


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
