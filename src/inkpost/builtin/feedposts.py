"""What feeds, sitemaps and search data share: which posts, their terms, settings not for us."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from inkpost.contexts import SiteContext
from inkpost.errors import warning
from inkpost.hexo.jsvalue import to_number
from inkpost.model import Json, Post, Term


def first_posts(posts: Sequence[Post], limit: Json) -> Sequence[Post]:
    """As many of the posts as the setting `limit` allows; 0 and what is no number mean all.

    Source: hexo-generator-feed 3.0.0, `limit`, with JavaScript's `slice` for negative numbers.
    """
    number = to_number(limit)
    return posts[: int(number)] if number and isfinite(number) else posts


def post_terms(site: SiteContext, post: Post) -> tuple[Term, ...]:
    """A post's categories, then its tags."""
    return (*site.index.terms_of("category", post.id), *site.index.terms_of("tag", post.id))


def warn_of_templates(site: SiteContext, section: str, settings: Mapping[str, Json]) -> None:
    """Tell that the templates which a plug-in's settings name cannot be used."""
    for name in ("template", "template_txt"):
        if settings.get(name):
            key = f"{section}.{name}"
            site.warn(
                warning(
                    f"{section}-template",
                    f"{key} is a Nunjucks file and cannot be used; the usual file is written",
                    span=site.config.span(key),
                )
            )
