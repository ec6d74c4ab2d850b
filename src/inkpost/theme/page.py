"""From a route to its finished bytes."""

from __future__ import annotations

import hashlib
from typing import Any, assert_never

from inkpost.content.setting import plugin_failed
from inkpost.errors import BlogError, Diagnostic, Span, warning
from inkpost.extend import Injection
from inkpost.model import Blob, Copy, Layout, Output, Page, Post, Route, Text
from inkpost.reads import Key, Kind, Recorder
from inkpost.site.views import View, Viewer
from inkpost.theme.context import PageContext
from inkpost.theme.maker import PageMaker


def render_route(
    route: Route, path: str, maker: PageMaker, recorder: Recorder, found: list[Diagnostic]
) -> Output | None:
    """The finished file of a route, or None where no layout exists for it.

    path: the route's formatted path. found: findings are added to it.
    Raises: TemplateError, PluginError with their place.
    """
    body = route.body
    match body:
        case Layout():
            return _render_layout(body, path, maker, recorder, found)
        case Text():
            return _output(path, body.text.encode("utf-8", "surrogatepass"))
        case Blob():
            return _output(path, body.data)
        case Copy():
            recorder.read(Key(Kind.FILE, body.key))
            return Output(path=path, digest=maker.tree.files[body.key].digest, key=body.key)
        case _:
            assert_never(body)


def _render_layout(
    body: Layout, path: str, maker: PageMaker, recorder: Recorder, found: list[Diagnostic]
) -> Output | None:
    viewer = Viewer(maker.state, recorder)
    page = viewer.page(body.page, path)
    context = PageContext(maker, viewer, page, path, found)
    context.set_language()
    html = maker.environment.render_layout(
        body.layouts,
        _values(context, maker),
        recorder=recorder,
        warn=found.append,
        context=context,
    )
    if html is None:
        found.append(
            warning(
                "no-layout",
                f'no layout for "/{path}": the theme has none of {", ".join(body.layouts)}',
                span=Span(path=getattr(body.page, "file", "_config.yml")),
                hint="add one of them to the theme, or set another layout",
            )
        )
        return _output(path, b"") if maker.state.config.dialect == "hexo" else None
    html = _filtered(html, path, body.page, maker, context, found)
    return _output(path, html.encode("utf-8", "surrogatepass"))


def _values(context: PageContext, maker: PageMaker) -> dict[str, Any]:
    state, recorder = maker.state, context.recorder
    return {
        "page": context.page,
        "site": context.site,
        "config": context.config,
        "theme": context.theme,
        "path": context.path,
        "url": context.url,
        "layout": "layout",
        "env": maker.env,
        "recorder": recorder,
        "routes": maker.routes,
        "dialect": state.config.dialect,
    }


def _filtered(
    html: str,
    path: str,
    page: Post | Page | Any,
    maker: PageMaker,
    context: PageContext,
    found: list[Diagnostic],
) -> str:
    name = "after_render:html"
    for each in maker.extensions.filters.get(name, ()):
        try:
            result = each.run(html, context)
        except BlogError:
            raise
        except Exception as error:  # a plug-in may fail in any way
            raise plugin_failed(f'filter "{name}"', each.plugin, error) from error
        html = html if result is None else result
    kind = page_kind(page, context.page)
    for entry, injections in maker.extensions.injections.items():
        html = _inject(html, entry, [each for each in injections if each.to in ("default", kind)])
    return html


def page_kind(page: Post | Page | Any, view: View) -> str:
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


def _output(path: str, data: bytes) -> Output:
    return Output(path=path, digest=hashlib.blake2b(data, digest_size=16).hexdigest(), data=data)
