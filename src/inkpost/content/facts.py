"""What is known of finished content: text, headings, links, pictures, ids."""

from __future__ import annotations

import html as htmllib
import re
from collections.abc import Callable

from inkpost.content.plaintext import to_line, to_plain_text
from inkpost.content.sealing import Seals
from inkpost.content.wordcount import count_words
from inkpost.errors import Span
from inkpost.formula.fonts import formula_fonts
from inkpost.model import Facts, Heading, Reference

_HEADING = re.compile(
    r"<h(?P<level>[1-6])\b(?P<attributes>[^>]*)>(?P<inner>.*?)</h(?P=level)\s*>",
    re.DOTALL | re.IGNORECASE,
)
_ID = re.compile(r"""\sid=(?:"([^"]*)"|'([^']*)'|([^\s>]+))""", re.IGNORECASE)
_TARGET = re.compile(
    r"""<(?P<tag>a|img|source|video|audio|iframe)\b[^>]*?\s(?:href|src)\s*=\s*"""
    r"""(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s>"']+))""",
    re.IGNORECASE,
)
_DIAGRAM = re.compile(
    r"""<(?:pre|div)\b[^>]*\sclass=["']?(?:[^"'>]*\s)?mermaid[\s"'>]""", re.IGNORECASE
)
_DROPPED = re.compile(
    r"""<a\b[^>]*class="[^"]*(?:header-anchor|headerlink)[^"]*"[^>]*>.*?</a>|</?a\b[^>]*>|<img\b[^>]*>""",
    re.DOTALL | re.IGNORECASE,
)


def collect_facts(
    sealed: str, seals: Seals, *, place: Callable[[str], Span], has_diagram: bool
) -> Facts:
    """The facts of a document's finished HTML, whose formulas are still marks.

    place: gives the place of a URL in the document's file.
    """
    text = to_plain_text(seals.plain(sealed), alt=True)
    cjk, latin = count_words(text)
    links, images = _targets(sealed, place)
    return Facts(
        text=text,
        words=cjk + latin,
        cjk=cjk,
        latin=latin,
        headings=tuple(_headings(sealed, seals)),
        links=links,
        images=images,
        anchors=frozenset(_value(match) for match in _ID.finditer(sealed)),
        fonts=tuple(sorted({font for each in seals.items for font in formula_fonts(each.html)})),
        has_math=bool(seals.items),
        has_diagram=has_diagram or _DIAGRAM.search(sealed) is not None,
    )


def _headings(sealed: str, seals: Seals) -> list[Heading]:
    found = []
    for match in _HEADING.finditer(sealed):
        identity = _ID.search(match["attributes"])
        if identity is None or not _value(identity):
            continue
        inner = _DROPPED.sub("", match["inner"]).strip()
        found.append(
            Heading(
                level=int(match["level"]),
                id=_value(identity),
                html=seals.in_line(inner),
                text=to_line(seals.plain(inner)),
            )
        )
    return found


def _targets(
    sealed: str, place: Callable[[str], Span]
) -> tuple[tuple[Reference, ...], tuple[Reference, ...]]:
    links: list[Reference] = []
    images: list[Reference] = []
    for match in _TARGET.finditer(sealed):
        url = htmllib.unescape(match["double"] or match["single"] or match["bare"] or "")
        if match["tag"].lower() == "a":
            if url and "header-anchor" not in match[0] and "headerlink" not in match[0]:
                links.append(Reference(url=url, span=place(url)))
        else:
            images.append(Reference(url=url, span=place(url), tag=match["tag"].lower()))
    return tuple(links), tuple(images)


def _value(match: re.Match[str]) -> str:
    return htmllib.unescape(next((part for part in match.groups() if part is not None), ""))
