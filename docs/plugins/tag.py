"""A tag: `{% tide 2024-03-05 high %}…{% endtide %}` sets a reading of the tide apart.

Copy this file into the `scripts/` folder of a site.
"""

from html import escape

from inkpost.contexts import TagContext
from inkpost.extend import Extensions
from inkpost.hexo.tagsyntax import TagCall


def register(ext: Extensions) -> None:
    """Register the tag."""

    @ext.tag("tide", ends=True)
    def tide(call: TagCall, ctx: TagContext) -> str:
        day, *words = call.args or ["some day"]
        if not words:
            ctx.warn("tide", "a tide says when it was and how high", hint="{% tide DAY HIGH %}")
        caption = f"{escape(day)}: {escape(' '.join(words)) or 'unknown'}"
        body = ctx.render_markdown(call.body)  # formulas, links and other tags work in it
        return f'<figure class="tide"><figcaption>{caption}</figcaption>{body}</figure>'
