"""Parts that unfold: `fold`, `folding`, `details`, `spoiler`, `hideToggle`, `hideBlock` …"""

from __future__ import annotations

from inkpost.builtin.tags.words import CALLOUT_KINDS, fold, tone
from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall

_DEFAULT_TITLE = "…"


def folding(call: TagCall, ctx: TagContext) -> str:
    """A part that unfolds. Arguments: kind or colour, "open", title, as the themes write them.

    `{% fold info @title %}`, `{% folding cyan open, title %}`, `{% folding title open:true %}`,
    `{% details title %}`.
    """
    raw = call.raw_args.strip()
    head, at, title = raw.partition("@")
    if (at and not head.strip(" \"'")) or tone(head.strip()) or head.strip() in CALLOUT_KINDS:
        words = head.split()
    elif "," in raw and _only_words(raw.partition(",")[0].split()):
        before, _, title = raw.partition(",")
        words = before.split()
    else:
        words, title = _split_words(list(call.args))
    kind, is_open = "", False
    for word in words:
        key, colon, value = word.lower().partition(":")
        if key in ("open", "expanded"):
            is_open = not colon or value == "true"
        kind = kind or tone(value if key in ("color", "colour") else key)
    shown = ctx.render_inline(title.strip().strip("\"'")) or _DEFAULT_TITLE
    return fold(shown, ctx.render_markdown(call.body or ""), kind=kind, is_open=is_open)


def hide_inline(call: TagCall, ctx: TagContext) -> str:
    """Words that unfold inside a line: `content, what to press`."""
    content, _, display = call.raw_args.partition(",")
    return (
        f'<details class="fold fold-inline"><summary>{ctx.render_inline(display.strip() or "…")}'
        f"</summary><span>{ctx.render_inline(content.strip())}</span></details>"
    )


def hide_block(call: TagCall, ctx: TagContext) -> str:
    """A block behind words to press: `what to press, background, colour`."""
    display = call.raw_args.partition(",")[0].strip()
    title = ctx.render_inline(display) or _DEFAULT_TITLE
    return fold(title, ctx.render_markdown(call.body or ""))


def _only_words(words: list[str]) -> bool:
    return all(_is_option(word) for word in words)


def _is_option(word: str) -> bool:
    key, colon, value = word.lower().partition(":")
    if key in ("open", "expanded"):
        return not colon or value in ("true", "false")
    if key in ("color", "colour"):
        return bool(colon)
    return bool(tone(word))


def _split_words(args: list[str]) -> tuple[list[str], str]:
    """The options among the arguments, and the rest as the title."""
    if len(args) == 1 and ":" not in args[0]:
        return [], args[0]
    words = [arg for arg in args if _is_option(arg)]
    return words, " ".join(arg for arg in args if not _is_option(arg))


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    names = ("fold", "folding", "details", "spoiler", "collapse")
    for name in names:
        ext.tag(name, ends=True)(folding)
    ext.tag("hideToggle", "hideBlock", ends=True)(hide_block)
    ext.tag("hideInline")(hide_inline)
