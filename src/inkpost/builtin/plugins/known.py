"""What becomes of the plug-ins that a blog names: done here, not needed, or left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from inkpost.builtin.plugins import PLUGINS
from inkpost.errors import Diagnostic, Span

# What these do is part of the program, or belongs to the server, to themes or to Node.
_NOT_NEEDED = re.compile(
    r"hexo(-cli|-server|-browsersync|-livereload|-util|-fs|-log|-i18n|-pagination|-front-matter)?$"
    r"|hexo-generator-(archive|category|index|tag|index-pin-top|topindex|robotstxt|cname)$"
    r"|hexo-renderer-(marked|markdown-it|ejs|stylus|swig|nunjucks|pug|jade|less|sass|scss|inferno"
    r"|handlebars|dartsass|njucks)$"
    r"|hexo-(deployer-git|math|katex|renderer-mathjax|filter-mathjax|filter-mathjax-ssr|mathjax)$"
    r"|hexo-(filter-mermaid-diagrams|filter-mermaid|mermaid|tag-mermaid)$"
    r"|hexo-(asset-image|asset-img|asset-link|image-link|asset-pipeline|prism-plugin|related-posts)"
    r"$|hexo-(related-popular-posts|admonition|footnotes|reference|task-list|theme-.+)$"
)
_RENDERERS = re.compile(
    r"hexo-renderer-(markdown-it-plus|kramed|pandoc|multi-markdown-it|marked.+)$"
)


def plugin_notes(names: Iterable[str], span: Span) -> Iterator[Diagnostic]:
    """One line for another Markdown renderer, and one for all plug-ins whose work is not done.

    span: where the blog names them.
    """
    left_out = []
    for name in sorted(names):
        if _RENDERERS.match(name):
            nearest = "markdown-it" if "markdown-it" in name else "marked"
            yield Diagnostic(
                severity="info",
                code="other-renderer",
                message=f"{name} is not built in; Markdown follows the rules of {nearest}",
                span=span,
            )
        elif name not in PLUGINS and not _NOT_NEEDED.match(name):
            left_out.append(name)
    if left_out:
        yield Diagnostic(
            severity="info",
            code="unknown-plugins",
            message=f"what these plug-ins do is left out: {', '.join(left_out)}",
            span=span,
        )
