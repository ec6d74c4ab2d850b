"""From a route to its finished bytes."""

from __future__ import annotations

import re
from typing import Any, Final, assert_never

from inkpost.errors import Diagnostic, Span, warning
from inkpost.extend import call_plugin
from inkpost.hexo.permalink import extension
from inkpost.model import (
    Blob,
    Copy,
    Layout,
    Listing,
    MadePage,
    Output,
    Route,
    Text,
)  # fmt: skip
from inkpost.reads import Key, Kind, Recorder, digest_of
from inkpost.site.views import Viewer
from inkpost.theme.context import PageContext
from inkpost.theme.injecting import inject, page_kind
from inkpost.theme.maker import PageMaker

_SLASHES: Final = re.compile("/{2,}")
_OF_LAYOUTS: Final = ("html", "htm", "")


def render_route(route: Route, path: str, maker: PageMaker, recorder: Recorder) -> MadePage:
    """The finished file of a route. path: the route's formatted path.

    Raises: TemplateError, PluginError with their place.
    """
    body = route.body
    file = _SLASHES.sub("/", path)  # a page's own path may have several; a file's has not
    match body:
        case Layout():
            return _render_layout(body, path, maker, recorder)
        case Text():
            made = MadePage(output=_output(file, body.text))
        case Blob():
            made = MadePage(output=Output(path=file, digest=digest_of(body.data), data=body.data))
        case Copy():
            recorder.read(Key(Kind.FILE, body.key))
            digest = maker.tree.files[body.key].digest
            made = MadePage(output=Output(path=file, digest=digest, key=body.key))
        case _:
            assert_never(body)
    return _filter_file(made, maker, recorder)


def _render_layout(body: Layout, path: str, maker: PageMaker, recorder: Recorder) -> MadePage:
    found: list[Diagnostic] = []
    viewer = Viewer(maker.state, recorder)
    context = PageContext(maker, viewer, viewer.page(body.page, path), path, found)
    context.set_language()
    html = maker.environment.render_layout(
        body.layouts,
        _template_values(maker, context),
        recorder=recorder,
        warn=found.append,
        context=context,
    )
    if html is None:
        found.append(_no_layout(body, path))
        # Hexo 8.1: an empty file is written all the same; hexo.md §4, 59.
        is_stock = maker.state.config.dialect == "hexo"
        output = _output(_SLASHES.sub("/", path), "") if is_stock else None
        return MadePage(output=output, diagnostics=tuple(found))
    html = _filtered(html, maker, context)
    output = _output(_SLASHES.sub("/", path), html)
    return MadePage(output=output, diagnostics=tuple(found))


def _no_layout(body: Layout, path: str) -> Diagnostic:
    file = "_config.yml" if isinstance(body.page, Listing) else body.page.file
    return warning(
        "no-layout",
        f'no layout for "/{path}": the theme has none of {", ".join(body.layouts)}',
        span=Span(path=file),
        hint="add one of them to the theme, or set another layout",
    )


def _filtered(html: str, maker: PageMaker, context: PageContext) -> str:
    """The page with what plug-ins inject, after their filters, in Hexo's order."""
    stock = maker.state.config.dialect == "hexo"
    html = inject(html, maker.extensions.injections, page_kind(context.page), marked=stock)
    return _run_filters("after_render:html", html, maker, context)


def _run_filters(name: str, text: str, maker: PageMaker, context: PageContext) -> str:
    for each in maker.extensions.filters.get(name, ()):
        result = call_plugin(f'filter "{name}"', each.plugin, each.run, text, context)
        text = text if result is None else str(result)
    return text


def _filter_file(made: MadePage, maker: PageMaker, recorder: Recorder) -> MadePage:
    """A file that no layout made, after the filters on its kind, such as `after_render:css`."""
    output = made.output
    assert output is not None
    ending = extension(output.path).removeprefix(".")
    name = f"after_render:{ending}"
    if ending in _OF_LAYOUTS or not maker.extensions.filters.get(name):
        return made
    data = output.bytes_by(maker.tree.read)
    found: list[Diagnostic] = []
    viewer = Viewer(maker.state, recorder)
    page = viewer.page(Listing(), output.path)
    context = PageContext(maker, viewer, page, output.path, found)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return made
    text = _run_filters(name, text, maker, context)
    return MadePage(output=_output(output.path, text), diagnostics=(*made.diagnostics, *found))


def _template_values(maker: PageMaker, context: PageContext) -> dict[str, Any]:
    """The variables of the page's templates, after the filters `template_locals`."""
    values = context.values()
    name = "template_locals"
    for each in maker.extensions.filters.get(name, ()):
        result = call_plugin(f'filter "{name}"', each.plugin, each.run, values, context)
        values = values if result is None else result
    return values


def _output(path: str, text: str) -> Output:
    data = text.encode("utf-8", "surrogatepass")
    return Output(path=path, digest=digest_of(data), data=data)
