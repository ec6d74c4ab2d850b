"""Posts in the order that a setting such as `order_by: -date` asks for."""

from __future__ import annotations

from collections.abc import Sequence

from inkpost.hexo.collection import Collection
from inkpost.model import Json, Post
from inkpost.site.views import read_value

_FIELDS = frozenset({"date", "updated", "title", "path", "source", "slug", "layout"})


def sort_posts(posts: Sequence[Post], order: Json) -> list[Post]:
    """The posts, sorted as Hexo's `posts.sort(order)`."""
    return list(Collection(posts, _read).sort(order))


def _read(post: Post, name: str) -> Json:
    return getattr(post, name) if name in _FIELDS else read_value(post.meta, name)
