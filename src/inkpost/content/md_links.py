"""URLs of links and pictures where no file of the site is looked up."""

from __future__ import annotations

import re
from dataclasses import dataclass

from inkpost.content.md_types import MarkdownRules
from inkpost.hexo.marked_links import encode_stock_url
from inkpost.hexo.urls import UrlRules, encode_url, url_for

STOCK_ABSOLUTE = re.compile(r"#|//|https?:")
"""What Hexo's renderers leave as it is among the URLs of pictures."""


@dataclass(frozen=True, slots=True)
class SiteLinks:
    """A LinkResolver that knows the site's root and nothing of its files."""

    rules: MarkdownRules
    urls: UrlRules

    def link(self, url: str) -> str:
        """The URL encoded; with `root_links` a root-absolute one gets the root unless it has it."""
        if self.rules.engine == "markdown-it":
            return url
        root = self.urls.root
        if self.rules.root_links and url.startswith("/") and not url.startswith(("//", root)):
            url = root + url[1:]
        return self._encode(url)

    def image(self, url: str) -> str:
        """The URL encoded; with `prepend_root` one without a host gets the root."""
        if self.rules.engine == "markdown-it" and not self.rules.prepend_root:
            return url
        if (
            self.rules.prepend_root
            and not self.urls.relative_link
            and not STOCK_ABSOLUTE.match(url)
        ):
            url = url_for(self.urls, url)
        return url if self.rules.engine == "markdown-it" else self._encode(url)

    def _encode(self, url: str) -> str:
        return encode_stock_url(url) if self.rules.engine == "marked" else encode_url(url)

    def wiki(self, name: str) -> tuple[str, str] | None:
        """None: no document is known here."""
        return None
