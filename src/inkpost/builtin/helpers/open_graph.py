"""The helper that describes a page to other sites: Open Graph and Twitter cards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urljoin

from markupsafe import Markup

from inkpost.builtin.helpers.args import Options, field, html, list_values, options_of, text_of
from inkpost.builtin.helpers.conditions import is_post
from inkpost.builtin.helpers.moments import Moment
from inkpost.contexts import HelperContext
from inkpost.extend import Extensions
from inkpost.hexo.helpers_dates import iso_text
from inkpost.hexo.helpers_markup import utf16_head
from inkpost.hexo.html import escape_html, strip_html
from inkpost.hexo.jstext import to_text, trim
from inkpost.hexo.urls import encode_url, pretty_url
from inkpost.hexo.whatwg import InvalidUrl, has_scheme, parse_url
from inkpost.model import Json

_TERRITORIES = {
    "en": "en_US",
    "de": "de_DE",
    "es": "es_ES",
    "fr": "fr_FR",
    "hu": "hu_HU",
    "id": "id_ID",
    "it": "it_IT",
    "ja": "ja_JP",
    "ko": "ko_KR",
    "nl": "nl_NL",
    "ru": "ru_RU",
    "th": "th_TH",
    "tr": "tr_TR",
    "vi": "vi_VN",
}
_IMAGE = re.compile(r"""<img [^>]*src=['"]([^'"]+)([^>]*>)""", re.IGNORECASE)
_DESCRIPTION_LENGTH = 200


def open_graph(ctx: HelperContext, options: Json = None, **keywords: Json) -> Markup:
    """The `<meta>` elements of the page. Options as Hexo's. Source: hexo 8.1 helper/open_graph."""
    chosen = options_of(options, keywords)
    url = pretty_url(ctx.urls, text_of(chosen.get("url")) or text_of(ctx.url))
    description = _description(ctx, chosen)
    images = _images(ctx, chosen, url)
    lines = _Lines([])
    if description:
        lines.meta("description", escape_html(description))
    lines.og("og:type", chosen.get("type") or ("article" if is_post(ctx) else "website"))
    lines.og("og:title", _first(chosen.get("title"), field(ctx.page, "title"), ctx.value("title")))
    lines.raw("property", "og:url", encode_url(url) if url else "")
    lines.og("og:site_name", chosen.get("site_name") or ctx.value("title"))
    if description:
        lines.raw("property", "og:description", description)
    language = _first(chosen.get("language"), field(ctx.page, "lang"), ctx.language)
    if language:
        lines.raw("property", "og:locale", _territory(text_of(language)))
    for image in images:
        lines.raw("property", "og:image", image)
    _article(ctx, chosen, lines)
    _twitter(ctx, chosen, lines, url, images)
    return html("\n".join(lines.out))


@dataclass(frozen=True, slots=True)
class _Lines:
    out: list[str]

    def raw(self, kind: str, name: str, content: str) -> None:
        """One element whose content is HTML already; without content where it is empty."""
        tail = f' content="{content}"' if content else ""
        self.out.append(f'<meta {kind}="{name}"{tail}>')

    def meta(self, name: str, content: Json) -> None:
        """One element with a name."""
        self.raw("name", name, _escaped(content))

    def og(self, name: str, content: Json) -> None:
        """One element with a property."""
        self.raw("property", name, _escaped(content))


def _article(ctx: HelperContext, options: Options, lines: _Lines) -> None:
    for name, key, default in (
        ("article:published_time", "date", field(ctx.page, "date")),
        ("article:modified_time", "updated", field(ctx.page, "updated")),
    ):
        choice = options.get(key)
        value = None if choice is False else choice or default
        value = value.value if isinstance(value, Moment) else value
        if isinstance(value, datetime):
            lines.raw("property", name, _escaped(iso_text(value)))
    author = options.get("author") or ctx.value("author")
    if author:
        lines.og("article:author", author)
    for keyword in _keywords(ctx):
        lines.og("article:tag", keyword)


