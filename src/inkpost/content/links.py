"""Links and pictures of one document: from what the author wrote to the URL that is printed."""

from __future__ import annotations

import html as htmllib
import re
from urllib.parse import quote, unquote

from inkpost.assetlinks import join_below
from inkpost.content.access import SiteAccess
from inkpost.content.md_links import STOCK_ABSOLUTE, SiteLinks
from inkpost.content.md_types import MarkdownRules
from inkpost.errors import Span
from inkpost.hexo.html import StartTag, map_start_tags
from inkpost.hexo.urls import path_to_url
from inkpost.model import SourceText

_SCHEME = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.IGNORECASE)
_UNSAFE = "/:?#[]@!$&'()*+,;=%~"
_RELATIVE = re.compile(
    r"""\s(?:src|href|srcset|poster)\s*=\s*["']?(?![/#"'\s]|[a-z][a-z0-9+.-]*:)""", re.IGNORECASE
)
_TO_MARKDOWN = re.compile(r"(?P<path>[^?#]+\.(?:md|markdown))(?P<tail>[?#].*)?", re.IGNORECASE)
_WHOLLY_ENCODED = re.compile(r"^https?%3A%2F%2F", re.IGNORECASE)
# Hexo 8.1 leaves the path of a Windows disk as it is: to it the letter is a scheme.
_DRIVE = re.compile(r"^[a-z]:(?:\\|%5c)", re.IGNORECASE)
_ADDRESSES = {
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "embed": ("src",),
    "a": ("href",),
}
_CANDIDATE = re.compile(r"(?P<url>[^\s,]\S*[^\s,]|[^\s,])(?P<size>\s+[0-9.]+[wx])?")


