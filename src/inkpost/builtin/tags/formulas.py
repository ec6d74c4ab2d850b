"""Formulas in tags, as the math plug-ins of Hexo have them."""

from __future__ import annotations

from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall


def formula(call: TagCall, ctx: TagContext) -> str:
    """The body as one display formula. Source: the tags of hexo-math and hexo-renderer-mathjax."""
    return ctx.render_markdown(f"$$\n{(call.body or '').strip()}\n$$")


def register(ext: Extensions) -> None:
    """Register the tags."""
    ext.tag("katex", "mathjax", "math", ends=True, body="text")(formula)
