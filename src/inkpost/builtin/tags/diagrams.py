"""Diagrams: `mermaid`."""

from __future__ import annotations

from markupsafe import escape

from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall


def mermaid(call: TagCall, _ctx: TagContext) -> str:
    """The source of a diagram, as a `mermaid` fence leaves it for the page's script."""
    head = call.raw_args.strip()
    source = f"{head}\n{call.body or ''}" if head and not (call.body or "").strip() else call.body
    return f'<pre class="mermaid">{escape((source or "").strip())}\n</pre>'


def register(ext: Extensions) -> None:
    """Register the tags of this module."""
    ext.tag("mermaid", ends=True, body="text")(mermaid)
