"""What a document may ask of the rest of the site while it is rendered, and what it asked."""

from __future__ import annotations

from collections.abc import Callable

from inkpost.assetlinks import AssetResolver
from inkpost.config import Config
from inkpost.model import Index, Json, Page, Post
from inkpost.reads import Key, Kind


class SiteAccess:
    """The one way from a document to the rest of its site. reads: every key that was asked for,
    absent ones too."""

    def __init__(
        self,
        document: Post | Page,
        *,
        index: Index,
        assets: AssetResolver,
        config: Config,
        read_source: Callable[[str], str | None],
    ) -> None:
        self.document, self.config = document, config
        self._index, self._assets, self._read_source = index, assets, read_source
        self.reads: set[Key] = set()

    def value(self, name: str, default: Json = None) -> Json:
        """A configuration value by its dotted name."""
        self.reads.add(Key(Kind.CONFIG, name.partition(".")[0]))
        return self.config.get(name, default)

    def asset_url(self, name: str) -> str | None:
        """The root-absolute URL of the document's own file that `name` means, or None."""
        found = self._assets.url(self.document, name)
        self.reads.add(Key(Kind.FILE, f"{self.document.asset_dir}{name}"))
        return found

    def tag_asset_url(self, name: str) -> str | None:
        """As `asset_url`, for a name among a tag's words, for which stock Hexo has a rule too."""
        return self.asset_url(name) or self._assets.stock_url(self.document, name)

    def stock_picture(self, name: str, *, markdown_it: bool) -> str | None:
        """The path of the document's own file that stock Hexo takes a picture for, or None."""
        self.reads.add(Key(Kind.FILE, f"{self.document.asset_dir}{name}"))
        return self._assets.stock_picture(self.document, name, markdown_it=markdown_it)

    def post(self, slug: str) -> Post | None:
        """The post with that slug, else with that title, or None."""
        found = self._index.documents.get(self._index.by_slug.get(slug, ""))
        self.reads.add(Key(Kind.FACT, f"slug:{slug}"))
        if found is None:
            self.reads.add(Key(Kind.FACT, f"name:{slug}"))
            found = next((post for post in self._index.posts if post.title == slug), None)
        if not isinstance(found, Post):
            return None
        self.reads.add(Key(Kind.META, found.id))
        return found

    def document_at(self, source: str) -> Post | Page | None:
        """The document that is made of the file at a path below the source folder, or None."""
        self.reads.add(Key(Kind.META, source))
        return self._index.documents.get(source)

    def named(self, name: str) -> Post | Page | None:
        """The document whose title or file name is `name`, or None."""
        self.reads.add(Key(Kind.FACT, f"name:{name}"))
        for document in self._index.documents.values():
            stem = document.source.rpartition("/")[2].rpartition(".")[0]
            if name in (document.title, stem):
                self.reads.add(Key(Kind.META, document.id))
                return document
        return None

    def source(self, path: str) -> str | None:
        """The text of a file below the source folder, or None."""
        self.reads.add(Key(Kind.FILE, path))
        return self._read_source(path)