class DocumentLinks:
    """Resolves the URLs of one document, and remembers what each was written as."""

    def __init__(self, access: SiteAccess, text: SourceText, rules: MarkdownRules) -> None:
        config = access.config
        self._rules = rules
        self._stock = SiteLinks(rules, config.urls) if rules.engine != "inkpost" else None
        self._access, self._text = access, text
        self._root = config.urls.root
        self._urls = config.urls
        self._add_root = config.improved("markdown.root_links")
        self._follow_files = config.improved("asset_links")
        self._prepend_root = config.get("marked.prependRoot", True) is not False
        self._written: dict[str, str] = {}
        self._lines: dict[str, int] = {}

    def link(self, url: str) -> str:
        """The `href` for a link."""
        asset = self._access.asset_url(url) or self._page(url)
        if asset is None and self._stock:
            return self._note(url, self._stock.link(url))
        return self._note(url, asset or self._rooted(_encoded(url)))

    def image(self, url: str) -> str:
        """The `src` for a picture."""
        asset = self._access.asset_url(url) or self._stock_image(url)
        if asset:
            return self._note(url, asset)
        if _DRIVE.match(url):
            return self._note(url, unquote(url))
        # Typora's upload through PicGo leaves addresses that are encoded as a whole.
        printed = _encoded(unquote(url) if _WHOLLY_ENCODED.match(url) else url)
        if _SCHEME.match(printed) or not printed or printed.startswith("#"):
            return self._note(url, printed)
        if printed.startswith("/"):
            if not self._add_root and self._prepend_root:
                # Hexo 8.1: the root is put before every picture, also where it stands already.
                return self._note(url, self._root + printed.lstrip("/"))
            return self._note(url, self._rooted(printed))
        # Hexo 8.1: a relative picture lies below the root.
        return self._note(url, self._root + printed if self._prepend_root else printed)

    def _stock_image(self, url: str) -> str | None:
        """The `src` as Hexo's renderers make it, or None where ours is wanted."""
        return self._stock.image(self._stock_asset(url) or url) if self._stock else None

    def _stock_asset(self, url: str) -> str | None:
        """The path of the post's file that a picture means by the rules of Hexo's renderers."""
        rules = self._rules
        if not rules.post_asset or rules.prepend_root is False or url.startswith(("/", "\\")):
            return None
        if STOCK_ABSOLUTE.match(url) or self._urls.relative_link:
            return None
        return self._access.stock_picture(url, markdown_it=rules.engine == "markdown-it")

    def _page(self, url: str) -> str | None:
        """The URL of the page that is made of the Markdown file that `url` leads to, or None."""
        match = _TO_MARKDOWN.fullmatch(url)
        if not match or not self._follow_files or url.startswith("/") or _SCHEME.match(url):
            return None
        folder = self._access.document.source.rpartition("/")[0]
        for reading in dict.fromkeys((match["path"], unquote(match["path"]))):
            source = join_below(folder, reading)
            document = self._access.document_at(source) if source else None
            if document is not None:
                return path_to_url(self._urls, document.path) + _encoded(match["tail"] or "")
        return None

    def asset(self, url: str) -> str | None:
        """The URL of the document's own file, or of the page, that `url` means, or None."""
        found = self._access.asset_url(url) or self._page(url)
        return self._note(url, found) if found else None

    def wiki(self, name: str) -> tuple[str, str] | None:
        """The URL and title of the post or page that `[[name]]` means, or None."""
        wanted, _, anchor = name.partition("#")
        tail = f"#{quote(anchor)}" if anchor else ""
        document = self._access.named(wanted)
        if document is None:
            return None
        url = path_to_url(self._urls, document.path) + tail
        return self._note(name, url), document.title

    def locate(self, url: str, line: int) -> None:
        """Note the line of the body, 1-based, on which the block with a printed URL begins."""
        self._lines.setdefault(url, line)

    def place_of(self, url: str) -> Span:
        """Where in the document's file a printed URL was written; its first line when unknown."""
        body, file = self._text.body, self._access.document.file
        written = self._written.get(url, url)
        start = _line_start(body, self._lines.get(url, 1))
        for needle in (written, unquote(written), url):
            at = body.find(needle, start) if needle else -1
            if at >= 0:
                line = self._text.line + body.count("\n", 0, at)
                return Span(path=file, line=line, column=at - body.rfind("\n", 0, at))
        return Span(path=file, line=self._text.line + self._lines.get(url, 1) - 1)

    def _rooted(self, url: str) -> str:
        """A root-absolute URL gets the site's root, unless it begins with it already."""
        if not self._add_root or not url.startswith("/") or url.startswith("//"):
            return url
        if self._root == "/" or url.startswith(self._root) or url + "/" == self._root:
            return url
        return self._root + url.lstrip("/")

    def _note(self, written: str, printed: str) -> str:
        self._written.setdefault(printed, written)
        return printed


def resolve_assets(html: str, links: DocumentLinks) -> str:
    """HTML in which raw tags that name a file of the document's point to its URL."""
    if not _RELATIVE.search(html):
        return html

    def edit(tag: StartTag) -> str:
        for name in _ADDRESSES[tag.name]:
            value = tag.get(name)
            found = _own_urls(value, links, many=name == "srcset") if value else None
            if found:
                tag = tag.with_attribute(name, found)
        return tag.source

    return map_start_tags(html, _ADDRESSES, edit)


def _own_urls(value: str, links: DocumentLinks, *, many: bool) -> str | None:
    """The value of an attribute with the URLs of the document's own files, or None for none."""
    if many:
        return _CANDIDATE.sub(
            lambda match: (
                (_own_urls(match["url"], links, many=False) or match["url"]) + (match["size"] or "")
            ),
            value,
        )
    if value.startswith(("/", "#")) or _SCHEME.match(value):
        return None
    return links.asset(htmllib.unescape(value))


def _line_start(body: str, line: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = body.find("\n", start) + 1
        if not start:
            return 0
    return start


def _encoded(url: str) -> str:
    """A URL with what may not stand in one encoded; what is encoded stays."""
    kept = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", url)
    return quote(kept, safe=_UNSAFE)
