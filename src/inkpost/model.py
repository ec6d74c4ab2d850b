"""The frozen types that travel through the pipeline."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, TypeAlias

from inkpost.errors import Diagnostic, Span
from inkpost.reads import Digest, Key

Json: TypeAlias = Any
"""A value of front matter or configuration: None, bool, number, text, aware datetime, list, map."""

BUNDLED = "inkpost:"
"""What the keys of files begin with that ship with the package, or that a build makes."""


class RoutePath(str):
    """A decoded URL path: `?`, `#` and `%` in it are parts of names.

    Functions that make URLs encode such a path whole, where Hexo takes any text for a path that
    may hold a query.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One file of the snapshot. path: its key in the tree; mtime_ns, ctime_ns: nanoseconds."""

    path: str
    size: int
    mtime_ns: int
    ctime_ns: int
    digest: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeLayer:
    """One folder of a theme's chain. files: path below the folder -> key in the tree."""

    name: str
    files: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """One snapshot of configuration, sources, scaffolds and theme.

    files: key -> file; the key is the site-relative POSIX path, and begins with `BUNDLED` for
    what is not of the site. read: the bytes of a key. layers: the theme's chain, nearest first.
    git_dates: key -> (first commit, last commit), filled only where the configuration asks.
    """

    files: Mapping[str, SourceFile]
    read: Callable[[str], bytes]
    layers: tuple[ThemeLayer, ...] = ()
    git_dates: Mapping[str, tuple[datetime, datetime]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What posts and pages share.

    source: POSIX path below the source folder, as Hexo's `page.source`; also the identity.
    file: site-relative path, for messages. path: URL path, decoded, no leading slash (but see
    hexo.md §4, 56). permalink: full URL, encoded once. meta: front matter that has no field here.
    asset_dir: folder of the document's own files below the source folder, ending in "/", or "".
    spans: front-matter key -> its place. The body is apart, as `SourceText`.
    """

    source: str
    file: str
    title: str
    date: datetime
    updated: datetime | None
    layout: str
    path: str
    permalink: str
    comments: bool = True
    lang: str | None = None
    meta: Mapping[str, Json] = field(default_factory=dict)
    asset_dir: str = ""
    spans: Mapping[str, Span] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def id(self) -> str:
        """The identity of the document within its site."""
        return self.source


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceText:
    """What a document's file holds below its front matter. line: of the body's first line in the
    file, 1-based."""

    body: str
    line: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Post(Document):
    """A post.

    tags: names in the author's order; categories: chains, outermost name first. own_permalink:
    the front matter's.
    """

    slug: str
    own_permalink: str | None = None
    published: bool = True
    tags: tuple[str, ...] = ()
    categories: tuple[tuple[str, ...], ...] = ()
    photos: tuple[str, ...] = ()
    link: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(Document):
    """A page: a renderable file outside `_posts` and `_drafts`. output: "html" or another type."""

    output: str = "html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asset:
    """A file that is copied. source: below the source folder; key: in the tree; path: its URL."""

    source: str
    key: str
    path: str
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureVariant:
    """A picture made from one of the author's. kind: "webp" or "avif"; path: its URL; key: in the
    tree; sizes in pixels."""

    kind: str
    path: str
    key: str
    width: int
    height: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A tag or a category. id: unique within its kind; parent: id of the parent category; length:
    as many posts as it is said to have."""

    id: str
    name: str
    slug: str
    path: str
    permalink: str
    post_ids: tuple[str, ...]
    parent: str | None = None
    length: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """The whole site without its bodies: ordered, complete before anything is rendered.

    posts, pages: in the order in which Hexo reads them. newest: ids of the posts, newest first.
    tags, categories: in the order of first use. post_tags, post_categories: post id -> term ids in
    Hexo's order. by_slug: slug -> post id, for `post_link`.
    """

    posts: tuple[Post, ...]
    newest: tuple[str, ...]
    pages: tuple[Page, ...]
    tags: tuple[Term, ...]
    categories: tuple[Term, ...]
    assets: tuple[Asset, ...]
    data: Mapping[str, Json]
    documents: Mapping[str, Post | Page]
    by_slug: Mapping[str, str]
    post_tags: Mapping[str, tuple[str, ...]]
    post_categories: Mapping[str, tuple[str, ...]]
    diagnostics: tuple[Diagnostic, ...] = ()

    def terms_of(self, kind: str, post_id: str) -> tuple[Term, ...]:
        """A post's tags or categories, in the order of all. kind: "tag" or "category"."""
        terms = self.tags if kind == "tag" else self.categories
        chosen = self.post_tags if kind == "tag" else self.post_categories
        wanted = frozenset(chosen.get(post_id, ()))
        return tuple(term for term in terms if term.id in wanted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """One formula as it was found. tex: stripped of its delimiters; display: on its own line."""

    tex: str
    display: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaGroup:
    """The formulas of one document in their order; definitions carry on from one to the next.

    macros: name with backslash -> expansion, as KaTeX takes them.
    """

    formulas: tuple[Formula, ...]
    macros: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Typeset:
    """One formula, set.

    html: KaTeX's HTML with its MathML, for bodies. mathml: a `<math>` element alone, without
    annotation, fit to be shown. plain: one readable line. error: the engine's message, or None;
    position: where in the TeX, 0-based, or None.
    """

    html: str
    mathml: str
    plain: str
    error: str | None = None
    position: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """One heading of a document. html: for contents lists, formulas as MathML; text: plain."""

    level: int
    id: str
    html: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A link or picture: its URL in the finished HTML, its place, its element, such as "img"."""

    url: str
    span: Span
    tag: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is known of a document once it is rendered.

    text: the whole as plain text, one block a line. words: CJK characters and words counted
    each as one; cjk, latin: the two counts. anchors: every id in the content. fonts: those that
    its formulas are drawn with, in the order of their names.
    """

    text: str = ""
    words: int = 0
    cjk: int = 0
    latin: int = 0
    headings: tuple[Heading, ...] = ()
    links: tuple[Reference, ...] = ()
    images: tuple[Reference, ...] = ()
    anchors: frozenset[str] = frozenset()
    fonts: tuple[str, ...] = ()
    has_math: bool = False
    has_diagram: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """A document's content in every form that a page may ask for.

    content, excerpt, more: Hexo's, HTML. feed: the content with formulas as bare MathML.
    card_html, card_text: the clipped excerpt of the default themes, HTML with MathML and plain.
    diagnostics: what was found, to be told again whenever this is used again. reads: what the
    content depends on besides its own text.
    """

    content: str
    excerpt: str
    more: str
    feed: str = ""
    card_html: str = ""
    card_text: str = ""
    facts: Facts = Facts()
    diagnostics: tuple[Diagnostic, ...] = ()
    reads: frozenset[Key] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A generated page that lists posts.

    values: what Hexo's generator puts on the page besides pagination (archive, year, category …).
    """

    title: str | None = None
    post_ids: tuple[str, ...] = ()
    values: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A route's body that a template makes. layouts: names to try in order; () writes content."""

    layouts: tuple[str, ...]
    page: Post | Page | Listing


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A route's body that is text already; html text still passes the `after_render` filters."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Blob:
    """A route's body that is bytes already."""

    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """A route's body that is a file of the tree, byte for byte. key: the file's key."""

    key: str


Body: TypeAlias = Layout | Text | Blob | Copy


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One path of the site and how its body is made. path: decoded, no leading slash.

    generator: the name of the generator; origin: file of the author behind it, or "".
    """

    path: str
    body: Body
    generator: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One finished file. data: its bytes, or None where `key` names a file to copy."""

    path: str
    digest: Digest
    data: bytes | None = None
    key: str | None = None

    def bytes_by(self, read: Callable[[str], bytes]) -> bytes:
        """Its bytes. read: gives those of a key."""
        return self.data if self.data is not None else read(self.key or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class MadePage:
    """What a route came to. output: None where there is nothing to write; diagnostics: what was
    found on the way, to be told again whenever the output is used again."""

    output: Output | None
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a phase of the build has come."""

    phase: str
    done: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a build did. Counts are files below `public/`; seconds: wall-clock; published: whether
    the output folder holds this site now."""

    pages: int = 0
    written: int = 0
    reused: int = 0
    removed: int = 0
    seconds: float = 0.0
    published: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether any finding is an error."""
        return any(item.severity == "error" for item in self.diagnostics)