def _twitter(
    ctx: HelperContext, options: Options, lines: _Lines, url: str, images: list[str]
) -> None:
    lines.meta("twitter:card", options.get("twitter_card") or "summary")
    if options.get("twitter_image"):
        base = url or text_of(ctx.value("url"))
        lines.raw("name", "twitter:image", absolute_url(text_of(options["twitter_image"]), base))
    elif images:
        lines.raw("name", "twitter:image", images[0])
    if options.get("twitter_id"):
        name = text_of(options["twitter_id"])
        lines.meta("twitter:creator", name if name.startswith("@") else f"@{name}")
    if options.get("twitter_site"):
        lines.raw("name", "twitter:site", text_of(options["twitter_site"]))
    if options.get("fb_admins"):
        lines.og("fb:admins", options["fb_admins"])
    if options.get("fb_app_id"):
        lines.og("fb:app_id", options["fb_app_id"])


def _description(ctx: HelperContext, options: Options) -> str:
    page = ctx.page
    source = _first(
        options.get("description"),
        field(page, "description"),
        field(page, "excerpt"),
        field(page, "content"),
        ctx.value("description"),
    )
    # Hexo 8.1: cut after the tags are gone, escaped after the cut; hexo.md §4, 62.
    text = trim(utf16_head(strip_html(text_of(source)), _DESCRIPTION_LENGTH))
    return escape_html(text).replace("\n", " ")


def _images(ctx: HelperContext, options: Options, url: str) -> list[str]:
    chosen = _first(options.get("image"), options.get("images"), field(ctx.page, "photos"))
    images = [text_of(item) for item in list_values(chosen)]
    if not images:
        images = [match[1] for match in _IMAGE.finditer(text_of(field(ctx.page, "content")))]
    base = url or text_of(ctx.value("url"))
    found = (absolute_url(image, base) for image in images)
    return [image for image in found if not image.startswith("data:")]


def _keywords(ctx: HelperContext) -> list[str]:
    tags = field(ctx.page, "tags")
    source = tags if _has_items(tags) else ctx.value("keywords")
    items = [source] if isinstance(source, str) else list(source or ())
    names = [field(item, "name") or item if not isinstance(item, str) else item for item in items]
    texts = [to_text(name) for name in names if name]
    # JavaScript sorts by UTF-16 units.
    return sorted(texts, key=lambda text: text.encode("utf-16-be", "surrogatepass"))


def _has_items(value: Json) -> bool:
    if isinstance(value, str | list | tuple):
        return bool(value)
    return bool(field(value, "length"))


def _first(*values: Json) -> Json:
    return next((value for value in values if value), None)


def _escaped(content: Json) -> str:
    if not content:
        return ""
    return escape_html(text_of(content)) if isinstance(content, str) else to_text(content)


def _territory(language: str) -> str:
    if len(language) == 2 and language in _TERRITORIES:
        return _TERRITORIES[language]
    parts = language.split("-" if "-" in language else "_")
    if len(language) == 5 and len(parts) == 2:
        return f"{parts[0].lower()}_{parts[1].upper()}"
    return ""


def absolute_url(path: str, base: str) -> str:
    """The absolute URL of a link on the page at `base`, as the URL standard prints it."""
    joined = path if has_scheme(path) and not path.startswith("http") else urljoin(base, path)
    try:
        parsed = parse_url(joined)
    except InvalidUrl:
        return joined
    if parsed.opaque_origin:
        return joined
    host = ".".join(_ascii_label(label) for label in parsed.host.split("."))
    port = f":{parsed.port}" if parsed.port else ""
    user = f"{parsed.user}@" if parsed.user else ""
    query = f"?{parsed.query}" if parsed.query else ""
    fragment = f"#{parsed.fragment}" if parsed.fragment else ""
    return f"{parsed.scheme}://{user}{host}{port}{parsed.path}{query}{fragment}"


def _ascii_label(label: str) -> str:
    return label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")


def register(ext: Extensions) -> None:
    """Register the helper of this module."""
    ext.helper("open_graph")(open_graph)
