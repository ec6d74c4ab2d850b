"""What a theme adds to finished content: to pictures size, caption and link; to tables a frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape, unescape
from typing import Final

Size = tuple[int, int]

_IMAGE: Final = re.compile(r"<img\b[^>]*>", re.IGNORECASE)
_ALONE: Final = re.compile(
    r"<p>\s*(?P<link><a\b[^>]*>)?\s*(?P<image><img\b[^>]*>)\s*(?P<close></a>)?\s*</p>",
    re.IGNORECASE,
)
_TABLES: Final = re.compile(
    r'<figure class="highlight.*?</figure>|<table\b|</table>'
    r"|(?P<empty><th(?P<style>\s[^>]*)?>\s*</th>)",
    re.DOTALL,
)
_CALLOUT: Final = re.compile(
    r'(?P<head><div class="callout callout-(?P<kind>note|tip|important|warning|caution)"[^>]*>\s*'
    r'<p class="callout-title">)(?P<title>[^<]*)</p>'
)
_ATTRIBUTE: Final = re.compile(
    r"""\s([a-zA-Z][\w:-]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?"""
)
# Editors name pictures by themselves; such a name is no caption.
_FILE_NAME: Final = re.compile(
    r"(?:[\w.-]*\.(?:png|jpe?g|gif|webp|svg|avif)|(?:image|img|pic|picture|screenshot|截图|图片|图像)?"
    r"[\W_]*\d*[\w-]*\d{3,}[\w-]*|image|img|alt text|图片|picture)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureRules:
    """What is added. size_of: URL as it stands in the HTML -> pixels, or None.

    caption: figures with the title, else the description, below the picture. lazy: load when near,
    but for the first of a page. zoom: a picture without a link leads to itself; zoom_label: names
    such a link where the picture has no description.
    """

    size_of: Callable[[str], Size | None]
    caption: bool = True
    lazy: bool = True
    sizes: bool = True
    zoom: bool = True
    zoom_label: str = ""


def dress_pictures(html: str, rules: PictureRules) -> str:
    """The HTML with its pictures completed; what the author set stays."""
    if "<img" not in html:
        return html
    first = True

    def complete(match: re.Match[str]) -> str:
        nonlocal first
        done = _complete(match[0], rules, lazy=rules.lazy and not first)
        first = False
        return done

    html = _IMAGE.sub(complete, html)
    return _ALONE.sub(lambda match: _figure(match, rules), html)


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

    Tables inside of tables and of code figures are left as they are.
    """
    if "<table" not in html:
        return html
    depth = 0

    def frame(match: re.Match[str]) -> str:
        nonlocal depth
        found = match[0]
        if found.startswith("<table"):
            depth += 1
            return f'<div class="table-scroll">{found}' if depth == 1 else found
        if found == "</table>":
            depth -= 1
            return f"{found}</div>" if depth == 0 else found
        return f"<td{match['style'] or ''}></td>" if match["empty"] else found

    return _TABLES.sub(frame, html)


def _complete(tag: str, rules: PictureRules, *, lazy: bool) -> str:
    attributes = _attributes(tag)
    added = []
    if rules.sizes and "width" not in attributes and "height" not in attributes:
        size = rules.size_of(attributes.get("src", ""))
        if size:
            added.append(f'width="{size[0]}" height="{size[1]}"')
    if "alt" not in attributes:
        added.append('alt=""')
    if lazy and "loading" not in attributes:
        added.append('loading="lazy"')
    if "decoding" not in attributes:
        added.append('decoding="async"')
    if not added:
        return tag
    end = "/>" if tag.endswith("/>") else ">"
    return f"{tag.removesuffix(end).rstrip()} {' '.join(added)}>"


def _figure(match: re.Match[str], rules: PictureRules) -> str:
    if bool(match["link"]) != bool(match["close"]):
        return match[0]
    image = match["image"]
    attributes = _attributes(image)
    if attributes.get("class", "").startswith("inline-"):
        return match[0]
    title, alt = attributes.get("title", "").strip(), attributes.get("alt", "").strip()
    shown = image
    if match["link"]:
        shown = f"{match['link']}{image}</a>"
    elif rules.zoom and not attributes.get("src", "").startswith("data:"):
        label = "" if alt else f' aria-label="{escape(rules.zoom_label or "image")}"'
        shown = f'<a class="zoom" href="{escape(attributes.get("src", ""))}"{label}>{image}</a>'
    caption = ""
    if rules.caption and title:
        shown = shown.replace(image, re.sub(r"\stitle=(?:\"[^\"]*\"|'[^']*')", "", image))
        caption = f"<figcaption>{escape(title, quote=False)}</figcaption>"
    elif rules.caption and alt and not _FILE_NAME.fullmatch(alt):
        # A screen reader has read the description already.
        caption = f'<figcaption aria-hidden="true">{escape(alt, quote=False)}</figcaption>'
    return f'<figure class="picture">{shown}{caption}</figure>'


def _attributes(tag: str) -> dict[str, str]:
    return {
        match[1].lower(): unescape(match[2] or match[3] or match[4] or "")
        for match in _ATTRIBUTE.finditer(tag)
    }
