"""Lists of posts: index, archives, categories, tags, and the indexes of both.

Source: hexo-generator-index 4.0.0, -archive 2.0.0, -category 2.0.0, -tag 2.0.0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from inkpost.builtin.ordering import sort_posts
from inkpost.contexts import SiteContext
from inkpost.extend import Extensions
from inkpost.hexo.jstext import to_text
from inkpost.hexo.pagination import page_values, to_per_page
from inkpost.model import Json, Layout, Listing, Post, Route, Term
from inkpost.site.paginate import paginate
from inkpost.site.views import TermList

_PIN_PLUGINS = ("hexo-generator-index-pin-top", "hexo-generator-topindex")


def register(ext: Extensions) -> None:
    """Register the generators."""
    ext.generator("archive")(archive_routes)
    ext.generator("category")(category_routes)
    ext.generator("index")(index_routes)
    ext.generator("tag")(tag_routes)
    ext.generator("term-index")(term_index_routes)


def index_routes(site: SiteContext) -> Iterable[Route]:
    """The front page and those after it, pinned posts first."""
    options = _options(site, "index_generator")
    posts = sort_posts(_listed(site, home=True), options.get("order_by") or "-date")
    posts.sort(key=lambda post: -_pin(site, post))
    layouts = options.get("layout") or ["index", "archive"]
    return paginate(
        to_text(options.get("path") or ""),
        [post.id for post in posts],
        per_page=to_per_page(options.get("per_page")),
        layouts=[to_text(name) for name in (layouts if isinstance(layouts, list) else [layouts])],
        pagination_dir=to_text(options.get("pagination_dir") or _pagination_dir(site)),
        values={"__index": True},
        generator="index",
    )


def archive_routes(site: SiteContext) -> Iterable[Route]:
    """All posts by date, and those of each year, month and day."""
    options = _options(site, "archive_generator")
    if options.get("enabled") is False:
        return
    posts = sort_posts(_listed(site), options.get("order_by") or "-date")
    if not posts:
        return
    folder = site.config.text("archive_dir")
    folder = folder if folder.endswith("/") else f"{folder}/"
    for path, values, chosen in _periods(site, folder, posts, options):
        yield from paginate(
            path,
            [post.id for post in chosen],
            per_page=to_per_page(options.get("per_page")),
            layouts=("archive", "index"),
            pagination_dir=_pagination_dir(site),
            values={"archive": True, **values},
            generator="archive",
        )


def category_routes(site: SiteContext) -> Iterable[Route]:
    """The posts of each category."""
    return _term_routes(site, site.index.categories, "category")


def tag_routes(site: SiteContext) -> Iterable[Route]:
    """The posts of each tag, and Hexo's index page of tags where it is asked for."""
    yield from _term_routes(site, site.index.tags, "tag")
    if site.config.get("tag_generator.enable_index_page"):
        folder = site.config.text("tag_dir")
        folder = folder if folder.endswith("/") else f"{folder}/"
        ids = tuple(post.id for post in site.index.posts)
        values = page_values(folder, 1, 1) | {"tags": TermList("tag")}
        listing = Listing(post_ids=ids, values=values)
        layouts = ("tag-index", "tag", "archive", "index")
        yield Route(path=folder, body=Layout(layouts=layouts, page=listing), generator="tag")


def term_index_routes(site: SiteContext) -> Iterable[Route]:
    """Our pages `/tags/` and `/categories/`, `/links/` and `404.html`, where the theme has them.

    The links are those of the settings; an author's own page of links takes the place of ours.
    """
    wanted = (
        ("tags", site.config.text("tag_dir"), site.index.tags),
        ("categories", site.config.text("category_dir"), site.index.categories),
    )
    for name, folder, terms in wanted:
        if terms and site.has_layout(name) and folder.strip("/"):
            path = f"{folder.strip('/')}/"
            listing = Listing(values=page_values(path, 1, 1) | {"type": name})
            yield _own_page(path, name, listing)
    if site.theme.get("links") and site.has_layout("links") and not _has_links_page(site):
        yield _own_page("links/", "links", Listing(values=page_values("links/", 1, 1)))
    if site.has_layout("404"):
        listing = Listing(values=page_values("404.html", 1, 1) | {"type": "404"})
        yield _own_page("404.html", "404", listing)


