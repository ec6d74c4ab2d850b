"""Reads the sources of an opened site into documents, files and data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from inkpost.config import Config
from inkpost.content.data import read_data_file
from inkpost.content.dates import settle_dates
from inkpost.content.loose import plain_markdown
from inkpost.content.markdown import build_markdown
from inkpost.content.parse import ParseInput, decode_source, parse_document
from inkpost.content.rules import markdown_rules
from inkpost.errors import BlogError, Diagnostic, Span, warning
from inkpost.extend import Extensions, call_plugin
from inkpost.hexo.permalink import extension
from inkpost.model import Json, Page, Post, SourceText
from inkpost.opening import Opened
from inkpost.site.processors import run_processors
from inkpost.site.sources import Source, SourceKind, Sources, classify_sources

_KINDS: Mapping[SourceKind, Literal["post", "draft", "page"]] = {
    SourceKind.POST: "post",
    SourceKind.DRAFT: "draft",
    SourceKind.PAGE: "page",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """What the sources say. texts: document id -> its body; files: assets, told apart."""

    documents: tuple[Post | Page, ...]
    texts: Mapping[str, SourceText]
    files: tuple[Source, ...]
    data: Mapping[str, Json]
    diagnostics: tuple[Diagnostic, ...]


def read_documents(opened: Opened, extensions: Extensions) -> Read:
    """All documents, files and data of a site; those that cannot be read are reported."""
    outputs = {ending: each.output for ending, each in extensions.renderers.items()}
    data, taken, failed = run_processors(opened.sources, opened.tree.read, extensions)
    left = {path: key for path, key in opened.sources.items() if path not in taken}
    sources = classify_sources(left, opened.config, outputs)
    found = [*failed, *sources.diagnostics]
    documents: list[Post | Page] = []
    texts: dict[str, SourceText] = {}
    for item in sources.items:
        try:
            if item.kind is SourceKind.DATA:
                name, value = _read_data(item, opened, extensions)
                data[name] = value
            elif item.kind not in (SourceKind.ASSET, SourceKind.POST_ASSET):
                document, text = _read_document(item, sources, opened, outputs)
                documents.append(document)
                texts[document.id] = text
        except BlogError as error:
            found.append(error.to_diagnostic())
    if opened.config.text("timezone") == "" and _needs_zone(opened.config):
        found.append(_unset_zone(opened.config))
    files = tuple(
        item for item in sources.items if item.kind in (SourceKind.ASSET, SourceKind.POST_ASSET)
    )
    return Read(
        documents=tuple(documents), texts=texts, files=files, data=data, diagnostics=tuple(found)
    )


def _read_document(
    item: Source, sources: Sources, opened: Opened, outputs: Mapping[str, str]
) -> tuple[Post | Page, SourceText]:
    given = ParseInput(
        source=item.source,
        file=item.key,
        kind=_KINDS[item.kind],
        text=decode_source(opened.tree.read(item.key), item.key),
        output=outputs.get(extension(item.source).removeprefix("."), "html"),
        asset_dir=sources.folders.get(item.source) or _page_folder(item),
    )
    parsed = parse_document(given, opened.config)
    file = opened.tree.files[item.key]
    return settle_dates(parsed, file, opened.tree.git_dates.get, opened.config), parsed.text


def _page_folder(item: Source) -> str:
    """Where a page's own files lie: beside `index.md`, or in `about/` for `about.md`."""
    if item.kind is not SourceKind.PAGE:
        return ""
    base = item.source.removesuffix(extension(item.source))
    folder, _, name = base.rpartition("/")
    return (f"{folder}/" if folder else "") if name == "index" else f"{base}/"


def _read_data(item: Source, opened: Opened, extensions: Extensions) -> tuple[str, Json]:
    text = decode_source(opened.tree.read(item.key), item.key)
    ending = extension(item.source)
    renderer = extensions.foreign_renderers.get(ending.removeprefix("."))
    if renderer is not None:
        place, options = Span(path=item.key), {"path": item.key}
        value = call_plugin(
            f'renderer "{ending}"', renderer.plugin, renderer.run, text, options, span=place
        )
        return item.source.removeprefix("_data/").removesuffix(ending), value
    rules = markdown_rules(opened.config)
    return read_data_file(
        item.source, item.key, text, lambda body: plain_markdown(build_markdown(rules), body)
    )


def _needs_zone(config: Config) -> bool:
    dated = (":year", ":month", ":day", ":i_month", ":i_day", ":hour", ":minute", ":timestamp")
    return config.dialect == "inkpost" and any(name in config.text("permalink") for name in dated)


def _unset_zone(config: Config) -> Diagnostic:
    return warning(
        "no-timezone",
        f"no timezone is set, so URLs follow this machine's, {config.process_timezone}",
        span=config.span("timezone") or Span(path="_config.yml"),
        hint=f'write "timezone: {config.process_timezone}" to keep them the same everywhere',
    )


def source_reader(opened: Opened) -> Callable[[str], str | None]:
    """A function that gives the text of a file below the source folder, or None."""

    def read(path: str) -> str | None:
        key = opened.sources.get(path)
        return None if key is None else decode_source(opened.tree.read(key), key)

    return read
