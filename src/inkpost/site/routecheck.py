"""Routes that cannot be files, and whose fault they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from inkpost.contexts import SiteContext
from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.routing import NAME_BYTES, UNFIT
from inkpost.model import Layout, Page, Post, Route, Term

# What is made besides pages, and what people then miss.
_NAMES = {
    "feed": "the feed", "sitemap": "the sitemap", "robots": "robots.txt",
    "search": "the data of the search", "search-data": "the data of the search",
}  # fmt: skip


def path_fault(path: str, route: Route, site: SiteContext) -> Diagnostic | None:
    """Why a formatted path can be no file of the output folder, or None."""
    parts = path.split("/")
    if ".." in parts or not parts[0] or not parts[-1] or UNFIT.search(path):
        shown = path.encode("utf-8", "backslashreplace").decode()
        shown = "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in shown)
        wrong = ".." if ".." in parts else ""
        return _fault(
            "bad-path",
            f'the path "{shown}" would leave the output folder or is no path',
            place_of(route, site, wrong),
            "correct the permalink",
        )
    if len(path) * 4 <= NAME_BYTES:
        return None
    for part in parts:
        size = len(part.encode())
        if size > NAME_BYTES:
            return _too_long(path, part, size, route, site)
    return None


def told_faults(faults: Sequence[tuple[Route, Diagnostic]]) -> list[Diagnostic]:
    """What is to be told of the faults: a picture's name follows its document's, whose own fault
    is enough."""
    own = [fault for route, fault in faults if route.generator != "picture"]
    found = own or [fault for _, fault in faults]
    # A fault of the configuration is one, however many posts have it.
    told: dict[object, Diagnostic] = {}
    for each in found:
        told.setdefault(each.span if each.code == "bad-path" else each, each)
    return list(told.values())


def clashes(routes: Mapping[str, Route], site: SiteContext) -> Iterator[tuple[str, Diagnostic]]:
    """Each path that is a file and the folder of another, with an error that names both."""
    for path in routes:
        slash = path.find("/")
        while slash > 0:
            folder = path[:slash]
            if folder in routes:
                one, other = _source_of(routes[folder]), _source_of(routes[path])
                yield (
                    folder,
                    _fault(
                        "file-and-folder",
                        f'"/{folder}" of {one} would be a file, and "/{path}" of {other} needs a '
                        "folder of that name",
                        place_of(routes[folder], site),
                        f'let the permalink end in "/", or in ".html", as "/{folder}/"',
                    ),
                )
            slash = path.find("/", slash + 1)


def replaced_file(path: str, winner: Route, loser: Route, site: SiteContext) -> Diagnostic | None:
    """A word on a file of ours, such as the feed, whose path a document has."""
    name = _NAMES.get(loser.generator)
    if name is None or loser.origin or _document_of(winner) is None:
        return None
    return warning(
        "replaced-file",
        f'"/{path}" is {winner.origin} now, in place of {name}',
        span=place_of(winner, site),
        hint="give the file another permalink or name",
    )


def place_of(route: Route, site: SiteContext, part: str = "") -> Span:
    """Where an author says the path of a route. part: of the path, looked for in `permalink`."""
    document = _document_of(route)
    if document is not None and "permalink" in document.spans:
        return document.spans["permalink"]
    if isinstance(document, Post) and part and part in site.config.text("permalink"):
        found = site.config.value_span("permalink", part)
        if found is not None:
            return found
    if document is not None:
        return Span(path=document.file)
    return Span(path=route.origin or "_config.yml")


def _document_of(route: Route) -> Post | Page | None:
    body = route.body
    if isinstance(body, Layout) and isinstance(body.page, Post | Page):
        html = isinstance(body.page, Post) or body.page.output in ("html", "htm")
        return body.page if html else None
    return None


def _source_of(route: Route) -> str:
    return route.origin or f'the generator "{route.generator}"'


def _too_long(path: str, part: str, size: int, route: Route, site: SiteContext) -> Diagnostic:
    message = (
        f'the name "{part[:24]}…" in a URL is {size} bytes long, and a file\'s name holds at '
        f"most {NAME_BYTES}"
    )
    term = _term_of(path, part, site)
    if term is not None:
        kind, found = term
        return _fault(
            "long-name", message, _term_place(found, kind, site),
            f"shorten the {kind}, or give it a slug in {kind}_map",
        )  # fmt: skip
    document = _document_of(route) or _pictured(route, part, site)
    place = place_of(route, site)
    if document is not None:
        in_name = document.source.rpartition("/")[2].startswith(part[:24])
        keys = ("permalink",) if in_name else ("permalink", "title")
        own = Span(path=document.file)
        place = next((document.spans[key] for key in keys if key in document.spans), own)
    return _fault("long-name", message, place, "choose a shorter permalink, title or file name")


def _pictured(route: Route, part: str, site: SiteContext) -> Post | Page | None:
    """The document that a made picture belongs to, by its name."""
    if route.generator != "picture":
        return None
    name = part.rpartition(".")[0]
    documents = site.index.documents.values()
    return next((each for each in documents if name in each.path.split("/")), None)


def _term_of(path: str, part: str, site: SiteContext) -> tuple[str, Term] | None:
    for kind, terms in (("tag", site.index.tags), ("category", site.index.categories)):
        for term in terms:
            if part in term.path.split("/") and path.startswith(term.path):
                return kind, term
    return None


def _term_place(term: Term, kind: str, site: SiteContext) -> Span:
    keys = ("tags", "tag") if kind == "tag" else ("categories", "category")
    for post_id in term.post_ids:
        document = site.index.documents[post_id]
        return next(
            (document.spans[key] for key in keys if key in document.spans),
            Span(path=document.file),
        )
    return Span(path="_config.yml")


def _fault(code: str, message: str, span: Span, hint: str) -> Diagnostic:
    return Diagnostic(severity="error", code=code, message=message, span=span, hint=hint)
