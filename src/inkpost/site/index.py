"""The index: what is on the site, with URLs and order, before any body is rendered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from inkpost.config import Config
from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.jstext import is_decodable, to_text
from inkpost.hexo.permalink import PermalinkInput, post_path
from inkpost.hexo.routing import format_route
from inkpost.hexo.taxonomy import (
    TermDraft,
    TermTable,
    category_slugs,
    folder_of,
    part_collisions,
    tag_slug,
)
from inkpost.hexo.urls import full_url_for, path_to_full_url
from inkpost.model import Asset, Index, Json, Page, Post, RoutePath, Term
from inkpost.site.names import nameless_terms, unknown_names
from inkpost.site.sources import Source, SourceKind

_SLASHES = re.compile("/{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexInput:
    """What the index is made of. files: assets, as `classify_sources` found them.

    filter_path: what plug-ins make of a post's path.
    """

    documents: Sequence[Post | Page]
    files: Sequence[Source]
    data: Mapping[str, Json]
    filter_path: Callable[[str, Post], str] | None = None


def build_index(given: IndexInput, config: Config, now: datetime) -> Index:
    """The site's index; what is not to be seen yet is left out.

    Two documents with one URL are an error among the findings; the first keeps it.
    """
    builder = _Builder(given, config, now)
    return builder.build()


class _Builder:
    """Builds one index, step by step."""

    def __init__(self, given: IndexInput, config: Config, now: datetime) -> None:
        self.given, self.config, self.now = given, config, now
        self.found: list[Diagnostic] = []

    def build(self) -> Index:
        """The finished index."""
        visible = [document for document in self.given.documents if self._is_visible(document)]
        posts = [document for document in visible if isinstance(document, Post)]
        posts = [post for post in posts if self._can_be_linked(post)]
        tags, categories = self._tags(posts), self._categories(posts)
        chosen = _by_post(categories)
        posts = [self._with_path(post, chosen.get(post.id, ())) for post in posts]
        self.found += unknown_names(posts, self.config)
        pages = [self._with_url(page) for page in visible if isinstance(page, Page)]
        everything: list[Post | Page] = [*posts, *pages]
        documents = {item.id: item for item in everything}
        self._refuse_twins(everything)
        newest = sorted(posts, key=lambda post: post.date, reverse=True)
        return Index(
            posts=tuple(posts),
            newest=tuple(post.id for post in newest),
            pages=tuple(pages),
            tags=tags,
            categories=categories,
            assets=tuple(self._assets(documents)),
            data=self.given.data,
            documents=documents,
            by_slug={post.slug: post.id for post in reversed(posts)},
            post_tags=_ids(_by_post(tags)),
            post_categories=_ids(chosen),
            diagnostics=tuple(self.found),
        )

    def _is_visible(self, document: Post | Page) -> bool:
        # Hexo 8.1: `future: false` hides pages as well; golden fm-nofuture.
        if not self.config.flag("future") and document.date > self.now:
            return False
        if isinstance(document, Page):
            return True
        if not document.published and not self.config.drafts:
            return False
        if document.meta.get("password"):
            self.found.append(
                warning(
                    "encrypted",
                    "the post has a password; encryption is not built in, so it is left out",
                    span=document.spans.get("password") or Span(path=document.file),
                    hint='remove "password" to publish the text for everyone to read',
                )
            )
            return False
        return True

    def _can_be_linked(self, post: Post) -> bool:
        """Whether Hexo can make a URL of the post's name; where it cannot, it drops the post."""
        if self.config.improved("path_chars") or is_decodable(post.slug):
            return True
        self.found.append(
            warning(
                "bad-name",
                f'Hexo makes no page of the name "{post.slug}", for its "%" is no escape',
                span=Span(path=post.file),
                hint='rename the file, or set "path_chars: keep"',
            )
        )
        return False

    def _tags(self, posts: Iterable[Post]) -> tuple[Term, ...]:
        table = TermTable()
        for post in posts:
            for name in post.tags:
                table.add(post.id, name)
        case = self.config.number("filename_case")
        mapped = self.config.mapping("tag_map")
        for draft in table.terms.values():
            draft.slug = tag_slug(draft.name, mapped, case)
        return self._finish_terms(table, folder_of(self.config.text("tag_dir")), "tag")

    def _categories(self, posts: Iterable[Post]) -> tuple[Term, ...]:
        table = TermTable()
        for post in posts:
            for chain in post.categories:
                parent: str | None = None
                for name in chain:
                    parent = table.add(post.id, name, parent)
        case = self.config.number("filename_case")
        slugs = category_slugs(table.terms.values(), self.config.mapping("category_map"), case)
        for key, draft in table.terms.items():
            draft.slug = slugs[key]
        return self._finish_terms(table, folder_of(self.config.text("category_dir")), "category")

    def _finish_terms(self, table: TermTable, folder: str, kind: str) -> tuple[Term, ...]:
        def path_of(draft: TermDraft) -> str:
            return f"{folder}{draft.slug}/"

        def warn(path: str, names: Sequence[str], keeper: str) -> None:
            shown = ", ".join(f'"{name}"' for name in names)
            self.found.append(
                warning(
                    "same-path",
                    f'{kind} names {shown} have the path "{path}"; "{keeper}" keeps it',
                    span=Span(path="_config.yml"),
                    hint=f"give them paths of their own in {kind}_map",
                )
            )

        stock = self.config.dialect == "hexo"
        drafts = list(table.terms.values())
        self.found += nameless_terms(drafts, kind, folder, self.given.documents)
        part_collisions(drafts, path_of, warn)
        return tuple(
            Term(
                id=draft.key,
                name=draft.name,
                slug=draft.slug,
                path=self._path(path_of(draft)),
                permalink=self._full_url(path_of(draft)),
                post_ids=tuple(draft.post_ids),
                # Hexo 8.1 counts a post that names a term twice as two.
                length=draft.uses if stock else len(draft.post_ids),
                parent=draft.parent,
            )
            for draft in drafts
        )

    def _with_path(self, post: Post, categories: Sequence[Term]) -> Post:
        path = post_path(
            self.config.text("permalink"),
            PermalinkInput(
                slug=post.slug,
                title=post.title,
                date=post.date.astimezone(self.config.url_zone),
                category_slug=categories[-1].slug if categories else None,
                id=_own_id(post) or post.id,
                values=post.meta,
            ),
            defaults=self.config.mapping("permalink_defaults"),
            own=post.own_permalink,
            asset_folder=self.config.flag("post_asset_folder"),
            default_category=self.config.text("default_category"),
        )
        if self.given.filter_path:
            path = self.given.filter_path(path, post)
        return replace(post, path=self._path(path), permalink=self._full_url(path))

    def _with_url(self, page: Page) -> Page:
        return replace(page, path=self._path(page.path), permalink=self._full_url(page.path))

    def _path(self, path: str) -> str:
        if not self.config.improved("path_chars"):
            return path
        return RoutePath(_SLASHES.sub("/", path))

    def _full_url(self, path: str) -> str:
        if self.config.improved("path_chars"):
            return path_to_full_url(self.config.urls, path)
        return full_url_for(self.config.urls, path)

    def _refuse_twins(self, documents: Iterable[Post | Page]) -> None:
        keep = self.config.improved("path_chars")
        owners: dict[str, Post | Page] = {}
        folded: dict[str, str] = {}
        for document in documents:
            route = format_route(document.path, keep_query=keep)
            first = owners.setdefault(route, document)
            if first is not document:
                self.found.append(_twin(document, first))
                continue
            other = folded.setdefault(route.casefold(), route)
            if other != route:
                self.found.append(
                    warning(
                        "same-but-case",
                        f'"{other}" and "{route}" differ in case only, and some disks '
                        "and hosts take them for one",
                        span=Span(path=document.file),
                    )
                )

    def _assets(self, documents: Mapping[str, Post | Page]) -> Iterable[Asset]:
        for item in self.given.files:
            if item.kind is SourceKind.ASSET:
                yield Asset(source=item.source, key=item.key, path=item.source)
                continue
            owner = documents.get(item.owner)
            if owner is not None:  # the owner may be a hidden draft
                folder = owner.path.removesuffix(".html").removesuffix(".htm").strip("/")
                path = f"{folder}/{item.slug}" if folder else item.slug
                yield Asset(source=item.source, key=item.key, path=path, owner=owner.id)


def _twin(document: Post | Page, first: Post | Page) -> Diagnostic:
    shown = f"/{document.path.lstrip('/')}"
    return Diagnostic(
        severity="error",
        code="same-url",
        message=f'the URL "{shown}" is that of {first.file} already',
        span=document.spans.get("permalink") or Span(path=document.file),
        hint="give one of the two another permalink or file name",
    )


def _own_id(post: Post) -> str:
    """The front matter's `id` as text, as Hexo casts it."""
    value = post.meta.get("id")
    return "" if value is None else to_text(value)


def _by_post(terms: Iterable[Term]) -> dict[str, list[Term]]:
    """Post id -> its terms, in the order of their first use on the site."""
    found: dict[str, list[Term]] = {}
    for term in terms:
        for post_id in term.post_ids:
            found.setdefault(post_id, []).append(term)
    return found


def _ids(found: Mapping[str, Sequence[Term]]) -> dict[str, tuple[str, ...]]:
    return {post_id: tuple(term.id for term in terms) for post_id, terms in found.items()}
