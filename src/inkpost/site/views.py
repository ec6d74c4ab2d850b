"""What templates see: Hexo's names over the frozen types, reading through a recorder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias, overload

from markupsafe import Markup

from inkpost.hexo.collection import Collection
from inkpost.hexo.jstext import to_text
from inkpost.model import Json, Listing, Page, Post, Rendered, Term
from inkpost.reads import Key, Kind, Recorder
from inkpost.site.derived import Derived, SiteDerived
from inkpost.site.state import SiteState

Getter: TypeAlias = "Callable[[Any], Json]"
_ABSENT = object()


class Viewer:
    """Makes the views of one page. recorder: notes what they read."""

    def __init__(self, state: SiteState, recorder: Recorder) -> None:
        self.state, self.recorder = state, recorder
        self._documents: dict[str, DocumentView] = {}
        self._terms: dict[tuple[str, str], TermView] = {}

    def document(self, document: Post | Page) -> DocumentView:
        """The view of a post or page; one object for each on a page."""
        view = self._documents.get(document.id)
        if view is None:
            view = (
                PostView(self, document) if isinstance(document, Post) else PageView(self, document)
            )
            self._documents[document.id] = view
        return view

    def by_id(self, identity: str) -> DocumentView:
        """The view of the document with that id."""
        return self.document(self.state.index.documents[identity])

    def term(self, kind: str, term: Term) -> TermView:
        """The view of a tag or category. kind: "tag" or "category"."""
        key = (kind, term.id)
        if key not in self._terms:
            self._terms[key] = TermView(self, kind, term)
        return self._terms[key]

    def terms(self, kind: str) -> Collection[TermView]:
        """All tags or categories."""
        self.recorder.read(Key(Kind.TAGS if kind == "tag" else Kind.CATEGORIES))
        terms = self.state.index.tags if kind == "tag" else self.state.index.categories
        return Collection([self.term(kind, term) for term in terms], read_value)

    def posts(self, ids: Sequence[str]) -> Collection[DocumentView]:
        """A collection of posts."""
        return Collection(_Documents(self, ids), read_value)

    def rendered(self, identity: str) -> Rendered:
        """A document's content; the read is noted."""
        self.recorder.read(Key(Kind.CONTENT, identity))
        return self.state.rendered[identity]

    def page(self, page: Post | Page | Listing, path: str) -> View:
        """The view of what a route shows."""
        return ListingView(self, page, path) if isinstance(page, Listing) else self.document(page)


class _Documents(Sequence["DocumentView"]):
    """The views of documents, made when they are looked at: many a page only counts them."""

    def __init__(self, viewer: Viewer, ids: Sequence[str]) -> None:
        self._viewer, self._ids = viewer, ids

    @overload
    def __getitem__(self, index: int) -> DocumentView: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[DocumentView]: ...
    def __getitem__(self, index: int | slice) -> DocumentView | Sequence[DocumentView]:
        if isinstance(index, slice):
            return _Documents(self._viewer, self._ids[index])
        return self._viewer.by_id(self._ids[index])

    def __iter__(self) -> Iterator[DocumentView]:
        return map(self._viewer.by_id, self._ids)

    def __len__(self) -> int:
        return len(self._ids)


class View:
    """Names to values. A name that is absent is undefined in a template, never an error."""

    GETTERS: Mapping[str, Getter] = {}

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._own: dict[str, Json] = {}

    def get(self, name: str, default: Json = None) -> Json:
        """The value of `name`."""
        value = self._own.get(name, _ABSENT) if self._own else _ABSENT
        if value is _ABSENT:
            getter = self.GETTERS.get(name)
            value = getter(self) if getter else self._other(name)
        return default if value is _ABSENT else value

    def keys(self) -> list[str]:
        """The names that have values."""
        names = [*self.GETTERS, *self._other_names(), *self._own]
        return [name for name in dict.fromkeys(names) if name in self]

    def set(self, name: str, value: Json) -> None:
        """Put a value on the view; only what forms a page may call this, never a template."""
        self._own[name] = value

    def _other(self, name: str) -> Json:
        return _ABSENT

    def _other_names(self) -> Sequence[str]:
        return ()

    def __getitem__(self, name: str) -> Json:
        value = self.get(name, _ABSENT) if isinstance(name, str) else _ABSENT
        if value is _ABSENT:
            raise KeyError(name)
        return value

    def __contains__(self, name: str) -> bool:
        return self.get(name, _ABSENT) is not _ABSENT

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())


