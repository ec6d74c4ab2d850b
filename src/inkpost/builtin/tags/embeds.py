"""Players and frames of other sites. Nothing is asked of them before the reader presses."""

from __future__ import annotations

import re
from urllib.parse import quote

from inkpost.builtin.tags.media import media_url
from inkpost.builtin.tags.words import attribute
from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall

_YOUTUBE_ID = re.compile(r"(?:youtu\.be/|[?&]v=|/embed/|/shorts/)([\w-]+)", re.ASCII)
_DIGITS = re.compile(r"\d+")
_BILIBILI_ID = re.compile(r"(BV\w+|av\d+)", re.ASCII | re.IGNORECASE)
_CODEPEN = re.compile(r"codepen\.io/([\w-]+)/(?:pen|embed|details|full)/([\w-]+)", re.ASCII)


def embed(name: str, source: str, page: str, text: str, *, height: str = "") -> str:
    """The markup of an embed. source: what the frame shows; page: where the link leads."""
    size = f' data-height="{attribute(height)}"' if height else ""
    return (
        f'<div class="embed embed-{name}" data-src="{attribute(source)}"{size}>'
        f'<a href="{attribute(page)}">{attribute(text)}</a></div>'
    )


def youtube(call: TagCall, ctx: TagContext) -> str:
    """A film: its id or address, "playlist" for a list."""
    word = _first(call, ctx)
    if not word:
        return ""
    match = _YOUTUBE_ID.search(word)
    name = _part(match[1] if match else word)
    host = "https://www.youtube-nocookie.com/embed/"
    if "playlist" in call.args[1:]:
        page = f"https://www.youtube.com/playlist?list={name}"
        return embed("youtube", f"{host}videoseries?list={name}", page, f"YouTube: {name}")
    page = f"https://www.youtube.com/watch?v={name}"
    return embed("youtube", f"{host}{name}", page, f"YouTube: {name}")


def vimeo(call: TagCall, ctx: TagContext) -> str:
    """A film: its number or address."""
    match = _DIGITS.search(_first(call, ctx))
    if not match:
        return ""
    source = f"https://player.vimeo.com/video/{match[0]}"
    return embed("vimeo", source, f"https://vimeo.com/{match[0]}", f"Vimeo: {match[0]}")


def bilibili(call: TagCall, ctx: TagContext) -> str:
    """A film: its BV or av number or address, then the number of its part."""
    word = _first(call, ctx)
    if not word:
        return ""
    match = _BILIBILI_ID.search(word)
    name = match[1] if match else f"av{_part(word)}"
    number = call.args[1] if len(call.args) > 1 and call.args[1].isdecimal() else "1"
    key = f"aid={name[2:]}" if name.lower().startswith("av") else f"bvid={name}"
    source = f"https://player.bilibili.com/player.html?{key}&page={number}&autoplay=0"
    page = f"https://www.bilibili.com/video/{name}/?p={number}"
    return embed("bilibili", source, page, f"bilibili: {name}")


def gist(call: TagCall, ctx: TagContext) -> str:
    """A gist: `user/id` or id, then a file of it."""
    word = _first(call, ctx).removeprefix("https://gist.github.com/").rstrip("/")
    if not word:
        return ""
    name = quote(word, safe="/-_")
    file = f"?file={_part(call.args[1])}" if len(call.args) > 1 else ""
    page = f"https://gist.github.com/{name}"
    return embed("gist", f"{page}.pibb{file}", page, f"Gist: {word}")


def jsfiddle(call: TagCall, ctx: TagContext) -> str:
    """A fiddle: tag, tabs, skin, width, height."""
    word = _first(call, ctx)
    if not word:
        return ""
    _, tabs, skin, _width, height = (*call.args, "", "", "", "", "")[:5]
    name = quote(word.removeprefix("https://jsfiddle.net/").strip("/"), safe="/-_")
    tabs = quote(_given(tabs, "js,resources,html,css,result"), safe=",")
    source = f"https://jsfiddle.net/{name}/embedded/{tabs}/{_part(_given(skin, 'light'))}"
    page = f"https://jsfiddle.net/{name}/"
    return embed("jsfiddle", source, page, f"JSFiddle: {name}", height=_given(height, "300"))


def codepen(call: TagCall, ctx: TagContext) -> str:
    """A pen: its address, or user and hash; then theme, tab, height."""
    word = _first(call, ctx)
    if not word:
        return ""
    rest = list(call.args[1:])
    match = _CODEPEN.search(word)
    user, pen = (match[1], match[2]) if match else (_part(word), _part(rest.pop(0)) if rest else "")
    if not pen:
        ctx.warn("tag", "codepen takes a user and a hash", span=call.span)
        return ""
    tab, height = (*rest[1:], "", "")[:2]
    source = f"https://codepen.io/{user}/embed/{pen}?default-tab={_part(_given(tab, 'result'))}"
    page = f"https://codepen.io/{user}/pen/{pen}"
    return embed("codepen", source, page, f"CodePen: {user}/{pen}", height=_given(height, "300"))


def pdf(call: TagCall, ctx: TagContext) -> str:
    """A document shown in the page: its file or address, then a height."""
    word = _first(call, ctx)
    if not word:
        return ""
    url = media_url(ctx, word)
    height = call.args[1] if len(call.args) > 1 else ""
    return embed("pdf", url, url, word.rpartition("/")[2], height=height)


def _first(call: TagCall, ctx: TagContext) -> str:
    if not call.args:
        ctx.warn("tag", f"{call.name} names nothing to show", span=call.span)
        return ""
    return call.args[0]


def _given(value: str, default: str) -> str:
    return default if value in ("", "default") else value


def _part(text: str) -> str:
    return quote(text, safe="-_")


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    for function in (youtube, vimeo, bilibili, gist, jsfiddle, codepen, pdf):
        ext.tag(function.__name__)(function)
