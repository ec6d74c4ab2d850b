"""Posts related to a post: by shared tags and categories, and by words of the title."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from heapq import nlargest

from inkpost.model import Index, Post

_LATIN = re.compile(r"[A-Za-z][A-Za-z0-9+#.-]+")
_CJK = re.compile(r"[\u3400-\u9fff]+")


class RelatedPosts:
    """Finds related posts; built once for an index, from its metadata alone."""

    def __init__(self, index: Index) -> None:
        self._posts: Mapping[str, Post] = {post.id: post for post in index.posts}
        self._newest = {post_id: place for place, post_id in enumerate(index.newest)}
        self._features = {post.id: _features(post) for post in index.posts}
        counts = Counter(name for names in self._features.values() for name in names)
        total = max(len(self._posts), 1)
        self._weights = {name: math.log(1 + total / count) for name, count in counts.items()}
        self._bearers: dict[str, list[str]] = {}
        for post in index.posts:
            if not post.meta.get("hide"):
                for name in self._features[post.id]:
                    self._bearers.setdefault(name, []).append(post.id)

    def of(self, post_id: str, count: int) -> tuple[str, ...]:
        """Ids of at most `count` posts most like the one named, never itself or hidden ones."""
        count = max(count, 0)
        scores = self._scores(post_id, count)
        scores.pop(post_id, None)
        # Most of the site shares a little; only those that can be among the first are ordered.
        least = min(nlargest(count, scores.values()), default=0)
        first = [other for other, worth in scores.items() if worth >= least]
        first.sort(key=lambda other: (-scores[other], self._newest[other], other))
        return tuple(first[:count])

    def _scores(self, post_id: str, count: int) -> dict[str, int]:
        """Post id -> how much it is like the one named; at least the `count` best are there.

        What few posts share is looked at first. Once what is left cannot bring another post among
        the best, it is counted for those that are found already.
        """
        limit = max(len(self._posts) // 3, 12)  # what a third of the site shares tells nothing
        shared = []
        for name, weight in self._features.get(post_id, {}).items():
            bearers = self._bearers.get(name, ())
            if len(bearers) <= limit:
                shared.append((len(bearers), name, int(1000 * weight * self._weights[name])))
        shared.sort()
        left = sum(worth for _, _, worth in shared)
        scores: dict[str, int] = {}
        for size, name, worth in shared:
            if size > len(scores) > count and nlargest(count + 1, scores.values())[-1] > left:
                for other in scores:
                    if name in self._features[other]:
                        scores[other] += worth
            else:
                for other in self._bearers.get(name, ()):
                    scores[other] = scores.get(other, 0) + worth
            left -= worth
        return scores


def _features(post: Post) -> dict[str, float]:
    """What a post is about, with how much each counts."""
    found: dict[str, float] = {}
    for word in _LATIN.findall(post.title):
        found[f"w:{word.lower()}"] = 0.6
    for run in _CJK.findall(post.title):
        for place in range(len(run) - 1):
            found[f"w:{run[place : place + 2]}"] = 0.3
    for chain in post.categories:
        found[f"c:{'/'.join(chain)}"] = 0.8
    for tag in post.tags:
        found[f"t:{tag}"] = 1.0
    return found
