from __future__ import annotations

import pytest

from inkpost.content.facts import collect_facts
from inkpost.content.sealing import Seals
from inkpost.errors import Span


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<pre class="mermaid">graph</pre>', True),
        ('<div id="a" class="box mermaid">graph</div>', True),
        ('<figure class="highlight mermaid"><pre><code class="mermaid">graph</code></pre>', False),
        ('<pre class="language-mermaid" data-language="mermaid"><code>graph</code></pre>', False),
    ],
)
def test_only_what_the_script_draws_is_a_diagram(html: str, expected: bool) -> None:
    facts = collect_facts(html, Seals(), place=lambda _: Span(path="a.md"), has_diagram=False)
    assert facts.has_diagram is expected
