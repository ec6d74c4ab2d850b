"""What becomes of the plug-ins that a blog names: done here, not needed, or left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches

from inkpost.builtin.plugins import PLUGINS
from inkpost.errors import Diagnostic, Span, warning

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


def plugin_notes(
    names: Iterable[str],
    span: Span,
    *,
    places: Mapping[str, Span] | None = None,
    installed: Collection[str] = (),
) -> Iterator[Diagnostic]:
    """One line for another Markdown renderer, and one for all plug-ins whose work is not done.

    span: where the blog names them; places: name -> where it is listed by hand, so that a name
    of no plug-in of ours is likely a slip. installed: names of plug-ins of others.
    """
    left_out = []
    places = places or {}
    for name in sorted(names):
        if _RENDERERS.match(name):
            nearest = "markdown-it" if "markdown-it" in name else "marked"
            yield Diagnostic(
                severity="info",
                code="other-renderer",
                message=f"{name} is not built in; Markdown follows the rules of {nearest}",
                span=span,
            )
        elif name in PLUGINS or name in installed or _NOT_NEEDED.match(name):
            continue
        elif name in places:
            yield _unknown(name, places[name])
        else:
            left_out.append(name)
    if left_out:
        yield Diagnostic(
            severity="info",
            code="unknown-plugins",
            message=f"what these plug-ins do is left out: {', '.join(left_out)}",
            span=span,
        )


def _unknown(name: str, span: Span) -> Diagnostic:
    known = [*PLUGINS, "hexo-deployer-git", "hexo-renderer-markdown-it", "hexo-renderer-marked"]
    near = get_close_matches(name, known, n=1, cutoff=0.75)
    near = near or [each for each in known if name and each.endswith(f"-{name}")]
    hint = f'did you mean "{near[0]}"?' if near else "remove the name, or bring it as a script"
    return warning(
        "unknown-plugins",
        f'the plug-in "{name}" is not built in; what it does is left out',
        span=span,
        hint=hint,
    )