class DocumentView(View):
    """A post or a page."""

    GETTERS: Mapping[str, Getter] = {
        "title": lambda view: view.document.title,
        "date": lambda view: view.local(view.document.date),
        "updated": lambda view: _or_absent(view.local(view.document.updated)),
        "comments": lambda view: view.document.comments,
        "layout": lambda view: view.document.layout,
        "source": lambda view: view.document.source,
        "full_source": lambda view: view.document.file,
        "path": lambda view: view.document.path,
        "permalink": lambda view: view.document.permalink,
        "raw": lambda view: view.raw(),
        "content": lambda view: Markup(view.rendered.content),  # noqa: S704 - rendered by us
        "excerpt": lambda view: Markup(view.rendered.excerpt),  # noqa: S704 - as above
        "more": lambda view: Markup(view.rendered.more),  # noqa: S704 - as above
    }

    def __init__(self, viewer: Viewer, document: Post | Page) -> None:
        super().__init__(viewer)
        self.document = document
        self._meta = Key(Kind.META, document.id)

    def get(self, name: str, default: Json = None) -> Json:
        """The value of `name`; the read is noted."""
        self._viewer.recorder.read(self._meta)
        # As `View.get` does, at half the cost: a page asks its documents hundreds of times.
        if self._own and name in self._own:
            return self._own[name]
        getter = self.GETTERS.get(name)
        value = getter(self) if getter else self.document.meta.get(name, _ABSENT)
        return default if value is _ABSENT else value

    @property
    def rendered(self) -> Rendered:
        """The document's content; the read is noted."""
        return self._viewer.rendered(self.document.id)

    def raw(self) -> str:
        """The whole text of the document's file; the read is noted."""
        self._viewer.recorder.read(Key(Kind.FILE, self.document.file))
        return self._viewer.state.read_text(self.document.file)

    @cached_property
    def derived(self) -> Derived:
        """What we know of the document beyond Hexo's names."""
        return Derived(self._viewer, self.document)

    def local(self, moment: Any) -> Any:
        """A moment in the zone in which pages show it."""
        if moment is None:
            return None
        config = self._viewer.state.config
        return moment.astimezone(config.zone if config.dialect == "inkpost" else config.url_zone)

    def _other_names(self) -> Sequence[str]:
        return tuple(self.document.meta)


class PageView(DocumentView):
    """A page."""

    GETTERS: Mapping[str, Getter] = {**DocumentView.GETTERS, "__page": lambda view: True}


class PostView(DocumentView):
    """A post."""

    GETTERS: Mapping[str, Getter] = {
        **DocumentView.GETTERS,
        "__post": lambda view: True,
        "slug": lambda view: view.document.slug,
        "published": lambda view: view.document.published,
        "photos": lambda view: list(view.document.photos),
        "asset_dir": lambda view: view.document.asset_dir,
        "tags": lambda view: view.terms("tag"),
        "categories": lambda view: view.terms("category"),
        "prev": lambda view: view.neighbour(-1),
        "next": lambda view: view.neighbour(1),
        "id": lambda view: view.identity(),
    }

    document: Post

    def __init__(self, viewer: Viewer, document: Post) -> None:
        super().__init__(viewer, document)
        self._terms: dict[str, Collection[TermView]] = {}

    def terms(self, kind: str) -> Collection[TermView]:
        """The post's tags or categories, in Hexo's order."""
        found = self._terms.get(kind)
        if found is None:
            terms = self._viewer.state.index.terms_of(kind, self.document.id)
            views = [self._viewer.term(kind, term) for term in terms]
            found = self._terms[kind] = Collection(views, read_value)
        return found

    def neighbour(self, step: int) -> Json:
        """The newer (-1) or older (1) post's view, absent at the end."""
        self._viewer.recorder.read(Key(Kind.POSTS))
        post = self._viewer.state.neighbour(self.document, step)
        return _ABSENT if post is None else self._viewer.document(post)

    def identity(self) -> Json:
        """The front matter's `id` as text, as Hexo casts it."""
        value = self.document.meta.get("id", _ABSENT)
        return value if value is _ABSENT or value is None else to_text(value)


