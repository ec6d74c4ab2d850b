"""Text drawings: runs of full-width characters are marked, so that a style can set them exactly
two columns wide."""

from __future__ import annotations

import re
from typing import Final

_DRAWING: Final = re.compile(
    r'(<figure class="highlight diagram[ "][^>]*>.*?<pre>)(.*?)(?=</pre>)', re.DOTALL
)
# East Asian Wide and Fullwidth, without emoji: those are wider than an em in most fonts.
_WIDE: Final = re.compile(
    "[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff"
    "\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\U00020000-\U0003fffd]+"
)


def mark_wide_runs(html: str) -> str:
    """The HTML with every run of full-width characters inside a text drawing in a `span.cjk`.

    A drawing is `figure.highlight.diagram`; its caption and all other code stay as they are.
    """
    if 'class="highlight diagram' not in html:
        return html
    return _DRAWING.sub(lambda found: found[1] + _WIDE.sub(_mark, found[2]), html)


def _mark(run: re.Match[str]) -> str:
    return f'<span class="cjk">{run[0]}</span>'
