"""Tabs: `tabs` and, inside them, `subtabs` and `subsubtabs`. They work without a script."""

from __future__ import annotations

import re

from inkpost.builtin.tags.words import attribute
from inkpost.contexts import TagContext
from inkpost.errors import TagError
from inkpost.extend import Extensions
from inkpost.hexo.slug import slugize
from inkpost.hexo.tagsyntax import TagCall

_PANES = {
    name: re.compile(rf"<!--\s*{mark}(?:[ \t]+([^\n]*?))?\s*-->\n?([\s\S]*?)<!--\s*end{mark}\s*-->")
    for name, mark in (("tabs", "tab"), ("subtabs", "subtab"), ("subsubtabs", "subsubtab"))
}


def tabs(call: TagCall, ctx: TagContext) -> str:
    """Panes of which one is shown: `name, number of the open one`; -1 opens none.

    Raises: TagError where there is no pane.
    """
    head = call.raw_args.strip().rstrip(",")
    name, _, number = head.rpartition(",") if "," in head else (head, "", "")
    name = name.strip().strip("\"'") or "tab"
    try:
        opened = int(number.strip() or 1)
    except ValueError:
        opened = 1
    panes = _PANES[call.name].findall(call.body or "")
    if not panes:
        raise TagError(
            f"{call.name} holds no pane",
            span=call.span,
            hint="write each pane between <!-- tab NAME --> and <!-- endtab -->",
        )
    # Two groups of one name on a page must not share their buttons.
    group = f"tab-{slugize(name.lower())}-{call.span.line}-{call.span.column}"
    out = []
    for index, (caption, body) in enumerate(panes, 1):
        title = caption.partition("@")[0].strip() or f"{name} {index}"
        out.append(
            _pane(
                f"{group}-{index}",
                group,
                ctx.render_inline(title),
                ctx.render_markdown(body),
                is_open=index == (opened or 1),
            )
        )
    return f'<div class="tabs" role="group" aria-label="{attribute(name)}">{"".join(out)}</div>'


def _pane(own_id: str, group: str, title: str, body: str, *, is_open: bool) -> str:
    own_id, group = attribute(own_id), attribute(group)
    return (
        f'<input class="tab-input" type="radio" name="{group}" id="{own_id}"'
        f"{' checked' if is_open else ''}>"
        f'<label class="tab-label" for="{own_id}">{title}</label>'
        f'<div class="tab-pane">{body}</div>'
    )


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("tabs", "subtabs", "subsubtabs", ends=True)(tabs)
