"""What a theme adds to finished content: to pictures size, caption and link; to tables a frame."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from inkpost.hexo.html import StartTag

Size = tuple[int, int]
Forms = Sequence[tuple[str, str]]

# No flag for case: a pattern that begins with a plain letter or sign is looked for much faster.
_IMAGE = r"<[iI][mM][gG]\b[^>]*>"
_ALONE: Final = re.compile(
    rf"<p>\s*(?P<link><a\b[^>]*>)?\s*(?P<image>{_IMAGE})\s*(?P<close></a>)?\s*</p>"
)
_RAW: Final = re.compile(rf"(?P<image>{_IMAGE})")
_PARAGRAPH: Final = "<p>"
_BLOCK_END: Final = re.compile(r"(?:</(?:p|h[1-6]|[uod]l|div|figure|table|blockquote)>|<hr>)$")
_BLOCK_START: Final = re.compile(
    r"<(?:p|h[1-6]|[uod]l|div|figure|table|blockquote|hr|span id=\"more\")\b"
)
# As far as the edge of the next block may be from a picture, white space included.
_NEAR: Final = 80
_TAG: Final = re.compile(r"""<[iI][mM][gG]\b(?:[^>"']|"[^"]*"|'[^']*')*>""")
_PICTURES: Final = re.compile(
    r"<(?:!--.*?-->|(?P<raw>script|style|textarea|title)\b.*?</(?P=raw)\s*>|/?[pP]icture\b[^>]*>)"
    f"|{_TAG.pattern}",
    re.DOTALL,
)
# Where pictures may be, and what may hold one that is none or is completed already. One sign that
# every choice begins with makes the search three times as fast as a choice of whole words.
_MARKS: Final = re.compile("<[iI!stpP](?:[mM][gG]|--|cript|tyle|extarea|itle|icture)")
_TABLE: Final = "<table"
_CODE: Final = '<figure class="highlight'
_CODE_END: Final = "</figure>"
_IN_TABLE: Final = re.compile(
    rf"{_CODE}.*?{_CODE_END}|{_TABLE}\b|(?P<close></table>)"
    r"|(?P<empty><th(?P<style>\s[^>]*)?>\s*</th>)",
    re.DOTALL,
)
_CALLOUT: Final = re.compile(
    r'(?P<head><div class="callout callout-(?P<kind>note|tip|important|warning|caution)(?: [^"]*)?"'
    r"[^>]*>\s*"
    r'<p class="callout-title">)(?P<title>[^<]*)</p>'
)
_PERCENT: Final = re.compile(r"\d+(?:\.\d+)?\s*%")
# Editors name pictures by themselves; such a name is no caption.
_FILE_NAME: Final = re.compile(
    r"(?:[\w.-]*\.(?:png|jpe?g|gif|webp|svg|avif)|(?:image|img|pic|picture|screenshot|截图|图片|图像)?"
    r"[\W_]*\d*[\w-]*\d{3,}[\w-]*|image|img|alt text|图片|picture)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRules:
    """What is added.

    size_of: URL as it stands in the HTML -> pixels, or None. forms_of: URL -> MIME type and
    `srcset` of each kind of smaller form, the best first; layout: the `sizes` that go with them.
    caption: figures with the title, else the description, below the picture. lazy: load when near,
    but for the first of a page. zoom: a picture without a link leads to itself; zoom_label: names
    such a link where the picture has no description.
    """

    size_of: Callable[[str], Size | None]
    forms_of: Callable[[str], Forms] = lambda url: ()
    layout: str = "100vw"
    caption: bool = True
    lazy: bool = True
    sizes: bool = True
    zoom: bool = True
    zoom_label: str = ""


def dress_pictures(html: str, rules: PictureRules) -> str:
    """The HTML with its pictures completed; what the author set stays, and nothing comes twice."""
    marks = list(_MARKS.finditer(html))
    places = [mark.start() for mark in marks if mark[0][1] in "iI"]
    if not places:
        return html
    html = _with_figures(html, places, rules)
    return _with_all(html, _PICTURES if len(places) < len(marks) else _TAG, rules)


def _with_figures(html: str, places: Iterable[int], rules: PictureRules) -> str:
    """The HTML in which pictures that stand alone are figures. places: of all pictures."""
    out: list[str] = []
    position = 0
    for place in places:
        paragraph = html.rfind(_PARAGRAPH, position, place)
        found = _ALONE.match(html, paragraph) if paragraph >= 0 else None
        if found and found.start("image") == place:
            figure = _figure(found, rules)
        elif found := _RAW.match(html, place):
            figure = _raw_figure(found, html, rules)
        else:
            continue
        out += (html[position : found.start()], figure)
        position = found.end()
    return "".join((*out, html[position:]))


def _with_all(html: str, pattern: re.Pattern[str], rules: PictureRules) -> str:
    """The HTML with every picture that the pattern finds completed."""
    out: list[str] = []
    position, inside, first = 0, 0, True
    for match in pattern.finditer(html):
        found = match[0][:9].lower()
        if found.startswith("<picture"):
            inside += 1
        elif found.startswith("</picture"):
            inside = max(0, inside - 1)
        elif found.startswith("<img"):
            tag = StartTag("img", match[0])
            done = _complete(tag, rules, lazy=rules.lazy and not first)
            first = False
            if not inside:
                done = _with_forms(done, rules)
            out += (html[position : match.start()], done.source)
            position = match.end()
    return "".join((*out, html[position:]))


def _raw_figure(match: re.Match[str], html: str, rules: PictureRules) -> str:
    """A picture on a line of its own, which Markdown took for raw HTML, between two blocks."""
    before = html[max(0, match.start() - _NEAR) : match.start()].rstrip()
    after = html[match.end() : match.end() + _NEAR].lstrip()
    starts = not before or _BLOCK_END.search(before)
    ends = not after or _BLOCK_START.match(after)
    return _figure(match, rules) if starts and ends else match[0]


def name_callouts(html: str, name_of: Callable[[str], str]) -> str:
    """The HTML with the titles of alerts, where the author wrote none, as the theme names them.

    name_of: kind, such as `note` -> its name in the page's language.
    """
    if "callout-title" not in html:
        return html

    def name(match: re.Match[str]) -> str:
        kind = match["kind"]
        return match[0] if match["title"] != kind.title() else f"{match['head']}{name_of(kind)}</p>"

    return _CALLOUT.sub(name, html)


def frame_tables(html: str) -> str:
    """The HTML with each table in a frame that scrolls; an empty head cell is a plain cell.

    Tables inside of tables and of code figures are left as they are, and one that has no end.
    """
    out: list[str] = []
    position, table = 0, html.find(_TABLE)
    code = html.find(_CODE) if table >= 0 else -1
    while table >= 0:
        if 0 <= code < table:
            end = html.find(_CODE_END, code)
            code = html.find(_CODE, end) if end >= 0 else -1
        else:
            framed, end = _framed(html, table)
            out += (html[position:table], framed)
            position = end
            if 0 <= code < end:
                code = html.find(_CODE, end)
        if table < end:
            table = html.find(_TABLE, end)
    return "".join((*out, html[position:]))


def _framed(html: str, start: int) -> tuple[str, int]:
    """The table that begins at `start`, in its frame, and where it ends."""
    out = ['<div class="table-scroll">']
    position, depth = start, 0
    for match in _IN_TABLE.finditer(html, start):
        if match["empty"]:
            out += (html[position : match.start()], f"<td{match['style'] or ''}></td>")
            position = match.end()
        elif match["close"]:
            depth -= 1
            if depth == 0:
                out += (html[position : match.end()], "</div>")
                return "".join(out), match.end()
        elif match[0] == _TABLE:
            depth += 1
    return html[start:], len(html)


def _complete(tag: StartTag, rules: PictureRules, *, lazy: bool) -> StartTag:
    if rules.sizes:
        tag = _with_size(tag, rules.size_of(tag.get("src") or ""))
    wanted = [("alt", "")]
    if lazy:
        wanted.append(("loading", "lazy"))
    wanted.append(("decoding", "async"))
    for name, value in wanted:
        if tag.get(name) is None:
            tag = tag.with_attribute(name, value)
    return tag


def _with_size(tag: StartTag, size: Size | None) -> StartTag:
    """The tag with what tells its shape before it is loaded; a size of the author's stays."""
    if size is None:
        return tag
    width, height = (tag.get("width") or "").strip(), (tag.get("height") or "").strip()
    if _PERCENT.fullmatch(width) and not height:
        # HTML knows a share of the column as a style only; the numbers then give the shape.
        style = (tag.get("style") or "").strip().rstrip(";")
        wide = f"width:{width.replace(' ', '')}"
        tag = tag.with_attribute("style", f"{style};{wide}" if style else wide)
        width = ""
    if not width and not height:
        return tag.with_attribute("width", str(size[0])).with_attribute("height", str(size[1]))
    if width.isdecimal() and not height:
        return tag.with_attribute("height", str(max(1, round(int(width) * size[1] / size[0]))))
    if height.isdecimal() and not width:
        return tag.with_attribute("width", str(max(1, round(int(height) * size[0] / size[1]))))
    return tag


def _with_forms(tag: StartTag, rules: PictureRules) -> StartTag:
    """The tag among smaller forms of the picture, for the browser to choose from."""
    url = tag.get("src") or ""
    forms = () if tag.get("srcset") else rules.forms_of(url)
    if not forms:
        return tag
    width = tag.get("width") or ""
    size = rules.size_of(url)
    own = width.isdecimal() and (size is None or int(width) < size[0])
    layout = f"{width}px" if own else rules.layout
    sources = "".join(
        f'<source type="{kind}" srcset="{escape(srcset)}" sizes="{escape(layout)}">'
        for kind, srcset in forms
    )
    if size:
        # With `srcset` a script cannot ask how large the picture itself is.
        tag = tag.with_attribute("data-width", str(size[0]))
    return StartTag("img", f"<picture>{sources}{tag.source}</picture>")


def _figure(match: re.Match[str], rules: PictureRules) -> str:
    groups = match.groupdict()
    link, close, image = groups.get("link"), groups.get("close"), match["image"]
    if bool(link) != bool(close):
        return match[0]
    tag = StartTag("img", image)
    if (tag.get("class") or "").startswith("inline-"):
        return match[0]
    src, title, alt = ((tag.get(name) or "").strip() for name in ("src", "title", "alt"))
    captioned = rules.caption and bool(title)
    shown = tag.without_attribute("title").source if captioned else image
    if link:
        shown = f"{link}{shown}</a>"
    elif rules.zoom and not src.startswith("data:"):
        label = "" if alt else f' aria-label="{escape(rules.zoom_label or "image")}"'
        shown = f'<a class="zoom" href="{escape(src)}"{label}>{shown}</a>'
    caption = ""
    if captioned:
        caption = f"<figcaption>{escape(title, quote=False)}</figcaption>"
    elif rules.caption and alt and not _FILE_NAME.fullmatch(alt):
        # A screen reader has read the description already.
        caption = f'<figcaption aria-hidden="true">{escape(alt, quote=False)}</figcaption>'
    return f'<figure class="picture">{shown}{caption}</figure>'
