"""The words that themes use for kinds and colours, and ours."""

from __future__ import annotations

from markupsafe import escape

CALLOUT_KINDS = {
    "note": "note",
    "default": "note",
    "info": "note",
    "blue": "note",
    "light": "note",
    "secondary": "note",
    "primary": "important",
    "important": "important",
    "purple": "important",
    "tip": "tip",
    "success": "tip",
    "done": "tip",
    "green": "tip",
    "warning": "warning",
    "warn": "warning",
    "orange": "warning",
    "yellow": "warning",
    "danger": "caution",
    "error": "caution",
    "bug": "caution",
    "red": "caution",
    "pink": "caution",
    "caution": "caution",
}
"""A theme's word for a note -> the kind of callout."""

TONES = {
    "default": "default",
    "secondary": "default",
    "light": "default",
    "gray": "default",
    "primary": "primary",
    "purple": "primary",
    "info": "info",
    "blue": "info",
    "cyan": "info",
    "success": "success",
    "green": "success",
    "warning": "warning",
    "orange": "warning",
    "yellow": "warning",
    "danger": "danger",
    "red": "danger",
    "pink": "danger",
}
"""A theme's word for a colour -> the tone of a label, a button or a fold."""

_STYLE_WORDS = (
    "simple modern flat disabled no-icon icon-padding outline block center right left larger"
)
STYLES = frozenset(_STYLE_WORDS.split())
"""Words for looks that our themes decide themselves."""


def tone(word: str) -> str:
    """The tone that a word names, "" where it names none."""
    return TONES.get(word.lower(), "")


def attribute(text: str) -> str:
    """Text fit for an attribute's value."""
    return str(escape(text))


def callout(kind: str, title: str, body: str, *, classes: str = "") -> str:
    """The markup of a callout. title: HTML; body: HTML of blocks."""
    extra = f" {classes}" if classes else ""
    head = f'<p class="callout-title">{title}</p>\n' if title else ""
    return (
        f'<div class="callout callout-{kind}{extra}" role="note" data-kind="{kind}">'
        f"{head}{body}</div>"
    )


def fold(title: str, body: str, *, kind: str = "", is_open: bool = False) -> str:
    """The markup of a part that unfolds. title: HTML; body: HTML of blocks."""
    name = f"fold fold-{kind}" if kind else "fold"
    return (
        f'<details class="{name}"{" open" if is_open else ""}><summary>{title}</summary>\n'
        f'<div class="fold-body">{body}</div></details>'
    )
