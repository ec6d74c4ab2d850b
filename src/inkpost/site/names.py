"""Names in `permalink` that posts have no value for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from inkpost.config import Config
from inkpost.configcheck import nearest
from inkpost.errors import Diagnostic, Span, warning
from inkpost.hexo.permalink import POST_NAMES, names_of
from inkpost.hexo.taxonomy import TermDraft
from inkpost.model import Page, Post


def unknown_names(posts: Sequence[Post], config: Config) -> Iterator[Diagnostic]:
    """A word on each `:name` of the site's `permalink` that posts have no value for.

    Any key of front matter is a name, so that only the posts can tell.
    """
    rule = config.text("permalink")
    defaults = config.mapping("permalink_defaults")
    for name in names_of(rule):
        if name in POST_NAMES or name in defaults:
            continue
        without = [post for post in posts if not post.own_permalink and name not in post.meta]
        if not without:
            continue
        count = f"{len(without)} posts have" if len(without) > 1 else f"{without[0].file} has"
        # Keys that the posts have stand for themselves; a slip is most like one of those.
        keys = {key for post in posts for key in post.meta if isinstance(key, str)}
        near = nearest(name, sorted({*POST_NAMES, *map(str, defaults), *keys} - {name}), cutoff=0.7)
        yield warning(
            "unknown-name",
            f'{count} no value for ":{name}" in "permalink"; "undefined" stands in the URL',
            span=config.value_span("permalink", f":{name}"),
            hint=f'did you mean ":{near}"?'
            if near
            else 'give it a value in front matter, or in "permalink_defaults"',
        )


def nameless_terms(
    terms: Sequence[TermDraft], kind: str, folder: str, documents: Iterable[Post | Page]
) -> Iterator[Diagnostic]:
    """A word on each tag or category whose name leaves nothing for a folder's name."""
    for term in terms:
        if term.slug.rpartition("/")[2]:
            continue
        post = next(each for each in documents if each.id == term.post_ids[0])
        keys = ("tags", "tag") if kind == "tag" else ("categories", "category")
        places = (post.spans[key] for key in keys if key in post.spans)
        yield warning(
            "no-slug",
            f'the {kind} "{term.name}" gives no name for a folder; its page is "/{folder}"',
            span=next(places, Span(path=post.file)),
            hint=f"give it a path of its own in {kind}_map",
        )
