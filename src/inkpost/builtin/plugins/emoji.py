"""hexo-filter-emoji 2: `:smile:` becomes a picture character."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from inkpost.builtin.helpers.args import html, text_of
from inkpost.contexts import FilterContext, HelperContext, TagContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import html_tag
from inkpost.hexo.tagsyntax import TagCall
from inkpost.model import Json

# Code keeps its colons: fences, then spans; what is left is text.
_CODE_OR_NAME = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^(?P=fence)[`~]*[ \t]*$|\Z)"
    r"|(?P<ticks>`+)(?!`)[\s\S]*?(?<!`)(?P=ticks)(?!`)"
    r"|<[^<>\n]+>|\]\([^)\n]*\)"
    r"|:(?P<name>[+\-\w]+):",
    re.MULTILINE,
)


def replace_names(text: str, ctx: FilterContext) -> str | None:
    """Markdown with the names of picture characters replaced, but for those in code."""
    document = ctx.document
    if not ctx.value("emoji.enable", True) or (document and document.meta.get("no-emoji")):
        return None
    options = ctx.value("emoji") or {}

    def put(match: re.Match[str]) -> str:
        name = match["name"]
        return match[0] if not name else emoji_html(name, options) or match[0]

    return _CODE_OR_NAME.sub(put, text)


def emoji_html(name: str, options: Mapping[str, Json]) -> str:
    """The element of a picture character, "" for a name that is not known."""
    own = options.get("customEmojis") or options.get("localEmojis")
    picture = own.get(name) if isinstance(own, Mapping) else None
    kind = str(options.get("className") or "emoji")
    if picture:
        source = picture.get("src") if isinstance(picture, Mapping) else picture
        return html_tag("img", {"class": kind, "src": source, "alt": f":{name}:"})
    char = _characters().get(name)
    if not char:
        return ""
    attributes = {"class": kind, "role": "img", "aria-label": name.replace("_", " ")}
    return html_tag("span", attributes, char)


@cache
def _characters() -> Mapping[str, str]:
    from rich._emoji_codes import EMOJI  # lazy: a large table, wanted by few blogs

    own = files(__package__).joinpath("emoji_names.json").read_text("utf-8")
    return {**EMOJI, **json.loads(own)}


def register(ext: Extensions) -> None:
    """Register the filter, the helper and the tag."""
    ext.filter("before_post_render")(replace_names)

    @ext.helper("emoji")
    def emoji(ctx: HelperContext, name: Json = "") -> str:
        found = emoji_html(text_of(name), ctx.value("emoji") or {})
        return html(found) if found else text_of(name)

    @ext.tag("emoji")
    def emoji_tag(call: TagCall, ctx: TagContext) -> str:
        name = call.args[0] if call.args else ""
        return emoji_html(name, ctx.value("emoji") or {}) or name
