"""Code: `code`, `codeblock`, `include_code`."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from inkpost.assetlinks import join_below
from inkpost.content.highlight import read_option
from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.html import escape_html
from inkpost.hexo.tagsyntax import TagCall
from inkpost.hexo.urls import url_for
from inkpost.model import Json

_TITLE_LINK_TEXT = re.compile(r"(\S[\S\s]*)\s+(https?://\S+)\s+(.+)", re.IGNORECASE)
_TITLE_LINK = re.compile(r"(\S[\S\s]*)\s+(https?://\S+)", re.IGNORECASE)
_OPTIONS = ("line_number", "line_threshold", "first_line", "wrap", "mark", "language_attr")
_LANG = re.compile(r"\s*lang:(\w+)", re.IGNORECASE)
_FROM = re.compile(r"\s*from:(\d+)", re.IGNORECASE)
_TO = re.compile(r"\s*to:(\d+)", re.IGNORECASE)
_TITLE_AND_FILE = re.compile(r"(.*)?(?:\s+|^)(/*\S+)")
# Hexo 8.1 finds only files that a renderer takes, since the others are no pages; hexo.md §4, 10.
_RENDERED_NAMES = (
    "js css json yml yaml md markdown mkd mkdn mdwn mdtxt mdtext htm html njk j2 swig styl ejs"
)
_RENDERED = frozenset(_RENDERED_NAMES.split())


def codeblock(call: TagCall, ctx: TagContext) -> str:
    """A piece of code with caption, link and options. Source: hexo 8.1 tag/code."""
    args = [arg for arg in call.args if not arg.startswith("highlight:")]
    chosen = next((arg[10:] for arg in call.args if arg.startswith("highlight:")), "true")
    plain = chosen != "true" or not ctx.value("syntax_highlighter")
    if plain and ctx.value("dialect") == "hexo":
        return f"<pre><code>{escape_html(call.body or '')}</code></pre>"
    options, rest = _read_options(args)
    return ctx.render_code(call.body or "", **options, **_caption(rest), highlight=not plain)


def include_code(call: TagCall, ctx: TagContext) -> str:
    """A file of the folder `code_dir`, or some of its lines. Source: hexo 8.1 tag/include_code."""
    text = " ".join(call.args)
    text, lang = _take(_LANG, text)
    text, start = _take(_FROM, text)
    text, end = _take(_TO, text)
    match = _TITLE_AND_FILE.search(text)
    if match is None:
        ctx.warn("tag", "include_code names no file", span=call.span)
        return ""
    name = match[2]
    path = join_below(str(ctx.value("code_dir") or ""), name.replace("\\", "/"))
    is_stock = ctx.value("dialect") == "hexo"
    suffix = PurePosixPath(name).suffix.removeprefix(".")
    code = ctx.read_source(path) if path else None
    if code is None or (is_stock and suffix not in _RENDERED):
        hint = None if path else "keep the file inside the source folder"
        ctx.warn("tag", f'include_code finds no file "{name}"', span=call.span, hint=hint)
        return ""
    lines = code.split("\n")[int(start or 1) - 1 if start else 0 : int(end) if end else None]
    shown = "\n".join(lines).strip()
    if is_stock and not ctx.value("syntax_highlighter"):
        # Hexo 8.1 does not escape the code here.
        return f"<pre><code>{shown}</code></pre>"
    return ctx.render_code(
        shown,
        lang=lang or suffix,
        caption=match[1] or PurePosixPath(name).name,
        link_url=url_for(ctx.urls, path),
        link_text="view raw",
    )


def _read_options(args: list[str]) -> tuple[dict[str, Json], str]:
    values: dict[str, Json] = {}
    rest: list[str] = []
    for arg in args:
        key, colon, value = arg.partition(":")
        if colon and key == "lang":
            values["lang"] = value
        elif colon and key in _OPTIONS:
            read_option(values, key, value)
        else:
            rest.append(arg)
    return values, " ".join(rest)


def _caption(text: str) -> dict[str, Json]:
    if match := _TITLE_LINK_TEXT.search(text):
        return {"caption": match[1], "link_url": match[2], "link_text": match[3]}
    if match := _TITLE_LINK.search(text):
        return {"caption": match[1], "link_url": match[2], "link_text": "link"}
    return {"caption": text.lstrip()} if text.strip() else {}


def _take(pattern: re.Pattern[str], text: str) -> tuple[str, str]:
    match = pattern.search(text)
    return (text[: match.start()] + text[match.end() :], match[1]) if match else (text, "")


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("code", "codeblock", ends=True, body="text")(codeblock)
    ext.tag("include_code")(include_code)