def _has_links_page(site: SiteContext) -> bool:
    """Whether some page is one of links: by its layout, or by its type as in Butterfly."""
    words = ("link", "links")
    return any(
        page.meta.get("type") in words or page.meta.get("layout") in words
        for page in site.index.pages
    )


def _own_page(path: str, layout: str, listing: Listing) -> Route:
    return Route(path=path, body=Layout(layouts=(layout,), page=listing), generator="term-index")


def _term_routes(site: SiteContext, terms: Sequence[Term], kind: str) -> Iterable[Route]:
    options = _options(site, f"{kind}_generator")
    by_id = {post.id: post for post in site.index.posts}
    hidden = by_id.keys() - {post.id for post in _listed(site)}
    for term in terms:
        own = [by_id[each] for each in term.post_ids if each not in hidden]
        posts = sort_posts(own, options.get("order_by") or "-date")
        if not posts:
            continue
        yield from paginate(
            term.path,
            [post.id for post in posts],
            per_page=to_per_page(options.get("per_page")),
            layouts=(kind, "archive", "index"),
            pagination_dir=_pagination_dir(site),
            values={kind: term.name, f"__{kind}_id": term.id},
            generator=kind,
        )


def _listed(site: SiteContext, *, home: bool = False) -> list[Post]:
    """The posts that lists show: not the hidden ones, nor on the front page archive-only ones."""
    posts = list(site.index.posts)
    if site.config.dialect == "hexo" and not site.config.has_plugin("hexo-hide-posts"):
        return posts
    posts = [post for post in posts if post.meta.get("hide") is not True]
    return [post for post in posts if post.meta.get("archive") is not True] if home else posts


def _pin(site: SiteContext, post: Post) -> float:
    """How much a post is pinned. Source: hexo-generator-index 4.0.0, `sticky || 0` as a number."""
    stock = site.config.dialect == "hexo" and not site.config.has_plugin(*_PIN_PLUGINS)
    names = ("sticky",) if stock else ("sticky", "top", "pinned")
    for name in names:
        value = post.meta.get(name)
        if value:
            try:
                return float(value)
            except (TypeError, ValueError):
                continue
    return 0.0


def _periods(
    site: SiteContext, folder: str, posts: Sequence[Post], options: Mapping[str, Json]
) -> Iterable[tuple[str, dict[str, int], Sequence[Post]]]:
    yield folder, {}, posts
    if not options.get("yearly", True):
        return
    monthly, daily = options.get("monthly", True), options.get("daily", False)
    zone = site.config.url_zone
    for year, in_year in _grouped(posts, lambda post: post.date.astimezone(zone).year):
        at_year = f"{folder}{year}/"
        yield at_year, {"year": year}, in_year
        if not monthly and not daily:
            continue
        for month, in_month in _grouped(in_year, lambda post: post.date.astimezone(zone).month):
            at_month = f"{at_year}{month:02d}/"
            if monthly:
                yield at_month, {"year": year, "month": month}, in_month
            if not daily:
                continue
            for day, in_day in _grouped(in_month, lambda post: post.date.astimezone(zone).day):
                yield f"{at_month}{day:02d}/", {"year": year, "month": month, "day": day}, in_day


def _grouped(posts: Iterable[Post], key: Callable[[Post], int]) -> list[tuple[int, list[Post]]]:
    groups: dict[int, list[Post]] = {}
    for post in posts:
        groups.setdefault(key(post), []).append(post)
    return sorted(groups.items())


def _options(site: SiteContext, name: str) -> Mapping[str, Json]:
    found = site.config.get(name)
    return found if isinstance(found, dict) else {}


def _pagination_dir(site: SiteContext) -> str:
    return to_text(site.config.get("pagination_dir") or "page")