class TermView(View):
    """A tag or a category."""

    GETTERS: Mapping[str, Getter] = {
        "name": lambda view: view.term.name,
        "slug": lambda view: view.term.slug,
        "path": lambda view: view.term.path,
        "permalink": lambda view: view.term.permalink,
        "length": lambda view: view.term.length,
        "posts": lambda view: view.posts(),
        "parent": lambda view: _or_absent(view.term.parent),
        "_id": lambda view: view.term.id,
    }

    def __init__(self, viewer: Viewer, kind: str, term: Term) -> None:
        super().__init__(viewer)
        self.kind, self.term = kind, term

    def posts(self) -> Collection[DocumentView]:
        """The term's posts, in the order in which Hexo reads them."""
        self._viewer.recorder.read(Key(Kind.POSTS))
        return self._viewer.posts(self.term.post_ids)

    def __len__(self) -> int:
        return self.term.length

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class TermList:
    """Stands for all tags or categories among a listing's values. kind: "tag" or "category"."""

    kind: str


class ListingView(View):
    """A generated page that lists posts."""

    def __init__(self, viewer: Viewer, listing: Listing, path: str) -> None:
        super().__init__(viewer)
        self.listing = listing
        self._own["path"] = path
        if listing.title is not None:
            self._own["title"] = listing.title

    GETTERS: Mapping[str, Getter] = {
        "posts": lambda view: view._viewer.posts(view.listing.post_ids),  # noqa: SLF001 - own class
    }

    def _other(self, name: str) -> Json:
        value = self.listing.values.get(name, _ABSENT)
        if isinstance(value, TermList):
            return self._viewer.terms(value.kind)
        return value

    def _other_names(self) -> Sequence[str]:
        return tuple(self.listing.values)

    @property
    def derived(self) -> Mapping[str, Json]:
        """Nothing: a list has no content of its own."""
        return {}


class SiteView(View):
    """The whole site."""

    GETTERS: Mapping[str, Getter] = {
        "posts": lambda view: view.posts(),
        "pages": lambda view: view.pages(),
        "tags": lambda view: view.terms("tag"),
        "categories": lambda view: view.terms("category"),
        "data": lambda view: view.data(),
    }

    @property
    def derived(self) -> SiteDerived:
        """What we know of the site beyond Hexo's names."""
        return SiteDerived(self._viewer)

    def posts(self) -> Collection[DocumentView]:
        """All posts, in the order in which Hexo reads them."""
        self._viewer.recorder.read(Key(Kind.POSTS))
        return self._viewer.posts([post.id for post in self._viewer.state.index.posts])

    def pages(self) -> Collection[DocumentView]:
        """All pages."""
        self._viewer.recorder.read(Key(Kind.PAGES))
        return self._viewer.posts([page.id for page in self._viewer.state.index.pages])

    def terms(self, kind: str) -> Collection[TermView]:
        """All tags or categories."""
        return self._viewer.terms(kind)

    def data(self) -> Mapping[str, Json]:
        """The data files."""
        self._viewer.recorder.read(Key(Kind.DATA))
        return self._viewer.state.index.data


def read_value(view: Any, name: str) -> Json:
    """A value of a view by its dotted name; None where a part of the way is absent."""
    found: Any = view
    for part in name.split("."):
        found = found.get(part) if isinstance(found, View | Mapping) else getattr(found, part, None)
        if found is None:
            return None
    return found


def _or_absent(value: Json) -> Json:
    return _ABSENT if value is None else value
