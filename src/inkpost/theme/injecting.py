"""Puts the HTML of plug-ins at the four places of a finished page that Hexo's injector knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from inkpost.extend import Injection, call_plugin
from inkpost.site.views import View

_KINDS = (
    ("__index", "home"), ("__post", "post"), ("__page", "page"), ("archive", "archive"),
    ("category", "category"), ("tag", "tag"),
)  # fmt: skip


def page_kind(page: View) -> str:
    """What kind of page this is: its layout, where it has one.

    Source: Hexo 8.1.2 extend/injector.
    """
    kind = "default"
    for name, found in _KINDS:
        if page.get(name):
            kind = found
    return str(page.get("layout") or kind)


def inject(
    html: str, injections: Mapping[str, Sequence[Injection]], kind: str, *, marked: bool
) -> str:
    """The page with what is to stand on pages of a kind, then what is to stand on all.

    marked: between comments, as Hexo writes them; a page that has such a comment is left alone.
    Raises: PluginError where a function that gives the HTML fails.
    """
    for entry in ("head_begin", "head_end", "body_begin", "body_end"):
        text = _text_of(injections.get(entry, ()), kind)
        note = f"<!-- hexo injector {entry}"
        if not text or (marked and note in html):
            continue
        if marked:
            text = f"{note} start -->{text}{note} end -->"
        html = _put(html, entry, text)
    return html


def _text_of(injections: Sequence[Injection], kind: str) -> str:
    wanted = [each for each in injections if each.to == kind != "default"]
    wanted += [each for each in injections if each.to == "default"]
    texts = []
    for each in wanted:
        value = each.value
        texts.append(str(call_plugin("injector", each.plugin, value) if callable(value) else value))
    return "".join(dict.fromkeys(texts))


def _put(html: str, entry: str, text: str) -> str:
    place, _, side = entry.partition("_")
    if side == "end":
        # A script may hold the text of an end tag: the head's first and the body's last are real.
        tag = f"</{place}>"
        at = html.find(tag) if place == "head" else html.rfind(tag)
    else:
        start = html.find(f"<{place}")
        at = html.find(">", start) + 1 if start >= 0 else -1
        at = at or -1
    return f"{html[:at]}{text}{html[at:]}" if at >= 0 else html
