"""Notes, labels, buttons and check boxes of the loved themes."""

from __future__ import annotations

import re

from inkpost.builtin.tags.media import media_url
from inkpost.builtin.tags.words import (
    CALLOUT_KINDS,
    STYLES,
    TONES,
    attribute,
    callout,
    tone,
)
from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_markup import html_tag
from inkpost.hexo.tagsyntax import TagCall
from inkpost.hexo.urls import url_for

_ICON = re.compile(r"(?:fa[bsrlcd]?|icon|iconfont|bi|mdi|ri)(?:[ -].*)?$|[a-z0-9]+(?:-[a-z0-9]+)+$")
_CHECK_WORDS = {"checked", "true", "minus", "times", "plus", "square", "false"}


def note(call: TagCall, ctx: TagContext) -> str:
    """A callout: kind, looks (left to our theme), title. The same markup as an alert's."""
    kind, classes, words = "note", [], []
    found = False
    for arg in call.args:
        word = arg.lower()
        if not found and word in CALLOUT_KINDS:
            kind, found = CALLOUT_KINDS[word], True
        elif word in STYLES:
            classes += ["no-icon"] if word == "no-icon" else []
        elif not _ICON.match(word):
            words.append(arg)
    title = ctx.render_inline(" ".join(words)) if words else kind.title()
    return callout(kind, title, ctx.render_markdown(call.body or ""), classes=" ".join(classes))


def label(call: TagCall, ctx: TagContext) -> str:
    """A word on a coloured ground: `kind@text`, `kind text` or `text colour`."""
    raw = call.raw_args.strip()
    kind, at, text = raw.partition("@")
    if at and (not kind.strip() or tone(kind.strip())):
        return _label(tone(kind.strip()) or "default", text.strip(), ctx)
    args = list(call.args)
    if len(args) > 1 and args[-1].lower() in TONES:
        return _label(tone(args[-1]), " ".join(args[:-1]), ctx)
    if len(args) > 1 and args[0].lower() in TONES:
        return _label(tone(args[0]), " ".join(args[1:]), ctx)
    return _label("default", " ".join(args), ctx)


def _label(kind: str, text: str, ctx: TagContext) -> str:
    return f'<span class="label label-{kind}">{ctx.render_inline(_unquoted(text))}</span>'


def button(call: TagCall, ctx: TagContext) -> str:
    """A link that looks like a button: `url, text, icon, title`; icons are left out."""
    parts = [_unquoted(part.strip()) for part in call.raw_args.split(",")]
    if len(parts) == 1:
        parts = list(call.args)
    url, text, *rest = (*parts, "", "")[: max(2, len(parts))]
    if not url and not text:
        ctx.warn("tag", f"{call.name} names no address", span=call.span)
        return ""
    words = [word for part in rest for word in part.split()]
    kind = next((tone(word) for word in words if tone(word)), "")
    # The third part is an icon where there is a fourth.
    rest = rest[1:] if len([part for part in rest if part]) > 1 else rest
    titles = [part for part in rest if part and not _ICON.match(part.lower()) and not tone(part)]
    titles = [part for part in titles if not set(part.lower().split()) <= STYLES | set(TONES)]
    attributes = {
        "class": f"btn btn-{kind}" if kind else "btn",
        "href": url_for(ctx.urls, url) if url else "#",
        "title": titles[0] if titles else None,
    }
    return html_tag("a", attributes, ctx.render_inline(text or url), escape=False)


def checkbox(call: TagCall, ctx: TagContext) -> str:
    """A check box that shows a state: `text, checked` or `colour checked text`."""
    raw = call.raw_args
    if "," in raw:
        first, *rest = [_unquoted(part.strip()) for part in raw.split(",")]
        states = [part.lower() for part in rest]
        if not set(first.lower().split()) - _CHECK_WORDS - set(TONES):
            # Other themes write the state first and the text last.
            states, first = first.lower().split(), ", ".join(rest)
        is_checked, text = bool({"checked", "true"} & set(states)), first
    else:
        args = list(call.args)
        is_checked = False
        while len(args) > 1 and args[0].lower() in _CHECK_WORDS | set(TONES):
            is_checked |= args[0].lower() in ("checked", "true")
            args.pop(0)
        if len(args) > 1 and args[-1].lower() in ("checked", "true", "false"):
            is_checked |= args[-1].lower() != "false"
            args.pop()
        text = " ".join(args)
    kind = "radio" if call.name == "radio" else "checkbox"
    state = " checked" if is_checked else ""
    element = "span" if call.inline else "div"
    return (
        f'<{element} class="checkbox"><input type="{kind}" disabled{state}> '
        f"{ctx.render_inline(text)}</{element}>"
    )


def inline_image(call: TagCall, ctx: TagContext) -> str:
    """A picture as high as the line, or as the height that is given."""
    if not call.args:
        return ""
    url = media_url(ctx, call.args[0])
    height = f' style="height:{attribute(call.args[1])}"' if len(call.args) > 1 else ""
    return f'<img class="inline-image" src="{attribute(url)}" alt=""{height}>'


def _unquoted(text: str) -> str:
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return text[1:-1]
    return text


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("note", "subnote", "callout", ends=True)(note)
    ext.tag("label")(label)
    ext.tag("btn", "button")(button)
    ext.tag("checkbox", "cb", "radio")(checkbox)
    ext.tag("inlineImg", "inlineimage")(inline_image)
